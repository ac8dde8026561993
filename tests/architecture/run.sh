#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# libhone on another architecture, under qemu-user: it reads every recorded database, answers every
# query and merges as it does here, and each side reads the other's merged database.
#   SYSROOT=… tests/architecture/run.sh BUILD_FOLDER [s390x-linux-gnu|aarch64-linux-gnu]
# s390x is big-endian. It needs g++-s390x-linux-gnu and qemu-user-static, and SQLite's packages for
# s390x, unpacked into the folder that SYSROOT names (dpkg -x).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=$(realpath "${1:?is a build folder, such as build/release}")
target=${2:-s390x-linux-gnu}
: "${SYSROOT:?is where the packages of SQLite for $target are unpacked}"
emulator=qemu-${target%%-*}-static
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# units: a file for each folder of the library, as in a unity build.
units() {
    local each
    for each in db/*/; do
        compgen -G "$each*.cpp" >/dev/null || continue
        printf '#include "%s"\n' "$each"*.cpp >"$folder/$(basename "$each").cpp"
    done
    printf '#include "spaces/language/%s.cpp"\n' value operators postfix >"$folder/language.cpp"
    cp "$build/generated/db/embedded.cpp" tests/architecture/read.cpp "$folder"
}

# compiled PROGRAM COMPILER OPTION...
compiled() {
    local program=$1 unit
    shift
    local compile=("$@" -std=c++20 -O1 -I. "-I$build/generated" "-I$build/include" -DCL_TARGET_OPENCL_VERSION=300
        '-DHONE_VERSION="0.1.0"' '-DHONE_ABI_FOLDER="libhone2"')
    for unit in "$folder"/*.cpp; do "${compile[@]}" -c "$unit" -o "${unit%.cpp}.o"; done
    "$@" "$folder"/*.o -lsqlite3 -ldl -pthread -o "$program"
    rm "$folder"/*.o
}

mkdir "$folder/OpenCL"
ln -s /usr/include/CL "$folder/OpenCL/CL"
units
compiled "$folder/here" g++
compiled "$folder/there" "$target-g++" "-I$SYSROOT/usr/include" "-I$folder/OpenCL" "-L$SYSROOT/usr/lib/$target" \
    -Wno-deprecated-declarations

databases=(examples/reports/*.db tests/db/recorded/*.db)
there() {
    "$emulator" -L "/usr/$target" -E "LD_LIBRARY_PATH=$SYSROOT/usr/lib/$target" "$folder/there" "$@"
}
"$folder/here" "$folder/from_here.db" "${databases[@]}" >"$folder/here.txt"
there "$folder/from_there.db" "${databases[@]}" >"$folder/there.txt"
diff "$folder/here.txt" "$folder/there.txt"
"$folder/here" "$folder/again_here.db" "$folder/from_there.db" | sed 1d >"$folder/here_of_there.txt"
there "$folder/again_there.db" "$folder/from_here.db" | sed 1d >"$folder/there_of_here.txt"
diff "$folder/here_of_there.txt" "$folder/there_of_here.txt"
printf '%d databases, %d lines: the same on %s\n' "${#databases[@]}" "$(wc -l <"$folder/here.txt")" "$target"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages from the outside: built by cpack, installed into a root of their own, used by a
# project there, removed again; and a user's database outlives them. As root.
#   tests/packages.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "${1:?usage: packages.sh BUILD_FOLDER}")
here=$(realpath "$(dirname "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root

cpack --config "$build/CPackConfig.cmake" -B "$scratch/packages" >"$scratch/log" ||
    { cat "$scratch/log" && exit 1; }
packages=("$scratch"/packages/*.deb)
for package in "${packages[@]}"; do
    dpkg-deb --show --showformat '${Package} ${Version}: ${Depends}\n' "$package"
done

# A system of nothing but these packages; what they depend on is this one's.
mkdir -p "$root"/var/lib/dpkg/{info,updates} "$root/home/user/.local/share/hone"
touch "$root/var/lib/dpkg/status"
in_root() { dpkg --root="$root" --force-depends --force-script-chrootless "$@" >>"$scratch/log" 2>&1; }
in_root --install "${packages[@]}"

export HOME=$root/home/user LD_LIBRARY_PATH XDG_DATA_HOME=
LD_LIBRARY_PATH=$(dirname "$(find "$root/usr/lib" -name 'libhone.so.*' -print -quit)")
export HONE_DB=$HOME/.local/share/hone/hone.db
"$root/usr/bin/hone" db add reduction_last --quiet >"$scratch/log"
cmake -S "$here/package" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$root/usr" >"$scratch/log"
cmake --build "$scratch/build" >"$scratch/log"
"$scratch/build/application"
grep -q "$root/usr" "$scratch/build/CMakeCache.txt"

in_root --purge libhone-dev hone libhone1
left=$(find "$root" -path "$root/usr/*" -type f)
[[ -z $left ]] || { printf 'left behind:\n%s\n' "$left" && exit 1; }
[[ -s $HONE_DB ]] || { echo "the user's database is gone" && exit 1; }
echo "installed, used and removed; the user's database is left"

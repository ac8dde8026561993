#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages: built by cpack, checked by lintian and by this script, installed into a
# separate root, used there by programs in C++ and Python, and removed again. A user's database
# outlives them. Run as root.
#   tests/packages.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "${1:?usage: packages.sh BUILD_FOLDER}")
here=$(realpath "$(dirname "$0")")
skip() { echo "skipped: $1" && exit 77; }
((EUID == 0)) || skip "only root installs packages"
for program in cpack dpkg-deb dpkg-shlibdeps; do
    command -v "$program" >/dev/null || skip "there is no $program"
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
export DEBFULLNAME="A maintainer" DEBEMAIL=maintainer@example.com

fail() { echo "FAILED: $1" && exit 1; }
cpack --config "$build/CPackConfig.cmake" -B "$scratch/packages" >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" && exit 1; }
packages=("$scratch"/packages/*.deb)
names=$(for package in "${packages[@]}"; do dpkg-deb --field "$package" Package; done | sort | xargs)
soname=2
[[ $names == "hone libhone-dev libhone-tuner$soname libhone$soname python3-hone" ]] || fail "the packages are $names"

if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning "${packages[@]}" || fail "lintian complains"
else
    echo "lintian is not here: the packages are not judged by it"
fi

libraries=0
for package in "${packages[@]}"; do
    name=$(dpkg-deb --field "$package" Package)
    files=$(dpkg-deb --contents "$package" | awk '!/^d/ { print $6 }')
    for document in copyright changelog.gz; do
        grep -qx "./usr/share/doc/$name/$document" <<<"$files" || fail "$name has no $document"
    done
    [[ $files != *__pycache__* ]] || fail "$name has compiled Python"
    # A library package has no maintainer scripts, declares its shlibs, and shares no file with the
    # next soname's package.
    if [[ $name =~ ^(libhone.*)$soname$ ]]; then
        libraries=$((libraries + 1))
        dpkg-deb --info "$package" triggers | grep -qx "activate-noawait ldconfig" || fail "$name triggers nothing"
        dpkg-deb --info "$package" shlibs | grep -q "^${BASH_REMATCH[1]} $soname $name (>= " || fail "$name has no shlibs"
        ! dpkg-deb --info "$package" postinst >/dev/null 2>&1 || fail "$name calls scripts"
        shared=$(grep -vE "\.so\.$soname(\.|\$)|/(libhone|libhone-tuner)$soname/" <<<"$files" || true)
        [[ -z $shared ]] || fail "another soname would have the same files: $shared"
    fi
done

((libraries == 2)) || fail "$libraries library packages were judged, not 2"

# A root with only these packages; their dependencies come from this system.
mkdir -p "$root"/var/lib/dpkg/{info,updates} "$root/home/user/.local/share/hone"
touch "$root/var/lib/dpkg/status"
in_root() { dpkg --root="$root" --force-depends --force-script-chrootless "$@" >>"$scratch/log" 2>&1; }
in_root --install "${packages[@]}" || { cat "$scratch/log" && exit 1; }

export HOME=$root/home/user LD_LIBRARY_PATH XDG_DATA_HOME="" XDG_DATA_DIRS=$root/usr/share
LD_LIBRARY_PATH=$(dirname "$(find "$root/usr/lib" -name 'libhone.so.*' -print -quit)")
export HONE_DB=$HOME/.local/share/hone/hone.db
while read -r binary; do
    ! readelf --sections --wide "$binary" | grep -qE ' \.(symtab|debug_info) ' || fail "$binary is not stripped"
done < <(find "$root/usr/bin" "$root/usr/lib" -type f \( -name hone -o -name '*.so.*' \))
[[ $LD_LIBRARY_PATH == "$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" ]] ||
    fail "libraries are in $LD_LIBRARY_PATH: an older build folder needs cmake -U CMAKE_INSTALL_LIBDIR"

"$root/usr/bin/hone" db add reduction_last --quiet >"$scratch/log"
"$root/usr/bin/hone" man | cmp - <(gzip -dc "$root/usr/share/man/man1/hone.1.gz") || fail "the manual page is another"
bash -c ". '$root/usr/share/bash-completion/completions/hone'; COMP_WORDS=(hone tun) COMP_CWORD=1; _hone
         [[ \${COMPREPLY[*]} == tune ]]" || fail "bash does not complete"
flags=$(PKG_CONFIG_PATH=$LD_LIBRARY_PATH/pkgconfig pkg-config --cflags --libs hone)
read -ra flags <<<"$flags"
c++ -std=c++17 "$here/package/hone.cpp" -o "$scratch/application" "${flags[@]}"
"$scratch/application" >>"$scratch/log"
told=$(PYTHONPATH=$root/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 python3 -c '
import hone
print(hone.libhone.lib._name, hone.Tuned().find("reduction", hone.Device(type="cpu", max_work_group=64, max_items_x=64,
      max_items_y=64, max_items_z=64, local_memory=1 << 15, compute_units=2), "f32", n=64).match)')
[[ $told == "$(realpath "$LD_LIBRARY_PATH")/libhone.so.$soname defaults" ]] || fail "Python is told: $told"

in_root --purge libhone-dev hone python3-hone "libhone-tuner$soname" "libhone$soname"
left=$(find "$root" -path "$root/usr/*" -type f)
[[ -z $left ]] || fail "left behind: $left"
[[ -s $HONE_DB ]] || fail "the user's database is gone"
echo "installed, used and removed; the user's database is left"

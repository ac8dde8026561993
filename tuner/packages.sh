#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs missing Debian packages and changes nothing else: tuner/packages.sh build test. Needs
# root or sudo only if a package is missing. packages.txt has the list with the reasons.
set -euo pipefail
list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"

say() { printf 'hone: %s\n' "$*" >&2; }

is_installed() {
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

has_platform() { compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null; }

# "package why" for each missing package of this kind.
missing_for() {
    if [[ $1 == device ]] && has_platform; then return; fi
    while read -r package kind why; do
        if [[ $kind == "$1" ]] && ! is_installed "$package"; then echo "$package $why"; fi
    done < <(grep -v '^#' "$list")
}

as_root() {
    if ((EUID == 0)); then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

if ! command -v dpkg-query >/dev/null; then
    say "this is not Debian; what is needed is listed in $list"
    exit 0
fi

missing=$(for kind in "$@"; do missing_for "$kind"; done)
if [[ -z $missing ]]; then exit 0; fi

say "missing, and installed now with apt-get:"
while read -r package why; do printf '  %-29s %s\n' "$package" "$why" >&2; done <<<"$missing"
mapfile -t packages < <(cut -d ' ' -f 1 <<<"$missing")
if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    say "that needs root and there is no sudo; as root: apt-get install ${packages[*]}"
    exit 3
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { as_root apt-get update && as_root apt-get install --yes --no-install-recommends "${packages[@]}"; } \
    </dev/null >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "apt-get failed, as said above"
    exit 3
fi

#!/usr/bin/env bash
# Installs a program where it is missing: with apt-get (Debian, Ubuntu) or brew (macOS).
# install-program.sh PROGRAM PACKAGES_OF_APT PACKAGE_OF_BREW NAME ADDRESS
# It is there if its name is found, or, with CHECK, if that command succeeds. Without a package of brew macOS is one of
# the others.
set -euo pipefail

program=$1 apt=$2 brew=$3 name=$4 address=$5
installed() { ${CHECK:-command -v $program} >/dev/null 2>&1; }
if installed; then
    exit 0
fi

explain() {
    cat >&2 <<TEXT
$name (the program $program) is needed by the tests, and could not be installed here.
Install it yourself and run the command again:
  Debian, Ubuntu:  sudo apt-get install $apt
${brew:+  macOS:           brew install $brew
}  others:          $address
\`make demo\` and everything else work without it.
TEXT
    exit 1
}

if command -v apt-get >/dev/null 2>&1; then
    root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || explain
        root=(sudo)
    fi
    echo "$name is missing: installing $apt with apt-get"
    apt_get() { ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }
    add() { apt_get install -y -qq --no-install-recommends $apt; } # it may be several
    # The list of packages is fetched only if that of the machine is missing or too old: of five programs once.
    add 2>/dev/null || { apt_get update -qq && add; } || explain
elif [ -n "$brew" ] && command -v brew >/dev/null 2>&1; then
    echo "$name is missing: installing $brew with brew"
    brew install "$brew" || explain
else
    explain
fi
installed || explain

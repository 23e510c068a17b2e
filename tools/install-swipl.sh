#!/usr/bin/env bash
# Installs SWI-Prolog where it is missing: with apt-get (Debian, Ubuntu) or brew (macOS).
set -euo pipefail

needed=9.0.4
if command -v swipl >/dev/null 2>&1; then
    found=$(swipl --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
    if [ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)" != "$needed" ]; then
        echo "SWI-Prolog $found is installed, but $needed or later is needed: update it" >&2
        exit 1
    fi
    exit 0
fi

explain() {
    cat >&2 <<'TEXT'
SWI-Prolog (the program swipl, version 9.0.4 or later) is needed by the tests, and could not be installed here.
Install it yourself and run the command again:
  Debian, Ubuntu:  sudo apt-get install swi-prolog-nox
  Fedora:          sudo dnf install pl
  macOS:           brew install swi-prolog
  others:          https://www.swi-prolog.org/Download.html
`make demo` and everything that uses clingo work without it.
TEXT
    exit 1
}

if command -v apt-get >/dev/null 2>&1; then
    root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || explain
        root=(sudo)
    fi
    echo "SWI-Prolog is missing: installing swi-prolog-nox with apt-get"
    ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get update -qq || explain
    ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends swi-prolog-nox || explain
elif command -v brew >/dev/null 2>&1; then
    echo "SWI-Prolog is missing: installing swi-prolog with brew"
    brew install swi-prolog || explain
else
    explain
fi
command -v swipl >/dev/null 2>&1 || explain

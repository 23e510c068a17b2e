#!/usr/bin/env bash
# Installs the theorem prover E where it is missing: with apt-get (Debian, Ubuntu) or brew (macOS).
set -euo pipefail

if command -v eprover >/dev/null 2>&1; then
    exit 0
fi

explain() {
    cat >&2 <<'TEXT'
The theorem prover E (the program eprover) is needed by `make check-all`, and could not be installed here.
Install it yourself and run the command again:
  Debian, Ubuntu:  sudo apt-get install eprover
  macOS:           brew install eprover
  others:          https://www.eprover.org
Everything else works without it.
TEXT
    exit 1
}

if command -v apt-get >/dev/null 2>&1; then
    root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || explain
        root=(sudo)
    fi
    echo "E is missing: installing eprover with apt-get"
    ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get update -qq || explain
    ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends eprover || explain
elif command -v brew >/dev/null 2>&1; then
    echo "E is missing: installing eprover with brew"
    brew install eprover || explain
else
    explain
fi
command -v eprover >/dev/null 2>&1 || explain

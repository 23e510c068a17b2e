#!/usr/bin/env bash
# Installs SWI-Prolog where it is missing, and says so where it is too old.
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
exec "$(dirname "$0")/install-program.sh" swipl swi-prolog-nox swi-prolog "SWI-Prolog, version $needed or later" \
    "https://www.swi-prolog.org/Download.html (Fedora: sudo dnf install pl)"

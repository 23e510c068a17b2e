#!/usr/bin/env bash
# Says what to do if the Python given as $1 is missing, too old, or cannot make virtual environments.
set -euo pipefail
python=$1

if ! command -v "$python" >/dev/null 2>&1; then
    echo "$python is not there: install Python 3.11 or later, or name one: make demo PYTHON=/path/to/python3.11" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "$("$python" --version) is too old: mystpy needs 3.11 or later. Name another: make demo PYTHON=python3.12" >&2
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
    echo "this Python cannot make virtual environments: on Debian and Ubuntu, sudo apt-get install python3-venv" >&2
    exit 1
fi

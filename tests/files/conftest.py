"""The shell of the tests of the command line serves here too."""

from __future__ import annotations

from tests.cli.conftest import program_dir, run, shell, typed

__all__ = ["program_dir", "run", "shell", "typed"]

"""The command line: one short function, in a module of its own, for each command."""

from __future__ import annotations

from mystpy.cli.group import cli, main

__all__ = ["cli", "main"]

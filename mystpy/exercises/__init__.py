"""Exercises that mark themselves, and classes that are marked by them.

An exercise is a TOML file (`exercise`); each kind of it is a task (`tasks`), whose
answers engines judge; what a student must not read is sealed (`sealing`). `marking`
has all kinds, `supervision` runs it with limits, and `classroom` marks a folder.
"""

from __future__ import annotations

"""Exercises with automatic marking, and the marking of classes.

An exercise is a TOML file (`exercise`). Each kind of exercise is a task (`tasks`),
whose answers are judged by engines. The parts that students must not read are sealed
(`sealing`). `marking` has all kinds, `supervision` runs it with limits, and `classroom`
marks a folder.
"""

from __future__ import annotations

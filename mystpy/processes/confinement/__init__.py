"""Confinement of processes, without files and networks: Landlock and seccomp."""

from __future__ import annotations

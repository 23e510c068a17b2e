"""What keeps a process from files and networks: Landlock and seccomp of Linux."""

from __future__ import annotations

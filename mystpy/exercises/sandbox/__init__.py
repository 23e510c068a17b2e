"""The sandbox, which keeps a student's process from files, networks and processes.

It uses Landlock, seccomp and namespaces of Linux.

They are in `mystpy.processes.confinement`. `layers` applies those that the system has,
and says what they prevent; `server` starts the processes, and `client` requests them.
"""

from __future__ import annotations

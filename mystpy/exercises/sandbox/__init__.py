"""What keeps a student's process from files, networks and other processes.

In the field: sandboxing by Landlock, seccomp and namespaces of Linux.

Each of these is a module; `layers` applies those that the system has, and says what
they keep a process from; `server` starts the processes, `client` asks it for them.
"""

from __future__ import annotations

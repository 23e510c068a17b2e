"""What keeps a student's process from files, networks and other processes.

In the field: sandboxing by Landlock, seccomp and namespaces of Linux.

The first two are modules, namespaces are in `syscalls`; `layers` applies those that the
system has, and says what they keep a process from; `server` starts the processes,
`client` asks it for them.
"""

from __future__ import annotations

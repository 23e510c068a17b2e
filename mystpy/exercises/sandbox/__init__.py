"""What keeps a student's process from files, networks and other processes.

In the field: sandboxing by Landlock, seccomp and namespaces of Linux.

They are in `mystpy.processes.confinement`; `layers` applies those that the system has,
and says what they keep a process from; `server` starts the processes, `client` asks it
for them.
"""

from __future__ import annotations

"""Start processes: no other part of the package does.

`launch` starts and ends programs and modules of the package, `pool` has the worker
processes of a thread, and `workers` distributes work among them, or over a `cluster`.
The code that starts them (`together`) is loaded once several are needed, because a
browser has no processes. Work that can be stopped needs only `ticking`. None of them
imports code from the current folder.
"""

"""Starting processes: the only place of the package that does.

`launch` starts and ends programs and modules of the package, `pool` has the worker
processes of a thread, and `workers` spreads work over them, or over a `cluster`. What
starts them (`together`) is loaded once several are needed: a browser has none. What can
be stopped needs `ticking` alone. None of them looks for code in the current folder.
"""

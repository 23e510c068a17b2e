"""Starting processes: the only place of the package that does.

`launch` runs programs and modules of the package, `pool` has worker processes, and
`workers` spreads work over those of `shared_pool`, or of a `cluster`. What starts them
(`together`) is loaded once several are needed: a browser has none. What can be stopped
needs `ticking` alone. None of them looks for code in the current folder.
"""

from __future__ import annotations

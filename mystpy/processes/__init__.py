"""Starting processes: the only place of the package that does.

`launch` runs programs and modules of the package, `pool` has worker processes, and
`workers` spreads work over those of `shared_pool` (`together`), all of them loaded at
once; what can be stopped needs `ticking` alone. None of them looks for code in the
current folder.
"""

from __future__ import annotations

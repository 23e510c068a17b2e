"""Starting processes: the only place of the package that does.

`launch` runs programs and modules of the package, `pool` has worker processes. None of
them looks for code in the current folder.
"""

from __future__ import annotations

"""Values that show themselves, as text and in notebooks, as the commands show them.

How values look is known at the top of the package only, whose `mystpy.rendered` says
it; Python loads `mystpy` before any of its modules.
"""

from __future__ import annotations


def brief_repr(self: object) -> str:
    """Return the `repr` of a value: Python code if that is short, else a summary."""
    from mystpy import rendered

    return rendered(self, "repr")


class Represented:
    """A value that `str()` and notebooks show as the command line does."""

    __slots__ = ()

    def __str__(self) -> str:
        from mystpy import rendered

        return rendered(self, "text")

    def _repr_html_(self) -> str:
        from mystpy import rendered

        return rendered(self, "html")

"""Values that show themselves, as text and in notebooks, as the commands show them."""

from __future__ import annotations


class Represented:
    """What values share that `str()` and notebooks show as the command line does.

    How they look is known at the top of the package only, whose `mystpy.rendered` says
    it; Python loads `mystpy` before any of its modules.
    """

    __slots__ = ()

    def __str__(self) -> str:
        from mystpy import rendered

        return rendered(self, "text")

    def _repr_html_(self) -> str:
        from mystpy import rendered

        return rendered(self, "html")

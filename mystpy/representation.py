"""Values that show themselves, as text and in notebooks, as the commands show them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Represented:
    """What values share that `str()` and notebooks show as the command line does.

    How they look is said in `mystpy.show.values`, which stands above all of them and
    is loaded when something is to be shown.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return str(_show().text(self))

    def _repr_html_(self) -> str:
        return str(_show().html(self))


def _show() -> Any:
    return import_module("mystpy.show.values")

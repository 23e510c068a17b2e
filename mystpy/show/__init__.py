"""How answers look: as text, as JSON, as LaTeX, as terms. One module for each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mystpy.show import json, latex, term, text

__all__ = ["json", "latex", "term", "text"]


if not TYPE_CHECKING:  # a type checker refuses names that are not here

    def __getattr__(name: str) -> object:
        """Load the form in which an answer is shown when it is first used."""
        if name in __all__:
            return import_module(f"mystpy.show.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

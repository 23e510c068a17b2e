"""Load modules that a library imports at its start only when they are used.

click imports `inspect`, `uuid` and `gettext`, which take as long to load as click
itself, and most commands use none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """A substitute for a module, which is loaded when one of its names is used.

    While `importing`, each name is a function that loads the module when it is called,
    because a library that is being imported refers to functions and classes without
    using them.
    """

    importing = True

    def __getattr__(self, name: str) -> Any:
        """Return the attribute of the module with this name."""
        if name.startswith("__"):  # the import system looks for these
            raise AttributeError(name)
        return (_late_function if self.importing else _found)(self.__name__, name)


class LazyInspect(LazyModule):
    """A substitute for `inspect`, which click calls for the help of each option."""

    def cleandoc(self, doc: str) -> str:
        """Return the result of `inspect.cleandoc`; a single line stays as it is."""
        if doc.isprintable() and not doc.startswith(" "):
            return doc
        cleaned: str = _found(self.__name__, "cleandoc")(doc)
        return cleaned


class LazyGettext(LazyModule):
    """A substitute for `gettext`, which click calls for each help option.

    click comes without translations, so its messages stay in English, like those of
    mystpy.
    """

    def gettext(self, message: str) -> str:
        """Return the message."""
        return message


_SUBSTITUTES = {"inspect": LazyInspect, "gettext": LazyGettext}


@contextmanager
def late_modules(*names: str) -> Iterator[None]:
    """Replace the modules of these names by substitutes while others are imported.

    Modules that are loaded already are left alone. Afterwards every importer gets the
    modules themselves. Use it only at the start of a program, before there are threads.
    """
    substitutes = {
        name: _SUBSTITUTES.get(name, LazyModule)(name)
        for name in names
        if name not in sys.modules
    }
    sys.modules.update(substitutes)
    try:
        yield
    finally:
        for name, module in substitutes.items():
            module.importing = False
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _found(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _late_function(module: str, name: str) -> Callable[..., Any]:
    def late(*values: Any, **named: Any) -> Any:
        return _found(module, name)(*values, **named)

    return late

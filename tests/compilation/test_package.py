"""All data classes of the package are compiled, and are what the library would make."""

from __future__ import annotations

import dataclasses
import inspect
from importlib import import_module
from pkgutil import walk_packages
from threading import Barrier, Thread
from typing import Any

import mystpy
import mystpy.compilation as ours
from mystpy.compilation.data_class import LazyMethod
from mystpy.compilation.record_fields import RecordField

METHODS = ("__init__", "__repr__", "__eq__", "__hash__")


def classes(mark: str) -> list[type[Any]]:
    """Return the classes of the package with this attribute of their own."""
    found: dict[type[Any], None] = {}
    for row in walk_packages(mystpy.__path__, "mystpy."):
        if row.name.endswith("__main__"):
            continue
        try:
            module = import_module(row.name)
        except ImportError:  # of a library that is not installed
            continue
        for one in vars(module).values():
            if isinstance(one, type) and mark in vars(one):
                found[one] = None
    return [one for one in found if one.__module__.startswith("mystpy.")]


def test_data_classes_of_the_package_are_those_of_the_library() -> None:
    found = classes("__record__")
    assert len(found) > 200
    for cls in found:
        record: Any = vars(cls)["__record__"]
        for name in METHODS:
            getattr(cls, name)  # compiles it
            assert not isinstance(vars(cls).get(name), LazyMethod)
        standard = record.standard()
        parts = inspect.signature(cls.__init__), inspect.signature(standard.__init__)
        if cls.__init__.__qualname__ == f"{cls.__qualname__}.__init__":
            assert str(parts[0]) == str(parts[1]), cls
        left = [k for k, v in vars(cls).items() if isinstance(v, RecordField)]
        assert not left, f"{cls}: fields without annotations"
        assert dataclasses.is_dataclass(cls)


def test_named_tuples_of_the_package_are_made() -> None:
    found = classes("_field_defaults")
    assert len(found) > 10
    for cls in found:
        names = list(inspect.signature(cls).parameters)
        assert names == list(vars(cls)["_fields"]), cls


def test_a_method_is_compiled_by_many_threads_at_once() -> None:
    for _ in range(20):

        @ours.dataclass(frozen=True, slots=True)
        class Fresh:
            one: int
            two: str = "b"

        class FreshPair(ours.NamedTuple):
            one: int
            two: str = "b"

        start = Barrier(8)
        made: list[Any] = []

        def make(cls: Any, start: Barrier, made: list[Any]) -> None:
            start.wait()
            one = cls(1)
            made.append((one.one, one.two, hash(one), one == cls(1), repr(one)))

        for cls in (Fresh, FreshPair):
            made.clear()
            threads = [Thread(target=make, args=(cls, start, made)) for _ in range(8)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            assert made == [made[0]] * 8
            assert made[0][:2] == (1, "b")

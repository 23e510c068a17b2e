"""Generated classes do the same as with the decorators of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import sys
import types
import typing
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mystpy.compilation
from tests.sampling import by_day

HEAD = """
from __future__ import annotations
from {base} import dataclass as below, field as field_below
from {derived} import dataclass as above, field as field_above
from typing import Any, ClassVar
"""
LIBRARY, OURS = "the_library", "mystpy.compilation"
USED = {  # which decorators the classes below and above have
    "library": (LIBRARY, LIBRARY),
    "ours": (OURS, OURS),
    "ours and library": (OURS, LIBRARY),
}
NAMES = ("one", "two", "self", "object")
DEFAULTS = (
    *("", "", " = 5", " = field()", " = field(default=7)", " = field(init=False)"),
    *(" = field(default_factory=list)", " = field(default_factory=list, init=False)"),
    *(" = field(default=(1, 2), init=False)", " = field(kw_only=True)"),
    *(" = field(repr=False, default=3)", " = field(compare=False, default=4)"),
    *(" = field(kw_only=True, default=1)", " = []", " = field(default=[])"),
)
METHODS = (
    *("def __eq__(self, other): return True", "def __hash__(self): return 3"),
    *("__hash__ = None", "def __repr__(self): return 'shown'"),
    "def __post_init__(self): assert getattr(self, 'one', 0) != 2, 'never 2'",
    *("def __setattr__(self, name, value): object.__setattr__(self, name, 0)",),
    *("shared: ClassVar[int] = 8", "def two(self): return 2", "one = 6"),
    "def __init__(self, *given): object.__setattr__(self, 'one', given)",
)
CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    *[((), {}), ((1,), {}), ((2,), {}), ((1, 2), {}), (([3], 2, 1), {})],
    *[((1,), {"two": 2}), ((), {"one": 1, "two": 2}), ((1, 2, 3, 4, 5), {})],
    *[((), {"one": 1, "object": 2}), ((1,), {"self": 1}), ((1,), {"x": 2})],
]


FAULT = "the library takes an old class for the one with slots"


@st.composite
def class_text(draw: st.DrawFn, head: str, place: str) -> str:
    """Draw a class with fields and methods."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=3, unique=True))
    body = [f"{name}: {draw(st.sampled_from(('int', 'Any')))}" for name in names]
    body = [line + draw(st.sampled_from(DEFAULTS)) for line in body]
    body += draw(st.lists(st.sampled_from(METHODS), max_size=2, unique=True))
    text = "\n    ".join([head, *(body or ["pass"])])
    return text.replace("field(", f"field_{place}(")


@st.composite
def module_text(draw: st.DrawFn) -> str:
    """Draw a data class, one derived from it, and a plain class derived from both."""
    flags = {
        name: draw(st.booleans()) for name in ("frozen", "slots", "eq", "above slots")
    }
    options = f"frozen={flags['frozen']}, eq={flags['eq']}"
    return "\n\n".join(
        [
            f"@below({options}, slots={flags['slots']})",
            draw(class_text("class Base:", "below")),
            f"@above({options}, slots={flags['above slots']})",
            draw(class_text("class Derived(Base):", "above")),
            "class Plain(Derived):\n    pass\n\nclass Low(Base):\n    pass",
        ]
    ).replace(")\n\nclass", ")\nclass")


@contextmanager
def module(text: str, used: str) -> Iterator[dict[str, Any]]:
    """Run a text as a module that can be imported, so that pickling finds it."""
    made = types.ModuleType("generated")
    library = types.ModuleType(LIBRARY)
    vars(library).update(vars(dataclasses))
    before = {name: sys.modules.get(name) for name in ("generated", LIBRARY)}
    sys.modules |= {"generated": made, LIBRARY: library}
    base, derived = USED[used]
    try:
        exec(HEAD.format(base=base, derived=derived) + text, vars(made))
        yield vars(made)
    finally:
        for name, value in before.items():
            sys.modules.pop(name, None)
            if value is not None:
                sys.modules[name] = value


def said(work: Callable[[], object]) -> str:
    """Return the outcome of a piece of work, as a text without addresses."""
    try:
        found = repr(work())
    except Exception as error:
        if "obj must be an instance" in str(error):
            return FAULT
        is_refusal = isinstance(error, AttributeError)
        found = "AttributeError" if is_refusal else f"{type(error).__name__}: {error}"
    return re.sub(r" at 0x\w+|mappingproxy", "", found)


def of_class(cls: Any) -> list[str]:
    """Return everything visible about a class."""
    rows: list[Callable[[], object]] = [
        *(partial(inspect.signature, each) for each in (cls, cls.__init__)),
        *(partial(typing.get_type_hints, each) for each in (cls, cls.__init__)),
        *(lambda: cls.__match_args__, lambda: dataclasses.is_dataclass(cls)),
        *(lambda: cls.__hash__ is None, lambda: cls.one, lambda: cls.two),
        lambda: cls.__dict__.get("__slots__"),
        lambda: [
            (x.name, x.type, x.init, x.repr, x.compare, x.kw_only, x.default is x)
            for x in dataclasses.fields(cls)
        ],
        lambda: cls.__dataclass_params__,
    ]
    return [said(row) for row in rows]


def of_object(one: Any) -> list[str]:
    """Return everything visible about an object."""
    rows: list[Callable[[], object]] = [
        *(partial(repr, one), lambda: hasattr(one, "__dict__")),
        *(partial(copy.copy, one), partial(copy.deepcopy, one)),
        *(partial(dataclasses.asdict, one), partial(weakref.WeakSet, [one])),
    ]
    hashed: Any = type(one).__hash__
    if hashed is not object.__hash__ and "<" not in said(rows[4]):
        rows.append(partial(hash, one))  # of values without addresses
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        rows.append(partial(pickled, one, protocol))
    for changes in ({"one": 9}, {"x": 1}, {}):
        rows.append(partial(dataclasses.replace, one, **changes))
        if hasattr(one, "__record__"):
            assert (
                said(partial(mystpy.compilation.replace, one, **changes)).partition(
                    "field"
                )[0]
                == said(rows[-1]).partition("field")[0]
            )
    for name in ("one", "other"):
        rows += partial(assigned, one, name), partial(deleted, one, name)
    return [said(row) for row in rows]


def pickled(one: object, protocol: int) -> object:
    return pickle.loads(pickle.dumps(one, protocol))


def assigned(one: object, name: str) -> None:
    setattr(copy.copy(one), name, 8)


def deleted(one: object, name: str) -> None:
    delattr(copy.copy(one), name)


def seen(space: dict[str, Any]) -> list[list[str]]:
    """Return everything visible about the classes of a module."""
    found = []
    for name in ("Base", "Derived", "Plain", "Low"):
        cls, made = space[name], []
        for positional, keywords in CALLS:
            found.append([name, said(lambda: cls(*positional, **keywords))])  # noqa: B023
            try:
                made.append(cls(*positional, **keywords))
            except Exception:  # it was said
                continue
        found.append([name, *of_class(cls)])
        found += [[name, *of_object(one)] for one in made]
        found.append([said(lambda: [[a == b for a in made] for b in made])])  # noqa: B023
    return found


@pytest.mark.parametrize("used", ["ours", "ours and library"])
@settings(max_examples=by_day(60), deadline=None)
@given(module_text())
def test_generated_data_classes_do_the_same(used: str, text: str) -> None:
    try:
        with module(text, "library") as space:
            expected = seen(space)
    except (TypeError, ValueError):
        assume(False)
    with module(text, used) as space:
        found = seen(space)
    for one, other in zip(expected, found, strict=True):
        same = [b if a == FAULT else a for a, b in zip(one, other, strict=True)]
        assert other == same

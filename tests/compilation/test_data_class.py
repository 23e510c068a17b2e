"""Data classes and named tuples behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import typing
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mystpy.compilation as ours
from tests.sampling import is_nightly

LIBRARIES: dict[str, Any] = {
    "dataclasses": dataclasses.dataclass,
    "ours": ours.dataclass,
}
TEXTS = st.text(max_size=2)
if not is_nightly():  # a second is spent on the table of all characters
    TEXTS = st.text("a'\n\u00e9\U0001f0a1", max_size=2)
OPTIONS = [
    {"frozen": frozen, "slots": slots, "eq": eq}
    for frozen in (False, True)
    for slots in (False, True)
    for eq in (False, True)
]


def plain(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class Plain:
        one: int
        two: str = "b"
        kind: ClassVar[str] = "plain"

    return Plain


def with_fields(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class WithFields:
        one: int = field(compare=False)
        two: list[int] = field(default_factory=list, repr=False)
        fixed: int = field(default=7, init=False)
        late: int = field(kw_only=True, default=3)

    return WithFields


def derived(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class Base:
        one: int
        shared: ClassVar[int] = 5

        def __post_init__(self) -> None:
            if self.one == 13:
                raise ValueError("thirteen")

    class Between(Base):
        __slots__ = ()

    @decorate
    class Derived(Between):
        two: int = 4
        one: int = 2

    return Derived


def with_methods(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class WithMethods:
        one: int

        def __repr__(self) -> str:
            return f"<{self.one}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, WithMethods) and self.one % 3 == other.one % 3

    return WithMethods


def undecorated(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class Above:
        one: int
        two: int

    class Undecorated(Above):
        __slots__ = ()

    return Undecorated


def empty(decorate: Any, field: Any) -> type[Any]:
    @decorate
    class Empty:
        pass

    return Empty


SHAPES = [plain, with_fields, derived, with_methods, undecorated, empty]
GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1,), {}),
    ((1,), {"two": [2]}),
    ((13,), {"one": 13}),
    ((13,), {}),
    ((4, 13), {}),
    ((1, 2), {"late": 9}),
    ((1, 2, 3), {}),
    ((), {"one": 1, "two": 2}),
    ((1,), {"fixed": 3}),
    (("a", "b"), {}),
]


def both(
    shape: Callable[[Any, Any], type[Any]], options: dict[str, bool]
) -> tuple[type[Any], type[Any]]:
    return (
        shape(dataclasses.dataclass(**options), dataclasses.field),
        shape(ours.dataclass(**options), ours.field),
    )


def outcome(work: Callable[[], object]) -> object:
    """Return the result of some work: a value, or the type of the error."""
    try:
        return work()
    except Exception as error:
        return type(error)


def made(cls: type[Any], given: tuple[tuple[Any, ...], dict[str, Any]]) -> Any:
    return outcome(lambda: cls(*given[0], **given[1]))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_objects_are_made_shown_and_compared_alike(
    shape: Callable[[Any, Any], type[Any]], options: dict[str, bool]
) -> None:
    standard, cls = both(shape, options)
    rows = [(made(standard, each), made(cls, each)) for each in GIVEN]
    for one, other in rows:
        assert isinstance(one, type) == isinstance(other, type)
        if isinstance(one, type):
            assert one is other
            continue
        if options["eq"] or shape is with_methods:  # else an address is shown
            assert outcome(partial(hash, one)) == outcome(partial(hash, other))
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert dataclasses.is_dataclass(other)
    pairs = [(a, b) for a in rows for b in rows if not isinstance(a[0], type)]
    assert all((a[0] == b[0]) == (a[1] == b[1]) for a, b in pairs)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["one", "two", "fixed", "other"])
@pytest.mark.alike(3)
def test_fields_are_assigned_and_deleted_alike(
    name: str, shape: Callable[[Any, Any], type[Any]], options: dict[str, bool]
) -> None:
    for each in GIVEN:
        one, other = (made(cls, each) for cls in both(shape, options))
        if not isinstance(one, type):
            for work in (lambda x, n: setattr(x, n, 8), delattr):
                results = [outcome(partial(work, x, name)) for x in (one, other)]
                if results[0] is TypeError:  # a fault of the library with slots
                    assert isinstance(results[1], type)
                    assert issubclass(results[1], AttributeError)
                else:
                    assert results[1] == results[0]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_classes_are_described_alike(
    shape: Callable[[Any, Any], type[Any]], options: dict[str, bool]
) -> None:
    standard, cls = both(shape, options)
    assert str(inspect.signature(cls)) == str(inspect.signature(standard))
    assert getattr(cls, "__match_args__", ()) == getattr(standard, "__match_args__", ())
    assert cls.__dict__.get("__slots__") == standard.__dict__.get("__slots__")
    assert (cls.__qualname__, cls.__module__) == (
        standard.__qualname__,
        standard.__module__,
    )
    assert (cls.__hash__ is None) == (standard.__hash__ is None)
    described = [
        [(x.name, x.type, x.init, x.repr, x.compare, x.kw_only) for x in rows]
        for rows in (dataclasses.fields(standard), dataclasses.fields(cls))
    ]
    assert described[0] == described[1]


@given(st.integers(0, 3), TEXTS, st.integers(0, 3))
def test_a_part_is_replaced_as_by_the_standard_library(
    one: int, two: str, changed: int
) -> None:
    standard, cls = both(plain, {"frozen": True, "slots": True})
    other = dataclasses.replace(standard(one, two), one=changed)
    mine = ours.replace(cls(one, two), one=changed)
    assert (mine.one, mine.two) == (other.one, other.two)
    assert dataclasses.replace(cls(one, two), one=changed) == mine
    assert (mine == cls(one, two)) == (other == standard(one, two))
    assert hash(mine) == hash(other)


def test_what_cannot_be_replaced_is_refused() -> None:
    cls = both(with_fields, {})[1]
    with pytest.raises(ValueError, match="fixed"):
        ours.replace(cls(1), fixed=3)
    with pytest.raises(TypeError):
        ours.replace(cls(1), unknown=3)


class Standard(typing.NamedTuple):
    """The standard counterpart of `Pair`."""

    one: int
    two: str = "b"


@ours.dataclass(frozen=True, slots=True)
class Frozen:
    """At the top of a module, so that it can be pickled."""

    one: int
    two: tuple[int, ...] = ()


@ours.dataclass
class Loop:
    """May contain itself."""

    inner: object = None


class Pair(ours.NamedTuple):
    """At the top of a module, so that it can be pickled."""

    one: int
    two: str = "b"

    def swapped(self) -> tuple[str, int]:
        return self.two, self.one


def test_frozen_objects_with_slots_are_pickled_and_copied() -> None:
    value = Frozen(1, (2, 3))
    for found in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert found == value
        assert type(found) is Frozen


def test_patterns_take_an_object_apart() -> None:
    match Frozen(1, (2,)):
        case Frozen(one, (two,)):
            assert (one, two) == (1, 2)


def test_an_object_within_itself_is_shown() -> None:
    loop = Loop()
    loop.inner = loop
    assert repr(loop) == "Loop(inner=...)"


def test_a_method_that_was_replaced_stays_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cls: type[Any] = both(plain, {})[1]
    first, calls = cls.__init__, []

    def counted(self: object, *args: Any) -> None:
        calls.append(args)
        first(self, *args)

    monkeypatch.setattr(cls, "__init__", counted)
    assert [cls(1).one, cls(2).one] == [1, 2]
    assert calls == [(1,), (2,)]


def test_a_mutable_default_is_refused() -> None:
    with pytest.raises(ValueError, match="share the default of one"):

        @ours.dataclass
        class Wrong:
            one: list[int] = []  # noqa: RUF012


def test_frozen_and_other_classes_do_not_mix() -> None:
    frozen = both(plain, {"frozen": True})[1]
    with pytest.raises(TypeError, match="frozen"):

        @ours.dataclass
        class Wrong(frozen):  # type: ignore[misc, valid-type]
            pass


def test_a_class_that_has_slots_gets_no_others() -> None:
    with pytest.raises(TypeError, match="already has __slots__"):

        @ours.dataclass(slots=True)
        class Wrong:  # type: ignore[misc]
            __slots__ = ("one",)


@given(st.integers(0, 2), TEXTS)
def test_named_tuples_are_those_of_the_standard_library(one: int, two: str) -> None:
    value: Any = Pair(one, two)
    other = Standard(one, two)
    assert value == other == (one, two)
    assert hash(value) == hash(other)
    assert repr(value) == repr(other).replace("Standard", "Pair")
    assert value._asdict() == other._asdict()
    assert value._replace(one=7) == other._replace(one=7)
    assert type(value._replace(one=7)) is Pair
    assert value._fields == other._fields
    assert value.swapped() == (two, one)
    assert pickle.loads(pickle.dumps(value)) == value
    assert type(copy.copy(value)) is Pair
    assert Pair._make([one, two]) == value
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize(
    "given", [((), {}), ((1,), {}), ((1, "c"), {}), ((1, 2, 3), {}), ((), {"one": 2})]
)
def test_named_tuples_are_made_alike(given: Any) -> None:
    assert made(Pair, given) == made(Standard, given)
    assert Pair._field_defaults == Standard._field_defaults


@pytest.mark.parametrize(
    "work",
    [
        lambda x: x._replace(three=3),
        lambda x: x._make([1]),
        lambda x: setattr(x, "one", 2),
    ],
)
def test_named_tuples_refuse_alike(work: Callable[[Any], object]) -> None:
    mine: Any = Pair(1, "b")
    assert outcome(lambda: work(mine)) == outcome(lambda: work(Standard(1, "b")))


def test_named_tuples_are_described_alike() -> None:
    mine, other = inspect.signature(Pair), inspect.signature(Standard)
    for one, two in zip(
        mine.parameters.values(), other.parameters.values(), strict=True
    ):
        assert (one.name, one.default, one.kind) == (two.name, two.default, two.kind)
    assert typing.get_type_hints(Pair) == typing.get_type_hints(Standard)
    for values in ((), (1, 2, 3)):
        with pytest.raises(TypeError) as expected:
            Standard(*values)
        with pytest.raises(TypeError) as found:
            Pair(*values)
        assert str(found.value) == str(expected.value).replace("Standard", "Pair")


def test_a_class_below_a_named_tuple_makes_its_own() -> None:
    class Below(Pair):
        def __new__(cls, one: int) -> Any:
            return super().__new__(cls, one, "below")

    class Alike(Pair):
        pass

    assert Below(3) == (3, "below")
    assert type(Alike(3)) is Alike
    assert type(copy.deepcopy(Alike(3))) is Alike


def test_a_pattern_is_copied() -> None:
    assert copy.deepcopy(ours.pattern("a+")).fullmatch("aa")

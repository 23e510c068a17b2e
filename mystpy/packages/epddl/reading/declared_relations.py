"""Names, named lists and relations, as domains, problems and libraries declare them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from mystpy.errors import did_you_mean
from mystpy.packages.epddl.reading.planning_task import PlanningTask
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    list_of,
    word_of,
)
from mystpy.packages.epddl.reading.static_conditions import Environment, list_elements


def words_in(node: Node) -> Iterator[str]:
    """Yield all words below a node."""
    if isinstance(node, Word):
        yield node.text
    else:
        for each in node.items:
            yield from words_in(each)


def distinct_names(node: Node | None, near: Node) -> tuple[str, ...]:
    """Return the names in a list. Raises ParseError if there is none, or one twice."""
    inner = list_of(node, "a list of names", near)
    found = tuple(word_of(each, "a name").text for each in inner.items)
    if not found or len(set(found)) < len(found):
        raise inner.fault("different names are expected here")
    return found


def require_known(names: Iterable[str], known: Sequence[str], place: Node) -> None:
    """Raise ParseError, with the nearest name, for a name that is not declared."""
    for name in names:
        if name not in known:
            raise place.fault(f"there is no {name}", did_you_mean(name, known))


def require_new(word: Word, known: Container[str]) -> None:
    """Raise ParseError if a name is declared already."""
    if word.text in known:
        raise word.fault(f"{word.text} is declared twice")


def named_lists(node: Bracketed) -> list[tuple[Word, Bracketed]]:
    """Return the names and lists of `(w0 (...) w1 (...))`."""
    if len(node.items) % 2:
        raise node.fault("a name and a list are expected, one after the other")
    return [
        (word_of(name, "a name"), list_of(inner, "a list", name))
        for name, inner in zip(node.items[::2], node.items[1::2], strict=True)
    ]


def named_relations(
    node: Node | None,
    near: Node,
    names: Sequence[str],
    points: tuple[str, ...],
    kind: str,
) -> dict[str, frozenset[tuple[str, str]]]:
    """Return the pairs of each relation, of worlds or events."""
    place = PlanningTask("", near)
    place.supertypes[kind] = "entity"
    place.objects = dict.fromkeys(points, kind)
    found = dict.fromkeys(names, frozenset[tuple[str, str]]())
    for name, inner in named_lists(list_of(node, ":relations", near)):
        require_known((name.text,), names, name)
        found[name.text] |= {
            _pair(pair, known, points)
            for pair, known in list_elements(place, inner, {})
        }
    return found


def _pair(
    node: Bracketed, known: Environment, points: Sequence[str]
) -> tuple[str, str]:
    words = [word_of(each, "a name").text for each in node.items]
    if len(words) != 2:
        raise node.fault("a pair is expected here")
    one, other = (known.get(each, each) for each in words)
    require_known((one, other), points, node)
    return one, other

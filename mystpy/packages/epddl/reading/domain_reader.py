"""A reader of domains and action-type libraries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from mystpy.errors import did_you_mean
from mystpy.packages.epddl.reading.planning_task import (
    ActionSchema,
    ActionTypeFrame,
    EventSchema,
    EventUse,
    PlanningTask,
    PredicateSchema,
    TypedWord,
    such_that,
    typed_words,
)
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    fields,
    list_of,
    word_of,
    words_in,
)
from mystpy.packages.epddl.reading.static_conditions import (
    distinct_names,
    named_relations,
    require_known,
    require_new,
    types_of,
)

HEADS = ("domain", "problem", "action-type-library")
"""The kinds of texts, by the word before the name."""

_BASIC = "basic"
"""The action type of one public event, which no library declares."""


def kind_of(text: Bracketed) -> tuple[str, Word]:
    """Return whether a text is a domain, a problem or a library, and its name.

    Raises ParseError if it is none.
    """
    first = text.items[1] if len(text.items) > 1 else None
    if (
        text.head == "define"
        and isinstance(first, Bracketed)
        and first.head in HEADS
        and len(first.items) == 2
    ):
        return first.head, word_of(first.items[1], "a name")
    raise text.fault(
        "this is no domain, problem or library",
        "a file begins with (define (domain NAME), (define (problem NAME) or"
        " (define (action-type-library NAME)",
    )


class DomainReader:
    """Reads a domain and libraries into a planning task."""

    def __init__(self, domain: Bracketed, problem: Bracketed) -> None:
        self.domain, self.problem = domain, problem
        self.found = PlanningTask(kind_of(problem)[1].text, problem)
        self.frames: dict[str, ActionTypeFrame] = {}

    def each_part(
        self, text: Bracketed, readers: Mapping[str, Callable[[Bracketed], None]]
    ) -> None:
        """Read the parts of a text for whose keyword there is a reader."""
        for part in text.items[2:]:
            inner = list_of(part, "a declaration", part)
            if inner.head not in _ITEMS[kind_of(text)[0]]:
                near = did_you_mean(inner.head, _ITEMS[kind_of(text)[0]])
                raise inner.fault(
                    f"{inner.head or 'this'} is no part of a {kind_of(text)[0]}", near
                )
            if inner.head in readers:
                readers[inner.head](inner)

    # --- Types, objects, predicates -------------------------------------------

    def typed(
        self, add: Callable[[TypedWord, str], None], default: str
    ) -> Callable[[Bracketed], None]:
        """Return a reader of names with types, which adds each."""

        def read(part: Bracketed) -> None:
            for each in typed_words(part.items[1:], "a name"):
                add(each, default)

        return read

    def types(self, part: Bracketed) -> None:
        """Read the types, each below one that is read before."""
        ahead = typed_words(part.items[1:], "a type")
        while ahead:
            names = {each.name for each in ahead}
            ready = [x for x in ahead if not x.types or x.types[0].text not in names]
            if not ready:
                raise ahead[0].word.fault(f"{ahead[0].name} is a type below itself")
            for each in ready:
                self.found.add_type(each)
            ahead = [each for each in ahead if each not in ready]

    def predicates(self, part: Bracketed) -> None:
        """Read the predicates."""
        for each in part.items[1:]:
            inner = list_of(each, "a predicate", part)
            fact = inner.head == ":fact"
            words = inner.items[1:] if fact else inner.items
            if not words:
                raise inner.fault("a predicate has a name")
            word = word_of(words[0], "the name of a predicate")
            places = tuple(typed_words(words[1:], "a variable"))
            require_new(word, self.found.predicates)
            self.found.predicates[word.text] = PredicateSchema(word, places, fact)

    # --- Events and actions ---------------------------------------------------

    def event(self, part: Bracketed) -> None:
        """Read an event."""
        word = _name(part)
        keys = (":parameters", ":precondition", ":effects")
        values = fields(part.items[2:], keys)
        parameters = values.get(":parameters")
        inner = list_of(parameters, "variables", part).items if parameters else ()
        condition, effects = values.get(":precondition"), values.get(":effects")
        require_new(word, self.found.events)
        self.found.events[word.text] = EventSchema(
            word,
            tuple(typed_words(inner, "a variable")),
            condition if condition and getattr(condition, "items", True) else None,
            list_of(effects, "effects", part) if effects else None,
        )

    def action(self, part: Bracketed) -> None:
        """Read an action."""
        word = _name(part)
        keys = (":parameters", ":action-type", ":observability-conditions")
        values = fields(part.items[2:], keys)
        parameters = list_of(values.get(":parameters"), ":parameters", word)
        typed, condition = such_that(parameters.items)
        signature = list_of(values.get(":action-type"), ":action-type", word)
        if not signature.items:
            raise signature.fault("the name of an action type is expected here")
        frame = self._frame_of(word_of(signature.items[0], "an action type"))
        events = [self._use(each) for each in signature.items[1:]]
        typed = self._used(typed, part)
        if len(events) != len(frame.events):
            raise signature.fault(
                f"{frame.name} has {len(frame.events)} events, not {len(events)}"
            )
        seen = values.get(":observability-conditions")
        require_new(word, self.found.actions)
        self.found.actions[word.text] = ActionSchema(
            word,
            tuple(typed),
            condition,
            frame,
            tuple(events),
            list_of(seen, "observability conditions", word) if seen else None,
        )

    def _used(self, typed: list[TypedWord], part: Bracketed) -> list[TypedWord]:
        """Return the parameters without unused ones that have a single value."""
        count = Counter(words_in(part))
        return [
            each
            for each in typed
            if count[each.name] > 1
            or len(self.found.values(types_of(each), each.word)) > 1
        ]

    def _use(self, node: Node) -> EventUse:
        inner = list_of(node, "an event", node)
        if not inner.items:
            raise inner.fault("the name of an event is expected here")
        word, *rest = (word_of(each, "a name or variable") for each in inner.items)
        if word.text not in self.found.events:
            near = did_you_mean(word.text, self.found.events)
            raise word.fault(f"there is no event {word.text}", near)
        count = len(self.found.events[word.text].parameters)
        if count != len(rest):
            raise word.fault(f"{word.text} has {count} arguments, not {len(rest)}")
        return EventUse(word, tuple(rest))

    def _frame_of(self, word: Word) -> ActionTypeFrame:
        if word.text == _BASIC:
            same = {"Fully": frozenset({("?e", "?e")})}
            return ActionTypeFrame(_BASIC, ("?e",), same, frozenset({"?e"}), word)
        if word.text not in self.frames:
            raise word.fault(
                f"there is no action type {word.text}",
                did_you_mean(word.text, self.frames) or "give the library that has it",
            )
        return self.frames[word.text]

    def frame(self, part: Bracketed) -> None:
        """Read an action type."""
        word = _name(part)
        keys = (
            *(":events", ":observability-types", ":relations", ":designated"),
            ":conditions",
        )
        values = fields(part.items[2:], keys)
        events = distinct_names(values.get(":events"), word)
        kinds = distinct_names(values.get(":observability-types"), word)
        related = named_relations(
            values.get(":relations"), word, kinds, events, "event"
        )
        designated = distinct_names(values.get(":designated"), word)
        require_known(designated, events, values.get(":designated") or word)
        self.frames[word.text] = ActionTypeFrame(
            word.text, events, related, frozenset(designated), word
        )


_ITEMS = {
    "domain": (
        *(":requirements", ":action-type-libraries", ":types", ":constants"),
        *(":predicates", ":event", ":action"),
    ),
    "problem": (
        *(":requirements", ":domain", ":agents", ":agent-groups", ":objects"),
        *(":facts-init", ":init", ":goal"),
    ),
    "action-type-library": (":requirements", ":action-type"),
}


def _name(part: Bracketed) -> Word:
    if len(part.items) < 2:
        raise part.fault(f"{part.head} has no name")
    return word_of(part.items[1], "a name")

"""Reading formulas: from the shared syntax, old and new, to the values of `nodes`.

Pending operators are kept by `reading/stack.py`; this module has the beginnings of
operands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mystpy.errors import ParseError, did_you_mean
from mystpy.game.game import Game
from mystpy.language.atoms import PossAtom
from mystpy.language.nodes import (
    After,
    Believes,
    Common,
    Considers,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    GroupAnnouncing,
    Iterated,
    Knows,
    KnowsWhether,
    Next,
    Not,
)
from mystpy.language.reading.stack import REACHES, TIGHT, Stack
from mystpy.language.reading.tokens import NEGATIONS
from mystpy.language.show import show
from mystpy.language.subformulas import depth
from mystpy.language.temporal import FUTURES, PASTS, Doing
from mystpy.language.vocabulary import GameWords, ModelWords, Vocabulary

_OF_PLAYER: dict[str, Callable[..., Formula]]
_OF_PLAYER = {"K": Knows, "Kw": KnowsWhether, "B": Believes, "M": Considers}
_OF_GROUP: dict[str, Callable[..., Formula]]
_OF_GROUP = {"E": Everyone, "C": Common, "D": Distributed}


def read(
    text: str, words: Vocabulary | None = None, source: str | None = None
) -> Formula:
    """Return the formula of a text in the shared syntax, or with Unicode signs.

    Without a vocabulary players are numbers and any name may be a card. Raises
    ParseError with the position, what was expected there, and the nearest known word,
    or how to write what is in another notation.
    """
    known = words or GameWords()
    try:
        return _Reader(text, known, source).whole()
    except ParseError as error:
        from mystpy.language.notations.rewriting import with_hint  # for errors only

        raise with_hint(
            error, known, lambda t: _Reader(t, known, None).whole()
        ) from None


def write_formula(formula: Formula, game: Game) -> str:
    """Return the text of a formula, with the players of a `game` by their names."""
    named = game.named or game.table
    return show(formula, game.deck, game.holder_names[1:] if named else ())


def parse_formula(
    text: str, game: Game | None = None, source: str | None = None
) -> Formula:
    """Read a formula about a `game`, or about any game if none is given.

    `text` is in the language of all commands; `source` names its file in errors. Raises
    ParseError, with the position and a hint, for what cannot be read. Source: Bart
    2000, sections 2.5 and 2.6.

    >>> import mystpy
    >>> game = mystpy.Game.clue(3)
    >>> print(mystpy.parse_formula("K(1, not h(0,rope) or h(0,hall))", game))
    K(1,~h(0,rope) | h(0,hall))
    """
    return read(text, GameWords(game), source)


class _Reader(Stack):
    """One reading of one text, from left to right."""

    def operand(self) -> Formula | None:
        """An atom; or None if something has begun that waits for an operand."""
        word = self.word
        if self.compares():
            return self.plain(word)
        if word in NEGATIONS and not self.is_atom(word):
            self.open(TIGHT, lambda parts: Not(parts[0]))
        elif word == "(":
            self.open(TIGHT, lambda parts: parts[0], closing=")", adds=False)
        elif word == "<" or (word == "[" and self.announces()):
            if (end := self.step_end()) is not None:
                self.step(end)
                return None
            if self.names_action() or self.names_group():
                self.updating()
                return None
            self.announcing()
        elif begin := self.beginning(word):
            begin()
            return None
        else:
            return self.plain(word)
        self.place += 1
        return None

    def announcing(self) -> None:
        """Read `[F!]` or `<F!>`, or the first mark of `[!F]` and `<!F>`."""
        mark, closing = self.word, "!"
        if self.follows == "!" and not self.announces_behind():
            self.place += 1
            closing = "]" if mark == "[" else ">"
        frame = self.open(TIGHT, lambda parts: parts[0], closing=closing, adds=False)
        frame.mark = mark

    def updating(self) -> None:
        """Go over `[act]`, `<act>`, `[act(e)]`, or `[{i,j}]`, `<players>`."""
        every, closing = self.word == "[", "]" if self.word == "[" else ">"
        self.place += 1
        at = self.tokens[self.place]
        if at.text in self.words.actions or not self.begins_group():
            self.doing(every, closing)
            return
        if not isinstance(self.words, ModelWords):
            self.fail(
                "what a group can announce is decided in models only",
                hint="mystpy check decides it in a model file",
            )
        group = self.group()
        self.need(closing)
        self.open(TIGHT, lambda parts: GroupAnnouncing(group, parts[0], every))

    def doing(self, every: bool, closing: str) -> None:
        """Go over the name of an action that a model file names."""
        at = self.tokens[self.place]
        known = self.words.actions
        if at.text not in known:
            few = f"the actions are {', '.join(known)}" if known else None
            called = self.follows == "("
            announced = "" if called else f"; an announcement is [{at.text}!]"
            self.fail(
                f"there is no named action {at.text!r}",
                hint=did_you_mean(at.text, known)
                or few
                or "a model file names actions, [action.NAME], and mystpy check "
                f"decides what holds after them{announced}",
            )
        self.place += 1
        what, event = known[at.text], None
        if self.take("("):
            event_token = self.next_token("an event")
            event = event_token.text
            if event not in what.events:
                near = did_you_mean(event, what.events)
                events = f"the events are {', '.join(what.events)}"
                message = f"the action {at.text} has no event {event!r}"
                self.fail(message, event_token.start, hint=near or events)
            self.need(")")
        self.need(closing)
        self.open(TIGHT, lambda parts: Doing(every, at.text, event, parts[0], what))

    def step(self, end: int) -> None:
        """Go over a step that is written out, up to the bracket that closes there."""
        every, begun = self.word == "[", self.tokens[self.place + 1].start
        text = self.text[begun : self.tokens[end].start].strip()
        for token in self.tokens[self.place + 1 : end]:
            if token.text in self.scope:
                self.fail(f"the variable {token.text} cannot be in a step", token.start)
        assert self.words.steps is not None, "see step_end"
        try:
            what = self.words.steps(text, self.words)
        except ParseError as error:
            raise error.within(self.text, begun, self.source) from None
        self.place = end + 1
        self.open(TIGHT, lambda parts: Doing(every, str(what), None, parts[0], what))

    def plain(self, word: str) -> Formula:
        """An atom, `possible(A)` included."""
        if word == "possible" and not self.is_name(word):
            self.place += 1
            self.need("(")
            action = self.action()
            self.need(")")
            found: Formula = PossAtom(action)
        else:
            found = self.atom()
        self.deep = depth(found)
        if self.deep > self.words.deepest:
            self.too_deep()
        return found

    def beginning(self, word: str) -> Callable[[], None] | None:
        """Return the method that reads a beginning such as `K(i,`, if one is here."""
        begins = {
            **dict.fromkeys(("forall", "exists"), self.quantified),
            **dict.fromkeys(("K", "E", "C", "D", "Kw", "B", "M"), self.modal),
            **dict.fromkeys(("at", "exactly"), self.counted),
            **dict.fromkeys(("after", "next"), self.dynamic),
            **dict.fromkeys(("before", "once", "so"), self.past),
            "on": self.ahead,
        }
        old = word in ("forall", "exists", "K", "E", "C")
        return begins.get(word) if old or not self.is_name(word) else None

    def modal(self) -> None:
        """Go over `K(i,`, `B(i,`, `E(G,`, `E^2(G,`, `C(G,` or `D(G,`."""
        letter = self.word
        self.place += 1
        times = 0
        if letter == "E" and self.take("^"):
            times = self.number("a number")
            if not 1 <= times <= self.words.deepest:
                self.place -= 1
                self.fail(
                    f"everybody knows it {times} times: from 1 to 200 can be said"
                )
        self.need("(")
        kind: Callable[..., Formula]
        if letter in _OF_PLAYER:
            kind = partial(_OF_PLAYER[letter], self.player())
        elif times:
            kind = partial(Iterated, self.group(), times=times)
        else:
            kind = partial(_OF_GROUP[letter], self.group())
        self.need(",")
        self.open(TIGHT, lambda parts: kind(parts[0]), closing=")")

    def quantified(self) -> None:
        """Go over `forall x in D, y in D:`; nested quantifiers wait for the body."""
        kind = ForAll if self.word == "forall" else Exists
        self.place += 1
        self.binds(kind)
        while self.take(","):
            self.binds(kind)
        self.need(":", ",")

    def binds(self, kind: Callable[..., Formula]) -> None:
        """Go over `x in D` and bind the variable."""
        frame = self.open(REACHES, lambda parts: parts[0])
        name = self.variable()
        self.need("in")
        domain, bound = self.domain()
        frame.build = lambda parts: kind(name, domain, parts[0], sort=bound.sort)
        self.scope = {**self.scope, name: bound}

    def counted(self) -> None:
        """Go over `at least n of x in D:`, or `exactly 2 of (`."""
        exact = self.take("exactly")
        if not exact:
            self.place += 1
            self.need("least")
        number = self.count()
        self.need("of")
        if isinstance(number, int) and self.take("("):
            kind = partial(CountOf, exact, number)
            frame = self.open(TIGHT, lambda parts: kind(tuple(parts)), closing=")")
            frame.several = True
            return
        self.binds(partial(CountOver, exact, number))
        self.need(":")

    def past(self) -> None:
        """Go over `before`, `once` or `so far`."""
        kind = next(x for x in PASTS if x.phrase.split()[0] == self.word)
        self.phrase(kind.phrase)
        self.open(TIGHT, lambda parts: kind(parts[0]))

    def ahead(self) -> None:
        """Go over `on all ways always`, or another of the four of its kind."""
        self.place += 1
        every = self.take("all")
        if not every:
            self.need("some", "all")
        self.need("ways" if every else "way")
        always = self.take("always")
        if not always:
            self.need("some", "always")
            self.need("time")
        self.take(":")
        phrase = f"on {'all ways' if every else 'some way'} "
        phrase += "always" if always else "some time"
        kind = next(x for x in FUTURES if x.phrase == phrase)
        self.open(TIGHT, lambda parts: kind(parts[0]))

    def phrase(self, words: str) -> None:
        """Read the words of an operator, and a colon after them."""
        for word in words.split():
            self.need(word)
        self.take(":")

    def dynamic(self) -> None:
        """Go over `after A:` or `next`."""
        if self.take("next"):
            self.take(":")
            self.open(TIGHT, lambda parts: Next(parts[0]))
            return
        self.place += 1
        action = self.action()
        self.need(":")
        self.open(REACHES, lambda parts: After(action, parts[0]))

"""Steps as texts.

`announce(F)`, `tell([1,2],F)`, `whisper([1],F)` and `secret([1],F)`, and the legal
actions of knowledge games: `show(2,1,{r,w},r)`, `noshow(2,1,{b})`, `win(2)` and
`nowin(2)`; or a knowledge action, `learn([1,2],!learn([1],?F),learn([1],?G))`.
`remove(2,u,v)` removes arrows of agent 2 between the worlds u and v, and
`remove(2,u->v)` the one from u to v; `*` is any world. Nothing happens by `contract`
and `expect(F)`: the one makes the model small, the other says what holds. An action
that the file names is a step, too.

The asker comes first, as in show with q above and r below in the paper. `win(2,F)`
and `nowin(2,F)` speak of knowing F instead of the deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.axiom_folder.signature import deal_atom
from mystpy.compilation import pattern
from mystpy.errors import ParseError, SourceText, did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.update.arrows import RemoveArrows
from mystpy.kripke.update.game_actions import players_only
from mystpy.kripke.update.knowledge_actions import KnowledgeTest, Learn, Learning
from mystpy.kripke.update.product import Happen, NamedActionModel
from mystpy.kripke.update.steps import (
    TELLING,
    Announce,
    Contract,
    Declare,
    Expect,
    Request,
    Step,
    Tell,
)
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords

SHAPES = {
    "announce": "announce(F)",
    "tell": "tell([1,2],F)",
    "whisper": "whisper([1,2],F)",
    "secret": "secret([1,2],F)",
    "show": "show(2,1,{r,w},r)",
    "noshow": "noshow(2,1,{r,w})",
    "win": "win(2)",
    "nowin": "nowin(2)",
    "learn": "learn([1,2],!learn([1],?F),learn([1],?G))",
    "remove": "remove(2,u,v)",
    "contract": "contract",
    "expect": "expect(F)",
}
"""The steps that can be written as a text, each with an example."""

_LEAST = {
    **dict.fromkeys(TELLING, 2),
    "learn": 2,
    "show": 4,
    "noshow": 3,
    "win": 1,
    "nowin": 1,
}
_MOST = {"show": 4, "noshow": 3, "contract": -1}
"""How many arguments they have; commas in a formula make more."""

_ARROWS = pattern(
    r"\s*(\w+)\s*,\s*(\"[^\"]*\"|[^\s\",]+?)\s*(,|->)\s*(\"[^\"]*\"|[^\s\",]+?)\s*",
    re.ASCII,
)
_CALL = pattern(r"\s*(\w+)\s*\((.*)\)\s*", re.DOTALL | re.ASCII)
_NAMED = pattern(r"\s*(\w+)\s*(?:\(\s*(.*?)\s*\)\s*)?", re.DOTALL | re.ASCII)
_OPENING, _CLOSING = "([{", ")]}"


def parse_step(text: str, words: ModelWords, source: str | None = None) -> Step:
    """The step that a text says.

    Raises ParseError with the position, the shapes that steps have, and the nearest
    known word, also for unknown agents, cards and atoms.
    """
    return _Reader(text, words, source).step()


class _Reader(SourceText):
    """One reading of one text."""

    def __init__(self, text: str, words: ModelWords, source: str | None) -> None:
        super().__init__(text, source)
        self.words = words

    def step(self) -> Step:
        if self.text.strip() == "contract":
            return Contract()
        match = _CALL.fullmatch(self.text)
        if match is None or match[1] not in SHAPES:
            if (named := self.named()) is not None:
                return named
            name = re.split(r"\W", self.text.strip(), maxsplit=1)[0]
            known = f"the steps are {', '.join(SHAPES.values())}"
            hint = SHAPES.get(name) or did_you_mean(name, SHAPES) or known
            raise self.fault(f"{self.text.strip()[:40]!r} is no step", 0, hint)
        name, parts = match[1], list(_arguments(match[2], match.start(2)))
        if name in ("announce", "expect"):
            kind = Announce if name == "announce" else Expect
            return kind(*self.formula(match.start(2), match.end(2)))
        if name == "remove":
            return self.removal(match[2], match.start(2))
        most = _MOST.get(name, len(parts))
        if not _LEAST.get(name, 0) <= len(parts) <= most or not parts[0][0]:
            raise self.fault(f"{name} is not written so", 0, f"write {SHAPES[name]}")
        if name in ("win", "nowin"):
            goal = self.said(parts) if len(parts) > 1 else (None, None)
            return Declare(self.player(*parts[0]), name == "win", *goal)
        if name == "learn":
            return Learn(self.learning(parts))
        if name in TELLING:
            group = tuple(self.agent(*word) for word in self.members(*parts[0]))
            formula, said = self.said(parts)
            return Tell(group, formula, name, said)
        asker, respondent = self.player(*parts[0]), self.player(*parts[1])
        cards = tuple(self.card(respondent, *word) for word in self.members(*parts[2]))
        shown = self.card(respondent, *parts[3]) if name == "show" else None
        return Request(asker, respondent, cards, shown)

    def learning(self, parts: list[tuple[str, int]]) -> Learning:
        """A group and the alternatives of which it learns. Raises ParseError."""
        group = tuple(self.agent(*word) for word in self.members(*parts[0]))
        chosen = [k for k, (text, _) in enumerate(parts[1:]) if text.startswith("!")]
        if len(chosen) != 1 and len(parts) != 2:
            raise self.fault(
                "of several alternatives one takes place, and is marked with !",
                parts[1][1],
                f"write {SHAPES['learn']}",
            )
        found = tuple(self.alternative(*part) for part in parts[1:])
        return Learning(group, found, chosen[0] if chosen else 0)

    def alternative(self, text: str, start: int) -> KnowledgeTest | Learning:
        """A test, or what another group learns. Raises ParseError."""
        if text.startswith("!"):
            rest = text[1:].lstrip()
            return self.alternative(rest, start + len(text) - len(rest))
        if text.startswith("?"):
            return KnowledgeTest(*self.formula(start + 1, start + len(text)))
        match = _CALL.fullmatch(text)
        if match is None or match[1] != "learn":
            raise self.fault("here is ?F, or learn(...)", start, SHAPES["learn"])
        parts = list(_arguments(match[2], start + match.start(2)))
        if len(parts) < 2:
            raise self.fault("nothing is learnt", start, f"write {SHAPES['learn']}")
        return self.learning(parts)

    def removal(self, text: str, start: int) -> RemoveArrows:
        """The arrows that are removed. Raises ParseError."""
        match = _ARROWS.fullmatch(text)
        if match is None:
            raise self.fault(
                "remove is not written so",
                start,
                f"write {SHAPES['remove']}, remove(2,u->v) or remove(2,u,*); a name "
                'with commas or blanks as "u,v"',
            )
        agent = self.agent(match[1], start + match.start(1))
        one, other = match[2].strip('"'), match[4].strip('"')
        return RemoveArrows(agent, one, other, match[3] == ",")

    def named(self) -> Happen | None:
        """An action that the file names, with or without its event; None if it is none.

        Raises ParseError for an event that it does not have, or that is not said.
        """
        match = _NAMED.fullmatch(self.text)
        known = None if match is None else self.words.actions.get(match[1])
        if match is None or not isinstance(known, NamedActionModel):
            return None
        try:
            return Happen(known.happening(match[2]), known.name)
        except ModelError as error:
            events = " or ".join(f"{known.name}({event})" for event in known.events)
            raise self.fault(str(error), 0, f"write {events}") from None

    def members(self, text: str, start: int) -> list[tuple[str, int]]:
        match = re.fullmatch(r"\s*(?:set\s*)?[\[{(](.*)[\]})]\s*", text, re.DOTALL)
        if match is None:
            raise self.fault("a set is expected here", start, "such as {r,w} or [1,2]")
        parts = _arguments(match[1], start + match.start(1))
        return [part for part in parts if part[0]]

    def agent(self, word: str, start: int) -> str:
        if word in self.words.agents:
            return word
        near = did_you_mean(word, self.words.agents)
        known = f"the agents are {', '.join(self.words.agents)}"
        raise self.fault(f"there is no agent {word!r}", start, near or known)

    def player(self, word: str, start: int) -> str:
        try:
            players_only(word)
        except ModelError as error:
            raise self.fault(str(error), start, error.hint) from None
        return self.agent(word, start)

    def card(self, holder: str, word: str, start: int) -> str:
        if deal_atom(holder, word) in self.words.atoms:
            return word
        cards = self.words.domains.get("cards", ())
        near = did_you_mean(word, cards) or f"the cards are {', '.join(cards)}"
        raise self.fault(f"there is no card {word!r}", start, near)

    def said(self, parts: list[tuple[str, int]]) -> tuple[Formula, str]:
        """The formula that is the second argument, and the last."""
        return self.formula(parts[1][1], self.text.rindex(")"))

    def formula(self, start: int, end: int) -> tuple[Formula, str]:
        """The formula from start to end, and how it is written."""
        text = self.text[start:end]
        try:
            return parse_in_model(text, self.words), " ".join(text.split())
        except ParseError as error:
            raise error.within(self.text, start, self.source) from None


def _arguments(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The parts between commas that are in no bracket, each with its position."""
    depth, begin = 0, 0
    for place, sign in enumerate(f"{text},"):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "," and depth == 0:
            part = text[begin:place]
            yield part.strip(), start + begin + len(part) - len(part.lstrip())
            begin = place + 1

"""Reasons say what is so: each is true where it stands, and together they are enough.

The words of a reason are read here once more, deal by deal. That the reasons are enough
is seen in the worlds in which nothing else was observed than what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import assume, event, given, note
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Constant, H
from mystpy.language.decidable import ground
from mystpy.language.nodes import And, Everyone, Formula, Iff, Knows, Not, Or
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from mystpy.questions.reason import Reason
from mystpy.questions.why import Why, why
from tests.engines.situations import ALL_GAMES, histories
from tests.engines.test_agreement import share

WORLDS = get_engine("worlds")
Deal = tuple[frozenset[str], ...]


class Seen(NamedTuple):
    """A deal with the cards that were shown, a card for each reason that is a show."""

    deal: Deal
    shown: tuple[str, ...]


def says(words: str, deal: Deal) -> bool:
    """Return whether the words of a reason are true of a deal, read with no help."""
    cards = set(re.findall(r"[a-z]\w*", words.partition("{")[2]))
    if words.startswith("everybody saw whether"):
        return True
    if " face up on the table" in words:
        named = re.split(r", | and ", words.partition(" lie")[0])
        return deal[-1].issuperset(named)
    who = re.search(r"player (\d+)", words)
    table = len(deal) - 1 if words.startswith("the table") else 0
    hand = deal[int(who[1]) if who else table]
    if " is not {" in words or " is {" in words:
        return (hand == cards) is (" is not {" not in words)
    named = re.sub(r".*? (holds|hold) (none of |one of )?", "", words).split(", ")
    if "does not hold" in words:
        return hand.isdisjoint(named)
    if "holds none of" in words:
        return hand.isdisjoint(named)
    if "holds one of" in words:
        return not hand.isdisjoint(named)
    if named[1:2] and named[1].startswith("one of "):
        among = {named[0], named[1].removeprefix("one of "), *named[2:]}
        return named[0] in hand and named[0] in among
    return hand.issuperset(named)


def true(phi: Formula, deal: Deal) -> bool:
    match phi:
        case H(holder, card):
            return str(card) in deal[int(str(holder))]
        case Not(body):
            return not true(body, deal)
        case And(parts):
            return all(true(part, deal) for part in parts)
        case Or(parts):
            return any(true(part, deal) for part in parts)
        case Iff(left, right):
            return true(left, deal) == true(right, deal)
        case Constant(holds):
            return holds
    raise AssertionError(phi)


class Observed:
    """The worlds in which just what the reasons say was observed."""

    def __init__(self, history: History, found: Why) -> None:
        self.history = history
        self.reasons = [r for r in found.because if r.holder is None]
        self.shows = [r for r in self.reasons if isinstance(r.action, Shows)]
        self.hands = [r for r in found.because if r.holder is not None]
        self.worlds = list(self._listed())

    def _listed(self) -> Iterator[Seen]:
        dealt = History.make(self.history.game, {}, ())
        for world in WORLDS.worlds(dealt):
            if all(self._public(reason, world.hands) for reason in self.reasons):
                options = [
                    sorted(self._asked(reason) & world.hands[reason.action.player])
                    for reason in self.shows
                    if isinstance(reason.action, Shows)
                ]
                for shown in product(*options):
                    yield Seen(world.hands, shown)

    def _asked(self, reason: Reason) -> frozenset[str]:
        assert reason.step is not None
        before = self.history.actions[: reason.step]
        return next(a for a in reversed(before) if isinstance(a, Asks)).cards

    def _public(self, reason: Reason, deal: Deal) -> bool:
        if isinstance(reason.action, Shows):
            return not self._asked(reason).isdisjoint(deal[reason.action.player])
        return true(ground(reason.says, self.history.game), deal)

    def _view(self, world: Seen, player: int) -> object:
        mine = [
            card
            for reason, card in zip(self.shows, world.shown, strict=True)
            if isinstance(reason.action, Shows)
            and player in (reason.action.player, reason.action.to)
        ]
        outcomes = [
            reason.action.cards == world.deal[0]
            for reason in self.reasons
            if isinstance(reason.action, Guess)
        ]
        return world.deal[player], mine, outcomes

    def _fits(self, world: Seen) -> bool:
        hands = all(r.says and says(r.gives, world.deal) for r in self.hands)
        return hands and all(
            reason.action.card in (None, card)
            for reason, card in zip(self.shows, world.shown, strict=True)
            if isinstance(reason.action, Shows)
        )

    def truth(self, phi: Formula, world: Seen) -> bool:
        match phi:
            case Knows(player, body):
                mine = self._view(world, int(str(player)))
                return all(
                    self.truth(body, other)
                    for other in self.worlds
                    if self._view(other, int(str(player))) == mine
                )
            case Everyone(_, body):
                each = (Knows(player, body) for player in phi.members)
                return all(self.truth(known, world) for known in each)
            case Not(body):
                return not self.truth(body, world)
            case And(parts):
                return all(self.truth(part, world) for part in parts)
            case Or(parts):
                return any(self.truth(part, world) for part in parts)
        return true(phi, world.deal)

    def follows(self, phi: Formula) -> bool:
        fitting = [world for world in self.worlds if self._fits(world)]
        assert fitting
        return all(self.truth(phi, world) for world in fitting)


@st.composite
def asked(draw: st.DrawFn, game: Game) -> Formula:
    """Something positive about the deal, and what players know of it."""
    holders, cards = st.sampled_from(game.holders), st.sampled_from(game.cards)
    literal = st.builds(H, holders, cards)
    facts = literal | st.builds(Not, literal)
    parts = st.tuples(facts, facts)
    objective = facts | st.builds(Or, parts) | st.builds(And, parts)
    phi: Formula = draw(objective | st.builds(Not, objective))
    for player in draw(st.lists(st.sampled_from(game.holders[1:]), max_size=2)):
        phi = Knows(player, phi)
    return phi


def check(history: History, found: Why) -> None:
    deals = [w.hands for w in WORLDS.worlds(History.make(history.game, {}, ()))]
    for reason in found.because:
        assert ask(history, reason.says, WORLDS).value is Value.TRUE
        assert parse_formula(str(reason.says), history.game) == reason.says
        formula = ground(reason.says, history.game)
        for deal in deals:
            assert says(reason.gives, deal) == true(formula, deal), reason.gives
    assert found.explained is not None
    explained = ground(found.explained, history.game)
    assert ask(history, explained, WORLDS).value is Value.TRUE
    assert Observed(history, found).follows(explained)


@share(100)
@given(st.data())
def test_each_reason_is_true_and_together_they_are_enough(data: st.DataObject) -> None:
    history = data.draw(histories(ALL_GAMES))
    phi = data.draw(asked(history.game))
    note(f"{history.game.to_dict()} {history.hands} {history.text()!r} {phi}")
    try:
        found = why(history, phi, get_engine("asp"))
    except (NoWorldFits, QueryError):
        assume(False)
    event("reasons" if found.because else "none")
    event(f"{found.value} {'reasons' if found.follows else 'witness'}")
    for reason in found.because:
        event(f"{type(reason.action).__name__}: {' '.join(reason.gives.split()[:5])}")
    if found.follows:
        check(history, found)


MYST = Game.myst(m=3, n=1, p=2, q=2)
HANDS = {1: ["s5"], 2: ["s2"]}
SIX = (
    "asks(1,{s3,s5}) no(2) noguess(1) endturn(1) asks(2,{s1,s3}) no(1) noguess(2) "
    "endturn(2) asks(1,{s3,s4}) no(2)"
)


@pytest.mark.parametrize(
    ("guess", "formula", "words", "axioms"),
    [
        ("guess(1,{s1,s3,s4})", "h(0,s4)", ["the pile is {s1,s3,s4}"], ("2.28",)),
        ("guess(1,{s1,s3,s4})", "K(2,h(0,s4))", ["the pile is {s1,s3,s4}"], ("2.28",)),
        (
            "guess(1,{s1,s3,s4})",
            "K(2,h(2,s4)) | K(2,h(0,s4) & h(0,s1)) | K(2,~(h(0,s4) & h(0,s1)))",
            ["the pile is {s1,s3,s4}"],
            ("2.28",),
        ),
    ],
)
def test_a_guess_that_was_right_says_what_the_pile_is(
    guess: str, formula: str, words: list[str], axioms: tuple[str, ...]
) -> None:
    history = History.make(MYST, HANDS, f"{SIX} {guess}")
    found = why(history, parse_formula(formula, MYST), get_engine("asp"))
    assert [reason.gives for reason in found.because] == words
    assert found.axioms == axioms
    check(history, found)


def test_a_guess_that_was_wrong_says_what_the_pile_is_not() -> None:
    game = Game.myst(m=1, n=1, p=2, q=1)
    history = History.make(game, {}, "asks(1,{s1}) no(2) guess(1,{s3})")
    wrong = history.then("endturn(1)")
    found = why(wrong, parse_formula("K(2,~h(0,s3))", game), get_engine("asp"))
    assert [reason.gives for reason in found.because] == ["the pile is not {s3}"]
    assert found.axioms == ("2.12", "2.34")
    check(wrong, found)
    either = parse_formula("K(1,h(0,s3)) | K(1,~h(0,s3))", game)
    found = why(history, either, get_engine("asp"))
    words = [reason.gives for reason in found.because]
    assert words == ["everybody saw whether the pile is {s3}"]
    check(history, found)


def test_a_card_seen_by_others_is_for_the_rest_one_of_those_asked_for() -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    history = History.make(game, {}, "asks(1,{s1,s2}) yes(2) shows(2,1,s1)")
    engine = get_engine("asp")
    found = why(history, parse_formula("K(1,h(2,s1))", game), engine)
    assert [reason.gives for reason in found.because] == ["player 2 holds s1"]
    both = parse_formula("K(1,h(2,s1)) & K(3,h(2,s1)|h(2,s2))", game)
    found = why(history, both, engine)
    assert "player 2 holds s1, one of s1, s2" in [r.gives for r in found.because]
    check(history, found)


@pytest.mark.parametrize(
    ("formula", "explained", "words"),
    [
        ("h(0,s5)", "~h(0,s5)", ["the hand of player 1 is {s5}"]),
        ("h(2,s3) | h(2,s5)", None, ["player 2 holds none of s3, s5"]),
        ("K(2, h(2,s3))", "~h(2,s3)", ["player 2 holds none of s3, s5"]),
        ("C([1,2], h(2,s3))", "~h(2,s3)", ["player 2 holds none of s3, s5"]),
        ("Kw(2, h(0,s3)) & h(2,s3)", None, ["player 2 holds none of s3, s5"]),
    ],
)
def test_what_is_false_in_every_world_has_the_reasons_for_its_negation(
    formula: str, explained: str | None, words: list[str]
) -> None:
    history = History.make(MYST, {1: ["s5"]}, "asks(1,{s3,s5}) no(2)")
    found = why(history, parse_formula(formula, MYST), get_engine("asp"))
    assert found.value is Value.FALSE
    assert found.follows
    assert [reason.gives for reason in found.because] == words
    assert found.explained is not None
    if explained:
        assert str(found.explained) == explained
    check(history, found)


def test_what_somebody_does_not_know_has_a_witness_and_no_reasons() -> None:
    history = History.make(MYST, {1: ["s5"]}, "asks(1,{s3,s5}) no(2)")
    found = why(history, parse_formula("K(1, h(0,s1))", MYST), get_engine("asp"))
    assert found.value is Value.FALSE
    assert [world.player for world in found.witness] == [0, 1]
    assert not found.because

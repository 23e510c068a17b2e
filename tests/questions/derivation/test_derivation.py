"""Derivations: those of the thesis, and each line checked by the axioms it cites."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from mystpy.cli.source import file_read
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.engines.explain.selectors import HAND_SIZES, ONE_HOLDER
from mystpy.errors import EnginesDisagree, NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Guess, Shows
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.language.read import parse_formula, write_formula
from mystpy.questions.derivation.derivation import (
    Derivation,
    DerivationLine,
    derive,
)
from mystpy.questions.derivation.entailment import EntailmentCheck
from mystpy.questions.knowledge import ask
from mystpy.questions.query import load_query
from mystpy.questions.why import why
from tests.engines.situations import GAMES, histories
from tests.engines.test_agreement import share
from tests.questions.test_reason import true

WORLDS = get_engine("worlds")
AUTO = get_engine("auto")

Valuation = tuple[frozenset[str], ...]
"""For each holder cards, whatever the partition axioms say."""


def derived(example: str, text: str) -> tuple[History, Derivation]:
    history = load_query(*file_read(f"example:{example}")).history
    formula = parse_formula(text, history.game)
    return history, derive(why(history, formula, AUTO), history, AUTO)


def written(history: History, found: Derivation) -> list[str]:
    return [write_formula(line.formula, history.game) for line in found.lines]


def test_the_derivation_of_section_3_1() -> None:
    """The printed lines, but that the last but three is implied by (2.9), no more."""
    history, found = derived("five-players", "K(5, ~h(0,s1) & ~h(0,s2))")
    assert found.player == 5
    two, four = "h(2,s1) & h(4,s2)", "h(2,s2) & h(4,s1)"
    three, others = "[0,1,3,4,5]", "[0,1,2,3,5]"
    both = "(forall i in [0,1,3,5]: ~h(i,s1)) & "
    printed = [
        "(h(2,s1) | h(2,s2)) & (h(4,s1) | h(4,s2))",
        f"h(2,s1) & h(4,s1) | {two} | {four} | h(2,s2) & h(4,s2)",
        f"false | {two} | {four} | false",
        f"{two} | {four}",
        f"(forall i in {three}: ~h(i,s1)) & (forall i in {others}: ~h(i,s2)) | "
        f"(forall i in {others}: ~h(i,s1)) & forall i in {three}: ~h(i,s2)",
        f"{both}(forall i in [0,1,3,5]: ~h(i,s2)) & "
        "(~h(2,s2) & ~h(4,s1) | ~h(2,s1) & ~h(4,s2))",
        f"{both}forall i in [0,1,3,5]: ~h(i,s2)",
        "~h(0,s1) & ~h(0,s2)",
    ]
    assert written(history, found)[2:] == printed
    lines = found.lines
    assert [line.reason.step for line in lines[:2] if line.reason] == [1, 13]
    assert [line.axioms for line in lines if line.axioms] == [("2.9",), ("2.9",)]
    signs = [line.equivalent for line in lines[3:]]
    assert signs == [True, True, True, False, True, False, False]


def test_the_displays_of_section_3_2() -> None:
    rest = ",".join(f"s{k}" for k in range(5, 16))
    goal = f"forall x in [{rest}]: ~h(2,x)"
    history, found = derived("fifteen-cards", f"K(3, {goal})")
    one, other = "h(2,s1)", "h(2,s2)"
    pairs = [(1, 3), (1, 4), (2, 3), (2, 4)]
    cases = " | ".join(f"h(2,s{a}) & h(2,s{b})" for a, b in pairs)
    left = [",".join(f"s{x}" for x in range(1, 16) if x not in pair) for pair in pairs]
    lacks = [f"(forall x in [{cards}]: ~h(2,x))" for cards in left]
    lacks[-1] = lacks[-1][1:-1]
    rests = " | ".join(
        " & ".join(f"~h(2,s{x})" for x in range(1, 5) if x not in pair)
        for pair in pairs
    )
    assert written(history, found)[2:] == [
        f"({one} | {other}) & (h(2,s3) | h(2,s4))",
        cases,
        " | ".join(lacks),
        f"({goal}) & ({rests})",
        goal,
    ]
    assert [line.axioms for line in found.lines if line.axioms] == [("2.11",)]
    assert [line.equivalent for line in found.lines[3:]] == [True, True, True, False]


def test_the_last_step_is_not_said_twice() -> None:
    history, found = derived("clue-game-six-midway", "K(dan, ~h(0,scarlett))")
    *_, before, last = found.lines
    assert written(history, found)[-2:] == ["h(0,plum)", "~h(0,scarlett)"]
    assert before.axioms == ("2.10",)
    assert last.axioms == ("2.12",)
    assert last.lines == (len(found.lines) - 1,)


def test_units_shorten_clauses() -> None:
    history, found = derived("clue-game-six-midway", "K(dan, h(bob,revolver))")
    assert written(history, found)[5:] == [
        "h(eve,study)",
        "~h(bob,study)",
        "h(bob,revolver)",
    ]
    assert [line.lines for line in found.lines[5:]] == [(2, 4, 5), (6,), (1, 3, 7)]


# --- each line, by other means ---


def holds(axiom: str, game: Game, held: Valuation) -> bool:
    """Return whether a partition axiom is true of what holders have, read once more."""
    owners = [sum(card in hand for hand in held) for card in game.cards]
    match axiom:
        case "2.9":
            return max(owners) <= 1
        case "2.10":
            return min(owners) >= 1
        case "2.11":
            sizes = zip(held[1:], game.sizes[1:], strict=True)
            return all(len(hand) == size for hand, size in sizes)
        case "2.12":
            sorts = (len(held[0] & set(cards)) == 1 for _, cards in game.sorts)
            return len(held[0]) == game.sizes[0] and all(sorts)
    raise AssertionError(axiom)


def valuations(game: Game) -> list[Valuation]:
    """All there are, where they are few; else those that are deals."""
    if len(game.sizes) * game.c > 12:
        dealt = History.make(game, {}, ())
        return [world.hands for world in WORLDS.worlds(dealt)]
    subsets = [
        frozenset(x for k, x in enumerate(game.cards) if number >> k & 1)
        for number in range(1 << game.c)
    ]
    return list(product(subsets, repeat=len(game.sizes)))


def check_line(line: DerivationLine, before: list[Formula], game: Game) -> None:
    formula = ground(line.formula, game)
    cited = [ground(before[k - 1], game) for k in line.lines]
    for held in valuations(game):
        if not all(holds(axiom, game, held) for axiom in line.axioms):
            continue
        if all(true(each, held) for each in cited):
            assert true(formula, held), (str(line.formula), held)
        elif line.equivalent and all(true(each, held) for each in cited[1:]):
            assert not true(formula, held), (str(line.formula), held)


def check(history: History, found: Derivation, goal: Formula) -> None:
    last, meant = (ground(x, history.game) for x in (found.lines[-1].formula, goal))
    assert all(true(last, x) == true(meant, x) for x in valuations(history.game))
    formulas = [line.formula for line in found.lines]
    for number, line in enumerate(found.lines):
        assert all(0 < k <= number for k in line.lines)
        if line.reason is None:
            check_line(line, formulas, history.game)
        else:
            said = line.formula
            known = said if found.player is None else Knows(found.player, said)
            assert ask(history, known, WORLDS).value is Value.TRUE


@share(200)
@given(st.data())
def test_each_line_follows_from_those_that_it_cites(data: st.DataObject) -> None:
    history = data.draw(histories(GAMES))
    game = history.game
    literals = [
        literal
        for k in game.holders
        for card in game.cards
        for literal in (H(k, card), Not(H(k, card)))
    ]
    player = data.draw(st.sampled_from([None, *game.holders[1 : game.p + 1]]))
    try:
        true_ones = [
            each
            for each in literals
            if ask(history, known(player, each), WORLDS).value is Value.TRUE
        ]
    except (NoWorldFits, QueryError):
        true_ones = []
    assume(true_ones)
    some = data.draw(st.lists(st.sampled_from(true_ones), min_size=1, max_size=3))
    goal = conjunction(dict.fromkeys(some))
    found = why(history, known(player, goal), WORLDS)
    if player is not None and not is_all_given(history, player):
        with suppress(QueryError):
            check(history, derive(found, history, WORLDS), goal)
        event("perhaps not known")
        return
    derivation = derive(found, history, WORLDS)
    event(f"{min(len(derivation.lines), 9)} lines")
    check(history, derivation, goal)


def is_all_given(history: History, player: int) -> bool:
    """Return whether what a player has seen is given: a last guess may be open."""
    last = history.actions[-1:]
    hidden = any(
        isinstance(action, Shows)
        and player in (action.player, action.to)
        and action.card is None
        for action in history.actions
    )
    open_ = hidden or any(isinstance(action, Guess) for action in last)
    return history.hands[player] is not None and not open_


def known(player: int | None, goal: Formula) -> Formula:
    return goal if player is None else Knows(player, goal)


@share(50)
@given(st.data())
def test_disjunctions_are_derived_as_well(data: st.DataObject) -> None:
    history = data.draw(histories(GAMES))
    game = history.game
    parts = data.draw(st.lists(st.sampled_from(game.cards), min_size=2, max_size=3))
    holder = data.draw(st.sampled_from(game.holders))
    goal = parse_formula(" | ".join(f"h({holder},{x})" for x in parts), game)
    player = data.draw(st.sampled_from([None, *game.holders[1 : game.p + 1]]))
    try:
        value = ask(history, known(player, goal), WORLDS).value
    except (NoWorldFits, QueryError):
        value = None
    assume(value is Value.TRUE)
    found = why(history, known(player, goal), WORLDS)
    with suppress(QueryError):  # see above
        check(history, derive(found, history, WORLDS), goal)


def test_cases_that_are_not_disjoint_are_written_once() -> None:
    """Five clauses in a cycle: three cards are enough, and fill the hand."""
    history, found = derived("five-clauses-three-cards", "K(3, ~h(2,s6))")
    cases = written(history, found)[found_line(found)].split(" | ")
    assert len(cases) == len(set(cases)) == 5
    assert all(case.count("&") == 2 for case in cases)


def found_line(found: Derivation) -> int:
    """Return the line with the cases, the first that is equivalent to another."""
    return next(k for k, line in enumerate(found.lines) if line.equivalent)


# --- what has none ---


def test_a_line_that_does_not_follow_is_noticed() -> None:
    history = History.make(Game.myst(1, 1, 3, 2), {}, "")
    check_ = EntailmentCheck(history, None)
    given_, said = [H(1, "s1")], Not(H(2, "s1"))
    assert check_.fewest(given_, said, (HAND_SIZES, ONE_HOLDER)) == (ONE_HOLDER,)
    with pytest.raises(EnginesDisagree, match=r"does not confirm"):
        check_.fewest(given_, said, (HAND_SIZES,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("K(5, h(2,s1))", "does not follow"),
        ("K(1, K(2, h(2,s1) | h(2,s2)))", "what one player knows"),
        ("K(5, In(1))", "about cards"),
    ],
)
def test_what_has_no_derivation_is_refused(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        derived("five-players", text)

"""Announcements take away the worlds in which they are false, and nothing else."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from mystpy.engines import get_engine
from mystpy.engines.announcements.consequences import AnnouncedHistory
from mystpy.engines.announcements.effects import after
from mystpy.engines.announcements.ignorance import (
    IgnoranceWorlds,
    ignorance,
    ignorant,
    knows_pile,
)
from mystpy.engines.base import Answer, Value
from mystpy.engines.symbolic import BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.expand import expand
from mystpy.language.nodes import And, Common, Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.views import given_cards, seen_by
from tests.engines.announcements.announcements import (
    announcement,
    position,
    random_formula,
)
from tests.engines.symbolic.groups import LARGER, clue, outcome, runs, some_group
from tests.programs import ran
from tests.sampling import reaches, seeds_by_day


def check(seed: int, few: int, length: int, found: Counter[str]) -> None:
    """Compare a chain of announcements, and formulas after it, with the reference."""
    rng, worlds = position(seed)
    history = worlds.history
    announced = [announcement(history.game, rng) for _ in range(length)]
    false = None
    for number, phi in enumerate(announced):
        worlds.announce(phi)
        if worlds.value(Truth()) is None:
            false = number + 1
            break
    now = outcome(after, history, announced, few=few)
    assert (now is None) == (false is not None), f"{seed}: {list(map(str, announced))}"
    if now is None:
        found["refused"] += 1
        return
    for _ in range(3):
        phi = random_formula(history.game, rng, rng.randint(0, 3))
        answer = now.value(phi)
        assert answer.value == worlds.value(phi), f"{seed}: {phi}"
        found[answer.method] += 1


@pytest.mark.parametrize("start", runs(150, 3_000))
def test_listed_worlds_are_those_left(start: int) -> None:
    found: Counter[str] = Counter()
    for seed in seeds_by_day(50, start=start):
        check(seed, 10**6, seed % 4, found)
    assert reaches(set(found) == {LISTED, "refused"})


@pytest.mark.parametrize("start", runs(150, 3_000))
def test_diagrams_leave_the_same_worlds(start: int) -> None:
    found: Counter[str] = Counter()
    for seed in seeds_by_day(50, start=start):
        check(seed, 0, seed % 4, found)
    assert reaches(found[DIAGRAMS] > found["refused"])


@pytest.mark.parametrize("start", runs(150, 3_000))
def test_one_announcement_of_ignorance_is_settled_on_linked_copies(start: int) -> None:
    methods: Counter[str] = Counter()
    for seed in seeds_by_day(50, start=start):
        rng, worlds = position(seed)
        history = worlds.history
        announced = ignorance(history.game, some_group(history.game, rng))
        worlds.announce(announced)
        now = outcome(after, history, [announced], few=0)
        assert (now is None) == (worlds.value(Truth()) is None), f"{seed}: {announced}"
        for _ in range(4 if now else 0):
            phi = random_formula(history.game, rng, rng.randint(0, 1))
            answer = now.value(phi) if now else None
            assert answer
            assert answer.value == worlds.value(phi), f"{seed}: {announced}, {phi}"
            methods[answer.method] += 1
    assert reaches(methods[BOUNDS] > methods[DIAGRAMS])


@pytest.mark.parametrize("start", runs(100, 2_000))
def test_the_deals_left_after_ignorance_are_those_with_witnesses(start: int) -> None:
    for seed in seeds_by_day(50, start=start):
        rng, worlds = position(seed)
        history = worlds.history
        players = some_group(history.game, rng)
        worlds.announce(ignorance(history.game, players))
        for constraints in constraint_sets(history):
            right = constraints.outcome == "right"
            fits = [
                world.hands
                for world in worlds.worlds
                if worlds.fits(world) and worlds.right(world) == right
            ]
            hands = outcome(
                IgnoranceWorlds(constraints, players).cells, given_cards(history)
            )
            assert (hands is None) == (not fits), f"{seed}: {players}"
            for holder, mask in enumerate(hands or ()):
                held = {x for x, k in history.game.deck.items() if mask >> k & 1}
                assert held == set().union(*(deal[holder] for deal in fits))


def test_ignorance_is_recognised_whatever_the_game() -> None:
    games = [*LARGER, Game.clue(6), Game.myst(m=2, n=2, p=3, q=2)]
    for game in games:
        players = tuple(range(1, game.p + 1))
        for group in (players, players[:1], players[1:]):
            phi = expand(ignorance(game, group), game)
            assert ignorant(game, phi) == set(group)
            assert not ignorant(game, Not(phi))
            assert not ignorant(game, And((phi, H(1, game.cards[0]))))
            knows = "forall x in cards: K(i, h(0,x)) | K(i, ~h(0,x))"
            nobody = formula(
                f"~exists i in {{{str(group)[1:-1].strip(',')}}}: {knows}", game
            )
            assert ignorant(game, expand(nobody, game)) == set(group)
            assert not ignorant(game, expand(Not(nobody), game))
        assert not ignorant(game, H(0, game.cards[0]))
        assert not ignorant(game, Truth())


def worlds_and_diagrams(
    history: History, *announced: Formula
) -> list[AnnouncedHistory]:
    return [after(history, announced, few=few) for few in (10**6, 0)]


def formula(text: str, game: Game) -> Formula:
    return parse_formula(text, game)


HATS = Game.myst(m=1, n=1, p=2, q=1)
KNOWS = "(exists x in cards: K({0}, h(0,x)))"


def test_an_announcement_may_be_false_once_it_is_made() -> None:
    """Player 1, who holds s1, is asked: "you do not know it, but s2 is in the pile"."""
    history = History.make(HATS, {1: ["s1"]})
    moore = formula("h(0,s2) & ~K(1, h(0,s2))", HATS)
    for now in worlds_and_diagrams(history, moore):
        assert now.value(moore).value is Value.FALSE
        assert now.value(formula("C([1,2], h(0,s2))", HATS)).value is Value.TRUE


def test_nobody_knows_until_somebody_says_so() -> None:
    """Two players, three cards: that 1 knows the pile tells 2 what 2 could not see."""
    history = History.make(HATS, {}, "asks(1,{s1}) no(2) noguess(1) endturn(1)")
    one, two = (formula(KNOWS.format(i), HATS) for i in (1, 2))
    ignorant_of_it, informed = after(history, [Not(one)]), after(history, [one])
    assert ignorant_of_it.value(formula("C([1,2], h(1,s1))", HATS)).value is Value.TRUE
    assert ignorant_of_it.value(two).value is Value.TRUE
    assert informed.value(formula("C([1,2], h(0,s1))", HATS)).value is Value.TRUE
    assert informed.value(one).value is Value.TRUE


def test_the_order_of_announcements_matters() -> None:
    history = History.make(HATS, {}, "asks(1,{s1}) no(2) noguess(1) endturn(1)")
    not_two = Not(formula(KNOWS.format(2), HATS))
    not_one = Not(formula(KNOWS.format(1), HATS))
    for now in worlds_and_diagrams(history, not_two, not_one):
        assert now.value(formula("h(1,s1)", HATS)).value is Value.TRUE
    for few in (10**6, 0):
        with pytest.raises(NoWorldFits, match=r"^announcement 2, .*K\(2,") as caught:
            after(history, [not_one, not_two], few=few)
        assert caught.value.clash == (str(not_two),)
        assert "those before it were true" in str(caught.value)
        assert caught.value.hint


@pytest.mark.parametrize("few", [10**6, 0])
def test_the_first_announcement_that_is_false_is_named(few: int) -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    history = History.make(game, {1: ["s1"]}, "asks(1,{s2,s3}) no(2)")
    true, false = formula("h(0,s2) | h(0,s3)", game), formula("h(2,s3)", game)
    assert after(history, [true, true, true], few=few).announced == (true,) * 3
    for announced, place in (((true, false, true), 2), ((true, true, false, false), 3)):
        with pytest.raises(NoWorldFits, match=f"^announcement {place}, h"):
            after(history, announced, few=few)
    with pytest.raises(
        NoWorldFits,
        match=r"^what is announced, h\(2,s3\), is false in every world that fits(\n|$)",
    ):
        after(history, [false], few=few)


@pytest.mark.parametrize("few", [10**6, 0])
def test_what_fits_nowhere_is_not_blamed_on_an_announcement(few: int) -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    history = History.make(game, {2: ["s1"]}, "asks(1,{s1,s3}) no(2)")
    for announced in ((), (Truth(),), (ignorance(game, [1]),), (Falsity(), Truth())):
        with pytest.raises(NoWorldFits, match="no deal fits"):
            after(history, announced, few=few)


@pytest.mark.parametrize("few", [10**6, 0])
def test_a_false_claim_of_ignorance_is_refused(few: int) -> None:
    game = Game.myst(m=1, n=1, p=2, q=2)
    history = History.make(game, {1: ["s1"]}, "asks(1,{s1,s2}) no(2)")
    assert after(history, [knows_pile(game, 1)], few=few)
    with pytest.raises(NoWorldFits, match="what is announced"):
        after(history, [ignorance(game, [1])], few=few)


def test_without_announcements_nothing_changes() -> None:
    for seed in seeds_by_day(30):
        rng, worlds = position(seed)
        phi = random_formula(worlds.history.game, rng, 2)
        for few in (10**6, 0):
            found = after(worlds.history, [], few=few).value(phi)
            assert found.value == get_engine("worlds").value(worlds.history, phi).value


def test_cards_of_a_name_that_is_no_card_are_refused() -> None:
    history = History.make(HATS)
    with pytest.raises(QueryError):
        after(history, [H(0, "s9")])
    with pytest.raises(QueryError):
        after(history, []).value(Knows(7, H(0, "s1")))
    (constraints,) = constraint_sets(history)
    with pytest.raises(QueryError, match="more than one announcement"):
        IgnoranceWorlds(constraints, [1]).value(
            Common((1, 2), H(0, "s1")), given_cards(history)
        )


CLUES = [(3, 9), pytest.param(3, 15, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("players", "turns"), CLUES)
def test_in_clue_copies_and_diagrams_leave_the_same(players: int, turns: int) -> None:
    history = clue(turns, turns, players)
    game = history.game
    announced = ignorance(game, range(1, players + 1))
    seen = seen_by(history, 2)
    (constraints,) = constraint_sets(seen)
    copies = IgnoranceWorlds(constraints, range(1, players + 1)).cells(
        given_cards(seen)
    )
    by_copies = after(seen, [announced])
    by_diagrams = after(seen, [Truth(), announced])
    for holder in range(players + 1):
        for card in game.cards:
            phi = Knows(2, Not(H(holder, card)))
            answer = by_copies.value(phi)
            reached = copies[holder] >> game.deck[card] & 1
            expected = Value.FALSE if reached else Value.TRUE
            assert answer == Answer(expected, BOUNDS)
            assert by_diagrams.value(phi) == Answer(expected, DIAGRAMS)


def test_ten_announcements_in_a_row_in_clue() -> None:
    """Each player in turn says whether the pile is known, as it is in this deal."""
    history = clue(21, 4)
    game = history.game
    announced: list[Formula] = []
    for k in range(10):
        i = k % 3 + 1
        knows = knows_pile(game, i)
        value = after(history, announced).value(knows).value
        assert value is not Value.UNDETERMINED
        announced.append(knows if value is Value.TRUE else Not(knows))
    now = after(history, announced)
    said = Common((1, 2, 3), announced[-1])
    assert now.value(said) == Answer(Value.TRUE, DIAGRAMS)


PROGRAM = """
import sys
sys.modules["oxidd"] = sys.modules["oxidd.bcdd"] = None
from mystpy.engines.announcements.effects import after
from mystpy.engines.announcements.ignorance import ignorance
from mystpy.errors import EngineMissing
from mystpy.language.atoms import H, Truth
from mystpy.language.nodes import Not
from mystpy.game.game import Game
from mystpy.history.history import History
small, large = Game.myst(m=1, n=1, p=3, q=2), Game.clue(6)
for game, more in [(small, [Truth()]), (large, []), (large, [Truth()])]:
    told = [*more, ignorance(game, range(1, game.p + 1))]
    try:
        print(after(History.make(game), told).value(Not(H(0, game.cards[0]))).method)
    except EngineMissing as error:
        print(error, "|", error.hint)
"""


def test_without_oxidd_few_worlds_and_one_announcement_are_no_trouble() -> None:
    done = ran(
        [sys.executable, "-c", PROGRAM],
    )
    assert done.returncode == 0, done.stderr
    listed, copies, missing = done.stdout.splitlines()
    assert (listed, copies) == (LISTED, BOUNDS)
    assert "need the package oxidd" in missing
    assert "pip install" in missing

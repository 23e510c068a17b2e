"""Section 1.3 edited at random: the viewers of each show, and all consequences.

The sight is drawn as triples, the edit is made from it in both languages, and each
player's observations are computed from the triples in plain Python (`Judge`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from mystpy.compilation import replace
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.actions import Guess, Shows
from mystpy.history.history import History
from mystpy.kripke.from_history import state_of
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Implies, Knows, Not
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.questions.knowledge import know
from mystpy.questions.why import Why, why
from mystpy.sight import is_known_sight
from mystpy.situations.event import Event
from mystpy.solve.equilibria.listed_form import ListedForm
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.profiles.game_tree import game_tree, views
from mystpy.theories import theory_in
from mystpy.views import OBSERVER, sight_of
from tests.engines.sights import SIGHTS, Judge, Sight, Triple, World, drawn_sight
from tests.engines.test_sight import BY_PLAYER, GAMES, edited, random_formula
from tests.programs import needs
from tests.random_games import random_play
from tests.sampling import by_day
from tests.solve.extensive.labelled import LabelledGame

TRIES = by_day(10, 5)
"""The number of sights that are drawn for a test."""


class Drawn(NamedTuple):
    """A sight with its triples, and a game that was played under it."""

    sight: Sight
    seers: set[Triple]
    history: History
    rng: Random

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.history.game

    @property
    def judge(self) -> Judge:
        """Return the worlds of the public history, with the given cards."""
        return Judge(self.sight, self.history)

    def seen_by(self, player: int) -> History:
        """Return the history with what a player has seen."""
        hands = tuple(h if k == player else None for k, h in enumerate(self.hands))
        actions = tuple(
            replace(a, card=None)
            if isinstance(a, Shows) and (a.player, a.to, player) not in self.seers
            else a
            for a in self.history.actions
        )
        return History(self.game, hands, actions)

    @property
    def hands(self) -> tuple[frozenset[str], ...]:
        """Return the deal."""
        return tuple(hand for hand in self.history.hands if hand is not None)


@pytest.fixture
def drawn(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Drawn]:
    """Draw a sight, put it in force, and play a while."""
    number, own = request.param
    rng = Random(f"{request.node.originalname} {number}")
    game = rng.choice(GAMES)
    sight, seers = drawn_sight(rng, game.p, own=own)
    played, deal = random_play(
        game, rng, rng.randint(4, 14), wrong_guesses=0.2, right_guesses=0.1
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    history = History(game, deal, played.actions)
    with theory_in(edited(sight, tmp_path)):
        yield Drawn(sight, seers, history, rng)


ANY, OWN = (
    pytest.mark.parametrize("drawn", [(k, own) for k in range(TRIES)], indirect=True)
    for own in (False, True)
)
"""Any sight, and one by which players see what they show."""


def cards_of(world: World, actions: Sequence[object]) -> tuple[object, ...]:
    """Return the actions with the cards that were shown in a world."""
    cards = iter(event.card for event in world.shows)
    return tuple(
        replace(a, card=next(cards)) if isinstance(a, Shows) else a for a in actions
    )


def table_of(world: World, history: History) -> GameState:
    """Return the state of the game that was played in a world."""
    table = GameState(history.game, world.hands)
    for action in cards_of(world, history.actions):
        table.do(Event.of(action, history.game))  # type: ignore[arg-type]
    return table


@ANY
def test_the_table_is_what_was_drawn(drawn: Drawn) -> None:
    players = {x for x in sight_of(drawn.game).seers or () if x[2] != OBSERVER}
    assert players == drawn.seers
    assert not sight_of(drawn.game).observer  # the triples speak of players alone
    with pytest.raises(AxiomError, match=r"\(S1\.3\.1[cd]\).*an observer"):
        know(drawn.history, "observer", get_engine("walk"))


@pytest.mark.parametrize(
    "name",
    ["asp", pytest.param("prolog", marks=needs("swipl")), "worlds", "walk"],
)
@ANY
def test_engines_follow_a_drawn_sight(drawn: Drawn, name: str) -> None:
    given = drawn.seen_by(drawn.rng.randint(1, drawn.game.p))
    judge = Judge(drawn.sight, given)
    for _ in range(3):
        phi = random_formula(drawn.rng, drawn.game, drawn.rng.randint(1, 3))
        assert get_engine(name).value(given, phi).value == judge.value(phi), phi


@ANY
def test_players_see_alike_what_looks_alike(drawn: Drawn) -> None:
    judge = drawn.judge
    tables = [table_of(world, drawn.history) for world in judge.worlds]
    for player in range(1, drawn.game.p + 1):
        seen = [InformationState.at(table, player) for table in tables]
        for one, other in combinations(range(len(tables)), 2):
            alike = judge.views[player][one] == judge.views[player][other]
            assert (seen[one] == seen[other]) is alike


@ANY
def test_players_believe_what_they_know(drawn: Drawn) -> None:
    world = next(w for w in drawn.judge.worlds if is_played(w, drawn))
    table = table_of(world, drawn.history)
    for player in range(1, drawn.game.p + 1):
        seen = InformationState.at(table, player)
        belief = BeliefState.of(seen)
        cells = drawn.judge.cells(partial(Knows, player))
        for holder, row in enumerate(cells):
            for card, k in drawn.game.deck.items():
                may, sure = (x[holder] >> k & 1 for x in (belief.may, belief.sure))
                assert row[card] == ("yes" if sure else "?" if may else "no")
        assert seen.history() == drawn.seen_by(player)
        if not isinstance(drawn.history.actions[-1], Guess):  # else two outcomes fit
            assert know(seen.history(), player, get_engine("asp")).cells == cells


def is_played(world: World, drawn: Drawn) -> bool:
    return (
        world.hands == drawn.hands
        and cards_of(world, drawn.history.actions) == drawn.history.actions
    )


@OWN
def test_a_history_is_a_model_of_what_players_see(drawn: Drawn) -> None:
    assert bisimilar(state_of(drawn.history), model_of(drawn))


def model_of(drawn: Drawn) -> PointedModel:
    """Return all worlds of the public history, and the one that was played."""
    judge = drawn.judge
    point = next(k for k, w in enumerate(judge.worlds) if is_played(w, drawn))
    model = Model(
        names=[str(k) for k in range(len(judge.worlds))],
        agents=tuple(map(str, judge.views)),
        relations=tuple(Partition.of_keys(iter(v)) for v in judge.views.values()),
        valuation={
            f"h({k},{x})": np.array([x in w.hands[k] for w in judge.worlds])
            for k in drawn.game.holders
            for x in drawn.game.cards
        },
    )
    return PointedModel(model, point)


def test_who_does_not_see_the_own_answer_takes_no_game_action(tmp_path: Path) -> None:
    game = Game.myst(1, 1, 3, 2)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"], 3: ["s4"]}
    history = History.make(game, hands, "asks(1,{s3,s4}) yes(2) shows(2,1,s3)")
    sight = SIGHTS["only the asker sees the card"]
    with (
        theory_in(edited(sight, tmp_path)),
        pytest.raises(AxiomError, match=r"\(S1\.3\.1c\).*a game action"),
    ):
        state_of(history)


# --- Reasons ------------------------------------------------------------------------


@ANY
def test_reasons_are_known_and_enough(drawn: Drawn) -> None:
    player = drawn.rng.randint(1, drawn.game.p)
    history, found = drawn.seen_by(player), 0
    for phi in known_facts(drawn, player):
        explained = why(history, phi, get_engine("walk"))
        assert explained.value == Judge(drawn.sight, history).value(phi), phi
        if explained.value is Value.TRUE:
            check_reasons(explained, phi, player, history)
            assert labels_of(explained) == labels_seen(explained, phi, drawn), phi
            found += 1
    assert found


def known_facts(drawn: Drawn, player: int) -> Iterator[Formula]:
    """Yield some facts that a player knows, and some that the player may not know."""
    other = player % drawn.game.p + 1
    row = drawn.judge.cells(partial(Knows, player))
    cells = [
        (k, x) for k, of in enumerate(row) for x, cell in of.items() if cell != "?"
    ]
    for holder, card in drawn.rng.sample(cells, min(4, len(cells))):
        held = H(holder, card)
        fact = held if row[holder][card] == "yes" else Not(held)
        yield Knows(player, fact)
        yield Knows(player, Knows(other, fact))


def check_reasons(explained: Why, phi: Formula, player: int, history: History) -> None:
    """Check by asp that a player knows each reason, and that they are sufficient."""
    says = [reason.says for reason in explained.because]
    asp = get_engine("asp")
    for said in says:
        assert asp.value(history, Knows(player, said)).value is Value.TRUE
    if isinstance(phi, Knows) and not isinstance(phi.body, Knows):
        dealt = History(history.game, (None,) * len(history.hands))
        enough = Implies(conjunction(says), phi.body)
        assert asp.value(dealt, enough).value is Value.TRUE


def labels_of(explained: Why) -> set[str]:
    return {label for label in explained.axioms if label.startswith("S")}


def labels_seen(explained: Why, phi: Formula, drawn: Drawn) -> set[str]:
    """Return the labels by which the knowers see the shows among the reasons."""
    found, agents = set(), list[int]()
    while isinstance(phi, Knows):
        agents.append(int(str(phi.agent)))
        phi = phi.body
    for reason in explained.because:
        if isinstance(shows := reason.action, Shows):
            sees = {(shows.player, shows.to, k) in drawn.seers for k in agents}
            found |= {"S1.3.1c" if seen else "S1.3.1d" for seen in sees}
    return found


# --- Observers, and trees of games --------------------------------------------------


NAMED = sorted(BY_PLAYER - {"nobody sees the result of a guess"})


@pytest.mark.parametrize("name", NAMED)
def test_an_observer_sees_what_everybody_sees(name: str, tmp_path: Path) -> None:
    rng = Random(name)
    played, _ = random_play(GAMES[0], rng, 9, wrong_guesses=0.2, right_guesses=0)
    public = name == "the shown card is public"
    worlds = Judge(SIGHTS[name], played).worlds
    deals = {
        w.hands
        for w in worlds
        if not w.won and (not public or cards_of(w, played.actions) == played.actions)
    }
    with theory_in(edited(SIGHTS[name], tmp_path)):
        found = know(played, "observer", get_engine("walk"))
        assert found.deals == len(deals)
        for holder, row in enumerate(found.cells):
            for card, cell in row.items():
                held = {card in deal[holder] for deal in deals}
                word = "yes" if True in held else "no"
                assert cell == ("?" if len(held) == 2 else word)


@ANY
def test_cards_are_renamed_by_what_a_player_has_seen(drawn: Drawn) -> None:
    tables = [table_of(world, drawn.history) for world in drawn.judge.worlds][:40]
    player = drawn.rng.randint(1, drawn.game.p)
    looks = [views(table, player)[1] for table in tables]
    names = [renamed(InformationState.at(table, player)) for table in tables]
    for one, other in combinations(range(len(tables)), 2):
        assert (looks[one] == looks[other]) is (names[one] == names[other])


def renamed(seen: InformationState) -> tuple[object, ...]:
    """Return the least renaming of the cards in a player's observations."""

    def by(order: Sequence[int]) -> tuple[object, ...]:
        def mask(cards: int) -> int:
            return sum(1 << order[k] for k in range(seen.game.c) if cards >> k & 1)

        events = tuple((str(event.key), mask(event.cards)) for event in seen.events)
        return mask(seen.hand), events

    return min(map(by, permutations(range(seen.game.c))))


def test_who_forgets_what_was_shown_is_in_no_tree(tmp_path: Path) -> None:
    with (
        theory_in(edited(SIGHTS["nobody sees the card"], tmp_path)),
        pytest.raises(AxiomError, match=r"\(S1\.3\.1c\).*remember"),
    ):
        game_tree(Game.myst(1, 1, 3, 2), 1)


# --- Games of two are solved if both see each card ------------------------------------


@pytest.mark.parametrize(("m", "n", "q"), [(1, 1, 2), (2, 1, 1)])
def test_a_solved_value_is_that_of_the_whole_tree(
    m: int, n: int, q: int, tmp_path: Path
) -> None:
    game = Game.myst(m, n, 2, q)
    sight, _ = drawn_sight(Random(1), 2, seen=1.0)
    with theory_in(edited(sight, tmp_path)):
        assert not is_known_sight("myst")
        *_, found = improving_bounds(game, GameVariant())
        tree = LabelledGame.grown(game, GameVariant(), found.turns)
        assert found.value is not None
        for share in (0, 1):
            assert value_of(tree.listed(share)) == pytest.approx(float(found.value))


def value_of(form: ListedForm) -> float:
    """Return the value of a game in sequence form, by our own linear programme.

    Player 1 has the sequences x with E x = e, and the value is the largest q(0) with
    F' q <= A' x, where F has the constraints of player 2.
    """
    ours, theirs = (constraints(form, player) for player in (0, 1))
    one, two = form.counts
    payoffs = np.zeros((one, two))
    for (x, y), chance in form.payoffs.items():
        payoffs[x, y] = float(chance)
    sets = len(theirs)
    goal = np.zeros(one + sets)
    goal[one] = -1
    start = np.zeros(len(ours))
    start[0] = 1
    found = linprog(
        goal,
        A_ub=np.hstack([-payoffs.T, theirs.T]),
        b_ub=np.zeros(two),
        A_eq=np.hstack([ours, np.zeros((len(ours), sets))]),
        b_eq=start,
        bounds=[(0, None)] * one + [(None, None)] * sets,
    )
    assert found.success
    return float(-found.fun)


def constraints(form: ListedForm, player: int) -> NDArray[np.float64]:
    """Return a row for the root, and one for each information set."""
    rows = [np.eye(form.counts[player])[0]]
    for each in form.sets[player]:
        row = np.zeros(form.counts[player])
        row[each.first : each.first + len(each.actions)] = 1
        row[each.parent] = -1
        rows.append(row)
    return np.array(rows)

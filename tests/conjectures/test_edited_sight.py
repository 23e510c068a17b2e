"""Section 1.3 edited: sweeps, the search and provers, compared with the definitions.

The players who see the card of a show are drawn at random, by their numbers. `Judge`
has the knowledge of players in the worlds of a history, by the meaning of the edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, count, permutations, product
from pathlib import Path
from random import Random

import pytest

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.public_states import holds_in_public_states
from mystpy.conjectures.replay.engines import history_of
from mystpy.conjectures.search.search import BoundedSearch
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.engines.worlds.sight_table import roles_that_see
from mystpy.errors import AxiomError, NotCovered
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, Guess, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Common, Formula, Knows, Not, Or
from mystpy.language.read import write_formula
from mystpy.language.subformulas import walk
from mystpy.theses.chapter3.table import DealTable
from mystpy.views import sight_of
from tests.engines.sights import SIGHT, SIGHTS, Judge, Sight
from tests.engines.test_sight import BY_PLAYER, edited, is_table, random_formula
from tests.programs import needs
from tests.sampling import by_day, part_by_day

pytestmark = needs("swipl")

TABLES, SENTENCES = by_day(8, 2), by_day(12, 4)
GAMES = ((Game.myst(1, 1, 2, 1), 8), (Game.myst(1, 1, 3, 1), 8))
"""Games, and the number of actions after which a second turn has had its show."""

EVERY = [(*show, i) for show in permutations((1, 2, 3), 2) for i in (1, 2, 3)]
"""The player who shows a card, the one who asked, and one who may see it."""

Theory = Callable[[Sight], None]


@pytest.fixture
def in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Theory:
    """Return a function that puts axioms with another sight in force."""
    number = count()

    def put(sight: Sight) -> None:
        folder = edited(sight, tmp_path / str(next(number)))
        monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))

    return put


def random_sight(rng: Random) -> Sight:
    """Draw which of three players see which show."""
    chance = rng.choice((0.3, 0.6, 0.9))
    return sight_by_table({show for show in EVERY if rng.random() < chance})


def sight_by_table(seers: set[tuple[int, int, int]]) -> Sight:
    """Return the edit by which players (the last) see cards, in both languages."""
    parts = seers, {*EVERY} - seers
    asp = [f"(J, Poser, I) = ({'; '.join(map(str, sorted(x)))})" for x in parts]
    asp = [
        each if x else "player(I), 1 = 2" for each, x in zip(asp, parts, strict=True)
    ]
    prolog = [
        f"member(t(J, Poser, I), [{', '.join(f't{show}' for show in sorted(x))}])"
        for x in parts
    ]
    rules = f"{SIGHT}.lp", f"{SIGHT}.pl"
    return Sight(
        (
            (rules[0], "    I = (J; Poser).", f"    {asp[0]}."),
            (rules[0], "    I != J, I != Poser.", f"    {asp[1]}."),
            (rules[1], "    member(I, [J, Poser]).", f"    {prolog[0]}."),
            (rules[1], "    \\+ member(I, [J, Poser]).", f"    {prolog[1]}."),
        ),
        lambda i, e, w: (e.by, e.to, i) in seers,
    )


def histories(game: Game, depth: int) -> Iterator[History]:
    """Yield the public histories in which nobody guesses, shortest first."""
    level: list[tuple[Action, ...]] = [()]
    for _ in range(depth + 1):
        for done in level:
            yield History(game, (None,) * (game.p + 1), done)
        level = [(*done, act) for done in level for act in _next(game, done)]


def _next(game: Game, done: tuple[Action, ...]) -> Iterator[Action]:
    """Yield the actions that the phase allows, whatever the players hold."""
    poser = sum(isinstance(act, EndTurn) for act in done) % game.p + 1
    last = done[-1] if done else EndTurn(1)
    match last:
        case EndTurn():
            for cards in combinations(game.cards, game.q or 0):
                yield Asks(poser, frozenset(cards))
        case Asks() | No():
            other = last.player % game.p + 1
            yield from (No(other), Yes(other)) if other != poser else (NoGuess(poser),)
        case Yes():
            yield Shows(last.player, poser, None)
        case Shows():
            yield NoGuess(poser)
        case NoGuess():
            yield EndTurn(poser)


def judges(sight: Sight, game: Game, depth: int) -> list[Judge]:
    """Return the judges of all histories that some deal allows."""
    made = (Judge(sight, history) for history in histories(game, depth))
    return [judge for judge in made if judge.worlds]


def sentences(rng: Random, start: Judge) -> Iterator[Formula]:
    """Yield formulas that are true in all deals before anything is done."""
    game = start.history.game
    while True:
        one, other = (random_formula(rng, game, rng.randint(1, 2)) for _ in range(2))
        phi = rng.choice((Not(one), Or((Not(one), other)), Or((one, Not(other)))))
        if all(start.truth(phi)):
            yield phi


def first_failure(phi: Formula, every: list[Judge]) -> int | None:
    """Return the fewest actions after which a formula is false in some world."""
    return next((len(x.history) for x in every if not all(x.truth(phi))), None)


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize(("game", "depth"), GAMES, ids=str)
def test_a_sweep_finds_what_is_false_by_the_definitions(
    game: Game, depth: int, number: int, in_force: Theory
) -> None:
    rng = Random(f"sweep {number} {game}")
    sight = random_sight(rng)
    in_force(sight)
    every = judges(sight, game, depth)
    said, failing = sentences(rng, every[0]), 0
    for _ in range(3 * SENTENCES):
        phi = next(said)
        found = sweep(phi, game, work=None, depth=depth, guesses=False)
        first = first_failure(phi, every)
        assert (found.depth if found.failure else None) == first, phi
        failing += first is not None
    assert failing


@pytest.mark.parametrize("number", range(TABLES))
def test_a_search_finds_what_is_false_by_the_definitions(
    number: int, in_force: Theory
) -> None:
    """A history with a guess may be found, too: only others are listed here."""
    rng, game = Random(f"search {number}"), GAMES[1][0]
    sight = random_sight(rng)
    in_force(sight)
    every = judges(sight, game, 4)
    said, looked = sentences(rng, every[0]), 0
    while looked < SENTENCES:
        phi = next(said)
        if any(isinstance(part, Common) for part in walk(phi)):
            continue  # which is looked for by short chains only
        first = first_failure(phi, every)
        search = BoundedSearch(phi, game, lambda: None)
        for length in range(3, 5):
            found = search.after(length)
            if found is not None:
                judge = Judge(sight, history_of(found.query(phi, length)))
                assert judge.value(phi) == "false", phi
                break
            assert first != length, phi
        looked += 1


@pytest.mark.parametrize("number", range(TABLES))
def test_verdicts_are_those_of_the_definitions(number: int, in_force: Theory) -> None:
    """The engines also find the false formulas false."""
    rng, (game, _) = Random(f"verdict {number}"), GAMES[1]
    sight = random_sight(rng)
    in_force(sight)
    every = judges(sight, game, 5)
    said = sentences(rng, every[0])
    for _ in range(SENTENCES):
        phi = next(said)
        text = write_formula(phi, game)
        asked = Conjecture("", "always", text, (game,), 5, guesses=False)
        found = settle(asked, Budget(scope="sample", processes=1))
        assert found.verdict.good is (first_failure(phi, every) is None), text
        assert found.verdict.good or "prolog agree" in (found.note or ""), text


@pytest.mark.parametrize("number", range(TABLES))
def test_deals_that_players_consider_possible_are_those_of_the_definitions(
    number: int, in_force: Theory
) -> None:
    rng, game = Random(f"table {number}"), Game.myst(1, 1, 3, 2)
    sight = random_sight(rng)
    in_force(sight)
    table = DealTable(game)
    stand, hands = table.initial(), tuple(cards_of(x, game) for x in table.deal)
    done: tuple[Action, ...] = ()
    while len(done) < 9:
        steps = [x for x in table.steps(stand) if not isinstance(x[0], Guess)]
        act, stand = rng.choice(steps)
        done = (*done, act)
        judge = Judge(sight, History(game, hands, done))
        for player, (k, x) in product((1, 2, 3), product(game.holders, range(game.c))):
            held = H(k, game.cards[x])
            known = judge.value(Knows(player, held)) == "true"
            assert table.knows(stand, player, k, x) is known, (done, player, held)


# --- Proofs for all sizes -------------------------------------------------------

PublicConstraints = Callable[[int, int, int, Formula], Formula]
"""A formula about j, i and k, and j's cards, after j has shown a card to i."""

LAWS: dict[str, PublicConstraints] = {
    "K(i,h(j,x))": lambda j, i, k, held: Knows(i, held),
    "K(j,h(j,x))": lambda j, i, k, held: Knows(j, held),
    "K(k,h(j,x))": lambda j, i, k, held: Knows(k, held),
    "K(j,K(i,h(j,x)))": lambda j, i, k, held: Knows(j, Knows(i, held)),
    "K(k,K(i,h(j,x)) -> h(j,x))": lambda j, i, k, held: Knows(
        k, Or((Not(Knows(i, held)), held))
    ),
    "C([i,j],h(j,x))": lambda j, i, k, held: Common(tuple(sorted((i, j))), held),
    "C(players,h(j,x))": lambda j, i, k, held: Common((1, 2, 3), held),
}


def is_law(constraints: PublicConstraints, every: list[Judge]) -> bool:
    """Return whether it holds whenever a card was just shown, by the definitions."""
    for judge in every:
        last = judge.history.actions[-1] if judge.history.actions else None
        if not isinstance(last, Shows):
            continue
        for card in judge.history.game.cards:
            for k in range(1, judge.history.game.p + 1):
                true = judge.truth(
                    constraints(last.player, last.to, k, H(last.player, card))
                )
                shown = [world.shows[-1].card == card for world in judge.worlds]
                if any(here and not so for here, so in zip(shown, true, strict=True)):
                    return False
    return True


@pytest.mark.alike(4)
@pytest.mark.parametrize("name", sorted(x for x in BY_PLAYER if SIGHTS[x].result))
def test_what_a_show_teaches_is_proved_or_refuted(name: str, in_force: Theory) -> None:
    sight, games = SIGHTS[name], (Game.myst(1, 1, 3, 1), Game.myst(1, 1, 3, 2))
    in_force(sight)
    every = [judge for game in games for judge in judges(sight, game, 4)]
    front = "forall i in players, j in players, k in players, x in cards: "
    for text in ("K(j,h(j,x))", *part_by_day(sorted(LAWS), 3, len(name))):
        said = f"{front}possible(shows(j,i,x)) -> after shows(j,i,x): {text}"
        asked = Conjecture("", "always", said, games, 4)
        found = settle(asked, Budget(scope="sample", processes=1))
        assert found.verdict.good is is_law(LAWS[text], every), (text, found)
        if text == "K(j,h(j,x))" and name != "nobody sees the card":
            assert found.method == "reduction"  # own cards are known at all times


def test_players_are_not_taken_to_be_alike_where_sight_names_them(
    in_force: Theory,
) -> None:
    """One card is hidden from one player, in a turn that is not that of player 1."""
    text = "forall i in players, j in players, k in players, x in cards: "
    text += "(forall l in players: In(l)) & possible(shows(j,i,x))"
    text += " -> after shows(j,i,x): K(k,h(j,x))"
    node, game = parse_conjecture(text), Game.myst(1, 1, 3, 2)
    for hidden in part_by_day(((1, 2, 3), (3, 2, 1)), 1):
        in_force(sight_by_table({*EVERY} - {hidden}))
        with pytest.raises(NotCovered):
            holds_in_public_states(node, game)


# --- Tables ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "others", "roles"),
    [
        ("I = J", "I != J", {1}),
        ("I = Poser", "I != Poser", {2}),
        ("player(I)", "1 = 2", {1, 2, 3}),
        ("player(I), 1 = 2", "1 = 1", set()),
        ("player(I), I != J", "I = J", {2, 3}),
        ("player(I), I = 3", "I != 3", None),
        ("player(I), I < 9", "I >= 9", None),
        ("incp(J, I)", "not incp(J, I)", None),
        ("I = J, player(K), K != J, K != Poser", "I != J", None),
    ],
)
def test_roles_that_see_a_card_are_those_for_every_number_of_players(
    seen: str, others: str, roles: set[int] | None, in_force: Theory
) -> None:
    rules = (
        (f"{SIGHT}.lp", "    I = (J; Poser).", f"    {seen}."),
        (f"{SIGHT}.lp", "    I != J, I != Poser.", f"    {others}."),
    )
    in_force(Sight(rules))
    assert roles_that_see("myst") == roles
    assert sight_of(Game.myst(1, 1, 4, 1)).seers is not None


def test_a_rule_in_a_file_of_its_own_is_in_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = edited(Sight(((
        "sections.lp", '#include "s1_03_knowledge.lp".',
        '#include "s1_03_knowledge.lp".\n#include "more.lp".',
    ),)), tmp_path)  # fmt: skip
    (folder / "more.lp").write_text(
        "obs(I, shows(J, K, X), shows(J, K, X), S) :-\n"
        "    done(shows(J, K, X), S), player(I), I = J.\n"
        "obs(I, shows(J, K, X), shows(J, K, X), S) :-\n"
        "    done(shows(J, K, X), S), player(I), I != J, I != K.\n",
        "utf-8",
    )
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    with pytest.raises(AxiomError):  # others see the card, and that it was one
        sight_of(Game.myst(1, 1, 3, 1))


def test_a_sight_with_two_answer_sets_is_no_table(in_force: Theory) -> None:
    seen, hidden = (
        f"player(I), not obs(I, shows(J, Poser, X), shows(J, Poser, {x}), _)"
        for x in ("unseen", "X")
    )
    in_force(Sight((
        (f"{SIGHT}.lp", "    I = (J; Poser).", f"    {seen}."),
        (f"{SIGHT}.lp", "    player(I),\n    I != J, I != Poser.", f"    {hidden}."),
    )))  # fmt: skip
    assert roles_that_see("myst") is None
    with pytest.raises(AxiomError, match=r"\(S1\.3\.1c\)"):
        sight_of(Game.myst(1, 1, 3, 1))


@pytest.mark.parametrize("name", SIGHTS)
def test_a_sight_that_is_no_table_is_refused_by_its_label(
    name: str, in_force: Theory
) -> None:
    in_force(SIGHTS[name])
    asked = Conjecture("", "initially", "~GameOver", (GAMES[0][0],))
    answer = partial(settle, asked, Budget(scope="sample", processes=1))
    if is_table(SIGHTS[name]):
        assert answer().verdict.good
        return
    with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)") as refused:
        answer()
    assert refused.value.hint

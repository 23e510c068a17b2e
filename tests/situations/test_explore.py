"""The explorer: merging similar states loses nothing, also at its limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from mystpy.bits import mask_of, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle import METHODS, settle
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.canonical import canonical
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import (
    Exploration,
    events,
    key_of,
    next_states,
    situations,
    steps,
)
from tests.random_games import random_play
from tests.sampling import by_day

SMALL = Game.myst(1, 1, 2, 1)
GAMES = (SMALL, Game.myst(1, 1, 2, 2), Game.myst(2, 1, 2, 2), Game.myst(1, 2, 2, 3))
CLUE = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})


def every_state(game: Game, depth: int) -> Iterator[tuple[int, EpistemicState]]:
    """All states of up to so many actions, with every set and every card."""
    level = [EpistemicState.start(game)]
    for length in range(depth + 1):
        yield from ((length, state) for state in level)
        level = [
            reached.state
            for state in level
            for event in dict.fromkeys(map(public, events(state)))
            for reached in state.after(event)
        ]


def public(event: Event) -> Event:
    """The event as everybody sees it, whoever may see the card of a show."""
    return Event(event.key) if event.key[0] == "shows" else event


def state_after(history: History, deal: Sequence[Iterable[str]]) -> EpistemicState:
    """The state of a history of two players with a deal."""
    game = history.game
    state = EpistemicState.start(game)
    world = state.frame.numbers[tuple(mask_of(hand, game) for hand in deal)]
    for action in history.actions:
        (state,) = (
            reached.state
            for event in events(state)
            for reached, meant in steps(state, event)
            if meant >> world & 1 and reached.state.history(world).actions[-1] == action
        )
    return state


def renamed(state: EpistemicState, order: tuple[int, ...]) -> tuple[object, ...]:
    """Return the data of a state after each card x is renamed order[x]."""

    def image(cards: int) -> int:
        return sum(1 << order[x] for x in members(cards))

    worlds = {tuple(map(image, state.worlds[w])) for w in members(state.full)}
    return state.number, image(state.question), frozenset(worlds)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_stages_have_one_form_just_if_they_are_the_same_renamed(game: Game) -> None:
    orders = list(permutations(range(game.c)))
    forms: dict[object, object] = {}
    for _, state in every_state(game, 8 - game.c):
        form = canonical(state)
        least = min(map(repr, (sorted_told(state, order) for order in orders)))
        assert forms.setdefault(form, least) == least
    assert len(set(forms.values())) == len(forms)


def sorted_told(state: EpistemicState, order: tuple[int, ...]) -> tuple[object, ...]:
    number, question, worlds = renamed(state, order)
    assert isinstance(worlds, frozenset)
    return number, question, sorted(worlds)


def test_named_cards_keep_their_names() -> None:
    start = EpistemicState.start(SMALL)
    key = ("asks", 1)
    one, other = (start.after(Event(key, cards))[0].state for cards in (1, 2))
    assert canonical(one) == canonical(other)
    assert canonical(one, (1,)) != canonical(other, (1,))
    assert canonical(one, (4,)) == canonical(other, (4,))


def test_cards_of_two_sorts_are_told_apart() -> None:
    start = EpistemicState.start(CLUE)
    ends = [
        start.after(Event(("asks", 1), cards))[0].state for cards in (0b101, 0b1010)
    ]
    assert canonical(ends[0]) == canonical(ends[1])
    held = start.held(0, 0)
    ann = EpistemicState(start.frame, start.number, 0, held)
    axe = EpistemicState(start.frame, start.number, 0, start.held(0, 2))
    bob = EpistemicState(start.frame, start.number, 0, start.held(0, 1))
    assert canonical(ann) == canonical(bob) != canonical(axe)


@pytest.mark.parametrize("game", [*GAMES, CLUE], ids=repr)
def test_with_two_players_the_search_ends(game: Game) -> None:
    """Long games that are played at random lead nowhere else."""
    ahead = situations(game)
    met = {key_of(step.after) for step in ahead.steps()}
    assert ahead.complete
    rng = Random(4)
    for _ in range(3):
        history, deal = random_play(game, rng, 40, wrong_guesses=0.02, right_guesses=0)
        assert key_of(state_after(history, deal)) in met


def test_with_more_players_it_does_not_end() -> None:
    ahead = situations(Game.myst(1, 1, 3, 1), work=20_000)
    assert sum(1 for _ in ahead.steps())
    assert not ahead.complete


def test_a_show_to_everybody_leads_to_a_stage_for_each_card() -> None:
    game = Game.myst(1, 2, 2, 2)
    state = EpistemicState.start(game)
    for done, cards in ((("asks", 1), 0b11), (("yes", 2), 0)):
        (reached,) = state.after(Event(done, cards))
        state = reached.state
    key = ("shows", 2, 1)
    assert [r.state.events[-1].cards for r in state.after(Event(key))] == [0b01, 0b10]
    (one,) = state.after(Event(key, 0b10))
    assert one.state.full == state.full & state.held(2, 1)
    assert not state.after(Event(key, 0b100))
    history = one.state.history(next(members(one.state.full)))
    assert history.actions[-1] == Shows(2, 1, "s2")
    assert not one.state.frame.events


def test_bounds_are_kept() -> None:
    def doubled(number: int) -> Iterator[tuple[str, int]]:
        yield "twice", number * 2
        yield "more", number * 2 + 1

    ahead = Exploration(1, doubled, lambda number: number % 12, most=3)
    assert [len(level) for level in ahead.levels()] == [1, 2, 4, 5]
    assert (ahead.depth, ahead.complete) == (3, False)
    ahead = Exploration(1, doubled, lambda number: number % 12, cost=int, work=22)
    assert [step.after for step in ahead.steps()] == [2, 3, 4, 5, 6]
    assert (ahead.depth, ahead.complete) == (1, False)
    ahead = Exploration(1, doubled, lambda number: number % 12)
    assert sum(len(level) for level in ahead.levels()) == 12
    assert ahead.complete


# ---- Conjectures


def random_conjecture(rng: Random) -> str:
    """A formula about every player and card, of premises and what is said to follow."""
    player = rng.choice(("i", "j"))
    facts = (
        "h(i,x)", "h(j,x)", "h(0,x)", "h(0,y)", f"K({player},h(0,x))", "K(i,~h(j,y))",
        f"K({player},K(i,h(0,x)))", "C(players,~h(j,x))", "C(players,h(0,x))",
        "K(i,h(j,x)) & ~C(players,h(j,x))", "E(players,h(i,x))",
        "x in Q", "askphase", "guessphase", "endphase", "Turn(i)", "In(j)", "i = j",
        "(exists z in cards: K(j,h(0,z)))", "possible(no(j))", "possible(endturn(i))",
    )  # fmt: skip
    thens = (
        "", "", "", "next ", "after yes(j): ", "after shows(j,i,x): ", "after no(j): ",
        "after asks(i,Q): after no(j): ", "next next ",
    )  # fmt: skip

    def literal() -> str:
        return rng.choice(("", "~")) + f"({rng.choice(facts)})"

    premises = " & ".join(literal() for _ in range(rng.randrange(1, 4)))
    says = rng.choice((" | ", " & ")).join(
        literal() for _ in range(rng.randrange(1, 3))
    )
    front = "forall i in players, j in players, Q in questions, x in cards, y in cards"
    return f"{front}: {premises} -> {rng.choice(thens)}({says})"


def shortest_failure(node: Formula, game: Game, depth: int) -> int | None:
    """After how many actions it fails first, looked at everywhere one by one."""
    return next(
        (
            length
            for length, state in every_state(game, depth)
            if holds(node, state, {}) != state.full
        ),
        None,
    )


def failure_with_shows_together(node: Formula, game: Game, depth: int) -> int | None:
    """The same by a sweep that carries every card shown in its worlds."""
    ahead = Exploration(
        EpistemicState.start(game, split=False),
        lambda state: ((r, r.state) for r in next_states(state)),
        key_of,
        most=depth,
    )
    return next(
        (
            length
            for length, level in enumerate(ahead.levels())
            for state in level
            if SweepCheck().first(node, state)
        ),
        None,
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.alike(4)
def test_random_conjectures_fail_where_they_fail_one_by_one(seed: int) -> None:
    rng = Random(seed)
    game, depth = rng.choice(((SMALL, 6), (GAMES[1], 5)))
    for _ in range(2):
        text = random_conjecture(rng)
        node = parse_conjecture(text)
        length = shortest_failure(node, game, depth)
        assert failure_with_shows_together(node, game, depth) == length, text
        swept = sweep(node, game, work=None)
        if swept.failure is None:
            assert swept.complete
            assert length is None, text
        elif length is None:
            assert swept.depth > depth, text
        else:
            assert swept.depth == length, text


def test_what_was_proved_holds_in_long_games() -> None:
    rng = Random(11)
    proved: list[Formula] = []
    while len(proved) < by_day(3):
        node = parse_conjecture(random_conjecture(rng))
        swept = sweep(node, SMALL, work=None)
        if swept.complete and swept.instances:
            proved.append(node)
    for _ in range(2):
        history, deal = random_play(SMALL, rng, 30, wrong_guesses=0.03, right_guesses=0)
        for length in (len(history) - 1, len(history)):
            state = state_after(history.prefix(length), deal)
            for node in proved:
                assert holds(node, state, {}) == state.full


def settled(text: str, *games: Game) -> tuple[Verdict, object]:
    found = settle(Conjecture("", "always", text, games), Budget(processes=1))
    depths = [value for sizes, value in found.scope.items() if "depth" in sizes]
    return found.verdict, depths[0] if depths else None


def test_what_is_so_in_all_games_of_two_is_proved() -> None:
    text = "forall i in players, x in cards: K(i,h(0,x)) -> h(0,x) & so far h(0,x)"
    assert settled(text, SMALL, GAMES[1]) == (Verdict.PROVED, "any")


def test_a_card_that_is_known_is_not_common_knowledge_for_that() -> None:
    text = (
        "forall i in players, j in players, x in cards: ~(i = j) & K(i,h(j,x)) ->"
        " h(0,x) | C(players,h(j,x))"
    )
    assert settled(text, Game.myst(1, 2, 2, 2))[0] is Verdict.FALSE


@pytest.mark.slow
def test_a_card_shown_to_the_other_player_is_common_knowledge_from_then_on() -> None:
    shown = (
        "forall i in players, j in players, x in cards:"
        " after shows(j,i,x): C(players,h(j,x)) & next next C(players,h(j,x))"
    )
    assert settled(shown, Game.myst(1, 2, 2, 2)) == (Verdict.PROVED, "any")


def test_games_of_three_only_hold_as_far_as_was_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sweeping = [each for each in METHODS if each.name != "reduction"]
    monkeypatch.setattr("mystpy.conjectures.settle.METHODS", tuple(sweeping))
    text = "forall i in players, x in cards: K(i,h(0,x)) -> h(0,x) & so far h(0,x)"
    verdict, depth = settled(text, SMALL, Game.myst(1, 1, 3, 4))
    assert verdict is Verdict.HOLDS
    assert depth != "any"


@pytest.mark.parametrize("where", [0b001, 0b010])
def test_the_deal_of_a_history_is_that_of_its_world(where: int) -> None:
    state = EpistemicState.start(SMALL)
    world = next(members(state.held(0, where.bit_length() - 1)))
    history = state.history(world)
    assert mask_of(history.hands[0] or (), SMALL) == where

"""Chapter 3: each verdict comes out, and comes out differently if a statement does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.engines.transition_system.orbits import Renaming
from mystpy.engines.transition_system.states import Guard, Transition
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event, action_of
from mystpy.situations.public_steps import next_player
from mystpy.solve.solo_play import SoloPlay, questions_needed
from mystpy.theses.bench import settle, statement
from mystpy.theses.case_analysis import each_game, with_values
from mystpy.theses.chapter3.s3_1 import examples, learning
from mystpy.theses.chapter3.s3_2 import fifteen, hardness, minimum
from mystpy.theses.chapter3.s3_3 import lemmas, needed, outside
from mystpy.theses.chapter3.search import HistoryEvent, events, no_guesses
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState

PROVED, HOLDS, FALSE, MISPRINTED, ANSWERED, OPEN = Verdict


def sample() -> Budget:
    return Budget(scope="sample")


def asked(query: Mapping[str, object], engine: str) -> tuple[History, Value]:
    given: dict[str, object] = dict(query)
    game = Game.from_dict(given["game"])  # type: ignore[arg-type]
    history = History.make(game, given["hands"], given["history"])  # type: ignore[arg-type]
    formula = parse_formula(str(given["formula"]), game)
    return history, get_engine(engine).value(history, formula).value


# ---- the table and the vacuum, held against the engines


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(4))
def test_the_table_plays_and_knows_what_the_engine_does(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(list(each_game(6, 3, least=4)))
    table = DealTable(game)
    play = GameState(game, [named(hand, game) for hand in table.deal])
    game_state = table.initial()
    for _ in range(12):
        steps = list(table.steps(game_state))
        assert {a for a, _ in steps} == {
            action_of(event, game) for event in play.events()
        }
        if not steps:
            break
        action, game_state = rng.choice(steps)
        play.do(Event.of(action, game))
        for i in game.holders[1:]:
            grid = get_engine("asp").grid(play.history(), i)
            assert game_state.views[i].bit_count() == grid.deals


def named(mask: int, game: Game) -> frozenset[str]:
    return frozenset(x for x in game.cards if mask >> game.deck[x] & 1)


@pytest.mark.parametrize(
    ("sizes", "known", "strategy", "luck"),
    [
        ((1, 1, 2, 1), 1, 1, 1),
        ((2, 1, 2, 1), 1, 2, 1),
        ((1, 2, 2, 4), 2, 2, 2),
        ((1, 2, 2, 5), math.inf, math.inf, 2),
        ((1, 1, 3, 4), math.inf, math.inf, math.inf),
    ],
)
def test_questions_needed_in_games_worked_out_by_hand(
    sizes: tuple[int, int, int, int], known: float, strategy: float, luck: float
) -> None:
    game = Game.myst(*sizes)
    assert needed.known_deal(game) == known
    assert needed.by_strategy(game) == strategy
    assert needed.by_luck(game) == luck


def vacuum_ways(
    table: DealTable, game_state: KnowledgeGameState
) -> Iterator[tuple[Action, KnowledgeGameState]]:
    """The ways without guesses in which only own questions tell player 1 anything."""
    (turn,) = table.public(game_state).turn
    for action, after in no_guesses(table, game_state):
        if turn == 1 or after.views[1] == game_state.views[1]:
            yield action, after


def test_the_least_number_of_questions_is_found_by_playing_as_well() -> None:
    for game in each_game(5, 4):
        table = DealTable(game)
        plays = (
            event.done
            for event in events(table, 40, vacuum_ways)
            if table.knows_pile(event.after, 1)
        )
        shortest = next(plays, None)
        asked = [a for a in shortest or () if isinstance(a, Asks) and a.player == 1]
        assert needed.by_luck(game) == (len(asked) if shortest else math.inf)


def test_a_play_of_the_vacuum_is_one_of_the_game() -> None:
    game = Game.myst(1, 1, 4, 3)
    vacuum = SoloPlay(game)
    start = GameState(game, [named(hand, game) for hand in vacuum.deal])
    for _, replies in vacuum.questions:
        (reply,) = (r for r in replies if r.deals & vacuum.actual)
        for action in reply.actions:
            start.do(Event.of(action, game))
        grid = get_engine("asp").grid(start.history(), 1)
        assert reply.deals.bit_count() == grid.deals
        for _ in reply.actions:
            start.undo()


# ---- the verdicts change with the statements


def test_in_the_example_player_5_cannot_do_what_the_others_can() -> None:
    def by_five(event: HistoryEvent, cards: frozenset[str]) -> bool:
        return not examples.unlocated(event, cards)

    found = examples.in_example(
        sample(),
        by_five,
        "~K(5, h(2,s2))",
    )
    assert found.verdict is FALSE


def test_the_derivation_needs_the_existence_axiom_in_one_step() -> None:
    result = examples.derivation(sample())
    assert result.counterexample == {
        "values": {"line": "3", "holdings": "nobody has s1 or s2"}
    }


def test_two_answers_do_not_fill_a_hand_of_three() -> None:
    assert fifteen.hand_counted(sample(), n=2).verdict is PROVED
    assert fifteen.hand_counted(sample(), n=3).verdict is FALSE


def test_an_answer_yes_needs_a_card_of_the_question() -> None:
    table = DealTable(Game.myst(1, 1, 2, 1))
    yes, shows = fifteen.answered(table, frozenset(("s2",)))
    assert shows == [yes]
    with pytest.raises(ValueError, match="no card of"):
        fifteen.answered(table, frozenset(("s3",)))


def test_another_cycle_or_another_number_refutes_the_cycle() -> None:
    path = hardness.Graph(5, minimum.CYCLE.edges[:-1])
    assert minimum.cycle(sample()).verdict is PROVED
    assert minimum.cycle(sample(), path).verdict is FALSE
    assert minimum.cycle(sample(), least=2).verdict is FALSE


def test_without_the_last_clause_the_cards_are_not_excluded_in_the_game() -> None:
    assert minimum.in_game(minimum.cycle_query()).verdict is PROVED
    broken = minimum.in_game(minimum.cycle_query(2))
    assert broken.verdict is FALSE
    assert broken.counterexample is not None
    assert str(broken.counterexample["formula"]).startswith("~(")


def test_a_hand_of_numbers_can_be_shown() -> None:
    assert with_values(Game.myst(1, 1, 2, 1), hand=[1, 2])["values"] == {"hand": "1,2"}


def test_a_no_or_a_show_that_is_left_out_refutes_what_tells_disjunctions() -> None:
    assert learning.only_yes(sample()).verdict is PROVED
    assert learning.only_yes(sample(), ("guess", "yes")).verdict is FALSE


def test_a_no_that_told_of_a_card_would_not_tell_all_the_same() -> None:
    assert learning.told_by_no(sample()).verdict is PROVED
    transition = Transition((Guard(2, some=True, shown=False),), "old", (0,))
    assert learning.tells_else_than_none(("no", 2), transition)


def test_disjunctions_come_of_yes_only_where_hands_have_two_cards() -> None:
    assert learning.share(Game.myst(1, 1, 3, 2)) == 0
    # Of 21 questions player 2 has a card of 11; of the other 10 player 3 has one of 7.
    # Four of these 18 ask for an own card of the third player: s5 or s6 and one of
    # player 2's cards, which leaves that player just the other card to have.
    assert learning.share(Game.myst(1, 2, 3, 2)) * 21 == 14


# ---- vertex covers


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 2), (3, 4), (4, 11)])
def test_graphs_are_listed_up_to_the_names_of_vertices(size: int, number: int) -> None:
    assert len(list(hardness.graphs(size))) == number


@pytest.mark.parametrize(
    ("size", "edges", "least"),
    [(3, "01 02 12", 2), (4, "01 02 03", 1), (5, "01 12 23 34 04", 3), (2, "", 0)],
)
def test_smallest_vertex_covers(size: int, edges: str, least: int) -> None:
    pairs = tuple((int(e[0]), int(e[1])) for e in edges.split())
    assert hardness.Graph(size, pairs).cover() == least


@pytest.mark.parametrize(("k", "known"), [(1, True), (2, False)])
def test_the_reduction_of_a_triangle_on_prolog(k: int, known: bool) -> None:
    triangle = hardness.Graph(3, ((0, 1), (0, 2), (1, 2)))
    assert hardness.decided(triangle, k, "prolog") is known


def test_the_reduction_says_which_sizes_are_no_question() -> None:
    with pytest.raises(ValueError, match="no question"):
        hardness.reduced(hardness.Graph(2, ((0, 1),)), 2)


def test_another_size_of_covers_refutes_the_reduction() -> None:
    assert hardness.from_vertex_cover(sample()).verdict is HOLDS
    assert hardness.from_vertex_cover(sample(), shift=1).verdict is FALSE
    assert hardness.from_vertex_cover(sample(), shift=-1).verdict is FALSE


def test_a_card_is_excluded_only_where_the_minimum_is_the_hand() -> None:
    def verdict(shift: int) -> Verdict:
        def agrees(excluded: bool, least: int, n: int) -> bool:
            return minimum.equivalent(excluded, least, n + shift)

        return minimum.exclusion(
            sample(),
            agrees,
        ).verdict

    assert verdict(0) is PROVED
    assert verdict(1) is FALSE
    assert verdict(-1) is FALSE


def test_only_own_cards_exclude_more_than_the_minimum() -> None:
    assert minimum.known_otherwise(sample()).verdict is FALSE
    assert minimum.known_otherwise(sample(), own_cards=False).verdict is HOLDS


def off_by(game: Game, found: float, *, shift: int) -> bool:
    return found == needed.least(game) + shift


@pytest.mark.parametrize(("shift", "verdict"), [(0, PROVED), (1, FALSE)])
def test_games_are_looked_at_once_and_not_again(shift: int, verdict: Verdict) -> None:
    """Spread over processes the games say what they say one by one."""
    results: dict[str, object] = {}

    def settled(processes: int) -> Result:
        return needed.compared(
            Budget(scope="sample", processes=processes, results=results),
            needed.by_luck,
            partial(off_by, shift=shift),
            within=needed.up_to_largest,
            bound=needed.least,
        )

    first = settled(2)
    assert first.verdict is verdict
    assert results
    kept = dict(results)
    assert settled(1) == first
    assert results == kept
    results.clear()
    assert settled(1) == first


def test_a_claim_of_no_module_is_looked_at_here() -> None:
    assert needed._portable(partial(off_by, shift=0))
    assert not needed._portable(lambda game, found: True)


# ---- solvable and unsolvable instances


def test_players_are_alike_in_their_order_only() -> None:
    def swapped(p: int) -> Renaming:
        return lambda player: {1: 2, 2: 1}.get(player, player)

    assert outside.rotated(sample(), next_player).verdict is PROVED
    assert outside.rotated(sample(), swapped).verdict is FALSE


@pytest.mark.parametrize(("shift", "verdict"), [(0, PROVED), (-1, FALSE), (1, FALSE)])
def test_the_limit_of_theorem_3_2_is_exact(shift: int, verdict: Verdict) -> None:
    def limit(game: Game) -> bool:
        return game.q <= game.sizes[0] + game.sizes[1] + 1 + shift

    for player in (needed.known_deal, needed.by_strategy):
        found = needed.solvable_iff(
            sample(),
            player,
            limit,
        )
        assert found.verdict is verdict


def test_helpful_responders_refute_lemma_3_4_and_player_p_alone_proves_it() -> None:
    def verdict(player: needed.Needed) -> Verdict:
        return needed.unsolvable(
            sample(),
            player,
            needed.up_to_largest,
        ).verdict

    assert verdict(needed.known_deal) is PROVED
    assert verdict(needed.by_luck) is FALSE
    assert verdict(lambda g: questions_needed(g, stingy=frozenset({1}))) is FALSE


@pytest.mark.parametrize(("shift", "verdict"), [(0, PROVED), (-1, FALSE), (1, FALSE)])
def test_the_lower_bounds_are_exact(shift: int, verdict: Verdict) -> None:
    found = needed.compared(
        sample(),
        needed.by_luck,
        lambda game, value: value == needed.least(game) + shift,
        within=needed.up_to_largest,
        bound=needed.least,
    )
    assert found.verdict is verdict


def test_a_range_without_games_says_nothing() -> None:
    found = needed.compared(
        sample(),
        needed.by_luck,
        lambda game, value: True,
        within=lambda game: False,
        bound=needed.least,
    )
    assert found.verdict is OPEN


def test_smaller_questions_can_be_denied_by_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert lemmas.none_direct(sample()).verdict is PROVED
    monkeypatch.setattr(lemmas, "largest", needed.middle)
    assert lemmas.none_direct(sample()).verdict is FALSE


def test_the_questions_of_the_lemmas_are_denied_only_by_others_without_the_cards() -> (
    None
):
    vacuum = SoloPlay(Game.myst(2, 1, 3, 2))
    pile, first = vacuum.deal[0], vacuum.deal[2]
    card = pile & -pile
    assert lemmas._told_by_denials(vacuum, [pile])
    assert not lemmas._told_by_denials(vacuum, [card | first])
    assert named(pile, vacuum.game) == {"s4", "s5"}


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("theorem-3.1", 1),
        ("lemma-3.4", 3),
        pytest.param("theorem-3.2", 1, marks=pytest.mark.slow),
    ],
)
def test_histories_of_counterexamples_are_shortest(name: str, reading: int) -> None:
    """Before the last action the formula of a search for knowledge does not hold."""
    query = settle(statement(name), sample())[0].readings[reading][1].counterexample
    assert query is not None
    actions = query["history"]
    assert isinstance(actions, list)
    for length in range(len(actions)):
        before: list[str | Action] = actions[:length]
        value = asked({**query, "history": before}, "worlds")[1]
        assert str(value) != query["value"]

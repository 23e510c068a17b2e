"""Players at a table: chances that are drawn, what they may see, whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of, draw_action, play_on
from mystpy.situations.event import Event
from tests.engines.situations import ALL_GAMES

YES, NO = Event(("yes", 1)), Event(("no", 1))


class Anything:
    """Does anything that may be done; guesses rarely."""

    def __init__(self) -> None:
        self.met: list[InformationState] = []

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        self.met.append(seen)
        kinds = [o for o in legal_actions if o.key[0] != "guess" or rng.random() < 0.1]
        return any_of(rng.choice(kinds or legal_actions), seen.game, rng)


@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_a_whole_game_is_legal_and_players_see_their_own_view(game: Game) -> None:
    rng = Random(1)
    table = GameState(game, random_deal(game, rng))
    players = [Anything() for _ in range(game.p)]
    play_on(table, players, [rng] * game.p, most=200)
    assert table.outcome is not None or len(table.done) == 200
    assert WorldsEngine().judge(table.history()).verdict is Verdict.LEGAL
    while table.done:
        kind, actor, *_ = table.undo().key
        if kind in ("right", "wrong", "opens"):
            continue  # nobody is asked for what is no choice
        assert players[actor - 1].met.pop() == InformationState.at(table, actor)
    assert not any(player.met for player in players)


def test_chances_are_drawn_as_they_are_given() -> None:
    rng = Random(2)
    chances = {YES: Fraction(1, 3), NO: Fraction(2, 3)}
    drawn = Counter(draw_action(chances, rng) for _ in range(3_000))
    assert abs(drawn[YES] - 1_000) < 130
    assert drawn.total() == drawn[YES] + drawn[NO]
    assert draw_action(YES, rng) is YES
    assert draw_action({YES: Fraction(0), NO: Fraction(1)}, rng) is NO


@pytest.mark.parametrize(
    "chances",
    [
        {},
        {YES: Fraction(1, 2)},
        {YES: Fraction(3, 2), NO: Fraction(-1, 2)},
    ],
)
def test_what_are_no_chances_is_refused(chances: dict[Event, Fraction]) -> None:
    with pytest.raises(QueryError, match="add up to 1"):
        draw_action(chances, Random(0))


def test_a_player_who_cheats_is_told_the_axiom() -> None:
    class Cheat:
        def act(
            self,
            seen: InformationState,
            legal_actions: Sequence[LegalAction],
            rng: Random,
        ) -> Event:
            return Event(("endturn", seen.player))

    game = Game.myst(1, 1, 2, 1)
    table = GameState(game, random_deal(game, Random(0)))
    with pytest.raises(IllegalActionError) as caught:
        play_on(table, [Cheat(), Cheat()], [Random(0)] * 2)
    assert caught.value.axiom
    assert not table.done

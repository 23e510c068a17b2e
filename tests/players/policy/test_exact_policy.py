"""Exact policies: stated, or enumerated from what a player draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of, play_on
from mystpy.players.policy import exact_policy as module
from mystpy.players.policy.exact_policy import PolicyPlayer, exact_policy
from mystpy.players.registry import Option, kind
from mystpy.situations.event import Event

MYST = Game.myst(1, 2, 3, 2)
SMALL = Game.clue(
    3, {sort: [f"{sort}{k}" for k in range(3)] for sort in ("who", "what", "where")}
)


def positions(
    game: Game, seed: int
) -> list[tuple[InformationState, list[LegalAction]]]:
    """Return what each actor had seen in a game of random players, and could do."""
    table = GameState(game, random_deal(game, Random(seed)))
    everybody = range(1, game.p + 1)
    players = [kind("exact").sit(game, k) for k in everybody]
    play_on(table, players, [Random(f"{seed} {k}") for k in everybody], most=25)
    found = []
    while table.done:
        event = table.undo()
        actor = event.key[1]
        legal = [each for each in table.legal_actions() if each.player == actor]
        found.append((InformationState.at(table, actor), legal))
    return found


@pytest.mark.parametrize("game", [MYST, SMALL], ids=repr)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("random", {}),
        ("exact", {}),
        ("order-1", {}),
        ("strong-a", {}),
        ("strong-e", {}),
        ("learned", {"told": 0.3}),
    ],
)
def test_a_policy_is_what_is_observed(
    game: Game, name: str, options: dict[str, Option]
) -> None:
    """Frequencies in 400 draws, with fixed streams, by Pearson's statistic."""
    looked = 0
    for number, (seen, legal) in enumerate(positions(game, 3)[::4]):
        player = kind(name).sit(game, seen.player, **options)
        chances = exact_policy(player, seen, legal)
        assert sum(chances.values()) == 1
        rng = Random(number)
        drawn = Counter(drawn_action(player, seen, legal, rng) for _ in range(400))
        assert drawn.keys() <= chances.keys()
        expected = {event: 400 * float(chance) for event, chance in chances.items()}
        statistic = sum((drawn[e] - x) ** 2 / x for e, x in expected.items())
        freedom = len(expected) - 1
        # Six standard deviations of a chi-square variable above its mean.
        assert statistic <= freedom + 6 * (2 * freedom) ** 0.5
        looked += freedom > 0
    assert looked


def drawn_action(
    player: object, seen: InformationState, legal: Sequence[LegalAction], rng: Random
) -> Event:
    choice = player.act(seen, legal, rng)  # type: ignore[attr-defined]
    assert isinstance(choice, Event)
    return choice


def test_every_outcome_of_the_draws_counts() -> None:
    """A card of three, then one of two again: by hand."""

    class Twice:
        def act(
            self, seen: InformationState, legal: Sequence[LegalAction], rng: Random
        ) -> Event:
            first = rng.choice([1, 2, 4])
            return Event(legal[0].key, first if rng.randrange(2) else 1)

    legal = [LegalAction(("asks", 1), 0)]
    found = exact_policy(Twice(), InformationState(MYST, 1, 3), legal)
    assert found == {
        Event(("asks", 1), 1): Fraction(2, 3),
        Event(("asks", 1), 2): Fraction(1, 6),
        Event(("asks", 1), 4): Fraction(1, 6),
    }


def test_real_numbers_and_too_many_outcomes_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Real:
        def act(
            self, seen: InformationState, legal: Sequence[LegalAction], rng: Random
        ) -> Event:
            return Event(legal[0].key, 1 if rng.random() < 0.3 else 2)

    class Any:
        def act(
            self, seen: InformationState, legal: Sequence[LegalAction], rng: Random
        ) -> Event:
            return any_of(legal[0], MYST, rng)

    legal, seen = [LegalAction(("asks", 1), 0)], InformationState(MYST, 1, 3)
    with pytest.raises(QueryError, match="draws real numbers"):
        exact_policy(Real(), seen, legal)
    assert len(exact_policy(Any(), seen, legal)) == 21  # of 7 cards two
    monkeypatch.setattr(module, "MAX_DRAWS", 10)
    with pytest.raises(QueryError, match="more than 10 outcomes"):
        exact_policy(Any(), seen, legal)


def test_a_policy_player_states_what_the_player_draws() -> None:
    seen, legal = InformationState(MYST, 1, 3), [LegalAction(("asks", 1), 0)]
    player = kind("random").sit(MYST, 1)
    chances = PolicyPlayer(player).act(seen, legal, Random(1))
    assert chances == exact_policy(player, seen, legal)
    assert set(chances.values()) == {Fraction(1, 21)}
    assert not PolicyPlayer(player).alike
    only = [LegalAction(("shows", 1, 2), 2)]
    assert PolicyPlayer(player).act(seen, only, Random(1)) == {
        Event(("shows", 1, 2), 2): 1
    }

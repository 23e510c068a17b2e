"""Seeds that follow from a secret, and tell nothing without it."""

from __future__ import annotations

from random import Random

from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.score import referee_game
from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.players.policy.private_streams import (
    fingerprint_of,
    keyed_seed,
    private_stream,
)
from mystpy.players.registry import kind

CLUE = Game.clue(3)


def tournament(secret: str, seed: int = 5) -> Tournament:
    strong = Entrant("strong", "strong-b", (("deals", 16),), copies=3)
    return Tournament((CLUE,), (strong,), seed=seed, secret=secret)


def played(match: Match) -> list[object]:
    game = referee_game(match)
    game.play()
    return [match.deal, *game.table.done]


def test_the_same_seed_and_secret_give_the_same_games() -> None:
    for secret in ("", "a long secret"):
        one, two = (played(tournament(secret).match(1)) for _ in range(2))
        assert one == two


def test_another_secret_gives_other_deals_and_draws() -> None:
    found = [tournament(secret).match(0) for secret in ("", "one", "another")]
    assert len({match.deal for match in found}) == 3
    assert len({match.seed for match in found}) == 3
    streams = [match.streams()[0].random() for match in found]
    assert len(set(streams)) == 3
    assert len({each.random() for each in found[1].streams()}) == 3  # by seat, too


def test_without_a_secret_seeds_are_what_they_were() -> None:
    assert tournament("").match(0).seed == "mystpy 5 deal 0 of 0"
    assert keyed_seed("mystpy 5 deal 0 of 0", "") == "mystpy 5 deal 0 of 0"
    assert "secret" not in tournament("").head()


def test_results_name_the_secret_without_telling_it() -> None:
    head = tournament("a long secret").head()
    assert head["secret"] == fingerprint_of("a long secret")
    assert "a long secret" not in str(head)
    assert fingerprint_of("one") != fingerprint_of("another")


def test_who_has_the_same_hand_and_has_seen_the_same_draws_otherwise() -> None:
    """Nothing that others see tells which of the questions is asked."""
    seen = InformationState(CLUE, 1, 0b000011_000011_000000011)
    legal = [LegalAction(("asks", 1), 0)]
    player = kind("strong-e").sit(CLUE, 1)
    asked = [player.act(seen, legal, Random(f"secret {k}")) for k in range(12)]
    assert len(set(asked)) > 6
    assert player.act(seen, legal, Random("secret 0")) == asked[0]


def test_a_stream_without_a_seed_is_another_each_time() -> None:
    assert private_stream(3).random() == private_stream(3).random()
    assert len({private_stream().random() for _ in range(3)}) == 3

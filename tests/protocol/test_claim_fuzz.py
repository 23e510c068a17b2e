"""A sentence is read as what it says, or it is not read: many random sentences."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.protocol.claims.claim_reading import read_claims
from tests.protocol.claim_fuzz import CARDS, holds, sentence
from tests.sampling import seeds_by_day

GAME = Game.clue(players=["ann", "bob", "cid"])
SENTENCES, DEALS, LEAST_READ = 60, 80, 0.95


@pytest.mark.parametrize("seed", seeds_by_day(50, 5))
def test_random_sentences_are_read_as_what_they_say(seed: int) -> None:
    rng, read = Random(seed), 0
    for _ in range(SENTENCES):
        one = sentence(rng)
        try:
            found = read_claims(one.said, GAME, 1)
        except QueryError:
            continue
        read += 1
        for _ in range(DEALS):
            true = {(k, x) for k in range(4) for x in CARDS if rng.random() < 0.5}

            def deal(k: int, x: str, true: set[tuple[int, str]] = true) -> bool:
                return (k, x) in true

            said = all(holds(claim.formula, deal) for claim in found)
            assert said is one.holds(deal), one.said
    assert read >= LEAST_READ * SENTENCES

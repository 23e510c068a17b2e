"""The table of a game against Play, and what players have seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.play.player import any_of
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer, Outcome, Table, is_set
from mystpy.situations.deed import Deed, action_of
from mystpy.situations.play import Deal, Play, random_deal
from mystpy.views import seen_by
from tests.engines.situations import ALL_GAMES
from tests.sampling import cases


def deeds(table: Table, offers: list[Offer]) -> Iterator[Deed]:
    """Yield every action of some offers."""
    game = table.game
    for key, cards in offers:
        if key[0] == "shows":
            yield from (Deed(key, card) for card in bits(cards))
        elif key[0] in ("asks", "guess"):
            sets = game.questions() if key[0] == "asks" else game.guesses()
            yield from (Deed(key, sum(1 << game.deck[x] for x in s)) for s in sets)
        else:
            yield Deed(key, cards)


def right(table: Table) -> Deed | None:
    """Return the right guess, where somebody may guess."""
    keys = [offer.key for offer in table.offers() if offer.key[0] == "guess"]
    return Deed(keys[0], table.hands[0]) if keys else None


def played(game: Game, rng: Random, most: int = 40) -> Iterator[tuple[Table, Play]]:
    """Yield a table and a play of one deal, after each of some random actions."""
    deal = random_deal(game, rng)
    table, play = Table(game, deal), Play(game, deal)
    yield table, play
    while len(table.done) < most and (offers := table.offers()):
        guess = right(table) if rng.random() < 0.05 else None
        deed = guess or any_of(rng.choice(offers), game, rng)
        table.do(deed)
        play.push(action_of(deed, game))
        yield table, play


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_the_table_offers_what_play_offers(game: Game, seed: int) -> None:
    for table, play in played(game, Random(seed)):
        offered = [action_of(deed, game) for deed in deeds(table, table.offers())]
        assert offered == list(play.actions())
        assert table.over == play.over
        assert table.history() == play.history()


@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_what_was_done_can_be_undone(game: Game) -> None:
    *_, (table, _) = played(game, Random(7))
    offers = []
    done = list(table.done)
    while table.done:
        offers.append(table.offers())
        table.undo()
    for deed in done:
        table.do(deed)
        table.undo()
        table.do(deed)
    assert table.done == done
    assert table.offers() == offers[0]


@pytest.mark.parametrize("seed", cases(range(3), 0))
@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_seen_is_what_the_view_of_the_history_is(game: Game, seed: int) -> None:
    kept: dict[int, Seen] = {}
    for table, play in played(game, Random(seed)):
        for i in range(1, game.p + 1):
            seen = Seen.at(table, i)
            assert seen.history() == seen_by(play.history(), i)
            if table.done:
                assert kept[i].then(table.done[-1], won=table.won) == seen
            kept[i] = seen


def test_situations_that_a_player_cannot_tell_apart_have_one_key() -> None:
    game = Game.myst(1, 1, 3, 2)
    deals: list[Deal] = [
        tuple(map(frozenset, (["s1"], ["s2"], [x], [y])))
        for x, y in (("s3", "s4"), ("s4", "s3"))
    ]
    tables = [Table(game, deal) for deal in deals]
    for table, card in zip(tables, (1 << 2, 1 << 3), strict=True):
        table.do(Deed(("asks", 1), 0b1100))
        table.do(Deed(("yes", 2)))
        table.do(Deed(("shows", 2, 1), card))
    assert len({Seen.at(table, 3) for table in tables}) == 2, "the hands differ"
    assert len({Seen.at(table, 1) for table in tables}) == 2, "player 1 saw the card"
    others = {Seen.at(table, 3)._replace(hand=0) for table in tables}
    assert len(others) == 1, "player 3 did not see it"


def test_an_action_that_is_not_possible_is_refused_with_its_axiom() -> None:
    game = Game.myst(1, 1, 3, 2)
    table = Table(game, tuple(frozenset([x]) for x in game.cards))
    table.do(Deed(("asks", 1), 0b0110))
    for deed, axiom in [(Deed(("no", 2)), "2.16"), (Deed(("yes", 3)), "2.17")]:
        with pytest.raises(IllegalActionError) as caught:
            table.do(deed)
        assert caught.value.axiom == axiom
    assert len(table.done) == 1, "nothing was done"
    table.do(Deed(("yes", 2)))
    with pytest.raises(IllegalActionError):
        table.do(Deed(("shows", 2, 1), 0b0001))


def test_what_is_no_action_and_no_deal_is_refused() -> None:
    game = Game.myst(1, 1, 3, 2)
    with pytest.raises(QueryError):
        Table(game, tuple(frozenset(["s1"]) for _ in range(4)))
    table = Table(game, tuple(frozenset([x]) for x in game.cards))
    with pytest.raises(QueryError, match="question"):
        table.do(Deed(("asks", 1), 0b0111))
    assert not is_set(game, 1 << 4 | 1, 2)


def test_the_outcome_names_who_guessed_the_pile() -> None:
    game = Game.myst(1, 1, 2, 1)
    table = Table(game, tuple(frozenset([x]) for x in game.cards))
    assert table.outcome is None
    for deed in (Deed(("asks", 1), 0b001), Deed(("no", 2)), Deed(("guess", 1), 0b100)):
        table.do(deed)
    assert table.outcome is None, "player 2 plays on"
    table.undo()
    table.do(Deed(("guess", 1), 0b001))
    assert table.outcome == Outcome(1, table.state.still_in)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_random_games_are_legal_in_the_axioms(seed: int) -> None:
    rng = Random(seed)
    *_, (table, _) = played(rng.choice(ALL_GAMES), rng)
    judged = WorldsEngine().judge(table.history())
    assert judged.verdict is Verdict.LEGAL

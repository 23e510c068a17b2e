"""The strong player: legal, blind to hidden cards, and its reasons are true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.game.game import Game
from mystpy.play.belief import Belief
from mystpy.play.player import play_on
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Table
from mystpy.players.detective.detective import LEVELS, Detective
from mystpy.players.detective.inquiry import inquiries, with_leaks
from mystpy.players.detective.sample import Deal, Sample
from mystpy.players.detective.standpoint import Standpoint
from mystpy.questions.advice import advice
from mystpy.situations.deed import Deed
from mystpy.situations.play import random_deal

MYST = Game.myst(1, 2, 3, 2)
SMALL = Game.clue(
    3,
    sorts={
        "who": ["plum", "green", "peach"],
        "what": ["rope", "knife", "pipe"],
        "where": ["hall", "study", "attic"],
    },
)
CLUE = Game.clue(4)


def played(game: Game, level: str, seed: int, most: int = 10_000) -> Table:
    table = Table(game, random_deal(game, Random(seed)))
    everybody = range(1, game.p + 1)
    players = [Detective(game, i, level=level, deals=32) for i in everybody]
    play_on(table, players, [Random(i) for i in everybody], most=most)
    return table


def views(table: Table) -> Iterator[tuple[Seen, Deed]]:
    """Yield what each actor had seen, and the action; the last first."""
    while table.done:
        deed = table.undo()
        yield Seen.at(table, deed.key[1]), deed


def every_deal(game: Game, belief: Belief) -> list[Deal]:
    """Return all deals held possible, found by trying every deal."""
    whole = (1 << game.c) - 1

    def dealt(holder: int, free: int) -> Iterator[Deal]:
        if holder > game.p:
            yield ()
            return
        for hand in subsets(free, game.sizes[holder]):
            for rest in dealt(holder + 1, free & ~hand):
                yield (hand, *rest)

    told = belief.grid.told
    sorts = [sum(1 << game.deck[x] for x in xs) for _, xs in game.sorts]
    return [
        deal
        for deal in dealt(0, whole)
        if all(condition.satisfied(deal) for condition in told)
        and all((deal[0] & sort).bit_count() == 1 for sort in sorts)
    ]


def subsets(cards: int, size: int) -> Iterator[int]:
    if size == 0:
        yield 0
        return
    for card in bits(cards):
        for rest in subsets(cards & -card & ~card, size - 1):
            yield card | rest


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [MYST, SMALL, CLUE], ids=repr)
def test_whole_games_end_with_a_winner_and_are_legal(level: str, game: Game) -> None:
    table = played(game, level, 3)
    assert table.over
    if level < "d":
        assert table.won
        assert [d.key[0] for d in table.done].count("guess") == 1
    assert WorldsEngine().judge(table.history()).verdict.value == "legal"


def same_view(seen: Seen, rng: Random) -> Table:
    """Return a table with other hidden cards at which a player sees the same."""
    names = seen.game.cards
    hands = Belief.of(seen).draw(rng)
    deal = [
        frozenset(x for k, x in enumerate(names) if hand >> k & 1) for hand in hands
    ]
    table = Table(seen.game, tuple(deal))
    for event in seen.events:
        cards = event.cards
        if event.key[0] == "shows" and not cards:
            cards = rng.choice(bits(hands[event.key[1]] & table.asked))
        table.do(Deed(event.key, cards))
    return table


@pytest.mark.parametrize("level", LEVELS)
def test_who_has_seen_the_same_does_the_same_whatever_the_others_hold(
    level: str,
) -> None:
    rng, hidden = Random(5), 0
    for seen, done in views(played(CLUE, level, 4)):
        other = same_view(seen, rng)
        assert Seen.at(other, seen.player) == seen
        hidden += other.hands[0] != Belief.of(seen).pile
        player = Detective(CLUE, seen.player, level=level, deals=32)
        offers = [o for o in other.offers() if o.player == seen.player]
        deed = player.act(seen, offers, Random(6))
        again = Detective(CLUE, seen.player, level=level, deals=32)
        again.why(seen._replace(events=()), Deed(("endturn", 1)))  # it is carried on
        assert again.act(seen, offers, Random(6)) == deed
        if level >= "c":  # then nothing is drawn but deals, by what was seen
            assert deed == done
    assert hidden


def told_by_trial(game: Game, player: int, deals: list[Deal], question: int) -> float:
    """Return the expected information by going through all deals and answers."""
    seen: dict[tuple[int, int], dict[Deal, float]] = {}
    for deal in deals:
        for step in range(game.p - 1):
            other = (player + step) % game.p + 1
            if cards := bits(deal[other] & question):
                for card in cards:
                    seen.setdefault((other, card), {})[deal] = 1 / len(cards)
                break
        else:
            seen.setdefault((0, 0), {})[deal] = 1
    left = sum(sum(w.values()) * uncertain(game, w) for w in seen.values())
    return uncertain(game, dict.fromkeys(deals, 1.0)) - left / len(deals)


def uncertain(game: Game, weights: dict[Deal, float]) -> float:
    """Return how uncertain the pile is, in bits."""
    found, whole = 0.0, sum(weights.values())
    for k in range(game.c):
        share = sum(w for deal, w in weights.items() if deal[0] >> k & 1) / whole
        parts = (share,) if game.sorts else (share, 1 - share)
        found -= sum(x * math.log2(x) for x in parts if x > 0)
    return found


@pytest.mark.parametrize("game", [MYST, SMALL], ids=repr)
def test_with_all_deals_the_expected_information_is_exact(game: Game) -> None:
    looked = 0
    for seen, deed in list(views(played(game, "b", 7)))[::-1]:
        if deed.key[0] != "asks" or Belief.of(seen).pile is not None:
            continue
        here = Standpoint(seen).advance(seen)
        deals = every_deal(game, here.belief)
        assert len(deals) == here.belief.count()
        sample, heard = (
            Sample(game, each) for each in (deals, every_deal(game, here.public))
        )
        questions = [sum(1 << game.deck[x] for x in Q) for Q in game.questions()]
        told = inquiries(sample, seen.player, questions)
        found = {t.question: t for t in with_leaks(told, heard, seen.player)}
        for question, one in found.items():
            exact = told_by_trial(game, seen.player, deals, question)
            assert one.gain == pytest.approx(exact, abs=1e-6)
        engine = WorldsEngine()
        for other in advice(seen.history(), seen.player, engine, most=3):
            one = found[sum(1 << game.deck[x] for x in other.question)]
            assert one.leak == pytest.approx(other.leak, abs=1e-6)
            assert one.unshown == pytest.approx(other.unshown, abs=1e-6)
            looked += 1
    assert looked

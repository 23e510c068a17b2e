"""Random notebooks with half-heard turns, events and what the writer saw.

A game is dealt and played; its lines are written as one of the players saw them. The
knowledge of the notebook is compared with a count that deals card by card and tries
each account of each line. The count never reads a line: it has the same content as
data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Cell
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.notebook.file import NotebookFile
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import GameStart
from mystpy.questions.knowledge import know
from tests.sampling import seeds_by_day

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
CARDS = [card for sort in SORTS.values() for card in sort]
Deal = tuple[frozenset[str], ...]
Account = tuple[frozenset[str], list[tuple[int, bool, str | None]]]
"""A question, and answers: who, whether a card is shown, and which if it was seen."""


@dataclass(frozen=True)
class Noted:
    """A line, and whether a deal agrees with it."""

    line: str
    fits: Callable[[Deal], bool]


def holds_some(accounts: Sequence[Account]) -> Callable[[Deal], bool]:
    """Return whether one of some accounts of a turn is true in a deal."""

    def fits(deal: Deal) -> bool:
        return any(
            all(
                bool(deal[who] & question) is shows
                and (card is None or card in deal[who] & question)
                for who, shows, card in answers
            )
            for question, answers in accounts
        )

    return fits


def every_deal(sizes: Sequence[int]) -> Iterator[Deal]:
    """Yield each deal of hands of these sizes, card by card."""

    def hands(rest: list[str], sizes: Sequence[int]) -> Iterator[Deal]:
        if not sizes:
            yield ()
            return
        for hand in combinations(rest, sizes[0]):
            left = [card for card in rest if card not in hand]
            yield from ((frozenset(hand), *more) for more in hands(left, sizes[1:]))

    for pile in product(*SORTS.values()):
        rest = [card for card in CARDS if card not in pile]
        yield from ((frozenset(pile), *others) for others in hands(rest, sizes))


class PlayedGame:
    """A deal that is played at random, and written down by one of its players."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.names = ["ann", "bob", "cid", "dan"][: self.dice.choice((3, 3, 4))]
        self.p = len(self.names)
        self.sizes = [2, 2, 2] if self.p == 3 else [2, 2, 1, 1]
        self.deals = list(every_deal(self.sizes))
        self.deal = self.dice.choice(self.deals)
        self.writer = self.dice.randint(1, self.p)
        self.game = Game.clue(
            players=self.names, sorts=SORTS, sizes=[3, *self.sizes], board=True
        )

    def name(self, player: int) -> str:
        return self.names[player - 1] if player else "the pile"

    def lines(self) -> Iterator[Noted]:
        """Yield the lines of some turns, with events before, between and after them."""
        yield from self.events()
        for turn in range(self.dice.randint(1, 5)):
            yield self.turn(turn % self.p + 1)
            yield from self.events()

    # --- Events besides questions -----------------------------------------------

    def events(self) -> Iterator[Noted]:
        while self.dice.random() < 0.3:
            yield self.look() if self.dice.random() < 0.6 else self.open_cards()

    def look(self) -> Noted:
        looker = self.dice.randint(1, self.p)
        holder = self.dice.choice([k for k in range(self.p + 1) if k != looker])
        card = self.dice.choice(sorted(self.deal[holder]))
        line = f"{self.name(looker)} looks at {self.name(holder)}"
        if self.writer in (looker, holder):
            return Noted(f"{line}: {card}", lambda deal: card in deal[holder])
        return Noted(line, lambda _: True)

    def open_cards(self) -> Noted:
        holder = self.dice.randint(1, self.p)
        hand = sorted(self.deal[holder])
        cards = frozenset(self.dice.sample(hand, self.dice.randint(1, len(hand))))
        listed = " ".join(sorted(cards))
        verb = (
            "lays open" if len(cards) > 1 else self.dice.choice(("drops", "shows all"))
        )
        line = f"{self.name(holder)} {verb} {listed}"
        return Noted(line, lambda deal: cards <= deal[holder])

    # --- Turns --------------------------------------------------------------------

    def turn(self, asker: int) -> Noted:
        if self.dice.random() < 0.15:
            return Noted(f"{self.name(asker)}: -", lambda _: True)
        question = frozenset(self.dice.choice(sort) for sort in SORTS.values())
        order = [(asker - 1 + k) % self.p + 1 for k in range(1, self.p)]
        shower = next((k for k in order if self.deal[k] & question), None)
        card = None
        if shower is not None:
            card = self.dice.choice(sorted(self.deal[shower] & question))
        ways = [self.exact, self.either, self.unheard, self.anybody]
        self.dice.shuffle(ways)
        for way in ways:
            found = way(asker, question, order, shower, card)
            if found is not None:
                return found
        raise AssertionError("a turn can be written exactly")

    def asked(self, asker: int, cards: Sequence[str]) -> str:
        return f"{self.name(asker)}: {' '.join(cards)} ->"

    def exact(
        self,
        asker: int,
        question: frozenset[str],
        order: list[int],
        shower: int | None,
        card: str | None,
    ) -> Noted:
        """Write the turn as it was, with the card if the writer saw it."""
        asked = self.asked(asker, sorted(question, key=CARDS.index))
        if shower is None:
            answers: list[tuple[int, bool, str | None]]
            answers = [(k, False, None) for k in order]
            return Noted(f"{asked} nobody", holds_some([(question, answers)]))
        others = [k for k in order if k != shower]
        witnesses = [k for k in others if self.dice.random() < 0.25]
        seen = card if self.writer in (asker, shower, *witnesses) else None
        line = f"{asked} {self.name(shower)} shows {seen or ''}".rstrip()
        line += "".join(f", {self.name(k)} saw it" for k in witnesses)
        passed = [(k, False, None) for k in order[: order.index(shower)]]
        return Noted(line, holds_some([(question, [*passed, (shower, True, seen)])]))

    def either(
        self,
        asker: int,
        question: frozenset[str],
        order: list[int],
        shower: int | None,
        card: str | None,
    ) -> Noted | None:
        """Write that one of two players showed; the writer knows what she shows."""
        others = [k for k in order if k not in (shower, self.writer)]
        if shower in (None, self.writer) or not others:
            return None
        two = sorted((shower, self.dice.choice(others)), key=order.index)
        seen = card if self.writer == asker else None
        accounts: list[Account] = []
        for each in two:
            passed = [(k, False, None) for k in order[: order.index(each)]]
            accounts.append((question, [*passed, (each, True, seen)]))
        names = " or ".join(map(self.name, self.dice.sample(two, 2)))
        asked = self.asked(asker, sorted(question, key=CARDS.index))
        return Noted(
            f"{asked} {names} shows {seen or ''}".rstrip(), holds_some(accounts)
        )

    def unheard(
        self,
        asker: int,
        question: frozenset[str],
        order: list[int],
        shower: int | None,
        card: str | None,
    ) -> Noted | None:
        """Write that some cards of the question were not heard."""
        if self.writer in (asker, shower):
            return None
        lost = [self.dice.random() < 0.4 for _ in SORTS]
        choices: list[Sequence[str]] = []
        words = []
        for (_, sort), gone in zip(SORTS.items(), lost, strict=True):
            (heard,) = question & set(sort)
            words.append("?" if gone else heard)
            choices.append(sort if gone else [heard])
        if not any(lost):
            return None
        until = len(order) if shower is None else order.index(shower)
        answers: list[tuple[int, bool, str | None]] = [
            (k, False, None) for k in order[:until]
        ]
        said = [f"{self.name(k)} -" for k in order[:until]]
        if shower is not None:
            answers.append((shower, True, None))
            said.append(f"{self.name(shower)} shows")
        accounts = [(frozenset(cards), answers) for cards in product(*choices)]
        line = f"{self.asked(asker, words)} {', '.join(said)}"
        return Noted(line, holds_some(accounts))

    def anybody(
        self,
        asker: int,
        question: frozenset[str],
        order: list[int],
        shower: int | None,
        card: str | None,
    ) -> Noted | None:
        """Write some answers, in any order; the other players asked are unknown."""
        if shower == self.writer:
            return None
        passed = order if shower is None else order[: order.index(shower)]
        known = [k for k in passed if self.dice.random() < 0.7]
        answers: list[tuple[int, bool, str | None]] = [(k, False, None) for k in known]
        if shower is not None and self.dice.random() < 0.7:
            seen = card if self.writer == asker else None
            answers.append((shower, True, seen))
        if not answers or len(answers) == len(order):
            return None
        self.dice.shuffle(answers)
        answers.sort(key=lambda answer: answer[1])
        said = [
            f"{self.name(k)} shows {seen or ''}".rstrip()
            if shows
            else f"{self.name(k)} -"
            for k, shows, seen in answers
        ]
        asked = self.asked(asker, sorted(question, key=CARDS.index))
        return Noted(
            f"{asked} {', '.join(said)} ...", holds_some([(question, answers)])
        )


def written(played: PlayedGame, path: Path) -> tuple[Notebook, list[Noted]]:
    """Return the notebook of a game, in which sometimes another hand is given, too."""
    given = {played.writer}
    if played.dice.random() < 0.3:
        given.add(played.dice.randint(1, played.p))
    hands = {k: played.deal[k] for k in given}
    start = GameStart.of(History.make(played.game, hands), played.writer)
    file = NotebookFile(path, create=True)
    notebook = Notebook.begin(file, start)
    lines = list(played.lines())
    for each in lines:
        notebook.record(each.line)
    return notebook, lines


def test_the_lines_are_of_every_kind() -> None:
    said = " / ".join(x.line for seed in range(100) for x in PlayedGame(seed).lines())
    kinds = (" or ", " ? ", " ...", "saw it", "looks at", "lays open", ": -", "nobody")
    assert all(said.count(kind) > 10 for kind in kinds)


@pytest.mark.parametrize("seed", seeds_by_day(100, 3))
def test_a_notebook_knows_what_a_count_of_deals_and_accounts_finds(
    seed: int, tmp_path: Path
) -> None:
    played = PlayedGame(seed)
    notebook, lines = written(played, tmp_path / "game.notes")
    writer, said = played.writer, [each.line for each in lines]
    left = [
        deal
        for deal in played.deals
        if deal[writer] == played.deal[writer] and all(x.fits(deal) for x in lines)
    ]
    assert played.deal in left
    assert notebook.deals() == len(left), said
    for name in ("auto", "worlds") if seed % 3 == 0 else ("auto",):
        known = know(notebook.history, writer, get_engine(name))
        assert known.deals == len(left), said
        assert known.counts is not None
        for holder, row in enumerate(known.cells):
            for card, cell in row.items():
                number = sum(card in deal[holder] for deal in left)
                assert known.counts[holder][card] == number, (said, holder, card)
                words = {0: Cell.NO, len(left): Cell.YES}
                assert cell is words.get(number, Cell.OPEN), (said, holder, card)
    notebook.file.close()
    with NotebookFile(tmp_path / "game.notes") as file:
        assert Notebook.resume(file).deals() == len(left), said

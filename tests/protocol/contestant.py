"""A program written for the Speed Clue contest, apart from mystpy.

Called as there: with the name it is given and the port of the server. A third argument
says how it misbehaves.
"""

import itertools
import random
import socket
import sys
from collections.abc import Iterator

Cards = tuple[str, ...]

SUSPECTS = "Gr Mu Pe Pl Sc Wh".split()
WEAPONS = "Ca Kn Pi Re Ro Wr".split()
ROOMS = "Ba Bi Co Di Ha Ki Li Lo St".split()


class Program:
    def __init__(self, how: str) -> None:
        self.how = how
        self.rng = random.Random(0)
        self.hand: list[str] = []
        self.seen: set[str] = set()
        self.left: list[Cards] = []
        self.last: Cards = ()
        self.must: Cards = ()
        self.index = -1

    def answer(self, verb: str, words: list[str]) -> str:
        return str(getattr(self, verb)(*words))

    def reset(self, _count: str, index: str, *cards: str) -> str:
        self.hand, self.index, self.must = list(cards), int(index), ()
        self.seen = set(cards)
        self.left = list(itertools.product(SUSPECTS, WEAPONS, ROOMS))
        self.rng.shuffle(self.left)
        return "ok"

    def suggest(self) -> str:
        if self.how == "repeat" and len(self.left) < 324:
            return "suggest " + " ".join(self.last)
        if self.how == "order":
            return "suggest Ba Gr Ca"
        self.last = self.left.pop()
        return "suggest " + " ".join(self.last)

    def disprove(self, _player: str, *cards: str) -> str:
        return "show " + next(card for card in self.hand if card in cards)

    def suggestion(self, player: str, *words: str) -> str:
        cards, by = words[:3], words[3]
        if int(player) == self.index:
            if len(words) > 4:
                self.seen.add(words[4])
            elif by == "-" and not self.seen & set(cards):
                self.must = cards
        return "ok"

    def accuse(self) -> str:
        if self.how == "suicide":
            return "accuse " + " ".join(next(self.with_a_seen_card()))
        return "accuse " + " ".join(self.must) if self.must else "-"

    def with_a_seen_card(self) -> Iterator[Cards]:
        for cards in itertools.product(SUSPECTS, WEAPONS, ROOMS):
            if self.seen & set(cards):
                yield cards

    def accusation(self, *_words: str) -> str:
        return "ok"

    def done(self) -> str:
        return "no" if self.how == "rude" else "dead"


def main(name: str, port: str, how: str = "") -> None:
    program = Program(how)
    with socket.create_connection(("127.0.0.1", int(port))) as line:
        line.sendall(f"{name} alive".encode())
        verb = ""
        while verb != "done" and (text := line.recv(512).decode()):
            verb, *words = text.split()
            if how == "ends without a word" and verb == "done":
                return
            line.sendall(program.answer(verb, words).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])

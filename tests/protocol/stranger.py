"""A program written apart from mystpy: it plays by the JSON messages, at random.

Its first argument says how it misbehaves, if it does, the second its name, the third a
port to connect to, the fourth the token; else it plays over its standard streams.
"""

import json
import random
import socket
import sys
import time
from typing import IO, Any

Message = dict[str, Any]


class Stranger:
    def __init__(
        self, how: str, name: str, come: IO[str], go: IO[str], token: str = ""
    ) -> None:
        self.how, self.name, self.come, self.go = how, name, come, go
        self.shown = {"token": token} if token else {}
        self.game: Message = {}
        self.rng = random.Random(0)

    def say(self, **message: object) -> None:
        self.write(json.dumps(message) + "\n")

    def write(self, text: str) -> None:
        self.go.write(text)
        self.go.flush()

    def play(self) -> None:
        for line in self.come:
            message = json.loads(line)
            if message["type"] == "hello":
                version = 99 if self.how == "version" else message["version"]
                self.say(type="hello", version=version, name=self.name, **self.shown)
            elif message["type"] == "game":
                self.game, self.rng = message, random.Random(message["seed"])
            elif message["type"] == "turn":
                self.act(message["offers"])

    def act(self, offers: list[str]) -> None:
        if self.how == "leave":
            sys.exit(0)
        elif self.how == "half":
            self.write('{"type":"act","action":"no')
            sys.exit(0)
        elif self.how == "broken":
            self.write("{'type'\n")
        elif self.how == "sleep":
            time.sleep(3600)
        elif self.how == "cheat":
            self.say(type="act", action=f"endturn({self.game['player']})")
        elif self.how == "typo":
            self.say(type="act", acton="no(1)")
        elif self.how == "unknown":
            self.say(type="act", action="asks(1,{s99})")
        else:
            if f"noguess({self.game['player']})" in offers and self.rng.random() < 0.8:
                offers = [offer for offer in offers if "noguess" in offer]
            self.say(type="act", action=self.choose(self.rng.choice(offers)))

    def choose(self, offer: str) -> str:
        if not offer.endswith((",Q)", ",M)")):
            return offer
        game = self.game
        if game["rules"] == "myst":
            asks = offer.startswith("asks")
            size = game["game"]["q"] if asks else game["sizes"][0]
            chosen = self.rng.sample(game["cards"], size)
        else:
            cards = game["cards"]
            sorts = cards[:6], cards[6:12], cards[12:]
            chosen = [self.rng.choice(sort) for sort in sorts]
        return f"{offer[:-2]}{{{','.join(chosen)}}})"


def main(
    how: str = "", name: str = "stranger", port: str = "", token: str = ""
) -> None:
    if not port:
        Stranger(how, name, sys.stdin, sys.stdout).play()
        return
    with socket.create_connection(("127.0.0.1", int(port))) as line:
        Stranger(how, name, line.makefile("r"), line.makefile("w"), token).play()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Random formulas of knowledge about one game, for tools/proof_knowledge.py."""

from __future__ import annotations

from random import Random

from mystpy.game.game import Game

DEPTH = 3


class RandomFormula:
    """Formulas of a game as text; unless `static`, also of what is done and was."""

    def __init__(self, game: Game, rng: Random, *, static: bool) -> None:
        self.game, self.rng, self.static = game, rng, static
        self.cards = list(game.cards)
        self.players = [str(i) for i in range(1, game.p + 1)]
        self.moves = 2
        """The number of further operators about other situations: each takes long."""

    def formula(self, depth: int) -> str:
        """A formula of at most this depth."""
        if depth == 0:
            return self.atom()
        kinds = [self.known, self.known, self.grouped, self.joined, self.counted]
        if not self.static:
            kinds += [self.pooled, *([self.acted, self.recalled] * self.moves)]
        return self.rng.choice(kinds)(depth - 1)

    def atom(self) -> str:
        """An atom, or its negation."""
        pick = self.rng.choice
        kinds = ["held"] * 5 + ["fluent", "question"] + ["possible"] * (not self.static)
        match pick(kinds):
            case "held":
                found = f"h({pick(['0', *self.players])},{pick(self.cards)})"
            case "question":
                found = f"Question({self.cards_of(self.game.q or 1)})"
            case "possible":
                found = f"possible({self.action()})"
            case _:
                of_players = [
                    f"{pick(['In', 'Turn', 'AnsTurn'])}({pick(self.players)})"
                ]
                phases = ["askphase", "ansphase", "showphase", "guessphase", "endphase"]
                found = pick([*of_players * 3, "GameOver", *phases])
        return pick([found, f"~{found}"])

    def cards_of(self, size: int) -> str:
        """Return a set of this number of cards."""
        return "{" + ",".join(sorted(self.rng.sample(self.cards, size))) + "}"

    def action(self) -> str:
        """An action, which may be impossible."""
        pick, q, m = self.rng.choice, self.game.q or 1, self.game.sizes[0]
        i, j, x = pick(self.players), pick(self.players), pick(self.cards)
        asked, guessed = self.cards_of(q), self.cards_of(m)
        acts = [f"asks({i},{asked})", f"no({j})", f"yes({j})", f"shows({j},{i},{x})"]
        return pick([*acts, f"guess({i},{guessed})", f"noguess({i})", f"endturn({i})"])

    def group(self) -> str:
        """A group of players."""
        some = self.rng.sample(self.players, self.rng.randint(1, self.game.p))
        return self.rng.choice(["players", f"[{','.join(sorted(some))}]"])

    def known(self, depth: int) -> str:
        """Return a formula about a player's knowledge, or about possibility."""
        letter = self.rng.choice(["K", "K", "K", "Kw", "M"])
        return f"{letter}({self.rng.choice(self.players)},{self.formula(depth)})"

    def grouped(self, depth: int) -> str:
        """Return a formula about a group's knowledge."""
        letter = self.rng.choice(["E", "C", "C", "E^2"])
        return f"{letter}({self.group()},{self.formula(depth)})"

    def pooled(self, depth: int) -> str:
        """Return a formula about a group's distributed knowledge."""
        return f"D({self.group()},{self.formula(depth)})"

    def joined(self, depth: int) -> str:
        """A connective of two formulas, or a negation."""
        sign = self.rng.choice(["&", "|", "->", "<->", "~"])
        if sign == "~":
            return f"~({self.formula(depth)})"
        return f"(({self.formula(depth)}) {sign} ({self.formula(depth)}))"

    def counted(self, depth: int) -> str:
        """A quantifier or a count over cards, holders, players or questions."""
        pick = self.rng.choice
        counts = ["exactly 1 of", "at least 2 of", "exactly m of"]
        head, i, card = pick(["forall", "exists", *counts]), *self.some()
        x, domain, said = pick(
            [
                ("x", "cards", f"h({i},x)"),
                ("k", "holders", f"h(k,{card})"),
                ("i", "players", f"K(i,h({i},{card}))"),
                ("Q", "questions", f"Question(Q) & exists y in Q: h({i},y)"),
            ]
        )
        said = pick(
            [said, f"K({self.some()[0]},{said})", f"({said}) | ({self.atom()})"]
        )
        if depth and pick([True, False]):
            said = f"({said}) & ({self.formula(depth - 1)})"
        return f"({head} {x} in {domain}: {said})"

    def some(self) -> tuple[str, str]:
        """A player and a card."""
        return self.rng.choice(self.players), self.rng.choice(self.cards)

    def acted(self, depth: int) -> str:
        """Return a formula that holds after an action, or after every action."""
        self.moves -= 1
        every = ["next", "next ~"] * (depth == DEPTH - 1)
        head = self.rng.choice([*every, f"after {self.action()}:"])
        return f"({head} ({self.formula(depth)}))"

    def recalled(self, depth: int) -> str:
        """Return a formula about the time before the last action."""
        return (
            f"({self.rng.choice(['before', 'once', 'so far'])} ({self.formula(depth)}))"
        )

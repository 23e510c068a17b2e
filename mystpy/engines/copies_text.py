"""Linked copies of the world as an answer set program, each reason with a switch.

A positive formula (no K under a negation) fails if some world that fits falsifies
it, and each K that fails needs one world more, tied to its parent by the player's
view. So its failure is one program with as many copies of the world as the formula
has K. Everything that restricts the worlds can be switched off: the partition
axioms by their numbers, each step, each hand that is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mystpy.engines.deals import Condition, Holds, cards_of
from mystpy.engines.law import Given, Law
from mystpy.formulas import (
    And,
    Everyone,
    Formula,
    H,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Truth,
    children,
    conjunction,
    is_objective,
)

WORLD = """
world(0..worlds-1).
{ h(W,K,X) : holder(K) } :- world(W), card(X).
:- on(axiom("2.9")), world(W), card(X), h(W,K,X), h(W,J,X), K < J.
:- on(axiom("2.10")), world(W), card(X), not h(W,K,X) : holder(K).
:- on(axiom("2.11")), world(W), size(K,N), K > 0, not N { h(W,K,X) : card(X) } N.
:- on(axiom("2.12")), world(W), size(0,N), not N { h(W,0,X) : card(X) } N.
1 { shown(W,E,X) : among(E,X) } 1 :- world(W), among(E,_).
:- shows(E,S,J), on(step(S)), shown(W,E,X), not h(W,J,X).
"""
"""One world a copy: the partition axioms, and a card for each show."""

SORTS = """
:- on(axiom("sorts")), world(W), sort_of(_,T), not 1 { h(W,0,X) : sort_of(X,T) } 1.
"""
"""In Clue the pile has one card of each sort."""

AXIOMS = ("2.9", "2.10", "2.11", "2.12")


@dataclass
class CopiesProgram:
    """The program in which a positive formula fails after a history.

    `text` is the program; its answer sets are the ways in which the formula fails,
    world 0 being a world that fits. `tree` says of each copy its parent and the
    player who cannot tell them apart. Raises ValueError if the formula is not
    positive, or has C of two players or more.
    """

    law: Law
    given: Given
    formula: Formula
    tree: list[tuple[int, int]] = field(default_factory=lambda: [(-1, 0)])
    _lines: list[str] = field(default_factory=list)
    _atoms: int = 0

    def __post_init__(self) -> None:
        root = self._fails(self.formula, 0)
        self._lines.append(f"{{ asked }}. :- asked, not {self._positive(root)}.")

    @property
    def unseen(self) -> tuple[str, ...]:
        """The steps of the shows whose card is not given."""
        seen = {index for index, _ in self.given.shown}
        shows = enumerate(self.law.shows)
        return tuple(f"step({show.step})" for k, show in shows if k not in seen)

    @property
    def switches(self) -> tuple[str, ...]:
        """Everything that can be switched off, in the order to try it.

        First the shows that the answer before them says as much as, then hands,
        steps and axioms.
        """
        told = dict.fromkeys(f"step({step})" for step, _ in self.law.told)
        axioms = (*AXIOMS, *(["sorts"] if self.law.game.sorts else []))
        return (
            *self.unseen,
            *(f"hand({holder})" for holder, _ in self.given.hands),
            *(switch for switch in told if switch not in self.unseen),
            *(f'axiom("{label}")' for label in axioms),
        )

    @property
    def text(self) -> str:
        """The whole program."""
        game = self.law.game
        facts = [f"#const worlds={len(self.tree)}."]
        facts += [f"holder({k}). size({k},{n})." for k, n in enumerate(game.sizes)]
        facts += [f"card({x})." for x in game.cards]
        facts += [f"sort_of({x},{t})." for t, xs in game.sorts for x in xs]
        worlds = (WORLD, SORTS) if game.sorts else (WORLD,)
        facts += ["#defined on/1. #defined among/2. #defined shows/3."]
        facts += [f"{{ on({switch}) }}." for switch in self.switches]
        return "\n".join(
            (
                *facts,
                *worlds,
                *self._told(),
                *self._shows(),
                *self._given(),
                *self._lines,
            )
        )

    def _told(self) -> Iterator[str]:
        for step, condition in self.law.told:
            for body in violated(condition, "W", self.law):
                yield f":- on(step({step})), world(W), {body}."

    def _shows(self) -> Iterator[str]:
        for index, show in enumerate(self.law.shows):
            yield f"shows({index},{show.step},{show.by})."
            for card in cards_of(show.cards, self.law.game):
                yield f"among({index},{card})."

    def _given(self) -> Iterator[str]:
        for holder, hand in self.given.hands:
            exactly = Condition(holder, Holds.EXACTLY, hand)
            for body in violated(exactly, "0", self.law):
                yield f":- on(hand({holder})), {body}."
        for index, mask in self.given.shown:
            (card,) = cards_of(mask, self.law.game)
            step = self.law.shows[index].step
            yield f":- on(step({step})), not shown(0,{index},{card})."

    def _fails(self, phi: Formula, world: int) -> str:
        """Add what it takes for a formula to be false in a copy; return its atom."""
        if is_objective(phi):
            return f"not {self._holds(phi, world)}"
        match phi:
            case And():
                return self._any([self._fails(part, world) for part in phi.parts])
            case Or():
                return self._all([self._fails(part, world) for part in phi.parts])
            case Implies() if is_objective(phi.left):
                left = self._holds(phi.left, world)
                return self._all([left, self._fails(phi.right, world)])
            case Everyone():
                parts = tuple(Knows(i, phi.body) for i in phi.group)
                return self._fails(conjunction(parts), world)
            case Knows(player, body) if isinstance(player, int):
                return self._linked(player, body, world)
        raise ValueError("only positive formulas without common knowledge")

    def _linked(self, player: int, body: Formula, world: int) -> str:
        copy = len(self.tree)
        self.tree.append((world, player))
        atom = self._new()
        self._lines.append(f"{{ {atom} }}.")
        for a, b in ((world, copy), (copy, world)):
            self._lines.append(f":- {atom}, h({a},{player},X), not h({b},{player},X).")
            for index, show in enumerate(self.law.shows):
                if player in (show.by, show.to):
                    seen = f"shown({a},{index},X), not shown({b},{index},X)"
                    self._lines.append(f":- {atom}, {seen}.")
        self._lines.append(f":- {atom}, not {self._positive(self._fails(body, copy))}.")
        return atom

    def _holds(self, phi: Formula, world: int) -> str:
        """Add rules for an objective formula; return the atom that says it is true."""
        parts = [self._holds(part, world) for part in children(phi)]
        match phi:
            case H():
                return f"h({world},{phi.holder},{phi.card})"
            case Not():
                return self._rule([f"not {parts[0]}"])
            case And():
                return self._all(parts)
            case Or():
                return self._any(parts)
            case Implies():
                return self._any([f"not {parts[0]}", parts[1]])
            case Iff():
                both = self._all(parts)
                return self._any([both, self._rule([f"not {part}" for part in parts])])
        return self._rule([] if self._constant(phi) else ["#false"])

    def _constant(self, phi: Formula) -> bool:
        return isinstance(phi, Truth) or self.law.holds(phi)

    def _all(self, literals: Iterable[str]) -> str:
        return self._rule(list(literals))

    def _any(self, literals: Iterable[str]) -> str:
        atom = self._new()
        self._lines += [f"{atom} :- {literal}." for literal in literals]
        return atom

    def _rule(self, literals: list[str]) -> str:
        atom = self._new()
        self._lines.append(
            f"{atom} :- {', '.join(literals)}." if literals else f"{atom}."
        )
        return atom

    def _positive(self, literal: str) -> str:
        return self._rule([literal]) if literal.startswith("not ") else literal

    def _new(self) -> str:
        self._atoms += 1
        return f"t({self._atoms})"


def violated(condition: Condition, world: str, law: Law) -> Iterator[str]:
    """Yield the bodies, one of which is true where a condition does not hold."""
    game, holder = law.game, condition.holder
    inside = [f"h({world},{holder},{x})" for x in cards_of(condition.cards, game)]
    full = (1 << game.c) - 1
    outside = [
        f"h({world},{holder},{x})" for x in cards_of(full ^ condition.cards, game)
    ]
    match condition.holds:
        case Holds.NONE:
            yield from inside
        case Holds.SOME:
            yield ", ".join(f"not {atom}" for atom in inside)
        case Holds.EXACTLY:
            yield from (f"not {atom}" for atom in inside)
            yield from outside
        case Holds.NOT_EXACTLY:
            yield ", ".join([*inside, *(f"not {atom}" for atom in outside)])

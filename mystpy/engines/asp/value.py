"""The truth of a formula by clingo: as a consequence, or over a list of worlds.

In the field: cautious and brave consequences of a program.

Without K, E and C a formula is a rule more, and what follows is a question to
the solver. A K of a player whose view is given is one as well: it is true if its
body holds in every deal that fits that view. All else is evaluated over the
worlds of the history by axioms/s1_03_knowledge.lp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mystpy.axioms import axioms_dir
from mystpy.bits import mask_of
from mystpy.engines.asp.program import Program, element_facts, group_facts, symbol
from mystpy.engines.base import Value, World, no_deal
from mystpy.engines.interrupt import interruptions
from mystpy.engines.lent import control
from mystpy.engines.programs.term import formula_term
from mystpy.errors import EngineFailed
from mystpy.history.actions import Guess, ResultTold, Right, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, Truth
from mystpy.language.atoms import H as Holds
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import children, is_objective, walk, with_children
from mystpy.views import results_of, seen_by

if TYPE_CHECKING:
    from clingo import Symbol

ProgramOf = Callable[[History], Program]


def consequence_value(
    phi: Formula, history: History, program_of: ProgramOf
) -> Value | None:
    """The value of a formula whose K speak of players with a given view; else None."""
    settled = _settle(phi, history, program_of)
    if not is_objective(settled):
        return None
    program = program_of(history)
    true, false = _define(settled, program)
    done = (symbol(f"executable({program.final})"), True)
    some_true = program.satisfiable(done, (true, True))
    some_false = program.satisfiable(done, (false, True))
    return value_of(some_true, some_false)


def value_of(some_true: bool, some_false: bool) -> Value:
    """The value of a formula that is true, or false, in some world that fits."""
    if some_true and some_false:
        return Value.UNDETERMINED
    if not some_true and not some_false:
        raise no_deal()
    return Value.TRUE if some_true else Value.FALSE


def _settle(phi: Formula, history: History, program_of: ProgramOf) -> Formula:
    """Replace each K whose value is the same in every world that fits by that value."""
    if isinstance(phi, Everyone):
        each = conjunction(tuple(Knows(i, phi.body) for i in phi.members))
        return _settle(each, history, program_of)
    if isinstance(phi, Common) and len(phi.members) == 1:
        return _settle(Knows(phi.members[0], phi.body), history, program_of)
    if not isinstance(phi, Knows):
        if isinstance(phi, Common):
            return phi
        parts = [_settle(part, history, program_of) for part in children(phi)]
        return with_children(phi, parts)
    player = phi.agent
    if not isinstance(player, int) or not view_is_given(player, history):
        return phi
    view = seen_by(history, player)
    body = _settle_own(phi.body, player, view, program_of)
    if not is_objective(body):
        return phi
    program = program_of(view)
    _, false = _define(body, program)
    done = (symbol(f"executable({program.final})"), True)
    return Falsity() if program.satisfiable(done, (false, True)) else Truth()


def _settle_own(
    phi: Formula, player: int, view: History, program_of: ProgramOf
) -> Formula:
    """Inside K of a player, settle the K of the same player: the view is the same."""
    if isinstance(phi, Knows):
        return _settle(phi, view, program_of) if phi.agent == player else phi
    if isinstance(phi, Common | Everyone):
        return phi
    own = [_settle_own(part, player, view, program_of) for part in children(phi)]
    return with_children(phi, own)


def view_is_given(player: int, history: History) -> bool:
    """Whether the hand, and every card shown to or by the player, is given.

    A guess as the last action leaves its outcome open, which everybody sees.
    """
    if history.hands[player] is None:
        return False
    if history.actions and isinstance(history.actions[-1], Guess):
        return False
    return not any(
        (isinstance(a, Shows) and a.card is None and player in (a.player, a.to))
        or (isinstance(a, ResultTold) and a.player == player)
        for a in history.actions
    )


@dataclass
class _Rules:
    """Rules that define the truth of a formula in the final situation of a program."""

    mark: int
    final: str
    deck: dict[str, int]
    lines: list[str]

    def of(self, phi: Formula) -> str:
        """Add the rules for a formula, and return the atom that says it is true."""
        parts = [self.of(part) for part in children(phi)]
        atom = f"truth({self.mark},{len(self.lines)})"
        self.lines.append(
            "".join(f"{atom}{body}." for body in self._bodies(phi, parts))
        )
        return atom

    def _bodies(self, phi: Formula, parts: list[str]) -> Iterator[str]:
        match phi:
            case Truth():
                yield ""
            case Falsity():
                yield " :- #false"
            case Not():
                yield f" :- not {parts[0]}"
            case And():
                yield f" :- {', '.join(parts)}"
            case Or():
                yield from (f" :- {part}" for part in parts)
            case CountOf(exact, number):
                each = "; ".join(f"{k} : {part}" for k, part in enumerate(parts))
                yield f" :- {number} {'=' if exact else '<='} #count {{ {each} }}"
            case Implies():
                yield f" :- not {parts[0]}"
                yield f" :- {parts[1]}"
            case Iff():
                yield f" :- {parts[0]}, {parts[1]}"
                yield f" :- not {parts[0]}, not {parts[1]}"
            case Holds():
                yield f" :- {formula_term(phi, self.deck)}"
            case _:
                term = formula_term(phi, self.deck)
                here = (
                    f"{term[:-1]},{self.final})"
                    if "(" in term
                    else f"{term}({self.final})"
                )
                yield f" :- {here}"


def _define(phi: Formula, program: Program) -> tuple[Symbol, Symbol]:
    """Add a formula to a program; return the atoms that say it is true, and false."""
    mark = program.marks = program.marks + 1
    rules = _Rules(mark, program.final, program.history.game.deck, [])
    atom = rules.of(phi)
    program.define("".join(rules.lines) + f"untruth({mark}) :- not {atom}.")
    return symbol(atom), symbol(f"untruth({mark})")


Fluents = frozenset[str]


def worlds_value(
    phi: Formula, worlds: Iterable[tuple[World, Fluents]], history: History
) -> Value:
    """The value of a formula over these worlds; the history says which of them fit."""
    listed = list(worlds)
    deck = history.game.deck
    term = symbol(formula_term(phi, deck))
    text = "".join(world_facts(phi, listed, history))
    complaints: list[str] = []
    truth = control([], lambda _, message: complaints.append(message))
    truth.load(str(axioms_dir() / "drive" / "truth.lp"))
    truth.add("base", [], f"{text}ask({term}).")
    truth.ground([("base", [])])
    if complaints:
        raise EngineFailed(f"the worlds do not ground: {complaints[0]}")
    with interruptions(), truth.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None, "the program is stratified"
        true = {atom.arguments[1].number for atom in model.symbols(shown=True)}
    fitting = [w for w, (world, _) in enumerate(listed) if _fits(world, history)]
    return value_of(
        any(w in true for w in fitting), any(w not in true for w in fitting)
    )


def _fits(world: World, history: History) -> bool:
    hands = all(
        hand is None or hand == held
        for hand, held in zip(history.hands, world.hands, strict=True)
    )
    pile = mask_of(world.hands[0], history.game)
    results = all(
        isinstance(action := history.actions[result.step], ResultTold)
        or isinstance(action, Right) is (pile == result.pile)
        for result in results_of(history)
    )
    return (
        hands
        and results
        and all(
            getattr(history.actions[step], "card", None) in (None, card)
            for step, card in world.shown
        )
    )


def world_facts(
    phi: Formula | None, worlds: list[tuple[World, Fluents]], history: History
) -> Iterator[str]:
    """The worlds as facts for axioms/drive/truth.lp.

    Of the fluents only those in the formula are told; for None, all of them.
    """
    game, actions = history.game, history.actions
    yield f"constant(p,{game.p})."
    told = results_of(history)
    shown = [k for k, a in enumerate(actions) if isinstance(a, Shows)]
    steps = sorted([*shown, *(result.step for result in told)])
    number = {k: e for e, k in enumerate(steps, 1)}
    yield from _events(number, history)
    yield from element_facts(
        {hand for world, _ in worlds for hand in world.hands}, history
    )
    parts = list(walk(phi or Truth()))
    groups = {part.numbers for part in parts if isinstance(part, Common | Everyone)}
    yield from group_facts({*groups, tuple(range(1, game.p + 1))})
    atoms = [part for part in parts if not children(part)]
    asked = {formula_term(atom, game.deck) for atom in atoms}
    guess = actions[-1] if actions and isinstance(actions[-1], Guess) else None
    for w, (world, fluents) in enumerate(worlds):
        yield f"world({w})."
        for k, hand in enumerate(world.hands):
            listed = ",".join(sorted(hand, key=game.deck.__getitem__))
            yield f"hand({w},{k},{f'set({listed})' if listed else 'set'})."
        yield "".join(f"shown({w},{number[k]},{x})." for k, x in world.shown)
        pile = mask_of(world.hands[0], game)
        for result in told:
            yield f"shown({w},{number[result.step]},{_outcome(pile == result.pile)})."
        public = guess and not game.generalized
        outcome = _outcome(guess.cards == world.hands[0]) if guess else "none"
        yield f"outcome({w},{outcome if public else 'none'})."
        yield "".join(
            f"now({w},{fluent})."
            for fluent in fluents
            if phi is None or fluent in asked
        )


def _events(number: dict[int, int], history: History) -> Iterator[str]:
    """Who showed whom a card, or was told by the arbitrator how the guess was."""
    for step, event in number.items():
        action = history.actions[step]
        by, to = 0, action.player
        if isinstance(action, Shows):
            by, to = action.player, action.to
        yield f"event({event},{by},{to})."
    yield f"last_event({len(number)})."


def _outcome(right: bool) -> str:
    return "right" if right else "wrong"

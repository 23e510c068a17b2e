"""Histories that continue one that clingo has judged.

In the field: progression. For each public state in which a history may end, one deal is
kept that leads to it. It decides most further actions, each by a small program that was
ground before; otherwise the whole history is judged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mystpy.axiom_folder.signature import deal_atom
from mystpy.axioms import rules_in_force
from mystpy.engines.asp.kept import grounding_time, is_long, program_of, step_program
from mystpy.engines.asp.program import Assumption, Program, symbol
from mystpy.engines.backend import has_backend
from mystpy.engines.base import Judgement, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.given_hands import Hands
from mystpy.history.history import History
from mystpy.history.inheritance import Continuation
from mystpy.language.atoms import Question
from mystpy.theories import edited_theory
from mystpy.thresholds import MAX_ACTIONS_CONTINUED, MAX_STEP_GROUNDING_SECONDS

if TYPE_CHECKING:
    from clingo import Model, Symbol

    from mystpy.engines.asp.step import EndFluents


def judge_continued(
    history: History, judge: Callable[[History], Judgement]
) -> Judgement:
    """Judge a history, using what is known of the history that it continues.

    `judge` judges a whole history.
    """
    if not _can_continue(history.game):
        return judge(history)
    key = "asp", rules_in_force()
    carried = history.carried(key)
    found = _continued(history, *carried) if carried else None
    if found is None:
        judgement = judge(history)
        if judgement.step is not None:
            return judgement
        ends = tuple(_ends(history)) if carried and not is_long(history) else ()
        found = Continuation(judgement.verdict, ends)
    history.carry(key, found)
    return Judgement(Verdict(found.verdict))


def _can_continue(game: Game) -> bool:
    """Return whether actions of a game can be judged by programs of one step.

    Under edited axioms the past may matter in other ways than by the fluents. A backend
    of clingo grounds each query again.
    """
    if edited_theory() or has_backend():
        return False
    return grounding_time(game, game.p + game.c) <= MAX_STEP_GROUNDING_SECONDS


def _continued(
    history: History, done: int, before: Continuation
) -> Continuation | None:
    """Judge the actions after those that were judged; None if that does not succeed."""
    if done == len(history):
        return before
    if len(history) - done > MAX_ACTIONS_CONTINUED or not before.ends:
        return None
    found: Continuation | None = before
    for action in history.actions[done:]:
        found = found and _after(found, history.game, action, history.hands)
    return found


def _after(
    before: Continuation, game: Game, action: Action, hands: Hands
) -> Continuation | None:
    """Judge one more action; None if the known deals do not decide it."""
    program = step_program(game, action)
    verdict, ends = before.verdict, dict[tuple[object, ...], "EndFluents"]()
    for end in before.ends:
        effect = program.effect(end, action, hands, verdict == Verdict.LEGAL)
        if effect is None:
            return None
        if effect.fails and verdict == Verdict.LEGAL:
            if effect.end and len(before.ends) > 1:
                return None  # the action may fail only in deals of another end
            verdict = Verdict.POSSIBLE
        if effect.end:
            ends.setdefault((effect.end.fluents, effect.end.question), effect.end)
    return Continuation(verdict, tuple(ends.values())) if ends else None


def _ends(history: History) -> Iterator[EndFluents]:
    """Yield an end for each public state after the history, from the whole program."""
    program = program_of(history)
    done = symbol(f"executable({program.final})"), True
    fluents = dict(_final_fluents(program))
    atoms = program.control.symbolic_atoms
    varying = [
        f for f in fluents if (entry := atoms[f]) is not None and not entry.is_fact
    ]
    others: list[Assumption] = []
    while model := program.first(lambda m: _read(m, history, fluents), done, *others):
        true, end = model
        yield end
        if not varying:
            return
        others.append((_other_than(program, varying, true), True))


def _final_fluents(program: Program) -> Iterator[tuple[Symbol, str]]:
    """Yield the atoms that may hold in the last situation, and the fluents' terms."""
    from mystpy.engines.asp.step import atom_of, changing_fluents
    from mystpy.engines.transition_system.states import OLD

    for fluent in changing_fluents(program.history.game):
        yield symbol(atom_of(fluent, program.final)), fluent
    last = symbol(program.final)
    for atom in program.atoms(Question.predicate, 2):
        if atom.arguments[1] == last:
            yield atom, f"{Question.predicate}({OLD})"


def _read(
    model: Model, history: History, fluents: dict[Symbol, str]
) -> tuple[frozenset[Symbol], EndFluents]:
    """Read which of the atoms are true, and the end that they describe."""
    from mystpy.engines.asp.step import EndFluents

    game = history.game
    true = frozenset(atom for atom in fluents if model.contains(atom))
    question = (a.arguments[0].arguments for a in true if a.name == Question.predicate)
    deal = (
        frozenset(x for x in game.cards if model.contains(symbol(deal_atom(k, x))))
        for k in game.holders
    )
    end = EndFluents(
        frozenset(fluents[atom] for atom in true),
        frozenset(str(card) for cards in question for card in cards),
        tuple(deal),
    )
    return true, end


def _other_than(
    program: Program, varying: list[Symbol], true: frozenset[Symbol]
) -> Symbol:
    """Return an atom that says that these fluents differ from the true ones."""

    def rules(number: int) -> tuple[str, str, str]:
        atom = f"other_{number}"
        lines = (f"{atom} :- {'not ' * (f in true)}{f}." for f in varying)
        return "\n".join(lines), atom, atom

    return program.define((true, *varying), rules)[0]

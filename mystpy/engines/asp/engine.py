"""The engine "asp": the axioms as an answer set program, solved by clingo.

It needs only packages that pip installs. Modules that only some queries need are loaded
on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from mystpy.axiom_folder.signature import deal_atom
from mystpy.axioms import poss_labels
from mystpy.engines.asp.continuation import judge_continued
from mystpy.engines.asp.kept import is_long, listed_worlds, program_of
from mystpy.engines.asp.program import (
    Assumption,
    Program,
    situation,
    symbol,
)
from mystpy.engines.asp.rules import element_facts
from mystpy.engines.base import (
    Answer,
    Cell,
    Cells,
    Conjunct,
    Engine,
    Grid,
    Inconsistency,
    Judgement,
    PossibleAction,
    PublicFluents,
    Verdict,
    World,
    cell_of,
    grid_of,
    no_deal,
    pattern_of,
)
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.semantics import Dealt, Semantics, require_agreement
from mystpy.engines.transition_system.states import HAS
from mystpy.errors import EngineFailed, require_action
from mystpy.game.game import Game
from mystpy.game.names import set_term
from mystpy.history.actions import Lays, Looks, Shows
from mystpy.history.history import History
from mystpy.language.atoms import ARITIES, AnsTurn, GameOver, H, Question, StillIn, Turn
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in, pools_or_removes
from mystpy.sight import is_known_sight
from mystpy.theories import edited_theory
from mystpy.thresholds import MAX_ACTIONS_GROUND
from mystpy.views import seen_by, warn_if_large

if TYPE_CHECKING:
    from clingo import Model, Symbol

T = TypeVar("T")


@exclusive_methods
class AspEngine(Semantics):
    """Answers by clingo, from consequences and enumerated answer sets.

    If a K is not to be evaluated in `all_worlds`, it is replaced by its value in the
    deals that are consistent with a player's view; Python computes that view.
    """

    name = "asp"
    listing = "asp-worlds"
    alone = True

    def __init__(self, all_worlds: int = 0) -> None:
        self.all_worlds = all_worlds

    def judge(self, history: History) -> Judgement:
        """Return whether the history is executable in the consistent deals.

        A long history is progressed, since the size of its program grows with its
        length, and clingo checks the result for its first actions. Raises
        EnginesDisagree if they differ. If clingo would take too long even for these,
        progression alone answers.
        """
        return judge_continued(history, self._judge)

    def _judge(self, history: History) -> Judgement:
        if is_long(history):
            return self._sampled(history, lambda engine, asked: engine.judge(asked))
        program = program_of(history)
        done = _executable(len(history))
        if program.satisfiable((done, True)):
            every = not program.satisfiable((done, False))
            return Judgement(Verdict.LEGAL if every else Verdict.POSSIBLE)
        if not program.satisfiable():
            raise no_deal()
        step = _first_fault(program)
        failed, every = _failed(history, step)
        labels = poss_labels(history.game.rule_set)
        label = labels[history.actions[step].name]
        return Judgement(Verdict.ILLEGAL, step, label, failed, every)

    def _sampled(self, history: History, ask: Callable[[Engine, History], T]) -> T:
        """Return the result of progression, after clingo has confirmed a sample."""
        from mystpy.engines.worlds.engine import WorldsEngine

        fallback, sample = (
            WorldsEngine(),
            history.prefix(min(MAX_ACTIONS_GROUND, len(history))),
        )
        if not is_long(sample):
            require_agreement(self.name, ask(self, sample), ask(fallback, sample))
        return ask(fallback, history)

    def state(self, history: History) -> PublicFluents:
        """Return the fluents after the last action."""
        if is_long(history):
            return self._sampled(history, lambda engine, asked: engine.state(asked))
        program = program_of(history)
        last = symbol(program.final)
        atoms = [
            atom
            for name, arity in ARITIES.items()
            for atom in program.atoms(name, arity)
            if atom.arguments[-1] == last
        ]
        done = (_executable(len(history)), True)
        sure = program.consequences("cautious", atoms, done)
        some = program.consequences("brave", atoms, done)
        if sure is None or some is None:
            raise no_deal()
        over = symbol(f"{GameOver.predicate}({program.final})")
        asked = [a.arguments[0].arguments for a in sure if a.name == Question.predicate]
        return PublicFluents(
            still_in=_players(sure, StillIn.predicate),
            turn=_players(sure, Turn.predicate),
            ans_turn=_players(sure, AnsTurn.predicate),
            question=frozenset(map(str, asked[0])) if asked else None,
            phases=frozenset(a.name for a in sure if a.name.endswith("phase")),
            game_over=(over in sure) if (over in sure) == (over in some) else None,
        )

    def possible(self, history: History) -> tuple[PossibleAction, ...]:
        """Return the possible next actions; questions and guesses as patterns."""
        if is_long(history):
            return self._sampled(history, lambda engine, asked: engine.possible(asked))
        from mystpy.engines.terms import read_action, read_term

        game = history.game
        sets = [next(game.questions()), next(game.guesses())]
        if edited := edited_theory() is not None:
            from mystpy.engines.edited import followed_effects
            from mystpy.engines.edited.relied_on import require_known_actions

            require_known_actions(game.rule_set)
            edited = followed_effects.sets_differ(game.rule_set)
            sets = followed_effects.every_set(game) if edited else sets
        from mystpy.engines.world_count import is_small

        size = 1 if game.events else game.sizes[1]
        if game.events or (game.generalized and is_small(game)):
            sets += map(frozenset, combinations(game.cards, size))
        considered = [
            f"offered({situation(len(history))}).",
            *(f"offered_set({set_term(cards, game.deck)})." for cards in set(sets)),
            *element_facts(set(sets), history),
        ]
        program = program_of(history, "".join(considered))
        atoms = list(filter(_is_offered, _of_last(program, "poss")))
        done = (_executable(len(history)), True)
        if not program.satisfiable(done):
            raise no_deal()
        # One by one: all that is shown would be looked at together, each cell included.
        some = [atom for atom in atoms if program.satisfiable(done, (atom, True))]
        sure = {atom for atom in some if not program.satisfiable(done, (atom, False))}
        found = {}
        for atom in sorted(some, key=_order(game)):
            action = read_action(read_term(str(atom.arguments[0])))
            verdict = Verdict.LEGAL if atom in sure else Verdict.POSSIBLE
            found[action if edited else pattern_of(action)] = verdict
        listed = (PossibleAction(action, verdict) for action, verdict in found.items())
        return tuple(followed_effects.as_patterns(listed, game) if edited else listed)

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Yield each consistent world, or each world of the public history."""
        asked = seen_by(history, None) if public else history
        return (world for world, _ in listed_worlds(asked).worlds)

    def deals(self, history: History) -> Collection[Dealt]:
        """Return the hands of each deal that fits, by projection of answer sets."""
        program = program_of(history)
        atoms = [
            (atom, atom.arguments[0].number, atom.arguments[1].name)
            for atom in program.atoms(H.predicate, 2)
        ]

        def hands(model: Model) -> Dealt:
            held: list[set[str]] = [set() for _ in history.game.holders]
            for atom, holder, card in atoms:
                if model.contains(atom):
                    held[holder].add(card)
            return tuple(map(frozenset, held))

        done = (_executable(len(history)), True)
        return program.each(hands, done, project=True)

    def answers(self, history: History, phi: Formula) -> bool:
        """Return whether the game is small, and the axioms cover the formula.

        They do not cover distributed knowledge and announcements.
        """
        from mystpy.engines.world_count import is_small

        return is_small(history.game) and not pools_or_removes(phi)

    def value(self, history: History, formula: Formula) -> Answer:
        """Return the value of a formula in a small game, directly from the axioms.

        It uses consequences if views are given, else the list of worlds.
        """
        from mystpy.language.decidable import ground

        phi = ground(formula, history.game)
        (scope, in_views), knows = self.scope(history, phi), bool(agents_in(phi))
        listed = self.all_worlds and knows and not in_views
        if not listed and (not knows or is_known_sight(history.game.rule_set)):
            from mystpy.engines.asp.value import consequence_value

            value = consequence_value(phi, history, program_of)
            if value is not None:
                return Answer(value, self.name, knows)
        value = listed_worlds(scope).value(phi, history)
        return Answer(value, self.name, in_views)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals have in common that a player considers possible."""
        seen = history if player is None else seen_by(history, player)
        done = ((_executable(len(history)), True), *_outcome(history))
        program = program_of(seen)
        atoms = program.atoms(H.predicate, 2)
        some = program.consequences("brave", atoms, *done)
        sure = program.consequences("cautious", atoms, *done)
        if some is None or sure is None:
            raise no_deal()
        cells = {atom: cell_of(True, atom in sure) for atom in some}
        return tuple(
            {x: cells.get(symbol(deal_atom(k, x)), Cell.NO) for x in history.game.cards}
            for k in history.game.holders
        )

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals that a player considers possible, by cell."""
        asked = history if player is None else seen_by(history, player)
        warn_if_large(asked)
        counts: tuple[dict[str, int], ...] = tuple(
            dict.fromkeys(asked.game.cards, 0) for _ in asked.game.holders
        )
        known = ((_executable(len(asked)), True), *_outcome(history))
        program = program_of(asked)
        cells = [
            (atom, counts[atom.arguments[0].number], atom.arguments[1].name)
            for atom in program.atoms(H.predicate, 2)
        ]

        def count(model: Model) -> None:
            for atom, row, card in cells:
                row[card] += model.contains(atom)

        deals = program.each(count, *known, project=True)
        return grid_of(player, len(deals), counts)

    def clash(self, history: History) -> Inconsistency:
        """Return a smallest set of steps and hands that no deal satisfies."""
        from mystpy.engines.transition_system.progressor import Progressor
        from mystpy.engines.worlds import legality

        # Each Poss says "not GameOver", so that in the program any later action would
        # tell of a guess that it was wrong. In a progression the guess itself says so.
        return legality.clash(Progressor(history.game), history)


def _executable(step: int) -> Symbol:
    return symbol(f"executable({situation(step)})")


def _outcome(history: History) -> tuple[Assumption, ...]:
    """Return whether the last guess was right, if the given cards decide it.

    Everybody sees the outcome, even without seeing the pile. Raises NoWorldFits if no
    consistent deal makes the history executable.
    """
    program = program_of(history)
    done = (_executable(len(history)), True)
    right = symbol("outcome(right)")
    may_be = [v for v in (True, False) if program.satisfiable(done, (right, v))]
    if not may_be:
        raise no_deal()
    return ((right, may_be[0]),) if len(may_be) == 1 else ()


def _first_fault(program: Program) -> int:
    """Return the number of executable actions: the next one excludes all deals."""
    steps = {_executable(k): k for k in range(len(program.history) + 1)}
    alive = program.consequences("brave", steps)
    assert alive is not None, "some deal fits"
    return max(steps[atom] for atom in alive)


def _failed(history: History, step: int) -> tuple[tuple[Conjunct, ...], bool]:
    """Return the conjuncts that fail at a step, and whether in every deal left."""
    from mystpy.engines.programs.poss import failing_rules

    asked = history.prefix(step + 1)
    rules = failing_rules(history.game.rule_set)
    program = program_of(asked, f"{rules}#show failing/4.")
    here = symbol(situation(step))
    atoms = [a for a in program.atoms("failing", 4) if a.arguments[3] == here]
    alive = (_executable(step), True)
    for mode in ("cautious", "brave"):
        found = program.consequences(mode, atoms, alive) or set()
        if failed := _conjuncts(found, asked, step):
            return failed, mode == "cautious"
    if edited_theory() is None:
        raise EngineFailed(f"no conjunct of the axiom of action {step} fails")
    return (), True


def _conjuncts(found: set[Symbol], history: History, step: int) -> tuple[Conjunct, ...]:
    """Return the failing conjuncts in the order of the axiom.

    A card that was not seen means some card, so that a conjunct about it fails if it
    fails for every card: then the question and the hand are disjoint.
    """
    action = history.actions[step]
    unseen = isinstance(action, Shows | Looks) and action.card is None
    by_place: dict[int, list[Symbol]] = {}
    for atom in found:
        by_place.setdefault(atom.arguments[0].number, []).append(atom)
    failed = []
    for _, atoms in sorted(by_place.items()):
        if unseen and len({a.arguments[2] for a in atoms}) < history.game.c:
            continue
        failed.append(_conjunct(atoms[0].arguments[1], history.game, unseen))
    return tuple(failed)


def _conjunct(term: Symbol, game: Game, unseen: bool) -> Conjunct:
    from mystpy.engines.terms import conjunct_in

    found = conjunct_in(str(term))
    if unseen and found.name == "shared":
        return Conjunct("disjoint", found.args[1:], negated=True)
    if unseen and found.name == HAS:
        return Conjunct("disjoint", (game.cards, found.args[0]), negated=True)
    return found


def _of_last(program: Program, name: str) -> Iterator[Symbol]:
    """Yield the atoms of a predicate about the last situation."""
    last = symbol(program.final)
    return (atom for atom in program.atoms(name, 2) if atom.arguments[1] == last)


def _is_offered(poss: Symbol) -> bool:
    """Return whether an action is listed: looks, and sets laid open, as one."""
    action = poss.arguments[0]
    one = action.name in (Looks.name, Lays.name)
    return not one or str(action.arguments[-1]) == "unseen"


def _players(atoms: set[Symbol], name: str) -> frozenset[int]:
    return frozenset(a.arguments[0].number for a in atoms if a.name == name)


def _order(game: Game):  # type: ignore[no-untyped-def]
    kinds = list(poss_labels(game.rule_set))

    def key(atom: Symbol) -> tuple[int, str]:
        action = atom.arguments[0]
        require_action(action.name, kinds)
        return kinds.index(action.name), str(action)

    return key

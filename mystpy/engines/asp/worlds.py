"""The worlds of a history, listed by clingo, and the truth of formulas in them.

A program has two parts. The first says what each player has seen in each world; it does
not depend on a formula and is solved once. The second says where a formula is true,
given these views; it is solved for each formula, over worlds that are distinguished
only by what the formula mentions. By the splitting set theorem (Lifschitz and Turner
1994) the answer is that of one program. The rules of both are those of
axioms/s1_03_knowledge.lp and axioms/drive/truth.lp.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from mystpy.bits import mask_of
from mystpy.engines.asp.program import (
    Program,
    element_facts,
    group_facts,
    symbol,
    text_of,
)
from mystpy.engines.asp.rules import truth_rules, view_rules, whole_truth_rules
from mystpy.engines.asp.value import value_of
from mystpy.engines.base import Value, World
from mystpy.engines.interrupt import interruptions
from mystpy.engines.lent import control
from mystpy.engines.programs.term import formula_term
from mystpy.errors import EngineFailed
from mystpy.game.cards import set_term
from mystpy.history.actions import Guess, ResultTold, Right, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, Truth
from mystpy.language.atoms import H as Holds
from mystpy.language.nodes import Common, Everyone, Formula
from mystpy.language.subformulas import agents_in, children, walk
from mystpy.theories import edited_theory
from mystpy.views import results_of

if TYPE_CHECKING:
    from clingo import Model, Symbol

Fluents = frozenset[str]
"""The fluents that hold in a world after the history, as terms."""


class ListedWorlds:
    """The worlds of a history, with what players have seen in them."""

    def __init__(self, history: History, worlds: list[tuple[World, Fluents]]) -> None:
        self.history = history
        self.worlds = worlds
        self._fitting: tuple[History, list[bool]] | None = None

    def __len__(self) -> int:
        return len(self.worlds)

    def value(self, phi: Formula, history: History) -> Value:
        """Return the value of a formula in the worlds that fit this history.

        Raises NoWorldFits if none does.
        """
        if edited_theory():
            classes: Sequence[int] = range(len(self))
            true = self._true_in(phi, self._all_facts(phi))
        else:
            classes = self._classes(phi)
            true = self._true_in(phi, self._facts(phi, classes))
        fits = self._fit(history)
        fitting = {k for k, fit in zip(classes, fits, strict=True) if fit}
        return value_of(not fitting.isdisjoint(true), not fitting <= true)

    def _true_in(self, phi: Formula, facts: Iterable[str]) -> set[int]:
        """The numbers of the worlds, given as facts, in which a formula is true."""
        game = self.history.game
        parts = list(walk(phi))
        groups = {part.numbers for part in parts if isinstance(part, Common | Everyone)}
        sets = "".join(group_facts({*groups, tuple(range(1, game.p + 1))}))
        ask = f"constant(p,{game.p}).ask({formula_term(phi, game.deck)})."
        query = "".join((sets, ask, *facts))
        rules = whole_truth_rules() if edited_theory() else truth_rules(query)
        return {
            atom.arguments[1].number
            for atom in _answer(f"{rules}\n#show true_in/2.\n{query}")
        }

    def _fit(self, history: History) -> list[bool]:
        """For each world whether it agrees with what a history gives."""
        if self._fitting is None or self._fitting[0] != history:
            self._fitting = history, [_fits(w, history) for w, _ in self.worlds]
        return self._fitting[1]

    def _classes(self, phi: Formula) -> list[int]:
        """Number the worlds: worlds that agree in all that phi mentions get one number.

        It mentions its atoms, and the views of the players whose knowledge it is about.
        """
        columns = [self._views[i] for i in sorted(agents_in(phi))]
        columns += [self._column(atom) for atom in _atoms(phi)]
        if not columns:
            return [0] * len(self)
        rows = zip(*columns, strict=True)
        numbers: dict[tuple[int, ...], int] = {}
        found = (numbers.setdefault(each, len(numbers)) for each in rows)
        return list(found)

    def _column(self, atom: Formula) -> list[int]:
        """For each world whether an atom holds there."""
        if isinstance(atom, Holds):
            holder, card = atom.holder, str(atom.card)
            assert isinstance(holder, int), "quantifiers are expanded before"
            return [card in world.hands[holder] for world, _ in self.worlds]
        term = formula_term(atom, self.history.game.deck)
        return [term in fluents for _, fluents in self.worlds]

    def _facts(self, phi: Formula, classes: Sequence[int]) -> Iterator[str]:
        """The facts and the views of one world of each class."""
        deck = self.history.game.deck
        first = {k: w for w, k in reversed(list(enumerate(classes)))}
        yield "".join(f"world({k})." for k in first)
        for i in agents_in(phi):
            yield "".join(
                f"view({i},{k},{self._views[i][w]})." for k, w in first.items()
            )
        for atom in _atoms(phi):
            column, term = self._column(atom), formula_term(atom, deck)
            form = f"now({{}},{term})."
            if isinstance(atom, Holds):
                form = f"held({{}},{atom.holder},{atom.card})."
            yield "".join(form.format(k) for k, w in first.items() if column[w])

    @cached_property
    def _views(self) -> dict[int, list[int]]:
        """For each player and world the number of what the player has seen."""
        facts = "".join(_world_facts(self.worlds, self.history))
        views: dict[int, list[int]] = {
            i: [0] * len(self) for i in range(1, self.history.game.p + 1)
        }
        numbers: dict[Symbol, int] = {}
        for atom in _answer(f"{view_rules(facts)}#show view/3.\n{facts}"):
            player, world, seen = atom.arguments
            views[player.number][world.number] = numbers.setdefault(seen, len(numbers))
        return views

    def _all_facts(self, phi: Formula) -> Iterator[str]:
        """The worlds as facts for axioms/drive/truth.lp, with the fluents in phi."""
        yield from _world_facts(self.worlds, self.history)
        deck = self.history.game.deck
        asked = {formula_term(atom, deck) for atom in _atoms(phi)}
        for w, (_, fluents) in enumerate(self.worlds):
            yield "".join(f"now({w},{fluent})." for fluent in fluents & asked)


def _atoms(phi: Formula) -> list[Formula]:
    """The atoms of a formula that can differ between worlds, each once."""
    atoms = dict.fromkeys(part for part in walk(phi) if not children(part))
    return [atom for atom in atoms if not isinstance(atom, Truth | Falsity)]


def _answer(text: str) -> list[Symbol]:
    """The atoms that the one answer set of a program shows."""
    complaints: list[str] = []
    options = [] if edited_theory() else ["--warn=no-atom-undefined"]
    solver = control(options, lambda _, message: complaints.append(message))
    solver.add("base", [], text)
    solver.ground([("base", [])])
    if complaints:
        raise EngineFailed(f"the worlds do not ground: {complaints[0]}")
    with interruptions(), solver.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None, "the program is stratified"
        return list(model.symbols(shown=True))


def list_worlds(program: Program) -> ListedWorlds:
    """The worlds that fit the history of a program, by enumeration of answer sets."""
    history = program.history
    reading = _Reading(program)
    done = (symbol(f"executable({program.final})"), True)
    return ListedWorlds(history, program.each(reading.world, done, shows=True))


class _Reading:
    """Reads worlds from the answer sets of a program."""

    def __init__(self, program: Program) -> None:
        actions, last = program.history.actions, symbol(program.final)
        self._holders = program.history.game.holders
        self._held = [
            (atom, atom.arguments[0].number, atom.arguments[1].name)
            for atom in program.atoms("h", 2, shows=True)
        ]
        self._shown = [
            (atom, _step(atom), atom.arguments[1].name)
            for atom in program.atoms("shown", 2, shows=True)
        ]
        self._fluents = [
            (atom, text_of(atom.arguments[0]))
            for atom in program.atoms("fluent", 2, shows=True)
            if atom.arguments[1] == last
        ]
        self._known = {k: a.card for k, a in enumerate(actions) if isinstance(a, Shows)}
        self._sets: dict[frozenset[str], frozenset[str]] = {}

    def world(self, model: Model) -> tuple[World, Fluents]:
        """The world of an answer set, and the fluents in it."""
        hands: list[set[str]] = [set() for _ in self._holders]
        for atom, holder, card in self._held:
            if model.contains(atom):
                hands[holder].add(card)
        shown = dict(self._known)
        for atom, step, card in self._shown:
            if model.contains(atom):
                shown[step] = card
        fluents = self._same(t for atom, t in self._fluents if model.contains(atom))
        seen = tuple((k, card) for k, card in sorted(shown.items()) if card)
        held = tuple(map(self._same, hands))
        return World(held, seen, "game_over" in fluents), fluents

    def _same(self, members: Iterable[str]) -> frozenset[str]:
        """Return one object for equal sets: the worlds of a list share their hands."""
        found = frozenset(members)
        return self._sets.setdefault(found, found)


def _step(shown: Symbol) -> int:
    """The number of the action that showed a card."""
    before = shown.arguments[0].arguments[1]
    return before.arguments[0].number if before.arguments else 0


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


def _world_facts(
    worlds: list[tuple[World, Fluents]], history: History
) -> Iterator[str]:
    """The worlds as facts for axioms/s1_03_knowledge.lp, without fluents."""
    game, actions = history.game, history.actions
    yield f"constant(p,{game.p})."
    told = results_of(history)
    shown = [k for k, a in enumerate(actions) if isinstance(a, Shows)]
    steps = sorted([*shown, *(result.step for result in told)])
    number = {k: e for e, k in enumerate(steps, 1)}
    yield from _events(number, history)
    hands = {hand for world, _ in worlds for hand in world.hands}
    yield from element_facts(hands, history)
    terms = {hand: set_term(hand, game.deck) for hand in hands}
    guess = actions[-1] if actions and isinstance(actions[-1], Guess) else None
    for w, (world, _) in enumerate(worlds):
        yield f"world({w})."
        yield "".join(f"hand({w},{k},{terms[h]})." for k, h in enumerate(world.hands))
        yield "".join(f"shown({w},{number[k]},{x})." for k, x in world.shown)
        pile = mask_of(world.hands[0], game) if told else 0
        for result in told:
            yield f"shown({w},{number[result.step]},{_outcome(pile == result.pile)})."
        public = guess and not game.generalized
        outcome = _outcome(guess.cards == world.hands[0]) if guess else "none"
        yield f"outcome({w},{outcome if public else 'none'})."


def _events(number: dict[int, int], history: History) -> Iterator[str]:
    """Yield a fact for each card shown, and for each guess that is checked."""
    for step, event in number.items():
        action = history.actions[step]
        by, to = 0, action.player
        if isinstance(action, Shows):
            by, to = action.player, action.to
        yield f"event({event},{by},{to})."
    yield f"last_event({len(number)})."


def _outcome(right: bool) -> str:
    return "right" if right else "wrong"

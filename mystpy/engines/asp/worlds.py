"""The worlds of a history, listed by clingo, and the truth of formulas in them.

A program has two parts. The first has an answer set for each world, which says what
each player has seen in it; it does not depend on a formula and is solved once. The
second says where a formula is true, given these views; it is solved for each formula,
over worlds that are distinguished only by what the formula mentions. By the splitting
set theorem (Lifschitz and Turner 1994) the answer is that of one program. The rules of
both are those of the axioms, axioms/s1_03_knowledge.lp among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mystpy.bits import mask_of
from mystpy.engines.asp.program import (
    Program,
    symbol,
    text_of,
)
from mystpy.engines.asp.rules import group_facts, truth_rules, whole_truth_rules
from mystpy.engines.asp.value import value_of
from mystpy.engines.backend import control
from mystpy.engines.base import Value, World
from mystpy.engines.interrupt import interruptions
from mystpy.engines.programs.term import formula_term
from mystpy.errors import AxiomError, EngineFailed
from mystpy.history.actions import Looks, ResultTold, Right, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, GameOver, H, Truth
from mystpy.language.atoms import H as Holds
from mystpy.language.nodes import Common, Everyone, Formula
from mystpy.language.subformulas import agents_in, children, walk
from mystpy.sight import results_of
from mystpy.theories import edited_theory

if TYPE_CHECKING:
    from clingo import Model, Symbol

Fluents = frozenset[str]
"""The fluents that hold in a world after the history, as terms."""


class ListedWorlds:
    """The worlds of a history, with what players have seen in them.

    `views` has for each player the worlds' numbers of what the player has seen.
    """

    def __init__(
        self,
        history: History,
        worlds: list[tuple[World, Fluents]],
        views: Mapping[int, Sequence[int]],
    ) -> None:
        self.history = history
        self.worlds = worlds
        self.views = views
        self._fitting: tuple[History, list[bool]] | None = None

    def __len__(self) -> int:
        return len(self.worlds)

    def value(self, phi: Formula, history: History) -> Value:
        """Return the value of a formula in the worlds that fit this history.

        Raises NoWorldFits if none does.
        """
        edited = edited_theory() is not None
        classes = range(len(self)) if edited else self._classes(phi)
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
        columns = [self.views[i] for i in sorted(agents_in(phi))]
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
                f"view({i},{k},{self.views[i][w]})." for k, w in first.items()
            )
        for atom in _atoms(phi):
            column, term = self._column(atom), formula_term(atom, deck)
            form = f"now({{}},{term})."
            if isinstance(atom, Holds):
                form = f"held({{}},{atom.holder},{atom.card})."
            yield "".join(form.format(k) for k, w in first.items() if column[w])


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
    """The worlds that fit the history of a program, by enumeration of answer sets.

    Raises AxiomError if in one of them a player does not see which action is done: then
    the player would consider other histories possible, too.
    """
    history = program.history
    reading = _Reading(program)
    done = (symbol(f"executable({program.final})"), True)
    worlds = program.each(reading.world, done, shows=True)
    if reading.unaware is not None:
        raise _unaware_of(reading.unaware)
    return ListedWorlds(history, worlds, reading.views)


class _Reading:
    """Reads worlds from the answer sets of a program.

    `views` gets for each player and world the number of what the player has seen, and
    `unaware` an atom by which a player does not see which action is done, if there is
    one.
    """

    def __init__(self, program: Program) -> None:
        actions, last = program.history.actions, symbol(program.final)
        self._holders = program.history.game.holders
        self._held = [
            (atom, atom.arguments[0].number, atom.arguments[1].name)
            for atom in program.atoms(H.predicate, 2, shows=True)
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
        self._known = {
            k: a.card for k, a in enumerate(actions) if isinstance(a, Shows | Looks)
        }
        self._sets: dict[frozenset[str], frozenset[str]] = {}
        self.unaware: Symbol | None = None
        self._may_be_unaware = program.atoms("unaware", 2, shows=True)
        self.views: dict[int, list[int]] = {
            i: [] for i in range(1, program.history.game.p + 1)
        }
        self._seen: dict[int, list[Symbol]] = {i: [] for i in self.views}
        for atom in program.open_atoms("view", 2, shows=True):
            if atom.arguments[0].number in self._seen:
                self._seen[atom.arguments[0].number].append(atom)
        self._numbers: dict[tuple[int, tuple[bool, ...]], int] = {}

    def world(self, model: Model) -> tuple[World, Fluents]:
        """The world of an answer set, and the fluents in it."""
        for atom in self._may_be_unaware:
            if model.contains(atom):
                self.unaware = atom
        for player, atoms in self._seen.items():
            view = player, tuple(map(model.contains, atoms))
            number = self._numbers.setdefault(view, len(self._numbers))
            self.views[player].append(number)
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
        return World(held, seen, GameOver.predicate in fluents), fluents

    def _same(self, members: Iterable[str]) -> frozenset[str]:
        """Return one object for equal sets: the worlds of a list share their hands."""
        found = frozenset(members)
        return self._sets.setdefault(found, found)


def _unaware_of(atom: Symbol) -> AxiomError:
    """The error for a player who does not see which action is done in a situation."""
    player, situation = map(str, atom.arguments)
    return AxiomError(
        f"player {player} does not see which action is done in {situation} by the "
        "axioms of section 1.3, so that worlds with other actions would be possible",
        hint="define obs(I,A,O,S) for each player I and action A, with an O that is A, "
        "or shows(J,I,unseen) for a show",
    )


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

"""The steps between public states as clingo computes them, from drive/diagram.lp."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from clingo import Control, Symbol, SymbolType

from mystpy.axiom_folder.asp_check import locate_complaint, program_text
from mystpy.axiom_folder.signature import OPEN_SET, PILE_SET, QUESTION_SET
from mystpy.axioms import axioms_dir
from mystpy.engines.base import Conjunct
from mystpy.engines.interrupt import interruptions
from mystpy.engines.programs.poss import failing_rules, poss_rules
from mystpy.engines.terms import conjunct_in
from mystpy.engines.transition_system.states import (
    AMONG,
    HAS,
    OLD,
    Effect,
    EventKey,
    Failing,
    Held,
    LastQuestion,
    StateEvent,
    SystemState,
    last_question,
    stand_in,
)
from mystpy.errors import AxiomError
from mystpy.history.actions import Lays, Looks
from mystpy.language.atoms import ARITIES, AnsTurn, GameOver, H, Question, StillIn, Turn

_INITIAL_FILES = (
    "s2_01_constants.lp",
    "s2_02_turns_and_phases.lp",
    "s2_05_fluents.lp",
    "s2_06_initial_situation.lp",
)
_INITIAL = f"""
reported(init0).
{H.predicate}(K, X, init0) :- holder(K), symbol(K + 1, X).
#show.
#show after(init, init0, F) : fluent(F, init0).
"""
"""A deal has to follow init0: the smallest, in which each holds one card."""


_STATIC = {
    *(QUESTION_SET, PILE_SET, OPEN_SET),
    *("disjoint", "shared", "opponent", "another", "holds_all"),
}
"""The static conjuncts: the stand-in deals determine their values."""

_OF_EVENTS = {(Looks.name, HAS), (Lays.name, AMONG)}
"""Further conjuncts, each about the holder's cards in one kind of action."""


class ClingoSource:
    """Computes the steps between public states from the ASP files of chapter 2.

    Raises AxiomError if a Poss axiom is about the cards in another way than by disjoint
    and shared.
    """

    def __init__(self, driver: str = "drive/diagram") -> None:
        """Use this driver; see `mystpy.axioms.diagram_driver`.

        It has the name of the rules, if these have their own driver.
        """
        self._driver = f"{driver}.lp"
        self._rules = driver.partition("diagram_")[2]
        for rule in poss_rules(self._rules):
            for literal in rule.conjuncts:
                name = literal.term.partition("(")[0]
                known = _STATIC if literal.atom == literal.term else ARITIES
                if name not in known and (rule.kind, name) not in _OF_EVENTS:
                    raise AxiomError(
                        f"this method does not support {literal} in ({rule.label})",
                        hint="use --engine asp, and a game of at most 2,000 deals",
                    )

    def initial(self, p: int) -> SystemState:
        """Return the public state of init0 in a game of p players."""
        cards = " ".join(f"symbol({k},s{k})." for k in range(1, p + 2))
        atoms = _answer(_INITIAL_FILES, _constants(p), cards, _INITIAL)
        return _state(atom.arguments[2] for atom in atoms)[0]

    def possible(
        self, p: int, held: Held, states: Sequence[SystemState]
    ) -> set[StateEvent]:
        """Return which actions are possible in these states."""
        every = (f"every_action(st({k}))." for k in range(len(states)))
        atoms = self._system(p, held, states, every)
        return {_place(*a.arguments) for a in atoms if a.name == "poss"}

    def failing(
        self, p: int, held: Held, state: SystemState
    ) -> Mapping[EventKey, Failing]:
        """Return for every action of section 2.4 the conjuncts that fail there."""
        given = ("every_action(st(0)).", failing_rules(self._rules))
        atoms = self._system(p, held, [state], given)
        every = [(0, _key(a.arguments[0])) for a in atoms if a.name == "stand_in"]
        return {key: failing for (_, key), failing in _failing(atoms, every).items()}

    def look(
        self,
        p: int,
        held: Held,
        states: Sequence[SystemState],
        places: Collection[StateEvent],
    ) -> Mapping[StateEvent, Effect]:
        """Return what fails of these actions, and the states after them."""
        looked = [f"looked_at({stand_in(key)},st({k}))." for k, key in places]
        atoms = self._system(p, held, states, [*looked, failing_rules(self._rules)])
        after: dict[StateEvent, list[Symbol]] = {place: [] for place in places}
        for atom in atoms:
            if atom.name == "after":
                action, situation, fluent = atom.arguments
                after[_place(action, situation)].append(fluent)
        failing = _failing(atoms, places)
        return {
            place: Effect(failing[place], *_state(after[place])) for place in places
        }

    def _system(
        self, p: int, held: Held, states: Sequence[SystemState], given: Iterable[str]
    ) -> list[Symbol]:
        """Return the driver's answer for these states and a stand-in deal."""
        fluents = [_fluents(state, f"st({k})") for k, state in enumerate(states)]
        stand_ins = f"held({held})."
        return _answer((self._driver,), _constants(p), stand_ins, *fluents, *given)


def _constants(p: int) -> str:
    return f"constant(m,1; n,1; p,{p}; q,1)."


def _fluents(state: SystemState, situation: str) -> str:
    """Return a state as facts about a situation."""
    facts = [f"given_state({situation})."]
    facts += [f"{StillIn.predicate}({i},{situation})." for i in state.still_in]
    facts += [f"{Turn.predicate}({i},{situation})." for i in state.turn]
    facts += [f"{AnsTurn.predicate}({j},{situation})." for j in state.ans_turn]
    facts += [f"{phase}({situation})." for phase in state.phases]
    facts += [f"{Question.predicate}(set({OLD}),{situation})."] * state.asked
    facts += [f"{GameOver.predicate}({situation})."] * state.over
    return " ".join(facts)


def _answer(files: Iterable[str], *texts: str) -> list[Symbol]:
    """Return the atoms of the single answer set; AxiomError if it is not unique."""
    folder = axioms_dir()
    paths = [folder / name for name in files]
    complaints: list[str] = []
    control = Control(
        ["0", "--warn=none"], logger=lambda _, text: complaints.append(text.strip())
    )
    try:
        control.add("base", [], "\n".join((program_text(paths), *texts)))
        control.ground([("base", [])])
    except RuntimeError as error:
        why = locate_complaint(complaints[0], paths) if complaints else error
        raise AxiomError(f"the axiom files do not load: {why}") from error
    with interruptions(), control.solve(yield_=True) as answers:
        found = [model.symbols(shown=True) for model in answers]
    if len(found) != 1:
        raise AxiomError(
            f"where no card is open the axioms have {len(found)} answer sets, not one"
        )
    return list(found[0])


def _failing(
    atoms: Sequence[Symbol], places: Collection[StateEvent]
) -> dict[StateEvent, Failing]:
    """Return the conjuncts that fail of these actions, in their order.

    Raises AxiomError unless an action is possible if and only if no conjunct fails.
    """
    found: dict[StateEvent, list[tuple[int, Conjunct]]] = {
        place: [] for place in places
    }
    for atom in atoms:
        if atom.name == "failing":
            number, term, action, situation = atom.arguments
            numbered = (number.number, conjunct_in(str(term)))
            found[_place(action, situation)].append(numbered)
    possible = {_place(*atom.arguments) for atom in atoms if atom.name == "poss"}
    for place in places:
        if (place in possible) == bool(found[place]):
            raise AxiomError(
                f"no conjunct says whether {stand_in(place[1])} is possible"
            )
    return {place: tuple(sorted(found[place], key=_number)) for place in places}


def _number(failing: tuple[int, Conjunct]) -> int:
    return failing[0]


def _place(action: Symbol, situation: Symbol) -> StateEvent:
    return situation.arguments[0].number, _key(action)


def _key(action: Symbol) -> EventKey:
    """Return the kind and the players of an action's term."""
    players = [a.number for a in action.arguments if a.type is SymbolType.Number]
    return (action.name, *players)  # type: ignore[return-value]


def _state(fluents: Iterable[Symbol]) -> tuple[SystemState, LastQuestion]:
    """Return the state of these fluents, and which question is the last one."""
    held: dict[str, list[Symbol]] = defaultdict(list)
    for fluent in fluents:
        held[fluent.name] += fluent.arguments or [fluent]
    questions = {str(q.arguments[0]) for q in held[Question.predicate]}
    state = SystemState(
        still_in=_numbers(held[StillIn.predicate]),
        turn=_numbers(held[Turn.predicate]),
        ans_turn=_numbers(held[AnsTurn.predicate]),
        phases=tuple(sorted(name for name in held if name.endswith("phase"))),
        asked=bool(questions),
        over=GameOver.predicate in held,
    )
    return state, last_question(questions)


def _numbers(players: Iterable[Symbol]) -> tuple[int, ...]:
    return tuple(sorted(player.number for player in players))

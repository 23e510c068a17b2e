"""An export of models and formulas to ISPL, the language of the checker MCMAS.

In the field: interpreted systems (Fagin, Halpern, Moses and Vardi 1995); ISPL is in the
manual of MCMAS (Lomuscio, Qu and Raimondi 2017).

The environment is in one of the worlds, all of which are initial, and stays there. An
agent observes a variable of the environment with the number of the agent's class, so
that two worlds look alike to the agent if they are in one class. MCMAS says of each
formula whether it is true in all initial states.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask
from mystpy.kripke.smcdel.export import MOST
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import (
    And,
    Common,
    Distributed,
    Everyone,
    Formula,
    GroupModal,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import children, walk

_GROUPS = {Everyone: "GK", Common: "GCK", Distributed: "DK"}
_ACTUAL = "actual"


@dataclass(frozen=True, slots=True)
class IsplNames:
    """The names of atoms, agents and groups in ISPL, which has plain words only."""

    atoms: Mapping[str, str]
    agents: Mapping[str, str]
    groups: Mapping[tuple[str, ...], str]


def ispl_lines(
    model: Model, point: int | None, title: str, formulas: Sequence[Formula]
) -> Iterator[str]:
    """The lines of a file of MCMAS that asks formulas of a model.

    With a `point`, which is a world by its number, each is asked in that world only. A
    formula that ISPL does not have becomes a comment that says why. Raises ModelError
    if the model has too many worlds, or agents who may believe what is false.
    """
    if len(model) > MOST:
        raise ModelError(
            f"the model has {len(model):,} worlds, and at most {MOST:,} are written"
        )
    for agent, relation in zip(model.agents, model.relations, strict=True):
        if relation.core is not None:
            raise ModelError(
                f"{agent} may believe what is false, and MCMAS has knowledge only"
            )
    names = _names(model, formulas)
    yield from _comments(title, names)
    yield from _environment(model)
    for agent in model.agents:
        yield from _agent(names.agents[agent])
    yield from _evaluation(model, names, point)
    yield from _initial(model)
    groups = (
        f"  {name} = {{{', '.join(names.agents[i] for i in members)}}};"
        for members, name in names.groups.items()
    )
    yield from _section("Groups", groups)
    there = f"{_ACTUAL} -> " if point is not None else ""
    yield from _section("Formulae", _asked(formulas, names, there))


def _asked(formulas: Iterable[Formula], names: IsplNames, there: str) -> Iterator[str]:
    """Yield one line for each formula; MCMAS requires at least one."""
    asked = 0
    for each in formulas:
        try:
            yield f"  {there}{written_formula(each, names)};"
            asked += 1
        except ModelError as error:
            yield f"  -- not asked: {_plain(str(each))}, since {_plain(str(error))}"
    if not asked:
        yield "  true_atom;"


def _names(model: Model, formulas: Iterable[Formula]) -> IsplNames:
    groups = dict.fromkeys(
        tuple(map(str, node.members))
        for each in formulas
        for node in walk(each)
        if isinstance(node, GroupModal)
    )
    return IsplNames(
        {atom: f"a{k}" for k, atom in enumerate(model.atoms, 1)},
        {agent: f"agent{k}" for k, agent in enumerate(model.agents, 1)},
        {members: f"g{k}" for k, members in enumerate(groups, 1)},
    )


def _comments(title: str, names: IsplNames) -> Iterator[str]:
    yield f"-- {_plain(title)}"
    for atom, name in names.atoms.items():
        yield f"-- {name} is {_plain(atom)}"
    for agent, name in names.agents.items():
        yield f"-- {name} is {_plain(agent)}"


def _plain(text: str) -> str:
    """Return a text on one line, so that it does not end the comment."""
    return re.sub(r"\s+", " ", text).strip()


def _environment(model: Model) -> Iterator[str]:
    yield "Agent Environment"
    yield "  Vars:"
    yield f"    world : 0..{max(1, len(model) - 1)};"
    for k, relation in enumerate(model.relations, 1):
        yield f"    seen{k} : 0..{max(1, relation.count - 1)};"
    yield "  end Vars"
    yield "  Actions = {none};"
    yield "  Protocol:"
    yield "    Other : {none};"
    yield "  end Protocol"
    yield "  Evolution:"
    yield "    world=world if Action=none;"
    yield "  end Evolution"
    yield "end Agent"


def _agent(name: str) -> Iterator[str]:
    yield f"Agent {name}"
    yield f"  Lobsvars = {{seen{name.removeprefix('agent')}}};"
    yield "  Vars:"
    yield "    idle : boolean;"
    yield "  end Vars"
    yield "  Actions = {none};"
    yield "  Protocol:"
    yield "    Other : {none};"
    yield "  end Protocol"
    yield "  Evolution:"
    yield "    idle=idle if Action=none;"
    yield "  end Evolution"
    yield "end Agent"


def _evaluation(model: Model, names: IsplNames, point: int | None) -> Iterator[str]:
    """Where atoms are true; the constants are atoms, too."""
    truth = {names.atoms[atom]: mask for atom, mask in model.valuation.items()}
    lines = [f"  {name} if {_among(mask)};" for name, mask in truth.items()]
    lines += ["  true_atom if Environment.world>=0;"]
    lines += ["  false_atom if Environment.world<0;"]
    if point is not None:
        lines.append(f"  {_ACTUAL} if Environment.world={point};")
    yield from _section("Evaluation", lines)


def _among(mask: Mask) -> str:
    worlds = [w for w, true in enumerate(mask.tolist()) if true]
    each = [f"Environment.world={w}" for w in worlds]
    return " or ".join(each) if each else "Environment.world<0"


def _initial(model: Model) -> Iterator[str]:
    idle = [f"agent{k}.idle=false" for k in range(1, len(model.agents) + 1)]
    views = [relation.numbers.tolist() for relation in model.relations]
    states = []
    for world in range(len(model)):
        seen = [f"Environment.seen{k}={v[world]}" for k, v in enumerate(views, 1)]
        states.append(f"({' and '.join([f'Environment.world={world}', *seen])})")
    joined = "\n    or ".join(states)
    yield from _section("InitStates", [f"  {' and '.join(idle)} and (\n    {joined});"])


def _section(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield name
    yield from lines
    yield f"end {name}"


def written_formula(f: Formula, names: IsplNames) -> str:
    """A formula in ISPL. Raises ModelError for what it does not have."""
    match f:
        case Truth():
            return "true_atom"
        case Falsity():
            return "false_atom"
        case Atom(name):
            return names.atoms[name]
        case Knows(agent, body):
            return f"K({names.agents[str(agent)]}, {written_formula(body, names)})"
        case Everyone(_, body) | Common(_, body) | Distributed(_, body):
            group = names.groups[tuple(map(str, f.members))]
            return f"{_GROUPS[type(f)]}({group}, {written_formula(body, names)})"
    below = [written_formula(part, names) for part in children(f)]
    match f:
        case Not():
            return f"!({below[0]})"
        case And() | Or():
            empty = "true_atom" if isinstance(f, And) else "false_atom"
            word = " and " if isinstance(f, And) else " or "
            return f"({word.join(below)})" if below else empty
        case Implies():
            return f"({below[0]} -> {below[1]})"
        case Iff():
            one, other = below
            return f"(({one} -> {other}) and ({other} -> {one}))"
    raise ModelError(f"MCMAS has no {f}")

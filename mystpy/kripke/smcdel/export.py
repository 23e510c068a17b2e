"""An export of models and formulas to SMCDEL's text format.

It uses the translation of Kripke models to knowledge structures (van Benthem, van
Eijck, Gattinger and Su 2018).

The relation of an agent becomes a set of observed atoms: the atoms whose truth the
agent always knows, if these determine the relation; otherwise new atoms that number the
classes. If several worlds have the same true atoms, new atoms number them, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition, of_masks
from mystpy.kripke.refinement.contraction import agreeing
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import (
    And,
    Announcing,
    Believes,
    Common,
    Considers,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    TrulyAnnouncing,
)
from mystpy.language.subformulas import children

MOST = 2000
"""The maximal number of worlds that are written into a law."""


@dataclass(frozen=True, slots=True, eq=False)
class AtomNumbers:
    """Numbers for atoms, and names for agents that the format has."""

    atoms: Mapping[str, int]
    agents: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenStructure:
    """The lines of a structure, the numbers in it, and the state of each world."""

    lines: tuple[str, ...]
    numbering: AtomNumbers
    masks: tuple[Mask, ...]

    def state(self, world: int) -> str:
        """The atoms that are true in a world, as TRUE? has them."""
        true = [str(k) for k, mask in enumerate(self.masks, 1) if mask[world]]
        return f"{{{','.join(true)}}}"


def written_structure(model: Model, title: str) -> WrittenStructure:
    """A model as a knowledge structure. Raises ModelError if it has too many worlds."""
    if len(model) > MOST:
        raise ModelError(
            f"the model has {len(model):,} worlds, and a law is written of {MOST:,}"
        )
    masks = dict(model.valuation)
    notes: dict[str, str] = {}
    same = _place_in(agreeing(model))
    if same.any():
        _add_bits(masks, notes, same, "number of a world")
    observed: dict[str, list[str]] = {}
    for agent, relation in zip(model.agents, model.relations, strict=True):
        if relation.core is not None:
            raise ModelError(
                f"{agent} may believe what is false, and SMCDEL's text format has "
                "knowledge only"
            )
        seen = [x for x, mask in model.valuation.items() if _is_seen(relation, mask)]
        fits = of_masks((masks[x] for x in seen), len(model)) == relation
        if not fits or not seen:
            what = f"number of what {agent} sees"
            seen = _add_bits(masks, notes, relation.numbers, what)
        observed[agent] = seen
    numbers = {name: k for k, name in enumerate(masks, 1)}
    numbering = AtomNumbers(numbers, agent_names(model.agents))
    return WrittenStructure(
        tuple(_lines(title, masks, notes, observed, numbering)),
        numbering,
        tuple(masks.values()),
    )


def _is_seen(relation: Partition, mask: Mask) -> bool:
    """Whether an agent always knows whether an atom is true."""
    return bool((relation.inside(mask) == mask).all())


def _place_in(kinds: Partition) -> np.typing.NDArray[np.int64]:
    """Return for each world its number in its class, from 0 on; (worlds,)."""
    found = np.zeros(len(kinds), np.int64)
    for block in kinds.classes():
        found[block] = np.arange(len(block))
    return found


def _add_bits(
    masks: dict[str, Mask],
    notes: dict[str, str],
    numbers: np.typing.NDArray[np.int64],
    what: str,
) -> list[str]:
    """New atoms for the binary digits of numbers; at least one."""
    added = []
    for bit in range(max(1, int(numbers.max()).bit_length())):
        name = f" {what}, {bit}"
        masks[name] = numbers >> bit & 1 == 1
        notes[name] = f"a digit of the {what}"
        added.append(name)
    return added


def _lines(
    title: str,
    masks: Mapping[str, Mask],
    notes: Mapping[str, str],
    observed: Mapping[str, Sequence[str]],
    numbering: AtomNumbers,
) -> Iterator[str]:
    yield f"-- {' '.join(title.split())}"
    for name, number in numbering.atoms.items():
        yield f"-- {number} is {notes.get(name, name)}"
    for agent, name in numbering.agents.items():
        if agent != name:
            yield f"-- {name} is {agent}"
    yield f"VARS {','.join(map(str, numbering.atoms.values()))}"
    worlds = range(len(next(iter(masks.values()))))
    states = [
        _all(str(k) if mask[w] else f"~{k}" for k, mask in enumerate(masks.values(), 1))
        for w in worlds
    ]
    whole = len(worlds) == 2 ** len(masks)
    yield f"LAW {'Top' if whole else _any(states)}"
    yield "OBS"
    for agent, seen in observed.items():
        numbers = ",".join(str(numbering.atoms[name]) for name in seen)
        yield f"  {numbering.agents[agent]}: {numbers}"


def agent_names(agents: Sequence[str]) -> dict[str, str]:
    """For each agent a name of letters and digits that begins with a letter."""
    found: dict[str, str] = {}
    for number, agent in enumerate(agents, 1):
        fits = re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", agent) and agent not in _TAKEN
        name = agent if fits else f"agent{number}"
        while name in found.values() or (not fits and name in agents):
            name += "x"
        found[agent] = name
    return found


_TAKEN = {
    *("VARS", "LAW", "OBS", "Top", "Bot", "iff", "AND", "OR", "XOR", "ONEOF", "K"),
    *("Kw", "Not", "not", "Forall", "ForAll", "Exists", "knows", "comknow", "distknow"),
}


def _all(parts: Iterator[str] | Sequence[str]) -> str:
    listed = list(parts)
    return f"AND ({', '.join(listed)})" if listed else "Top"


def _any(parts: Sequence[str]) -> str:
    return f"OR ({', '.join(parts)})"


def written_formula(f: Formula, numbering: AtomNumbers) -> str:
    """A formula in the format.

    Raises ModelError for what the format does not have.
    """
    match f:
        case Truth() | Falsity():
            return "Top" if isinstance(f, Truth) else "Bot"
        case Atom(name):
            return str(numbering.atoms[name])
        case Knows(agent, body) | Believes(agent, body):
            said = written_formula(body, numbering)
            return f"({numbering.agents[str(agent)]} knows that {said})"
        case Considers(agent, body):
            return f"~{written_formula(Knows(agent, Not(body)), numbering)}"
        case Everyone(_, body):
            each = [Knows(agent, body) for agent in f.members]
            return _all([written_formula(part, numbering) for part in each])
        case Common(_, body) | Distributed(_, body):
            word = "comknow" if isinstance(f, Common) else "distknow"
            group = ",".join(numbering.agents[str(agent)] for agent in f.members)
            return f"(({group}) {word} that {written_formula(body, numbering)})"
        case Not() | And() | Or() | Implies() | Iff() | Announcing():
            return _joined(f, [written_formula(x, numbering) for x in children(f)])
    raise ModelError(f"SMCDEL's text format has no {f}")


def _joined(f: Formula, parts: list[str]) -> str:
    match f:
        case Not():
            return f"~{parts[0]}"
        case And():
            return _all(parts)
        case Or():
            return _any(parts)
        case TrulyAnnouncing():
            return f"(<! {parts[0]}> {parts[1]})"
        case Announcing():
            return f"([! {parts[0]}] {parts[1]})"
    return f"({parts[0]} {'->' if isinstance(f, Implies) else 'iff'} {parts[1]})"

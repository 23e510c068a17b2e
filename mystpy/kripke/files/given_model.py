"""The model of a model file: a deal, or worlds, relations and a valuation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.files.table import Table, TomlFile
from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.kripke.clusters import BeliefClusters, core_relation
from mystpy.kripke.construction import NameIndex, Seen, build_model, unnamable_items
from mystpy.kripke.deals import Deal, initial_state
from mystpy.kripke.faults import NO_VALUATION
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import LazyNames
from mystpy.kripke.partition import Mask, Partition, of_masks
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_objective
from mystpy.language.vocabulary import ModelWords

DEAL_KEYS = ("hands", "first", "agents")
RELATION_KEYS = ("pairs", "links", "sees", "unseen", "believes", "serial")
MOST_WORLDS = 1 << 21
"""The maximal number of valuations that are listed: arrays of megabytes for each."""
MOST_CELLS = 1 << 28
"""The maximal number of truth values in these worlds, a byte each."""


class GivenModel:
    """The model, and perhaps the point, that the tables of a file give."""

    def __init__(self, source: TomlFile, given: Table) -> None:
        self.source = source
        self.given = given

    def read(self) -> tuple[Model, int | None]:
        """The model and its point. Raises ModelError and ParseError."""
        model, point = self.dealt() if "deal" in self.given else self.explicit_model()
        require_names(self.source, model.agents, model.atoms)
        return model, point

    def dealt(self) -> tuple[Model, int]:
        """The initial state of a knowledge game."""
        given = self.given["deal"]
        self.source.only(given, DEAL_KEYS, "[deal]")
        for key in ("agents", "worlds", "atoms", "law", "relations", "valuation"):
            if key in self.given:
                raise self.source.fault(f"{key} cannot be combined with [deal]")
        hands = self.source.needed(given, "hands", "[deal]")
        first = self.source.number(given, "first")
        state: PointedModel = self.source.with_location(
            lambda: initial_state(Deal.read(hands, 1 if first is None else first))
        )
        model, point = state.model, state.point
        if "agents" in given:
            agents = self.source.words(given["agents"], "agents")
            model = self.source.with_location(lambda: model.of_agents(agents))
        if "point" in self.given:
            point = self.pointed(model)
        return model, point

    def explicit_model(self) -> tuple[Model, int | None]:
        """A model with its worlds, relations and valuation."""
        given, source = self.given, self.source
        if "worlds" not in given and "atoms" not in given:
            raise source.fault("there is no model", '[deal], or worlds = ["u","v"]')
        agents = agents_of(source, given)
        atoms = source.words(given["atoms"], "atoms") if "atoms" in given else None
        if "worlds" in given:
            worlds = source.words(given["worlds"], "worlds")
            valuation = given.get("valuation", {})
            source.only(valuation, worlds, "[valuation]")
            true = {w: source.words(x, f"valuation.{w}") for w, x in valuation.items()}
            bare = self.source.with_location(
                lambda: build_model(worlds, {}, true, atoms)
            )
            model = self.related(bare)
        else:
            model = self.source.with_location(lambda: self.lawful(agents, atoms or []))
        return model, self.pointed(model) if "point" in given else None

    def lawful(self, agents: tuple[str, ...], atoms: list[str]) -> Model:
        """Return the valuations that satisfy the law, with the relations.

        Knowledge in a law refers to all valuations. If these are too many to list, the
        valuations that satisfy the law are computed on decision diagrams.
        """
        law = law_of(self.source, self.given, ModelWords.of(agents, atoms))
        if 2 ** len(atoms) > MOST_WORLDS and law is not None and is_objective(law):
            return self.related(allowed_valuations(self.source, atoms, law))
        bare = valuations(self.source, atoms)
        if law is None:
            return self.related(bare)
        whole = bare if is_objective(law) else self.related(bare)
        mask = whole.truth(law)
        if not mask.any():
            raise self.source.fault(NO_VALUATION, word="law")
        kept = whole.restricted(mask)
        return self.related(kept) if whole is bare else kept

    def related(self, bare: Model) -> Model:
        """The model with the relations that are given for it."""
        relations = self.given["relations"]
        agents = agents_of(self.source, self.given)
        parts = tuple(self.relation(agent, relations[agent], bare) for agent in agents)
        return self.source.with_location(
            lambda: Model(bare.names, agents, parts, bare.valuation)
        )

    def relation(self, agent: str, given: Any, bare: Model) -> Partition:
        """The partition of an agent, in whichever way it is given."""
        what = f"the relation of {agent}"
        if isinstance(given, str):
            kind = self.source.choice(given, ("all", "none"), what)
            size = len(bare)
            whole = kind == "all"
            return Partition.universal(size) if whole else Partition.identity(size)
        if not isinstance(given, dict):
            classes = self.source.lists(given, what)
            return self.source.with_location(
                lambda: self.worlds(bare).classes(classes, what)
            )
        self.source.only(given, RELATION_KEYS, what)
        if "believes" in given:
            return self.belief(agent, given, bare)
        if len(given) != 1 or "serial" in given:
            raise self.source.fault(
                f"{what} has one of pairs, links, sees, unseen and believes"
            )
        key, value = next(iter(given.items()))
        if key in ("sees", "unseen"):
            atoms = seen_atoms(self.source, given, bare.atoms, what)
            return self.source.with_location(lambda: seeing(bare, atoms, what))
        pairs = self.source.lists(value, what)
        worlds = self.worlds(bare)
        read = worlds.pairs if key == "pairs" else worlds.links
        return self.source.with_location(lambda: read(pairs, what))

    def belief(self, agent: str, given: Table, bare: Model) -> Partition:
        """Return a belief relation, given by seen worlds or by a formula.

        `believes` is a formula that is true in the worlds that the agent considers
        possible; the agent sees those of them that are alike by the other keys. Or it
        is a table of the worlds seen in each world, or a list of pairs.
        """
        source, belief = self.source, given["believes"]
        what = f"the relation of {agent}"
        serial = "serial" not in given or source.flag(given, "serial")
        rest = {k: v for k, v in given.items() if k not in ("believes", "serial")}
        if not isinstance(belief, str):
            if rest:
                raise source.fault(f"{what} has besides believes {', '.join(rest)}")
            seen = belief_of(source, belief, what)
            worlds = self.worlds(bare)
            return source.with_location(lambda: worlds.seen(seen, what, serial=serial))
        alike = self.relation(agent, rest or "all", bare)
        words = ModelWords.of((), bare.atoms)
        core = source.with_location(lambda: bare.truth(parse_in_model(belief, words)))
        found = core_relation(alike, core)
        if serial and isinstance(found, BeliefClusters) and found.blind().any():
            world = bare.names[int(np.flatnonzero(found.blind())[0])]
            raise source.fault(
                f"{what} is not serial: in {world} no world that looks alike has "
                f"{belief}",
                "serial = false allows it (K45)",
            )
        return found

    def worlds(self, bare: Model) -> NameIndex:
        """The worlds by name; made only where a relation names them."""
        return NameIndex(bare.names, "world")

    def pointed(self, model: Model) -> int:
        """The actual world, given by its name or by the atoms true in it."""
        point = self.given["point"]
        if isinstance(point, list):
            true = set(self.source.words(point, "point"))
            here = np.full(len(model), true <= set(model.atoms))
            for atom, mask in model.valuation.items():
                here &= mask == (atom in true)
            for world in np.flatnonzero(here)[:1].tolist():
                return int(world)
            raise self.source.fault(f"the point {point} is not in the model")
        name = self.source.needed(self.given, "point", "the file")
        return self.source.with_location(lambda: model.world(name))


def agents_of(source: TomlFile, given: Table) -> tuple[str, ...]:
    """The agents, each of whom has a relation. Raises ModelError if one has none."""
    relations = given.get("relations")
    if not isinstance(relations, dict):
        raise source.fault("there is no [relations]", '[relations] ann = "all"')
    if "agents" not in given:
        return tuple(relations)
    agents = source.words(given["agents"], "agents")
    source.only(relations, agents, "[relations]")
    for agent in agents:
        if agent not in relations:
            raise source.fault(f"[relations] has nothing of {agent}")
    return tuple(agents)


def valuations(source: TomlFile, atoms: list[str]) -> Model:
    """All valuations of the atoms, without relations."""
    size = 2 ** len(atoms)
    _require_few(source, size, len(atoms))
    numbers = np.arange(size)
    last = len(atoms) - 1
    masks = {a: (numbers >> (last - k) & 1).astype(bool) for k, a in enumerate(atoms)}
    return _valued(masks, size)


def allowed_valuations(source: TomlFile, atoms: list[str], law: Formula) -> Model:
    """Return the valuations that a law without knowledge allows, without relations."""
    structure = source.with_location(lambda: KnowledgeStructure(atoms, {}, law))
    size = structure.count()
    _require_few(source, size, len(atoms))
    rows = structure.rows()
    return _valued({a: rows[:, k].copy() for k, a in enumerate(atoms)}, size)


def _valued(masks: dict[str, Mask], size: int) -> Model:
    """The worlds in which these atoms are true, named by them; names come lazily."""
    empty = "-" if "none" in masks else "none"

    def name(n: int) -> str:
        return ",".join(a for a, mask in masks.items() if mask[n]) or empty

    return Model(LazyNames(size, name), (), (), masks)


def _require_few(source: TomlFile, size: int, atoms: int) -> None:
    """Raise ModelError if `size` worlds do not fit into memory."""
    if size > min(MOST_WORLDS, MOST_CELLS // max(atoms, 1)):
        raise source.fault(
            f"{size:,} worlds are too many to list",
            "`mystpy check` does not list them, if relations are sees and unseen, and "
            "steps announce(F) and expect(F)",
        )


def law_of(source: TomlFile, given: Table, words: ModelWords) -> Formula | None:
    """The value of `law`, if it is given. Raises ParseError."""
    law = source.word(given, "law")
    return None if law is None else parse_in_model(law, words)


def require_names(
    source: TomlFile, agents: Iterable[str], atoms: Iterable[str]
) -> None:
    """Raise ModelError for an agent or an atom that no formula can name."""
    for what in unnamable_items(agents, atoms):
        raise source.fault(
            f"no formula can name the {what}",
            "letters, digits and _ make names; atoms are such as p and "
            + deal_atom(1, "r"),
        )


def belief_of(source: TomlFile, given: object, what: str) -> Seen:
    """Return what each world sees: a table of lists, or a list of pairs."""
    if isinstance(given, dict):
        return {name: source.words(seen, what) for name, seen in given.items()}
    return source.lists(given, what)


def seen_atoms(
    source: TomlFile, given: Table, atoms: tuple[str, ...], what: str
) -> list[str]:
    """The atoms of `{sees=[..]}`, or all but those of `{unseen=[..]}`."""
    if "sees" in given:
        return source.words(given["sees"], what)
    known = NameIndex(atoms, "atom")
    unseen = source.words(given["unseen"], what)
    source.with_location(lambda: [known.find(atom, what) for atom in unseen])
    return [atom for atom in atoms if atom not in unseen]


def seeing(model: Model, atoms: list[str], what: str) -> Partition:
    """Worlds in one class in which these atoms have the same truth values."""
    known = NameIndex(model.atoms, "atom")
    for atom in atoms:
        known.find(atom, what)
    return of_masks((model.valuation[atom] for atom in atoms), len(model))

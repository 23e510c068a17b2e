"""The model of a model file: a deal, or worlds, relations and a valuation."""

from __future__ import annotations

from typing import Any

import numpy as np

from mystpy.files.table import Table, TomlFile
from mystpy.kripke.construction import Index, build_model
from mystpy.kripke.deals import Deal, initial_state
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition, meet
from mystpy.language.decidable import parse_in_model
from mystpy.language.vocabulary import ModelWords

_DEAL_KEYS = ("hands", "first", "agents")
MOST_ATOMS = 20
"""How many atoms are spelled out into all their valuations at most."""


class GivenModel:
    """The model, and perhaps the point, that the tables of a file give."""

    def __init__(self, source: TomlFile, given: Table) -> None:
        self.source = source
        self.given = given

    def read(self) -> tuple[Model, int | None]:
        """The model and its point. Raises ModelError and ParseError."""
        return self.dealt() if "deal" in self.given else self.listed()

    def dealt(self) -> tuple[Model, int]:
        """The initial state of a knowledge game."""
        given = self.given["deal"]
        self.source.only(given, _DEAL_KEYS, "[deal]")
        for key in ("agents", "worlds", "atoms", "law", "relations", "valuation"):
            if key in self.given:
                raise self.source.fault(f"{key} does not go with [deal]")
        hands = self.source.needed(given, "hands", "[deal]")
        first = self.source.number(given, "first")
        state: PointedModel = self.source.told(
            lambda: initial_state(Deal.read(hands, 1 if first is None else first))
        )
        model, point = state.model, state.point
        if "agents" in given:
            agents = self.source.words(given["agents"], "agents")
            model = self.source.told(lambda: model.of_agents(agents))
        if "point" in self.given:
            point = self.pointed(model)
        return model, point

    def listed(self) -> tuple[Model, int | None]:
        """A model with its worlds, relations and valuation."""
        given, source = self.given, self.source
        if "worlds" not in given and "atoms" not in given:
            raise source.fault("there is no model", '[deal], or worlds = ["u","v"]')
        if not isinstance(given.get("relations"), dict):
            raise source.fault("there is no [relations]", '[relations] ann = "all"')
        atoms = source.words(given["atoms"], "atoms") if "atoms" in given else None
        if "worlds" in given:
            worlds = source.words(given["worlds"], "worlds")
            valuation = given.get("valuation", {})
            source.only(valuation, worlds, "[valuation]")
            true = {w: source.words(x, f"valuation.{w}") for w, x in valuation.items()}
            bare = self.source.told(lambda: build_model(worlds, {}, true, atoms))
        else:
            bare = self.source.told(lambda: self.valuations(atoms or []))
        model = self.related(bare)
        return model, self.pointed(model) if "point" in given else None

    def valuations(self, atoms: list[str]) -> Model:
        """All valuations of the atoms that make the law true."""
        if len(atoms) > MOST_ATOMS:
            raise self.source.fault(
                f"more than {MOST_ATOMS} atoms have too many worlds to list",
                "`mystpy check` does not list them",
            )
        numbers = np.arange(2 ** len(atoms))
        last = len(atoms) - 1
        masks = {
            a: (numbers >> (last - k) & 1).astype(bool) for k, a in enumerate(atoms)
        }
        names = [
            ",".join(a for k, a in enumerate(atoms) if n >> (last - k) & 1) or "none"
            for n in range(2 ** len(atoms))
        ]
        model = Model(names, (), (), masks)
        law = self.source.word(self.given, "law")
        if law is None:
            return model
        agents = tuple(self.given["relations"])
        words = ModelWords.of(agents, atoms)
        return model.restricted(model.truth(parse_in_model(law, words)))

    def related(self, bare: Model) -> Model:
        """The model with the relations that are given for it."""
        relations = self.given["relations"]
        agents = list(relations)
        if "agents" in self.given:
            agents = self.source.words(self.given["agents"], "agents")
            self.source.only(relations, agents, "[relations]")
        worlds = Index(bare.names, "world")
        parts = []
        for agent in agents:
            if agent not in relations:
                raise self.source.fault(f"[relations] has nothing of {agent}")
            parts.append(self.relation(agent, relations[agent], worlds, bare))
        return self.source.told(
            lambda: Model(bare.names, tuple(agents), tuple(parts), bare.valuation)
        )

    def relation(self, agent: str, given: Any, worlds: Index, bare: Model) -> Partition:
        """The partition of an agent, in whichever way it is given."""
        what = f"the relation of {agent}"
        if isinstance(given, str):
            kind = self.source.choice(given, ("all", "none"), what)
            size = len(worlds)
            whole = kind == "all"
            return Partition.universal(size) if whole else Partition.identity(size)
        if not isinstance(given, dict):
            classes = self.source.lists(given, what)
            return self.source.told(lambda: worlds.classes(classes, what))
        self.source.only(given, ("pairs", "links", "sees", "unseen"), what)
        if len(given) != 1:
            raise self.source.fault(f"{what} has one of pairs, links, sees and unseen")
        key, value = next(iter(given.items()))
        if key in ("sees", "unseen"):
            atoms = seen_atoms(self.source, given, bare.atoms, what)
            return self.source.told(lambda: seeing(bare, atoms, what))
        pairs = self.source.lists(value, what)
        read = worlds.pairs if key == "pairs" else worlds.links
        return self.source.told(lambda: read(pairs, what))

    def pointed(self, model: Model) -> int:
        """The actual world, given by its name or by the atoms true in it."""
        point = self.given["point"]
        if isinstance(point, list):
            true = set(self.source.words(point, "point"))
            for world in range(len(model)):
                if set(model.true_at(world)) == true:
                    return world
            raise self.source.fault(f"the point {point} is not in the model")
        name = self.source.needed(self.given, "point", "the file")
        return self.source.told(lambda: model.world(name))


def seen_atoms(
    source: TomlFile, given: Table, atoms: tuple[str, ...], what: str
) -> list[str]:
    """The atoms of `{sees=[..]}`, or all but those of `{unseen=[..]}`."""
    if "sees" in given:
        return source.words(given["sees"], what)
    known = Index(atoms, "atom")
    unseen = source.words(given["unseen"], what)
    source.told(lambda: [known.find(atom, what) for atom in unseen])
    return [atom for atom in atoms if atom not in unseen]


def seeing(model: Model, atoms: list[str], what: str) -> Partition:
    """Worlds in one class in which these atoms have the same truth values."""
    known = Index(model.atoms, "atom")
    for atom in atoms:
        known.find(atom, what)
    masks = [model.valuation[atom].astype(np.int64) for atom in atoms]
    return meet([Partition.of_codes(mask, 2) for mask in masks], len(model))

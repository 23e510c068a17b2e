"""Knowledge structures on decision diagrams agree with the models they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import EngineFailed, ParseError
from mystpy.kripke import bdd
from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.files.given_model import seeing
from mystpy.kripke.model import Model
from mystpy.language import nodes as fm
from mystpy.language.atoms import Atom, Truth
from mystpy.language.junctions import conjunction, disjunction
from tests.kripke.random_models import AGENTS, ATOMS, formulas

Seen = dict[str | int, list[str]]


def listed(seen: Seen, law: fm.Formula) -> Model | None:
    """The model of all valuations that make the law true, explicitly."""
    numbers = np.arange(2 ** len(ATOMS))
    masks = {atom: (numbers >> k & 1).astype(bool) for k, atom in enumerate(ATOMS)}
    bare = Model([str(n) for n in numbers], (), (), masks)
    parts = tuple(seeing(bare, seen[agent], agent) for agent in AGENTS)
    model = Model(bare.names, AGENTS, parts, masks)
    where = model.truth(law)
    return model.restricted(where) if where.any() else None


seen_atoms = st.fixed_dictionaries(
    {agent: st.lists(st.sampled_from(ATOMS), unique=True) for agent in AGENTS}
)


@given(seen_atoms, formulas(atoms=3), formulas(atoms=3), formulas(atoms=3))
def test_a_structure_agrees_with_its_model(
    seen: Seen, law: fm.Formula, said: fm.Formula, formula: fm.Formula
) -> None:
    model = listed(seen, law)
    if model is None:
        with pytest.raises(ModelError, match="no valuation"):
            KnowledgeStructure(ATOMS, seen, law)
        return
    structure = KnowledgeStructure(ATOMS, seen, law)
    assert structure.count() == len(model)
    truth = model.truth(formula)
    assert structure.valid(formula) == truth.all()
    for world in range(len(model)):
        assert structure.holds(model.true_at(world), formula) == truth[world]
    where = model.truth(said)
    if where.any():
        after = structure.announce(said)
        assert after.count() == np.count_nonzero(where)
        assert after.valid(formula) == model.restricted(where).truth(formula).all()


def muddy_children(number: int) -> tuple[KnowledgeStructure, list[str], fm.Formula]:
    """The structure after "at least one is muddy", the atoms, and "nobody knows"."""
    atoms = [f"muddy({k})" for k in range(1, number + 1)]
    seen: Seen = {k: [a for a in atoms if a != atoms[k - 1]]
                  for k in range(1, number + 1)}  # fmt: skip
    structure = KnowledgeStructure(atoms, seen)
    silent = conjunction(
        fm.Not(fm.KnowsWhether(str(k), Atom(atoms[k - 1])))
        for k in range(1, number + 1)
    )
    return structure.announce(disjunction(map(Atom, atoms))), atoms, silent


@pytest.mark.parametrize(
    ("number", "muddy"), [(3, 1), (3, 2), (3, 3), (40, 40), (40, 7)]
)
def test_muddy_children_know_after_as_many_rounds_as_there_are(
    number: int, muddy: int
) -> None:
    structure, atoms, silent = muddy_children(number)
    rounds = 1
    while structure.holds(atoms[:muddy], silent):
        structure = structure.announce(silent)
        rounds += 1
    assert rounds == muddy
    know = conjunction(fm.Knows(str(k), Atom(atoms[k - 1]))
                          for k in range(1, muddy + 1))  # fmt: skip
    assert structure.holds(atoms[:muddy], know)
    clean = [fm.KnowsWhether(str(k), Atom(atoms[k - 1]))
             for k in range(muddy + 1, number + 1)]  # fmt: skip
    assert not any(structure.holds(atoms[:muddy], whether) for whether in clean)


def test_worlds_are_counted_exactly_beyond_what_floats_hold() -> None:
    structure, _, silent = muddy_children(80)
    assert structure.count() == 2**80 - 1
    assert structure.announce(silent).count() == 2**80 - 1 - 80


def test_what_is_no_structure_is_refused() -> None:
    with pytest.raises(ModelError, match="the atom 'p' is named twice"):
        KnowledgeStructure(["p", "p"], {})
    with pytest.raises(ModelError, match="what a observes names 'q', which is no atom"):
        KnowledgeStructure(["p"], {"a": ["q"]})
    with pytest.raises(ModelError, match="no valuation of the atoms"):
        KnowledgeStructure(["p"], {"a": []}, "p & ~p")
    with pytest.raises(ModelError, match="no valuation of the atoms"):
        KnowledgeStructure(["p"], {"a": []}).announce("K(a,p)")
    with pytest.raises(NotExecutable, match="excludes the actual world"):
        KnowledgeStructure(["p"], {"a": []}, "p").holds([], "true")
    with pytest.raises(ModelError, match="'q', which is no atom"):
        KnowledgeStructure(["p"], {"a": []}).holds(["q"], "true")
    with pytest.raises(ModelError, match="no agent 'b'"):
        KnowledgeStructure(["p"], {"a": []}).valid(fm.Knows("b", Truth()))
    with pytest.raises(ParseError, match="no atom q"):
        KnowledgeStructure(["p"], {"a": []}).valid("q")


def test_diagrams_that_do_not_fit_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of atoms far apart need a number of nodes that doubles with each."""
    monkeypatch.setattr(bdd, "NODES", 1 << 10)
    atoms = [f"p{k}" for k in range(40)]
    structure = KnowledgeStructure(atoms, {"a": []})
    pairs = conjunction(fm.Iff(Atom(atoms[k]), Atom(atoms[k + 20])) for k in range(20))
    with pytest.raises(EngineFailed, match="need more than 1024 nodes"):
        structure.announce(pairs)

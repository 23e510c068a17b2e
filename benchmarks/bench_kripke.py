"""Kripke models with 100,000 worlds and more: seconds for an update or a contraction.

`worlds` is before, `after` the number after it. The peer does the same with
dictionaries, world by world, in the words of the definitions; it works where it needs
no more than 50 rounds, and the answers are compared. Muddy children are announced to
until they know, on decision diagrams, where there is no list of worlds and no peer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from harness import medians, table

from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.kripke.deals import Deal, initial_model
from mystpy.kripke.model import Model
from mystpy.kripke.names import numbered_names
from mystpy.kripke.partition import Mask, Partition
from mystpy.kripke.refinement.contraction import bisimulation
from mystpy.kripke.update.action_model import EventFrame
from mystpy.kripke.update.product import product
from mystpy.language.atoms import Atom
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import KnowsWhether
from mystpy.language.nodes import Not as Negated

SIZE = 100_000
MOST_ROUNDS = 50
RANDOM = np.random.default_rng(5)


def random_model(classes: int, agents: int = 5, atoms: int = 6) -> Model:
    """Worlds put at random into classes, with random truths."""
    names = tuple(f"a{k}" for k in range(agents))
    parts = (RANDOM.integers(0, classes, SIZE) for _ in names)
    return Model(
        numbered_names(SIZE),
        names,
        tuple(Partition.of_codes(part, classes) for part in parts),
        {f"p{k}": RANDOM.random(SIZE) < 0.5 for k in range(atoms)},
    )


def chain() -> Model:
    """Worlds in a row, linked by two agents in turn, the first one marked."""
    steps = np.arange(SIZE)
    parts = tuple(Partition.of_codes((steps + k) // 2, SIZE) for k in (0, 1))
    return Model(numbered_names(SIZE), ("a", "b"), parts, {"p": steps == 0})


def blind_chain() -> Model:
    """The chain, with a third agent who can tell no two worlds apart."""
    model = chain()
    parts = (*model.relations, Partition.universal(SIZE))
    return Model(model.names, ("a", "b", "c"), parts, dict(model.valuation))


def grid(high: int = 316, wide: int = 316) -> Model:
    """Worlds in a square, linked along its lines by four agents, a corner marked."""
    size = high * wide
    down, across = np.divmod(np.arange(size), wide)
    codes = [((down + k) // 2) * wide + across for k in (0, 1)]
    codes += [down * wide + (across + k) // 2 for k in (0, 1)]
    parts = tuple(Partition.of_codes(part, 2 * size) for part in codes)
    return Model(
        numbered_names(size), tuple("abcd"), parts, {"p": np.arange(size) == 0}
    )


def hidden_names() -> Model:
    """All deals of nine cards, with no word for the cards of the other two players."""
    dealt = initial_model(Deal.read("abc|def|ghi|jk"))
    own = {atom: mask for atom, mask in dealt.valuation.items() if atom[:3] == "h(1"}
    return Model(dealt.names, dealt.agents, dealt.relations, own)


def frame(agents: tuple[str, ...]) -> EventFrame:
    """Three events, of which the agents in turn can tell apart all, some and none."""
    kinds = ((0, 1, 2), (0, 0, 1), (0, 0, 0))
    parts = {a: Partition.of_keys(kinds[k % 3]) for k, a in enumerate(agents)}
    return EventFrame(("x", "y", "z"), parts, 0)


def product_by_dictionaries(model: Model, done: EventFrame, masks: list[Mask]) -> int:
    """The product as defined, world by world; the number of its worlds."""
    events = range(len(done.events))
    pairs = [(w, e) for w in range(len(model)) for e in events if masks[e][w]]
    for agent, relation in zip(model.agents, model.relations, strict=True):
        numbers = relation.numbers.tolist()
        public = done.for_agent(agent).numbers.tolist()
        Partition.of_keys((numbers[w], public[e]) for w, e in pairs)
    for mask in model.valuation.values():
        truths = mask.tolist()
        np.array([truths[w] for w, _ in pairs])
    return len(pairs)


def kinds_by_dictionaries(model: Model) -> int | None:
    """Count the bisimulation classes by rounds of signatures; None if too many."""
    atoms = zip(*(mask.tolist() for mask in model.valuation.values()), strict=True)
    kinds = number(atoms)
    count = max(kinds) + 1
    classes = [relation.numbers.tolist() for relation in model.relations]
    for _ in range(MOST_ROUNDS):
        signatures: list[tuple[object, ...]] = [(kind,) for kind in kinds]
        for numbers in classes:
            seen: dict[int, set[int]] = {}
            for one, kind in zip(numbers, kinds, strict=True):
                seen.setdefault(one, set()).add(kind)
            frozen = {one: frozenset(found) for one, found in seen.items()}
            signatures = [
                (*signature, frozen[one])
                for signature, one in zip(signatures, numbers, strict=True)
            ]
        kinds = number(signatures)
        if max(kinds) + 1 == count:
            return count
        count = max(kinds) + 1
    return None


def number(keys: Iterator[object] | list[tuple[object, ...]]) -> list[int]:
    """A number for each key, equal keys alike."""
    known: dict[object, int] = {}
    return [known.setdefault(key, len(known)) for key in keys]


def muddy_children(children: int) -> int:
    """Return the number of rounds until all children, all muddy, know it."""
    atoms = [f"m{k}" for k in range(children)]
    seen = {str(k): [x for x in atoms if x != atoms[k]] for k in range(children)}
    silent = conjunction(
        Negated(KnowsWhether(str(k), Atom(atoms[k]))) for k in range(children)
    )
    structure = KnowledgeStructure(atoms, dict(seen.items()))
    structure = structure.announce(disjunction(map(Atom, atoms)))
    rounds = 1
    while structure.holds(atoms, silent):
        structure = structure.announce(silent)
        rounds += 1
    return rounds


def rows() -> Iterator[list[object]]:
    """Yield a row for each thing that is measured."""
    for name, model in (
        ("random, small classes", random_model(30_000)),
        ("random, large classes", random_model(30)),
    ):
        done, masks = frame(model.agents), [RANDOM.random(SIZE) < 0.5 for _ in range(3)]
        yield measured(
            f"update: {name}",
            model,
            lambda model=model, masks=masks, done=done: len(
                product(model, done, masks)
            ),
            lambda model=model, masks=masks, done=done: product_by_dictionaries(
                model, done, masks
            ),
        )
    for name, model in (
        ("random, small classes", random_model(30_000)),
        ("random, large classes", random_model(30)),
        ("deals, one hand named", hidden_names()),
        ("chain", chain()),
        ("chain, a third agent sees nothing", blind_chain()),
        ("grid", grid()),
        ("grid, 10 x 10,000", grid(10, 10_000)),
    ):
        yield measured(
            f"contraction: {name}",
            model,
            lambda model=model: bisimulation(model).count,
            lambda model=model: kinds_by_dictionaries(model),
        )
    for children in (20, 40, 60):
        (taken,) = medians([lambda children=children: muddy_children(children)], 3)
        assert muddy_children(children) == children
        yield [f"muddy children: {children}", f"2^{children}", 1, taken, "-", "-"]


def measured(
    name: str,
    model: Model,
    ours: Callable[[], int],
    theirs: Callable[[], int | None],
) -> list[object]:
    """The row of one work: both are run, compared and timed."""
    after, peer = ours(), theirs()
    assert peer in (None, after), "the answers differ"
    if peer is None:
        (taken,) = medians([ours], 3)
        return [name, len(model), after, taken, "-", "-"]
    taken, longer = medians([ours, theirs], 3)
    return [name, len(model), after, taken, longer, longer / taken]


def main() -> str:
    """Return the table."""
    head = ("", "worlds", "after", "s", "by dictionaries, s", "ratio")
    return table(head, list(rows()))


if __name__ == "__main__":
    print(main())

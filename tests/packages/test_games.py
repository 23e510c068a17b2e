"""The games that come with mystpy, each against a brute force of its own.

The brute force deals out all worlds in Python, leaves those out in which something that
was said is false, and compares what each agent sees; it shares no code with mystpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations, product
from typing import Any

import pytest

from mystpy.packages.axiom_checks.package_checks import check_package
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.kept_histories import LISTED, SEARCHED
from mystpy.packages.package_answers import PackageSituation
from tests.sampling import part_by_day

World = frozenset[str]
"""The rigid fluents that hold in a world."""

Said = Callable[[World, "Table"], bool]
"""Whether something can be said in a world, with the table as it is then."""


@dataclass(frozen=True, eq=False)
class Table:
    """The worlds that are left, and what each agent sees of a world."""

    worlds: list[World]
    sees: Mapping[str, Callable[[World], Any]]

    @cached_property
    def alike(self) -> dict[tuple[str, Any], list[World]]:
        """The worlds by what an agent sees of them."""
        found: dict[tuple[str, Any], list[World]] = {}
        for agent, see in self.sees.items():
            for world in self.worlds:
                found.setdefault((agent, see(world)), []).append(world)
        return found

    def knows(self, agent: str, world: World, fact: Callable[[World], bool]) -> bool:
        return all(map(fact, self.alike[agent, self.sees[agent](world)]))

    def knows_atom(self, agent: str, world: World, atom: str) -> bool:
        return self.knows(agent, world, lambda other: atom in other)

    def reached(self, world: World) -> set[World]:
        """The worlds to which chains of agents lead."""
        reached, ahead, seen = {world}, [world], set()
        while ahead:
            here = ahead.pop()
            for view in ((agent, see(here)) for agent, see in self.sees.items()):
                if view not in seen:
                    seen.add(view)
                    ahead += [w for w in self.alike[view] if w not in reached]
                    reached.update(self.alike[view])
        return reached


@dataclass
class Case:
    """A history of a game: its actions, what each of them says, and the true world."""

    package: str
    start: Callable[[], Table]
    true: Iterable[str]
    actions: str
    said: list[Said] = field(default_factory=list)
    constants: Mapping[str, int] = field(default_factory=dict)


def own(agent: str, name: str = "h") -> Callable[[World], World]:
    """An agent that sees its own cards."""
    return lambda w: frozenset(a for a in w if a.startswith(f"{name}({agent},"))


def others(agent: str) -> Callable[[World], World]:
    """An agent that sees all but what is about the agent."""
    return lambda w: frozenset(
        a for a in w if a.partition("(")[2].rstrip(")").split(",")[0] != agent
    )


# --- Worlds -------------------------------------------------------------------


def vienna() -> Table:
    cards = [f"s{k}" for k in range(1, 10)]
    worlds = []
    for gang in combinations(cards, 3):
        rest = [x for x in cards if x not in gang]
        for one in combinations(rest, 2):
            left = [x for x in rest if x not in one]
            for two in combinations(left, 2):
                hands = (gang, one, two, [x for x in left if x not in two])
                worlds.append(
                    frozenset(
                        f"h({k},{x})" for k, hand in enumerate(hands) for x in hand
                    )
                )
    return Table(worlds, {i: own(i) for i in "123"})


def muddy(children: int) -> Table:
    worlds = [
        frozenset(f"muddy({c})" for c, on in enumerate(bits, 1) if on)
        for bits in product((False, True), repeat=children)
    ]
    return Table(worlds, {str(c): others(str(c)) for c in range(1, children + 1)})


def numbers(players: int, cards: int) -> Table:
    worlds = [
        frozenset(f"has({i},{x})" for i, x in enumerate(chosen, 1))
        for chosen in permutations(range(1, cards + 1), players)
    ]
    return Table(worlds, {str(i): others(str(i)) for i in range(1, players + 1)})


def russian() -> Table:
    cards = [f"c{k}" for k in range(7)]
    worlds = []
    for anne in combinations(cards, 3):
        rest = [x for x in cards if x not in anne]
        for bill in combinations(rest, 3):
            (cath,) = (x for x in rest if x not in bill)
            hands = {"anne": anne, "bill": bill, "cath": (cath,)}
            worlds.append(frozenset(f"h({i},{x})" for i in hands for x in hands[i]))
    return Table(worlds, {i: own(i) for i in ("anne", "bill", "cath")})


def codes() -> Table:
    colours = ("c1", "c2", "c3")
    each = list(product(colours, repeat=3))
    worlds = [
        frozenset(
            f"peg({i},{place},{x})"
            for i, code in (("ann", a), ("bob", b))
            for place, x in enumerate(code, 1)
        )
        for a in each
        for b in each
    ]
    return Table(worlds, {i: own(i, "peg") for i in ("ann", "bob")})


PEOPLE = ("alex", "bill", "clare", "david", "eve", "frans")
FEATURES = {
    "hat": ("alex", "bill", "clare"),
    "beard": ("bill", "david"),
    "glasses": ("clare", "eve"),
}


def people() -> Table:
    worlds = [
        frozenset((f"has(ann,{a})", f"has(bob,{b})"))
        for a, b in permutations(PEOPLE, 2)
    ]
    return Table(worlds, {i: own(i, "has") for i in ("ann", "bob")})


def ships() -> Table:
    places = [
        cells
        for r, c in product((1, 2, 3), repeat=2)
        for cells in (((r, c), (r, c + 1)), ((r, c), (r + 1, c)))
        if max(cells[1]) <= 3
    ]
    worlds = [
        frozenset(
            f"ship({i},{r},{c})"
            for i, cells in (("ann", a), ("bob", b))
            for r, c in cells
        )
        for a in places
        for b in places
    ]
    return Table(worlds, {i: own(i, "ship") for i in ("ann", "bob")})


# --- What is said ---------------------------------------------------------------


def anything(_: World, __: Table) -> bool:
    return True


def has(player: str, number: int, *cards: str) -> Said:
    return lambda w, _: sum(f"h({player},{x})" in w for x in cards) == number


def father(w: World, _: Table) -> bool:
    return bool(w)


def clean_or_not(child: str) -> Said:
    def said(w: World, table: Table) -> bool:
        atom = f"muddy({child})"
        yes = table.knows_atom(child, w, atom)
        return yes or table.knows(child, w, lambda other: atom not in other)

    return said


def silence(w: World, table: Table) -> bool:
    return not any(clean_or_not(child)(w, table) for child in table.sees)


def known(player: str, cards: int) -> Said:
    def said(w: World, table: Table) -> bool:
        atoms = [f"has({player},{x})" for x in range(1, cards + 1)]
        return all(
            table.knows_atom(player, w, a)
            or table.knows(player, w, lambda other, a=a: a not in other)  # type: ignore[misc]
            for a in atoms
        )

    return said


def unknown(player: str, cards: int) -> Said:
    return lambda w, table: not known(player, cards)(w, table)


def sees_sum(player: str, total: int) -> Said:
    return lambda w, _: (
        total
        == sum(
            int(a.split(",")[1][:-1]) for a in w if not a.startswith(f"has({player},")
        )
    )


def one_of(player: str, *hands: str) -> Said:
    sets = [{f"h({player},c{x})" for x in hand} for hand in hands]
    return lambda w, _: own(player)(w) in sets


def cath_has(player: str, card: str) -> Said:
    return lambda w, table: table.knows_atom(player, w, f"h(cath,{card})")


def answered(player: str, guess: tuple[str, ...], black: int, white: int) -> Said:
    def said(w: World, _: Table) -> bool:
        code = [
            next(x for x in ("c1", "c2", "c3") if f"peg({player},{k},{x})" in w)
            for k in (1, 2, 3)
        ]
        right = sum(a == b for a, b in zip(code, guess, strict=True))
        colours = sum(min(code.count(x), guess.count(x)) for x in set(guess))
        return (black, white) == (right, colours - right)

    return said


def feature(player: str, name: str, answer: bool) -> Said:
    return lambda w, _: answer == any(f"has({player},{x})" in w for x in FEATURES[name])


def struck(player: str, row: int, column: int, answer: bool) -> Said:
    return lambda w, _: answer == (f"ship({player},{row},{column})" in w)


GANG = ("h(0,s1)", "h(0,s2)", "h(0,s3)", "h(1,s4)", "h(1,s5)", "h(2,s6)", "h(2,s7)",
        "h(3,s8)", "h(3,s9)")  # fmt: skip
HANDS = [f"h(anne,c{k})" for k in (0, 1, 2)] + [f"h(bill,c{k})" for k in (3, 4, 5)]
HANDS += ["h(cath,c6)"]
FIVE = ("012", "034", "056", "135", "246")
CODES = ["peg(ann,1,c1)", "peg(ann,2,c2)", "peg(ann,3,c3)",
         "peg(bob,1,c2)", "peg(bob,2,c2)", "peg(bob,3,c1)"]  # fmt: skip
SHIPS = ["ship(ann,1,2)", "ship(ann,1,3)", "ship(bob,2,2)", "ship(bob,3,2)"]
ANNOUNCED = "one_of(anne,{c0,c1,c2},{c0,c3,c4},{c0,c5,c6},{c1,c3,c5},{c2,c4,c6})"

CASES = [
    Case("black-vienna", vienna, GANG, ""),
    Case("black-vienna", vienna, GANG, "asks(1,2,{s1,s6,s8}) has(2,1)",
         [anything, has("2", 1, "s1", "s6", "s8")]),
    Case("black-vienna", vienna, GANG,
         "asks(1,2,{s6,s7,s8}) has(2,2) asks(3,1,{s1,s2,s4}) has(1,1)",
         [anything, has("2", 2, "s6", "s7", "s8"), anything,
          has("1", 1, "s1", "s2", "s4")]),
    Case("muddy-children", lambda: muddy(3), ["muddy(1)"], "father", [father]),
    Case("muddy-children", lambda: muddy(3), ["muddy(1)", "muddy(2)"],
         "father silence knows(1)", [father, silence, clean_or_not("1")]),
    Case("muddy-children", lambda: muddy(4), ["muddy(1)", "muddy(2)", "muddy(4)"],
         "father silence silence", [father, silence, silence], {"children": 4}),
    Case("whats-my-number", lambda: numbers(2, 3), ["has(1,1)", "has(2,3)"],
         "unknown(1)", [unknown("1", 3)]),
    Case("whats-my-number", lambda: numbers(3, 5),
         ["has(1,1)", "has(2,3)", "has(3,5)"], "sees_sum(1,8) known(2) unknown(1)",
         [sees_sum("1", 8), known("2", 5), unknown("1", 5)],
         {"players": 3, "cards": 5}),
    Case("whats-my-number", lambda: numbers(3, 4),
         ["has(1,1)", "has(2,2)", "has(3,4)"], "sees_sum(3,3) known(1) unknown(3)",
         [sees_sum("3", 3), known("1", 4), unknown("3", 4)],
         {"players": 3, "cards": 4}),
    Case("russian-cards", russian, HANDS, ""),
    Case("russian-cards", russian, HANDS, ANNOUNCED, [one_of("anne", *FIVE)]),
    Case("russian-cards", russian, HANDS, f"{ANNOUNCED} cath_has(bill,c6)",
         [one_of("anne", *FIVE), cath_has("bill", "c6")]),
    Case("mastermind", codes, CODES, ""),
    Case("mastermind", codes, CODES, "guess(ann,c1,c2,c3) answer(bob,1,1)",
         [anything, answered("bob", ("c1", "c2", "c3"), 1, 1)]),
    Case("mastermind", codes, CODES,
         "guess(ann,c1,c1,c2) answer(bob,0,2) guess(bob,c1,c3,c3) answer(ann,2,0)",
         [anything, answered("bob", ("c1", "c1", "c2"), 0, 2), anything,
          answered("ann", ("c1", "c3", "c3"), 2, 0)]),
    Case("guess-who", people, ["has(ann,alex)", "has(bob,clare)"], ""),
    Case("guess-who", people, ["has(ann,alex)", "has(bob,clare)"],
         "asks(ann,hat) yes(bob)", [anything, feature("bob", "hat", True)]),
    Case("guess-who", people, ["has(ann,alex)", "has(bob,clare)"],
         "asks(ann,hat) yes(bob) asks(bob,beard) no(ann) asks(ann,glasses) yes(bob)",
         [anything, feature("bob", "hat", True), anything,
          feature("ann", "beard", False), anything,
          feature("bob", "glasses", True)]),
    Case("battleship", ships, SHIPS, ""),
    Case("battleship", ships, SHIPS, "fires(ann,2,2) hit(bob)",
         [anything, struck("bob", 2, 2, True)]),
    Case("battleship", ships, SHIPS,
         "fires(ann,2,2) hit(bob) fires(bob,1,1) miss(ann) fires(ann,2,1) miss(bob)",
         [anything, struck("bob", 2, 2, True), anything,
          struck("ann", 1, 1, False), anything, struck("bob", 2, 1, False)]),
]  # fmt: skip


COMPARED = {
    *("MYST", "Clue", "Clue on a board", "Speed Clue", "Generalized Clue"),
    *("Knowledge games", "Hexa", "Clue with rooms"),
    "What's my number? with eighteen questions",
}
"""Games that are compared with the engines and models that know their rules."""


def played(case: Case) -> Table:
    """Return the table after all that was said."""
    table = case.start()
    for said in case.said:
        table = Table([w for w in table.worlds if said(w, table)], table.sees)
    return table


def named(case: Case) -> str:
    return f"{case.package} {len(case.said)}"


def test_each_game_has_three_histories() -> None:
    found = [case.package for case in CASES]
    games = {x for x in shipped_packages() if read_package(x).name not in COMPARED}
    assert len(games) >= 7
    assert all(found.count(name) == 3 for name in games)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_knowledge_is_that_of_a_brute_force(case: Case) -> None:
    table, world = played(case), frozenset(case.true)
    assert world in table.worlds
    package = read_package(case.package, case.constants)
    every = sorted({atom for w in case.start().worlds for atom in w})
    given = [atom if atom in world else f"~{atom}" for atom in every]
    situation = PackageSituation.make(package, case.actions, given)
    assert situation.legality().verdict == "legal"
    for agent in table.sees:
        known = situation.known(agent)
        for atom in every:
            yes = table.knows_atom(agent, world, atom)
            no = table.knows(agent, world, lambda w, a=atom: a not in w)  # type: ignore[misc]
            assert (atom in known.true, atom in known.false) == (yes, no), (agent, atom)
    reached = table.reached(world)
    for atom in part_by_day(every, 3):
        common = not any(atom in other for other in reached)
        formula = f"C(agents, ~{atom})"
        assert situation.value(formula) == str(common).lower(), formula
    agents = list(table.sees)
    for number, atom in enumerate(part_by_day(every, 3)):
        one, other = agents[number % len(agents)], agents[number % len(agents) - 1]
        nested = table.knows(
            one,
            world,
            lambda w, a=atom, i=other: not table.knows_atom(i, w, a),  # type: ignore[misc]
        )
        formula = f"K({one}, ~K({other}, {atom}))"
        for method in (SEARCHED, LISTED):
            found = situation.answer(formula, method)
            assert found == (str(nested).lower(), method), formula


@pytest.mark.parametrize("name", part_by_day(list(shipped_packages()), 4))
def test_the_games_are_sound(name: str) -> None:
    found = check_package(read_package(name))
    assert not [each for each in found if each.holds is False]

"""MYST as a package, and the engines that know MYST: two witnesses for each."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal
from tests.sampling import seeds_by_day

SIZES = ((1, 1, 2, 1), (1, 1, 3, 2), (1, 2, 2, 2), (2, 1, 2, 2), (1, 2, 3, 2))


def action_at_random(random: Random, package: Package) -> str:
    """Return an action, possible or not."""
    p, cards = package.constants["p"], package.sorts["card"].elements

    def some_set(size: int) -> str:
        chosen = sorted(random.sample(cards, size), key=cards.index)
        return "{" + ",".join(map(str, chosen)) + "}"

    i, j = random.randint(1, p), random.randint(1, p)
    kind = random.choice(("asks", "no", "yes", "shows", "guess", "noguess", "endturn"))
    if kind == "asks":
        return f"asks({i},{some_set(package.constants['q'])})"
    if kind == "guess":
        return f"guess({i},{some_set(package.constants['m'])})"
    return f"shows({i},{j},_)" if kind == "shows" else f"{kind}({i})"


def formula_at_random(random: Random, package: Package, depth: int) -> str:
    """Return a formula that both languages have."""
    p, cards = package.constants["p"], package.sorts["card"].elements
    if depth == 0:
        return f"h({random.randint(0, p)},{random.choice(cards)})"

    def part() -> str:
        return formula_at_random(random, package, depth - 1)

    i = random.randint(1, p)
    kind = random.randrange(8)
    if kind < 2:
        return f"({part()} {random.choice(('&', '|', '->', '<->'))} {part()})"
    if kind == 2:
        return f"~{part()}"
    if kind < 6:
        return f"K({i},{part()})"
    group = ",".join(map(str, sorted(random.sample(range(1, p + 1), 2))))
    return f"{random.choice('EC')}({{{group}}},{part()})"


def history_at_random(
    random: Random, package: Package, given: Sequence[str] = ()
) -> list[str]:
    """Return actions that are possible in some deal, one after the other."""
    actions: list[str] = []
    for _ in range(random.randint(0, 14)):
        here = PackageSituation.make(package, " ".join(actions), given)
        possible = here.possible_actions(every=True)
        if not possible:
            break
        chosen = random.choice(random.choice(possible).actions)
        name, _, rest = chosen.partition("(")
        actions.append(f"shows({rest[:3]},_)" if name == "shows" else chosen)
    return actions


@pytest.mark.parametrize("seed", seeds_by_day(100, 33))
def test_the_package_agrees_with_the_engines_of_myst(seed: int) -> None:
    random = Random(seed)
    m, n, p, q = SIZES[seed % len(SIZES)]
    package = read_package("myst", {"m": m, "n": n, "p": p, "q": q})
    game = Game.myst(m=m, n=n, p=p, q=q)
    actions = history_at_random(random, package)
    engine = get_engine("worlds")
    for _ in range(3):
        text = " ".join([*actions, action_at_random(random, package)])
        judged = legal(History.make(game, {}, text), engine)
        found = PackageSituation.make(package, text).legality()
        assert str(judged.verdict) == found.verdict, text
        if judged.axiom is not None and found.axiom is not None:
            assert (judged.step, judged.axiom) == (found.step, found.axiom), text
    history = History.make(game, {}, " ".join(actions))
    situation = PackageSituation.make(package, " ".join(actions))
    for _ in range(8):
        text = formula_at_random(random, package, random.randint(1, 4))
        value = str(ask(history, parse_formula(text, game), engine).value)
        assert situation.value(text) == value, (actions, text)

"""Random formulas of knowledge in small games."""

from __future__ import annotations

from random import Random

_PLAYERS = ("1", "2", "i", "j")
_CARDS = ("s1", "s2", "x", "y")
_GROUPS = ("players", "[1,2]", "[i,j]")
_PUBLIC = ("Turn(1)", "Turn(i)", "In(j)", "askphase", "guessphase", "GameOver")
_STEPS = ("possible(no(2))", "(after no(j): h(0,x))", "(next ~K(1,h(0,x)))")


def conjecture(chance: Random) -> str:
    """A conjecture with two players and two cards in front, some of it a likely law."""
    front = "forall i in players, j in players, x in cards, y in cards: "
    one, other = formula(chance, 2), formula(chance, 1)
    i, group = chance.choice(_PLAYERS), chance.choice(_GROUPS)
    both = f"({one}) & ({other})"
    return front + chance.choice(
        (
            f"({one}) -> ({other})",
            f"K({i},{one}) -> ({other}) | ({one})",
            f"K({i},{both}) -> K({i},{other})",
            f"C({group},{both}) -> K({i},{other}) | ~C({group},{one})",
            f"E({group},{one}) | ~C({group},{one})",
            f"({one}) & C({group},({one}) -> E({group},{both})) -> C({group},{other})",
            f"D({group},{one}) | ~K({i},{one}) | ({other})",
            f"K({i},{one}) -> K({i},K({i},{one}) | ({other}))",
            f"~K({i},{one}) -> K({i},~K({i},{one})) & ~K({i},{both})",
        )
    )


def formula(chance: Random, depth: int) -> str:
    """A formula in which knowledge and quantifiers are nested as deep as that."""
    if depth == 0 or chance.random() < 0.2:
        return _atom(chance)
    one, other = (formula(chance, depth - 1) for _ in range(2))
    i, group = chance.choice(_PLAYERS), chance.choice(_GROUPS)
    return chance.choice(
        (
            f"~({one})",
            f"({one}) & ({other})",
            f"(({one}) -> ({other}))",
            f"(({one}) <-> ({other}))",
            f"K({i},{one})",
            f"K({i},{one})",
            f"~K({i},{one})",
            f"E({group},{one})",
            f"C({group},{one})",
            f"D({group},{one})",
            f"(forall z in cards: ({one}) | h(0,z))",
            f"(exists k in players: h(k,x) & ({one}))",
        )
    )


def _atom(chance: Random) -> str:
    if chance.random() < 0.15:
        return chance.choice(_PUBLIC + _STEPS)
    holder = chance.choice(("0", "0", *_PLAYERS))
    return f"{chance.choice(('', '~'))}h({holder},{chance.choice(_CARDS)})"

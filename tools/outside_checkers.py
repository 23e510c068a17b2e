"""Make outside.md: random situations, asked of other model checkers as well.

    python tools/outside_checkers.py --mcmas PROGRAM --smcdel PROGRAM [--number N]

Each program is asked the same formulas of the same situations, in the files that
`mystpy model --format ispl` and `--format smcdel` write, and its answers are compared
with those of the engines. Ends with 1, and keeps the file, at the first difference.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.history.history import History
from mystpy.kripke.commands.file import structure_lines
from mystpy.kripke.export.ispl import ispl_lines
from mystpy.kripke.export.situation_model import SituationModel, situation_model
from mystpy.kripke.files.given_steps import FormulaCheck
from mystpy.kripke.files.model_file import ModelFile
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask

DOCS = Path(__file__).parents[1] / "docs"
SIZES = (
    (1, 1, 2, 1),
    (2, 1, 2, 1),
    (1, 2, 2, 2),
    (1, 1, 3, 2),
    (2, 2, 2, 1),
    (1, 1, 4, 2),
)
GAMES = tuple(Game.myst(*sizes) for sizes in SIZES)
ASKED, LONGEST, MOST_WORLDS, SEED = 6, 14, 400, 7
HEAD = (
    *("program", "situations", "worlds", "formulas", "true", "false"),
    *("undetermined", "same", "seconds"),
)
ABOUT = """# Ask other model checkers the same

`mystpy model QUERY --format ispl` writes a situation with its formulas for MCMAS, and
`--format smcdel` writes it for SMCDEL ([model files](../reference/models.md)). Give
these files to the programs, and compare their answers with those of `mystpy ask`.

The table has the results for random situations of {games}. Each situation is a legal
history of up to {longest} actions. The whole deal, one player's view, or no hand is
given. In each situation, {asked} random formulas with K, E and C up to depth three were
asked. The programs read only files and know nothing about the axioms. They check the
evaluation of formulas in a model, not that the model is right. Other tests compare the
engines with each other for that.

"""


class Case(NamedTuple):
    """A situation with its formulas, and the values that the engines give them."""

    found: SituationModel
    values: list[str]


Told = Callable[[str, Case, Path], list[bool]]


def main() -> int:
    """Ask all programs that are given, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mcmas")
    parser.add_argument("--smcdel")
    parser.add_argument("--number", type=int, default=300)
    given = parser.parse_args()
    asked: dict[str, tuple[str, Told]] = {}
    if given.mcmas:
        asked["MCMAS"] = given.mcmas, by_mcmas
    if given.smcdel:
        asked["SMCDEL"] = given.smcdel, by_smcdel
    if not asked:
        parser.error("give --mcmas or --smcdel, each with its program")
    cases = drawn(given.number, Random(SEED))
    rows = []
    for name, (program, told) in asked.items():
        with tempfile.TemporaryDirectory() as folder:
            row = compared(name, program, told, cases, Path(folder))
        if row is None:
            return 1
        rows.append(row)
    games = ", ".join(f"MYST{sizes}".replace(" ", "") for sizes in SIZES)
    about = ABOUT.format(longest=LONGEST, games=games, asked=ASKED)
    head = f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|\n"
    (DOCS / "how-to" / "outside.md").write_text(
        about + head + "".join(rows), encoding="utf-8"
    )
    return 0


def compared(
    name: str, program: str, told: Told, cases: Sequence[Case], folder: Path
) -> str | None:
    """One row of the table; None if an answer differs, which is printed."""
    values, worlds, seconds = Counter[str](), 0, 0.0
    for number, case in enumerate(cases):
        start = time.perf_counter()
        said = iter(told(program, case, folder))
        seconds += time.perf_counter() - start
        here = [value_of([next(said) for _ in each]) for each in case.found.questions()]
        if here != case.values:
            print(f"{name} differs in case {number}: {here}, not {case.values}")
            print(*(str(each) for each in case.found.formulas), sep="\n")
            return None
        values.update(here)
        worlds += len(case.found.state.model)
    counts = [values[key] for key in ("true", "false", "undetermined")]
    total = sum(counts)
    cells = [len(cases), worlds, total, *counts, total]
    row = " | ".join(f"{cell:,}" for cell in cells)
    return f"| {name} | {row} | {seconds:.0f} |\n"


def value_of(said: Sequence[bool]) -> str:
    """The value of a formula: in the actual world, or in all worlds that fit."""
    if len(said) == 1:
        return "true" if said[0] else "false"
    return "true" if said[0] else "false" if said[1] else "undetermined"


def by_mcmas(program: str, case: Case, folder: Path) -> list[bool]:
    """Return whether each question is true in all initial states, by MCMAS."""
    state, path = case.found.state, folder / "situation.ispl"
    asked = [each for both in case.found.questions() for each in both]
    lines = ispl_lines(state.model, state.point, "a random situation", asked)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = printed([program, str(path)])
    found = re.findall(r"Formula number \d+: .*, is (TRUE|FALSE) in the model", said)
    return counted([word == "TRUE" for word in found], len(asked), said)


def by_smcdel(program: str, case: Case, folder: Path) -> list[bool]:
    """Return whether each question is true, or valid, by SMCDEL."""
    state, path = case.found.state, folder / "situation.smcdel.txt"
    asked = [each for both in case.found.questions() for each in both]
    checks = tuple(FormulaCheck(str(each), each, 0) for each in asked)
    read = ModelFile("a situation", None, state.model, state.point, checks=checks)
    lines = structure_lines(read, state, 0)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = re.sub(r"\x1b\[[0-9;]*m", "", printed([program, str(path)]))
    words = re.findall(r"^(True|False)$", said, re.M)
    return counted([word == "True" for word in words], len(asked), said)


def printed(words: list[str]) -> str:
    """Return the output of a program."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def counted(found: list[bool], number: int, said: str) -> list[bool]:
    """These answers, if there are as many as questions."""
    if len(found) != number:
        sys.exit(f"{number} questions have {len(found)} answers:\n{said}")
    return found


def drawn(number: int, rng: Random) -> list[Case]:
    """Random situations that are small enough, with what the engines say of them."""
    engine, cases = get_engine("auto"), list[Case]()
    while len(cases) < number:
        history = partly_given(played(rng), rng)
        texts = [formula(history.game, rng, 3) for _ in range(ASKED)]
        asked = [parse_formula(text, history.game) for text in texts]
        found = situation_model(history, asked)
        if len(found.state.model) <= MOST_WORLDS:
            values = [ask(history, each, engine).value for each in asked]
            cases.append(Case(found, values))
    return cases


def played(rng: Random) -> History:
    """A random legal history of a random deal."""
    game = rng.choice(GAMES)
    cards = rng.sample(game.cards, len(game.cards))
    hands = {}
    for holder, size in enumerate(game.sizes[: game.p + 1]):
        hands[holder], cards = cards[:size], cards[size:]
    history, engine = History.make(game, hands, ()), get_engine("worlds")
    for _ in range(rng.randint(0, LONGEST)):
        actions = [each.action for each in engine.possible(history)]
        if not actions:
            break
        action = rng.choice(actions)
        if isinstance(action, Asks):
            question = frozenset(rng.sample(game.cards, game.q))
            action = Asks(action.player, question)
        elif isinstance(action, Guess):
            action = Guess(action.player, frozenset(rng.sample(game.cards, game.m)))
        history = history.then(action)
    return history


def partly_given(history: History, rng: Random) -> History:
    """All of a history, what one player has seen of it, or what all have."""
    viewer = rng.choice(("all", None, *range(1, history.game.p + 1)))
    if viewer == "all":
        return history
    hands = {viewer: history.hands[viewer]} if isinstance(viewer, int) else {}
    actions = [
        Shows(each.player, each.to, None)
        if isinstance(each, Shows) and viewer not in (each.player, each.to)
        else each
        for each in history.actions
    ]
    return History.make(history.game, {k: v or () for k, v in hands.items()}, actions)


def formula(game: Game, rng: Random, depth: int) -> str:
    """A random formula about who has which card and who knows it."""
    card, holder = rng.choice(game.cards), rng.choice(game.holders)
    if depth == 0 or rng.random() < 0.1:
        return rng.choice((f"h({holder},{card})", f"h(0,{card})", "In(1)", "GameOver"))
    one, other = (formula(game, rng, depth - 1) for _ in range(2))
    player = rng.randint(1, game.p)
    group = ",".join(map(str, sorted(rng.sample(range(1, game.p + 1), 2))))
    return rng.choice(
        (
            f"K({player}, {one})",
            f"~K({player}, ~({one}))",
            f"C([{group}], {one})",
            f"E([{group}], {one})",
            f"({one}) & ({other})",
            f"({one}) | ({other})",
            f"({one}) -> ({other})",
            f"~({one})",
        )
    )


if __name__ == "__main__":
    sys.exit(main())

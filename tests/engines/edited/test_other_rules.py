"""Section 1.3 edited in Clue, on a board, at speed, and in generalized Clue.

These games include the same section 1.3. Each engine follows it or rejects it, by its
label. The right answers are computed by oracle.py from the edited files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from tests.engines.edited import oracle
from tests.engines.edited.questions import REFUSED, RIGHT
from tests.engines.sights import SIGHTS
from tests.engines.test_sight import edited, is_table
from tests.programs import needs

pytestmark = needs("swipl")

CLUE = """
constant(p,3). constant(q,2).
symbol(1,s1). symbol(2,s2). symbol(3,s3). symbol(4,s4). symbol(5,s5).
given_size(0,2). given_size((1..3),1).
sort_of((s1;s2;s3),who). sort_of((s4;s5),what).
"""
SORTS = {"who": ["s1", "s2", "s3"], "what": ["s4", "s5"]}
SHOWN = "asks(1,{s1,s4}) no(2) yes(3) shows(3,1,s4)"
DECK = tuple(f"s{k}" for k in range(1, 6))

GAMES = {
    "clue": (Game.clue(3, SORTS), CLUE, SHOWN),
    "board": (Game.clue(3, SORTS, board=True), CLUE, f"{SHOWN} noguess(1) endturn(1)"),
    "speed": (Game.clue(3, SORTS, speed=True), CLUE, SHOWN),
    "generalized": (
        Game.generalized_clue(1, 1, 3),
        "game(myst(1,1,3,4)).",
        "asks(1,2,{s2,s3}) yes(2) shows(2,1,s3) endturn(1) guess(2,{s4}) told(2)",
    ),
}
"""Games of three players, each with its facts and a history with a show."""

ASKED = (
    *("K(1,h({by},{x}))", "K(2,h({by},{x}))", "K(3,h({by},{x}))"),
    *("K({by},K(1,h({by},{x})))", "K(2,~K(3,h({by},{x})))", "C([1,{by}],h({by},{x}))"),
    *("K(3,h(0,s4))", "E([1,2],h({by},{x}))"),
)


def judged(engine: Engine, history: History, text: str, right: str) -> str:
    try:
        value = engine.value(history, parse_formula(text, history.game)).value
    except AxiomError as error:
        return REFUSED if "(S1.3.1" in str(error) and error.hint else str(error)
    return RIGHT if value == right else f"{value}, not {right}"


@pytest.mark.alike(15)
@pytest.mark.parametrize("name", SIGHTS)
@pytest.mark.parametrize("rules", GAMES)
def test_an_edited_sight_is_followed_or_refused_in_other_games(
    rules: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, facts, do = GAMES[rules]
    folder = edited(SIGHTS[name], tmp_path)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    row = oracle.Game(p=3, rules=rules, facts=facts, deck=DECK[: game.c])
    by, card = ("2", "s3") if game.generalized else ("3", "s4")
    judge, history = oracle.Oracle(folder, row, do), History.make(game, {}, do)
    for template in ASKED:
        text = template.format(by=by, x=card)
        right = judge.value(text)
        for engine in ("asp", "prolog", "worlds", "walk"):
            found = judged(get_engine(engine), history, text, right)
            assert found in (RIGHT, REFUSED), (engine, text, found)
            if is_table(SIGHTS[name]) or engine in ("asp", "prolog"):
                assert found == RIGHT, (engine, text)

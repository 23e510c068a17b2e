"""Knowledge after two answers by different axioms, also in a process without pytest."""

from __future__ import annotations

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask

GAME = Game.myst(m=1, n=2, p=3, q=2)
NO, YES = "asks(1,{s3,s4}) no(2)", "asks(1,{s3,s4}) yes(2)"
LEARNT = {
    "shipped": (True, True),
    "no": (None, True),
    "yes": (True, False),
}
"""Whether the asker knows, after a no and after a yes, what these say."""


def learnt(engine: str) -> tuple[bool | None, bool | None]:
    """Return what the asker knows about the hand of player 2, after each answer."""
    found = []
    for done, text in ((NO, "K(1,~h(2,s3))"), (YES, "K(1,h(2,s3)|h(2,s4))")):
        history = History.make(GAME, {}, done)
        value = ask(history, parse_formula(text, GAME), get_engine(engine)).value
        found.append({"true": True, "false": False}.get(str(value)))
    return found[0], found[1]

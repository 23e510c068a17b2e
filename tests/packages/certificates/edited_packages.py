"""Edits of copies of `theories/myst` that change the game, and edits that do not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from mystpy.packages.folders import shipped_packages

ASK = "poss(asks(I, Q), S) :- considered(asks(I, Q), S), turn(I, S), phase(ask, S)"
NO = "question(Q, S), disjoint(Q, J)."
SHOW = "question(Q, S), element(X, Q), h(J, X), phase(show, S)."
STAYS = "still_in(I, S), reached(S+1), not guesses_wrong(I, S)."
TURN = "turn(J, S+1) :- done(endturn(I), S), turn(I, S), incp(I, J)."
OVER = "game_over(S+1) :- done(guess(I, M), S), equals_pile(M)."
SIZES = ":- player(I), not n { h(I, X) : card(X) } n."
START = "still_in(I, 0) :- player(I)."
HAND = "obs0(I, X) :- player(I), h(I, X)."
BOTH = (
    "obs(K, shows(J, I, X), shows(J, I, X), S) :- done(shows(J, I, X), S), K = (J; I)."
)
OTHERS = "obs(K, shows(J, I, X), shows(J, I, some), S) :-"
NONE = "disjoint(Q, J) :- question_set(Q), player(J), not h(J, X) : element(X, Q)."
RIGHT = (
    "obs(K, guess(I, M), right, S) :- player(K), done(guess(I, M), S), equals_pile(M)."
)

WRONG = RIGHT.replace("right", "wrong").replace("equals", "not equals")


class Edit(NamedTuple):
    """A replacement in theory.lp, and a part of the reason for which it is refused.

    `run` says whether the reason is a run from the start.
    """

    changes: tuple[tuple[str, str], ...]
    reason: str
    run: bool = True


def one(old: str, new: str, reason: str, *, run: bool = True) -> Edit:
    """Return an edit with one replacement."""
    return Edit(((old, new),), reason, run)


CHANGING: dict[str, Edit] = {
    "the lowest card is shown": one(
        SHOW,
        f"{SHOW[:-1]}, not lower(J, X, S).\n"
        "lower(J, X, S) :- question(Q, S), element(X, Q), element(Y, Q), h(J, X),"
        " h(J, Y), Y < X.",
        "is possible in the rule set myst only",
    ),
    "no unless all": one(
        NONE,
        "disjoint(Q, J) :- question_set(Q), player(J), element(X, Q), not h(J, X).",
        "no(2) is possible in the package only",
    ),
    "no is always possible": one(
        NO, "question(Q, S).", "no(2) is possible in the package only"
    ),
    "yes if some card is held, or none asked": one(
        "question(Q, S), not disjoint(Q, J).",
        "question(Q, S), 2 { h(J, X) : element(X, Q) }.",
        "yes(2) is possible in the rule set myst only",
    ),
    "any card may be shown": one(
        SHOW,
        "question(Q, S), h(J, X), phase(show, S).",
        "is possible in the package only",
    ),
    "a show is public": one(
        BOTH,
        "obs(K, shows(J, I, X), shows(J, I, X), S) :-"
        " done(shows(J, I, X), S), player(K).",
        "what 3 sees of shows(2,1,",
    ),
    "only the responder sees the card": Edit(
        (
            (BOTH, BOTH.replace("K = (J; I)", "K = J")),
            ("K != J, K != I.", "K != J."),
        ),
        "what 1 sees of shows(2,1,",
    ),
    "only player 3 sees differently": one(
        OTHERS,
        "obs(3, shows(J, I, X), shows(J, I, X), S) :- done(shows(J, I, X), S).\n"
        + OTHERS,
        "what 3 sees of shows(2,1,",
    ),
    "whether a guess is right is hidden": Edit(
        ((RIGHT, ""), (WRONG, "")), "sees of guess(1,"
    ),
    "nobody is out": one(
        STAYS, "still_in(I, S), reached(S+1).", "still_in(1,s) differs after guess(1,"
    ),
    "a guess ends the game": one(
        OVER,
        "game_over(S+1) :- done(guess(I, M), S).",
        "game_over(s) differs after guess(1,",
    ),
    "the order is reversed": one(
        TURN,
        TURN.replace("incp(I, J)", "incp(J, I)"),
        "differs after endturn(1)",
    ),
    "the last card is special": one(
        NO,
        f"{NO[:-1]}, not h(J, s4).",
        "no(2) is possible in the rule set myst only",
    ),
    "no question twice in a row": one(
        ASK,
        f"{ASK}, not question(Q, S)",
        "is possible in the rule set myst only",
    ),
    "no question twice": one(
        f"{ASK}.",
        f"{ASK}, not asked(Q, S).\nasked(Q, S+1) :- done(asks(I, Q), S).\n"
        "asked(Q, S+1) :- asked(Q, S), reached(S+1).",
        "steps depend on asked, which myst has not",
        run=False,
    ),
    "a new phase after a wrong guess": one(
        "phase(end, S+1) :- done(guess(I, M), S).",
        "phase(rest, S+1) :- done(guess(I, M), S).",
        "phase(end,s) differs after guess(1,",
    ),
    "one card is never in the pile": one(
        START,
        f":- h(0, s1).\n{START}",
        "only the rule set myst has the deal",
        run=False,
    ),
    "open sizes of hands": one(SIZES, "", "only the package has the deal", run=False),
    "a player may have more": one(
        SIZES,
        SIZES.replace("player(I)", "player(I), I > 1"),
        "only the package has the deal",
        run=False,
    ),
    "a coin is tossed": one(
        START,
        f"{{ coin }}.\n{START}",
        "a start chooses coin besides the deal",
        run=False,
    ),
    "player 2 begins": one(
        "position(player, I, 1).",
        "position(player, I, 2).",
        "at the start turn(",
        run=False,
    ),
    "player 1 sees the pile": one(
        HAND,
        f"{HAND}\nobs0(1, pile(X)) :- h(0, X).",
        "at the start what 1 sees tells two runs apart",
        run=False,
    ),
    "another rule from step 5 on": one(
        NO,
        f"{NO[:-1]}, S < 5.",
        "it depends on the number of the situation S",
        run=False,
    ),
    "a show is remembered": one(
        NO,
        f"{NO[:-1]}, not shown_once(J).\nshown_once(J) :- done(shows(J, I, X), S).",
        "done depends on its own negation",
        run=False,
    ),
    "an earlier show counts": one(
        NO,
        f"{NO[:-1]}, not done(shows(J, I, X), T) : done(shows(J, I, X), T).",
        "done depends on its own negation",
        run=False,
    ),
    "sets are compared": one(
        NO,
        f"{NO[:-1]}, Q < set(s3).",
        "it takes sets apart",
        run=False,
    ),
    "what else is considered": one(
        SHOW,
        f"{SHOW[:-1]}, not considered(shows(J, I, s1), S).",
        "it depends on which other actions are considered",
        run=False,
    ),
    "histories end before the last step": one(
        NO,
        f"{NO[:-1]}, step(S).",
        "it depends on step, which the driver has",
        run=False,
    ),
}
"""Edits after which the package is no longer MYST."""

HARMLESS: dict[str, tuple[tuple[str, str], ...]] = {
    "variables": (
        (
            NONE,
            NONE.replace("J", "Who").replace("Q,", "Cards,").replace("Q)", "Cards)"),
        ),
    ),
    "predicates": (("disjoint", "has_none_of"), ("incp", "next_to")),
    "conditions in another order": ((NO, "disjoint(Q, J), question(Q, S)."),),
    "a count for a condition": (
        (
            NONE,
            "disjoint(Q, J) :- question_set(Q), player(J),"
            " { h(J, X) : element(X, Q) } 0.",
        ),
    ),
    "what is not wrong is right": ((RIGHT, ""),),
    "a constant that is never reached": ((NO, f"{NO[:-1]}, p < 17."),),
    "a fluent on which nothing depends": (
        (START, f"{START}\nasked(Q, S+1) :- done(asks(I, Q), S)."),
    ),
    "more is seen that all know": (
        (HAND, f"{HAND}\nobs0(I, cards(N)) :- player(I), N = n."),
    ),
}
"""Edits that say the same in another way."""


def edited(folder: Path, changes: tuple[tuple[str, str], ...], name: str = "") -> Path:
    """Return a copy of the package with changes of theory.lp, and no theory.pl."""
    copy = folder / "edited"
    shutil.copytree(shipped_packages()["myst"], copy)
    (copy / "theory.pl").unlink()
    path = copy / "theory.lp"
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return copy

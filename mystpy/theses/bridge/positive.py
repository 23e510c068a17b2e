"""What the thesis's knowledge axioms derive of what is true: for positive formulas.

A positive formula is built from h(k,x) and ~h(k,x) with &, |, K, E and C, and no
negation stands in front of knowledge. How derivability is decided, exactly, stands in
`ignorance`; for the axioms with the show known to all in `shown`.

Where all are told which card was shown, or only two play, and no guess has ended the
game, Axiom 0 is enough, whatever the size and however long the history: let F be what
was told to all, with two players also the cards shown. Then every node (A,v) but the
root has F in v, arrows keep own hands, and the worlds are the deals with F. So a world
with the deal v (and with two players the cards that were shown) simulates (A,v). That
the check finds the same is a test of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.bridge.axioms import Reading
from mystpy.theses.bridge.positive_sweep import (
    KINDS,
    Item,
    complete_piece,
    first_underived,
    sound_piece,
)
from mystpy.theses.bridge.shown import THEORY, Tried, shown_piece
from mystpy.theses.bridge.walk import scope_of, small_games

BARE = Reading()
AXIOM_0 = Reading(own_hands=True)
ENDS = Reading(own_hands=True, ends=True)

SIGMA = (
    "C(P, (2.9)-(2.12)); C({i}, h(i,x)) for the cards held, (2.14); C(P, .) of every no"
    " and yes, (2.32) and (2.33); C({i,j}, h(j,x)) of every card shown, (2.25); C(P, .)"
    " of every wrong guess after which the game goes on, (2.34); all kept by (2.24)"
)
OWN = "C(P, h(i,x) -> K(i,h(i,x))) for all i and x"
END = "C(P, .) of what a guess that ends the game says of the pile"
SHOWN = "C(P, OR_{x in Q} C({i,j}, h(j,x))) for every show of j to i"
ALL_DERIVED = "every positive formula that is true is derived, in S5 with C"


def work_for(game: Game, budget: Budget) -> int:
    """How far a game is swept: the smallest of them until all have guessed wrong."""
    if game.c == 3:
        return 5_000
    return 12_000 if budget.full else 4_500


def sound(budget: Budget, reading: Reading, says: str) -> Finding:
    """Whether everything that the axioms derive is true: whether all instances are."""
    games = small_games(budget)
    items = [
        (str(game.to_dict()), Item(game, work_for(game, budget), reading))
        for game in games
    ]
    label = f"bridge-sound|{budget.scope}|{reading}"
    found = [result for _, result in spread(budget, label, sound_piece, items)]
    wrong = next((x for x in found if x[3] is not None), None)
    finding = Finding.judged(
        wrong and wrong[3],
        proves=False,
        statement=f"in every executable situation all of these are true: {says}",
        method="exhaustive",
        scope=scope_of(games, [x[2] for x in found]),
        instances=sum(x[1] for x in found),
        note="S5 with C leads from truths to truths, so whatever is derived from true"
        f" instances is true; {sum(x[0] for x in found)} public histories up to names"
        " of cards, in all worlds of each",
    )
    if wrong is None:
        return finding
    return replace(finding, note=f"an instance of {wrong[4]} is false there")


Swept = list[tuple[Game, int, int, Mapping[str, list[int]]]]
"""Of each game how many histories, the depth, and by kind situations and failures."""


def swept(budget: Budget, reading: Reading) -> Swept:
    """All games swept with one reading of the axioms, the smallest first."""
    games = small_games(budget)
    items = [(str(g.to_dict()), Item(g, work_for(g, budget), reading)) for g in games]
    label = f"bridge-complete|{budget.scope}|{reading}"
    results = dict(spread(budget, label, complete_piece, items))
    found = []
    for (name, _), game in zip(items, games, strict=True):
        found.append((game, *results[name]))
    return sorted(found, key=lambda x: (x[0].c, x[0].p, x[0].q))


def complete(
    budget: Budget, reading: Reading, kinds: Collection[str], says: str
) -> Finding:
    """Whether every true positive formula is derived, in situations of these kinds."""
    found = swept(budget, reading)
    counts = [
        (game, [sum(of[kind][k] for kind in kinds) for k in (0, 1)])
        for game, _, _, of in found
    ]
    failing = next((game for game, (_, wrong) in counts if wrong), None)
    wrong = None
    if failing is not None:
        item = Item(failing, work_for(failing, budget), reading)
        wrong = first_underived(item, kinds)
    looked, failed = (sum(of[k] for _, of in counts) for k in (0, 1))
    return Finding.judged(
        wrong,
        proves=False,
        statement=says,
        method="simulation",
        scope=scope_of([game for game, *_ in found], [x[2] for x in found]),
        instances=looked,
        note=_counted(found, kinds, looked, failed),
    )


def _counted(found: Swept, kinds: Collection[str], looked: int, failed: int) -> str:
    histories = sum(x[1] for x in found)
    walked = f"{histories} public histories up to names of cards were walked"
    if not failed:
        return (
            f"in all {looked} situations the actual world simulates the most ignorant"
            " model of the axioms, so that they entail in S5 with C all that is true"
            f" there; {walked}"
        )
    told = f"in {failed} of {looked} situations something true is not derived"
    if len(kinds) > 1:
        sums = {k: [sum(of[k][n] for *_, of in found) for n in (1, 0)] for k in kinds}
        parts = (f"{WORDS[k]} in {a} of {b}" for k, (a, b) in sums.items())
        told = f"{told} ({', '.join(parts)})"
    return f"{told}; {walked}"


WORDS = {
    "plain": "nothing hidden, no guess that ended the game:",
    "right": "after a right guess",
    "last": "after the last wrong guess",
    "hidden": "after a show left open to a third player",
    "hidden right": "after this and a right guess",
    "hidden last": "after this and the last wrong guess",
}
"""The kinds of situations in words."""


def shown(budget: Budget) -> Finding:
    """Whether the axioms with the show known to all derive all that is true."""
    games = small_games(budget)
    items = [
        (str(game.to_dict()), Tried(game, work_for(game, budget) // 4))
        for game in games
    ]
    label = f"bridge-shown|{budget.scope}"
    found = [result for _, result in spread(budget, label, shown_piece, items)]
    return Finding.judged(
        next((x[4] for x in found if x[4]), None),
        proves=False,
        statement=f"{SIGMA}; {OWN}; {END}; {SHOWN}: {ALL_DERIVED}",
        method="simulation",
        scope=scope_of(games, [x[3] for x in found]),
        instances=sum(x[1] for x in found),
        note="every S5 model of these axioms is simulated by the worlds: map a node to"
        " its deal and, of each show, to a card that is common knowledge there of the"
        " two who saw it. That the worlds satisfy the axioms, and are all deals and"
        " choices of cards that fit, was looked at in every situation; the map also on"
        f" random models, with {sum(x[2] for x in found)} nodes",
    )


SEEN = tuple(kind for kind in KINDS if "hidden" not in kind)
"""The kinds of situations in which no third player is left in doubt about a show."""


TOLD = (
    "Axiom 0, (2.34) also for the guess that ends the game, and after a show all know"
    " that it is common knowledge of the two which card it was"
)


def _sound(budget: Budget) -> Finding:
    finding = sound(budget, BARE, SIGMA)
    return finding.also(
        (
            "Axiom 0: (2.14) too is known to all players",
            sound(budget, AXIOM_0, f"{SIGMA}; {OWN}"),
        ),
        (TOLD, sound(budget, THEORY, f"{SIGMA}; {OWN}; {END}; {SHOWN}")),
    )


def _cases() -> Iterator[tuple[str, Reading, Collection[str], str]]:
    """Yield readings: words, axioms, kinds of situations, and what goes with SIGMA."""
    yield "Axiom 0: (2.14) too is known to all players", AXIOM_0, KINDS, OWN
    yield (
        "Axiom 0, after no guess that ended the game, and if there is a third player"
        " after no show whose card does not follow from what was told to all",
        AXIOM_0,
        ("plain",),
        OWN,
    )
    yield "Axiom 0, after a right guess", AXIOM_0, ("right",), OWN
    yield "Axiom 0, after the wrong guess of the last player", AXIOM_0, ("last",), OWN
    yield (
        "Axiom 0, with a third player, after a show whose card does not follow from"
        " what was told to all",
        AXIOM_0,
        ("hidden",),
        OWN,
    )
    yield (
        "Axiom 0, and (2.34) also for the guess that ends the game; if there is a third"
        " player after no show whose card does not follow from what was told to all",
        ENDS,
        SEEN,
        f"{OWN}; {END}",
    )


def _complete(budget: Budget) -> Finding:
    finding = complete(budget, BARE, KINDS, f"from {SIGMA}: {ALL_DERIVED}")
    readings = [
        (words, complete(budget, axioms, kinds, f"from {SIGMA}; {more}: {ALL_DERIVED}"))
        for words, axioms, kinds, more in _cases()
    ]
    told = shown(budget)
    readings.append((TOLD, told))
    note = f"{finding.note}; {LEFT_OUT}"
    if told.verdict.good:
        note += ". With these three told to all, nothing is left out"
    return replace(finding, note=note).also(*readings)


LEFT_OUT = (
    "what the thesis leaves out: (2.14) says that a player knows the own hand, not that"
    " the others know this of the player; (2.25) says what the two know, not what a"
    " third player knows of what they know; (2.34) says nothing of a guess that ends"
    " the game"
)


STATEMENTS = (
    Statement(
        "bridge-positive-sound",
        "2.6, 2.9, 2.10",
        "What the knowledge axioms derive is true in the possible worlds.",
        f"in every executable situation: {SIGMA}",
        _sound,
    ),
    Statement(
        "bridge-positive-complete",
        "2.6, 2.9, 2.10",
        "The knowledge axioms derive every true formula in which no negation stands in"
        " front of knowledge.",
        f"in every executable situation, from {SIGMA}: {ALL_DERIVED}",
        _complete,
    ),
)

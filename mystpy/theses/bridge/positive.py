"""The formulas that the axioms derive, compared with the true ones, in a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.theses.bridge.axioms import (
    AxiomChoice,
    first_false,
    formula_of,
    own_hand_not_known,
)
from mystpy.theses.bridge.ignorance import Ignorance
from mystpy.theses.bridge.shown import THEORY, show_not_known, shown_piece
from mystpy.theses.bridge.walk import (
    NO_COUNTS,
    Item,
    Piece,
    explore,
    first_fault,
    pieces,
    scope_of,
    states,
    swept,
)
from mystpy.theses.bridge.world_separation import not_derived
from mystpy.theses.case_analysis import Case

KINDS = ("plain", "right", "last", "hidden", "hidden right", "hidden last")
"""Situations after which kinds of actions: a right guess, the wrong guess of the last
player who was in, a hidden show, or none of these (plain). A show is hidden if there is
a third player, and what has been told to all leaves open which card it was."""


def sound_piece(item: Item[AxiomChoice]) -> Piece:
    """Return histories, situations, depth, and a false instance of an axiom, if any."""
    ahead = explore(item.game, item.work)
    found = ((s.size, _false(s, item.how), NO_COUNTS) for s in states(ahead))
    return first_fault(ahead, found)


def _false(state: EpistemicState, reading: AxiomChoice) -> Case | None:
    """Return a situation in which an axiom is false, and the axiom, or None."""
    wrong = own_hand_not_known(state) if reading.own_hands else None
    if wrong is not None:
        return situation_of(state, wrong) | {"axiom": "(2.14)"}
    wrong = show_not_known(state) if reading.shows else None
    if wrong is not None:
        return situation_of(state, wrong) | {"axiom": "(2.25)"}
    false = first_false(state, reading)
    if false is None:
        return None
    world, one = false
    said = {"formula": str(formula_of(one, state.game)), "value": "false"}
    return situation_of(state, world) | said | {"axiom": one.axiom}


def hidden(state: EpistemicState) -> bool:
    """Return whether there is a third player, and a shown card not known to all."""
    cards = zip(*state.shown, strict=True)
    return len(state.players) > 2 and any(len(set(each)) > 1 for each in cards)


def kind(state: EpistemicState) -> str:
    """Return the kind of events in a state, one of KINDS."""
    end = ""
    if state.system_state.over and state.events[-1].key[0] == "guess":
        right = state.worlds[0][0] == state.events[-1].cards
        end = "right" if right else "last"
    return f"hidden {end}".rstrip() if hidden(state) else end or "plain"


def incomplete(ignorance: Ignorance) -> int:
    """Return the worlds in which some true positive formula is not derived."""
    worlds = range(ignorance.state.size)
    return sum(1 << w for w in worlds if not ignorance.complete(w))


def complete_piece(item: Item[AxiomChoice]) -> Piece:
    """Return histories, situations, depth, and the failures and totals by kind.

    A situation fails if a true formula is not derived.
    """
    ahead = explore(item.game, item.work)

    def found() -> Iterator[tuple[int, Case | None, Mapping[str, int]]]:
        for state in states(ahead):
            wrong = incomplete(Ignorance(state, item.how)).bit_count()
            name = kind(state)
            yield state.size, None, {name: state.size, f"{name} failed": wrong}

    return first_fault(ahead, found())


def first_underived(item: Item[AxiomChoice], of: Collection[str]) -> Case:
    """Return a shortest history of the game with a true formula that is not derived.

    Only situations of these kinds count; there must be one.
    """
    for state in states(explore(item.game, item.work)):
        ignorance = Ignorance(state, item.how)
        wrong = incomplete(ignorance) if kind(state) in of else 0
        if wrong:
            world, formula = not_derived(ignorance, wrong)
            said = {"formula": str(formula), "value": "true"}
            return situation_of(state, world) | said
    raise ValueError("everything true is derived")


BARE = AxiomChoice()
AXIOM_0 = AxiomChoice(own_hands=True)
ENDS = AxiomChoice(own_hands=True, ends=True)


def work_for(game: Game, budget: Budget) -> int:
    """Return how far a game is swept: the smallest until all have guessed wrong."""
    if game.c == 3:
        return 5_000
    return 12_000 if budget.full else 4_500


def sound(budget: Budget, reading: AxiomChoice) -> Result:
    """Check whether all that the axioms derive is true: whether all instances are."""
    work = partial(work_for, budget=budget)
    found = swept(budget, f"sound|{reading}", sound_piece, reading, work)
    if found.counterexample is None:
        return found
    axiom = found.counterexample["axiom"]
    return replace(found, values={**found.values, "instance": axiom}, case="wrong")


def complete(budget: Budget, reading: AxiomChoice, kinds: Collection[str]) -> Result:
    """Check whether each true positive formula is derived, in these situations."""
    work = partial(work_for, budget=budget)
    label = f"complete|{reading}"
    found = pieces(budget, label, complete_piece, reading, work)

    def count(names: Iterable[str], games: Iterable[Piece]) -> int:
        return sum(piece[4].get(name, 0) for piece in games for name in names)

    every, bad = [piece for _, piece in found], [f"{name} failed" for name in kinds]
    failing = [game for game, piece in found if count(bad, [piece])]
    wrong = None
    if failing:
        item = Item(failing[0], work(failing[0]), reading)
        wrong = first_underived(item, kinds)
    by_kind = {
        name.replace(" ", "_"): f"{count([f'{name} failed'], every)} of"
        f" {count([name], every)}"
        for name in KINDS
    }
    return Result.judged(
        wrong,
        proves=False,
        method="simulation",
        scope=scope_of(found),
        instances=count(kinds, every),
        values={
            "looked": count(kinds, every),
            "failed": count(bad, every),
            "histories": sum(piece[0] for piece in every),
            **by_kind,
        },
        case="derived" if not failing else "by_kind" if len(kinds) > 1 else None,
    )


def shown(budget: Budget) -> Result:
    """Check whether the axioms with the show known to all derive all truths."""

    def work(game: Game) -> int:
        return work_for(game, budget) // 4

    return swept(budget, "shown", shown_piece, 24, work, "simulation")


SEEN = tuple(kind for kind in KINDS if "hidden" not in kind)
"""The kinds of situations in which no third player is left in doubt about a show."""


def derives_truths(budget: Budget) -> Result:
    """Check whether the knowledge axioms derive only truths, by formalization."""
    return sound(budget, BARE).also(
        own_hands=sound(budget, AXIOM_0), shown=sound(budget, THEORY)
    )


def derives_all(budget: Budget) -> Result:
    """Check whether the axioms derive every positive truth, by formalization.

    With Axiom 0, (2.14) is known to all players; with `ends`, (2.34) also covers the
    guess that ends the game.
    """
    with_axiom_0 = {
        kind: complete(budget, AXIOM_0, (kind,))
        for kind in ("plain", "right", "last", "hidden")
    }
    return replace(complete(budget, BARE, KINDS), case="printed").also(
        own_hands=complete(budget, AXIOM_0, KINDS),
        **with_axiom_0,
        ends=complete(budget, ENDS, SEEN),
        shown=shown(budget),
    )

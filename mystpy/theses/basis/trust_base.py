"""The trust base of a verdict, derived from its method and the code of its check.

The first words name the method. The others name the reductions that it depends on:
steps that were proved only on paper, so that fewer cases had to be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain

from mystpy.conjectures.verdict import METHOD, REWRITTEN, Result, Verdict
from mystpy.coq.record import Theorem

Place = tuple[str, str]
"""The name of a module, and of a definition in it."""

KERNEL = "Coq's kernel"
ARGUED = "Coq's kernel, and steps that are argued in words"
CLINGO = "clingo, without a checked proof"
SAT = "a SAT solver, without a checked proof"
SWEEP = "this package's sweep"
TREE = "this package's game trees, in exact fractions"
PROGRAMMES = "linear programmes with exact best responses"
ARITHMETIC = "this package's arithmetic, in exact fractions"
SIMULATION = "this package's simulations between models"
ENGINES = "two engines that agree"
MEASUREMENT = "a measurement"
COUNTEREXAMPLE = "a counterexample that replays"
EXAMPLE = "an example that replays"
PROVERS = "cvc5"

RENAMED_CARDS = "reduction: cards that are renamed look alike"
RENAMED_PLAYERS = "reduction: players renamed in their order look alike"
STAND_INS = "reduction: card sets have stand-ins"
FEW_CARDS = "reduction: a few worlds, cards and players are enough"

_BY_METHOD: Mapping[str, tuple[str, ...]] = {
    "a counterexample, by provers": (COUNTEREXAMPLE,),
    "a counterexample, by provers and solver": (COUNTEREXAMPLE,),
    "a counterexample, checked on all graphs": (SWEEP,),
    "a counterexample": (SWEEP,),
    "a model, by few worlds, reduction, provers and exhaustive": (
        *(PROVERS, SAT, COUNTEREXAMPLE, FEW_CARDS, REWRITTEN),
    ),
    "arithmetic": (ARITHMETIC,),
    "arithmetic, and exhaustive over the deals": (SWEEP, ARITHMETIC),
    "both sides computed on all graphs": (SWEEP, ENGINES),
    "counting, and exhaustive over the orders of small decks": (ARITHMETIC, SWEEP),
    "exhaustive": (SWEEP,),
    "few worlds": (SAT, FEW_CARDS),
    "game tree": (TREE,),
    "induction": (CLINGO, STAND_INS),
    "induction over public states": (SWEEP, RENAMED_CARDS, RENAMED_PLAYERS),
    "linear equations, solved exactly": (ARITHMETIC,),
    "linear programmes, exact replies": (PROGRAMMES,),
    "measurement": (MEASUREMENT,),
    "minimax against an adversary": (TREE,),
    "provers": (PROVERS,),
    "search": (CLINGO,),
    "search, with an example": (EXAMPLE,),
    "shortest ways between phases, and provers": (PROVERS, SWEEP),
    "simulation": (SIMULATION,),
    "solver": (CLINGO,),
    "supermartingales, and arithmetic": (ARITHMETIC,),
    "two engines": (ENGINES,),
}
_EXHAUSTIVE = "exhaustive over"
_REDUCING = (
    "mystpy.situations.explore",
    "mystpy.situations.turns",
    "mystpy.situations.canonical",
    "mystpy.theses.chapter3.table",
)
"""Modules that check one situation, or deal, of each set of equivalent ones."""

_OF_SIZES = "mystpy.theses.knowledge_games.small_games"
_ONE_DEAL = {(_OF_SIZES, name) for name in ("deal_of", "each_deal", "each_move")}
"""The definitions that check one deal of each size."""

_PROGRAMS = "mystpy.engines.programs"
_ENGINES = "mystpy.engines"


def by_kernel(theorem: Theorem) -> tuple[str, ...]:
    """Return the trust base of a verdict by a theorem of Coq."""
    if theorem.argued is None:
        return (KERNEL,)
    return ARGUED, f"argued: {theorem.argued}"


def rests_on(
    result: Result, imported: Callable[[], Collection[Place]] | None
) -> tuple[str, ...]:
    """Return the trust base of a result, unless it has one; nothing if it is OPEN.

    `imported` returns the definitions of other modules that a check in Python uses; it
    is None for results of the methods for formulas.
    """
    if result.verdict is Verdict.OPEN:
        return ()
    shown = _shown(result)
    if shown or result.rests_on:
        return shown or _spelled_out(result.rests_on)
    method = result.method
    if method.startswith(_EXHAUSTIVE):
        bases: tuple[str, ...] = (SWEEP,)
    else:
        bases = _BY_METHOD.get(method, (METHOD + method,))
    if bases[0] not in (SWEEP, TREE, CLINGO) or bases[1:]:
        return bases
    if imported is None:
        return (*bases, RENAMED_CARDS) if bases == (SWEEP,) else bases
    places = {*imported()}
    modules = {module for module, _ in places}
    if bases == (CLINGO,) and not _any_in(modules, _PROGRAMS):
        bases = (SAT,) if _any_in(modules, _ENGINES) else bases
    reduced = any(_any_in(modules, each) for each in _REDUCING)
    reduced |= bool(places & _ONE_DEAL)
    return (*bases, RENAMED_CARDS) if reduced else bases


def _spelled_out(bases: Iterable[str]) -> tuple[str, ...]:
    """Return the trust bases of the parts of a proof, with methods spelled out."""
    each = (_BY_METHOD.get(base.removeprefix(METHOD), (base,)) for base in bases)
    return tuple(dict.fromkeys(chain.from_iterable(each)))


def _shown(result: Result) -> tuple[str, ...]:
    """Return the trust base of a result that one replayed example shows."""
    wrong, example = result.counterexample or {}, result.example or {}
    if result.verdict.wrong and wrong.keys() & {"formula", "check"}:
        return (COUNTEREXAMPLE,)
    said = (result.speaks_of or {}).get("some")
    return (EXAMPLE,) if said and example.keys() & {"formula", "check"} else ()


def _any_in(modules: Collection[str], package: str) -> bool:
    return any(f"{each}.".startswith(f"{package}.") for each in modules)

"""Knowledge as first-order formulas: the situations that a player considers possible.

In the field: the standard translation of modal logic, with accessible situations
(Scherl and Levesque 1993).

`acc(I,T,S)` says that in S player I considers T possible. `common(T,S)` says that a
chain of players leads from S to T, `common2(I,J,T,S)` that a chain of the players I and
J does. The axioms about them are only (1.3), S5, and who sees what, which is read from
the rules of section 1.3. So a proof is valid whatever the histories of a game may have
revealed. Predicates that depend on the deal, such as h, have the situation as their
last argument here. The deal does not change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mystpy.axiom_folder.signature import OF_THE_THESIS
from mystpy.compilation import pattern
from mystpy.conjectures.prover.background import sees_card
from mystpy.history.actions import Guess, Shows
from mystpy.language.atoms import ARITIES, H

CHAINS = {"acc": "I,", "common": "", "common2": "I,J,"}
"""The relations, with the variables of the players that they belong to."""

_OF_DEALS = (H.predicate, "disjoint", "shared", "equals_pile", "guesses_wrong")
_DEAL = pattern(rf"\b({'|'.join(_OF_DEALS)})\(([^()]*)\)")
_SITUATION = pattern(
    rf"\b(?:{'|'.join(ARITIES)})\((?:[^()]*,)?(?:do\(\w+,)?([A-Z]\w*)\)"
)
_OUTCOME = " & (equals_pile(X1,S) <=> equals_pile(X1,U))"
"""The public outcome of a guess besides that it is possible, (2.34)."""

_ALL = {
    "deal": "! [K,X,A,S] : (h(K,X,do(A,S)) <=> h(K,X,S))",
    "executable": "! [A,S] : ((exec(S) & poss(A,S)) => exec(do(A,S)))",
}
_OWN_HAND = "! [I,S,T,X] : ((player(I) & acc(I,T,S)) => (h(I,X,T) <=> h(I,X,S)))"
_LINKS = {
    ("acc", "common"): "! [I,S,T] : ((player(I) & acc(I,T,S)) => common(T,S))",
    ("acc", "common2"): (
        "! [I,J,S,T] : ((acc(I,T,S) | acc(J,T,S)) => common2(I,J,T,S))"
    ),
    ("common2", "common"): (
        "! [I,J,S,T] : ((player(I) & player(J) & common2(I,J,T,S)) => common(T,S))"
    ),
}
"""The inclusions between relations."""


def relations(used: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield a name and a formula for each axiom about these relations.

    One of them says that the public fluents are the same in accessible situations.
    Another says that a situation accessible from one in `before(S)` is also in it: they
    have the same length, that of the situation before the action of an induction.
    """
    yield from _ALL.items()
    if "acc" in used:
        yield "own_hand", _OWN_HAND
    for ends, link in _LINKS.items():
        if set(ends) <= set(used):
            yield "_".join(ends), link
    for chain in used:
        yield from _of_any(chain)
        for row in OF_THE_THESIS:
            yield from _after(chain, row.name, [f"X{k}" for k in range(len(row.sorts))])
        yield from _unseen(chain)


def _of_any(chain: str) -> Iterator[tuple[str, str]]:
    who = CHAINS[chain]
    players = "".join(f" & player({i})" for i in who.split(",") if i)
    yield (
        f"{chain}_reflexive",
        f"! [{who}S] : ((exec(S){players}) => {chain}({who}S,S))",
    )
    turned = f"{chain}({who}T,S) => {chain}({who}S,T)"
    yield f"{chain}_symmetric", f"! [{who}S,T] : ({turned})"
    joined = f"({chain}({who}U,T) & {chain}({who}T,S)) => {chain}({who}U,S)"
    yield f"{chain}_transitive", f"! [{who}S,T,U] : ({joined})"
    ahead = f"{chain}({who}T,S){players} & exec(S)"
    yield f"{chain}_executable", f"! [{who}S,T] : (({ahead}) => exec(T))"
    as_long = f"({ahead} & before(S)) => before(T)"
    yield f"{chain}_before", f"! [{who}S,T] : ({as_long})"
    for name, arity in ARITIES.items():
        extra = "L," if arity > 1 else ""
        same = f"{name}({extra}T) <=> {name}({extra}S)"
        yield f"{chain}_{name}", f"! [{who}{extra}S,T] : (({ahead}) => ({same}))"
    yield (
        f"{chain}_after",
        (
            f"! [{who}A,S,T] : ((action(A) & {chain}({who}T,do(A,S))"
            f" & exec(do(A,S))) => ? [B,U] :"
            f" (T = do(B,U) & {chain}({who}U,S) & poss(B,U)))"
        ),
    )


def _after(chain: str, kind: str, names: list[str]) -> Iterator[tuple[str, str]]:
    """Yield which situations are accessible after a kind of action, and from where."""
    who, act, variables = CHAINS[chain], f"{kind}({','.join(names)})", ",".join(names)
    outcome = _OUTCOME if kind == Guess.name else ""
    seen = f"poss({act},U){outcome}"
    aware = f" & {_aware(chain)}" if kind == Shows.name else ""
    yield (
        f"{chain}_after_{kind}",
        f"! [{variables},{who}S,T] : (({chain}({who}T,do({act},S))"
        f" & exec(do({act},S)){aware}) => ? [U] : (T = do({act},U)"
        f" & {chain}({who}U,S) & {seen}))",
    )
    if chain == "acc":  # a chain may break where the action is not possible
        yield (
            f"acc_if_{kind}",
            f"! [I,{variables},S,U] : ((acc(I,U,S) & exec(S) & poss({act},S) & {seen}"
            f"{aware}) => acc(I,do({act},U),do({act},S)))",
        )


def _unseen(chain: str) -> Iterator[tuple[str, str]]:
    """Yield the axiom that a player who sees no card considers others possible."""
    who, one, other = CHAINS[chain], "shows(J0,K0,X)", "shows(J0,K0,Y)"
    yield (
        f"{chain}_after_unseen",
        f"! [J0,K0,X,{who}S,T] : (({chain}({who}T,do({one},S)) & exec(do({one},S)))"
        f" => ? [U,Y] : (T = do({other},U) & {chain}({who}U,S) & poss({other},U)))",
    )
    if chain == "acc":
        yield (
            "acc_if_unseen",
            f"! [I,J0,K0,X,Y,S,U] : ((acc(I,U,S) & exec(S) & poss({one},S)"
            f" & poss({other},U) & ~{sees_card('I', 'J0', 'K0')})"
            f" => acc(I,do({other},U),do({one},S)))",
        )


def _aware(chain: str) -> str:
    """Return the formula that all players of a chain see the card of a show."""
    players = [i for i in CHAINS[chain].split(",") if i]
    if not players:
        return f"(! [L] : (player(L) => {sees_card('L', 'X0', 'X1')}))"
    return " & ".join(sees_card(i, "X0", "X1") for i in players)


def locate_axioms(axioms: Mapping[str, str]) -> dict[str, str]:
    """Return the axioms, with the situation added to what depends on the deal."""
    return {name: _located(text) for name, text in axioms.items()}


def _located(text: str) -> str:
    if not _DEAL.search(text):
        return text
    there = _SITUATION.search(text)
    if there is not None:
        return _DEAL.sub(rf"\1(\2,{there[1]})", text)
    return _DEAL.sub(r"\1(\2,W)", text).replace("! [", "! [W,", 1)


def everywhere(text: str) -> str:
    """Return a formula about the situation W, for all executable situations."""
    return f"! [W] : (exec(W) => ({text}))"

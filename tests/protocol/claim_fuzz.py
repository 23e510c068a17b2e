"""Sentences about cards with their meaning, made at random by a grammar of its own.

Nothing here is taken from the parser: the meaning is a Python function of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from mystpy.language.atoms import H
from mystpy.language.nodes import And, Formula, Not, Or

Deal = Callable[[int, str], bool]
"""Whether a holder has a card."""

Forms = list[tuple[str, Callable[[int], bool]]]
"""Beginnings of a sentence, each with a test of a number."""

PLAYERS = {1: ("Ann", "ann", "player 1"), 2: ("Bob", "BOB"), 3: ("Cid", "cid")}
PILE = ("the envelope", "the pile", "the solution")
CARDS = {
    "plum": ("plum", "Plum", "Professor Plum", "the Plum card"),
    "rope": ("rope", "the rope", "the ROPE"),
    "hall": ("hall", "the hall", "**the hall**"),
    "pipe": ("the Lead Pipe", "lead‑pipe", "the pipe"),
    "scarlett": ("Miss Scarlett", "scarlett", "'Scarlett'"),
    "study": ("the study", "“study”"),
}
WORDS = ("zero", "one", "two", "three")


class Sentence(NamedTuple):
    """A sentence without its stop, and its meaning."""

    said: str
    holds: Callable[[Deal], bool]


def holds(formula: Formula, deal: Deal) -> bool:
    """Return whether a formula about the cards is true in a deal."""
    match formula:
        case H(int() as holder, str() as card):
            return deal(holder, card)
        case Not(body):
            return not holds(body, deal)
        case And(parts):
            return all(holds(part, deal) for part in parts)
        case Or(parts):
            return any(holds(part, deal) for part in parts)
    raise AssertionError(formula)


def _player(rng: Random, k: int) -> str:
    return rng.choice(PLAYERS[k])


def _holder(rng: Random) -> tuple[int, str]:
    k = rng.randrange(4)
    if k == 0:
        return 0, rng.choice(PILE)
    return k, rng.choice((_player(rng, k), f"{rng.choice(PLAYERS[k])}'s hand"))


def _cards(rng: Random, number: int) -> tuple[list[str], list[str]]:
    cards = rng.sample(sorted(CARDS), number)
    return cards, [rng.choice(CARDS[card]) for card in cards]


def _listed(names: list[str], word: str, rng: Random) -> str:
    comma = "," if len(names) > 2 and rng.random() < 0.5 else ""
    return f"{', '.join(names[:-1])}{comma} {word} {names[-1]}"


def _counted(rng: Random) -> Sentence:
    """`Bob has at least two of ...`, and the like."""
    (k, who), (cards, names) = _holder(rng), _cards(rng, 3)
    n = rng.randint(1, 2)
    written = WORDS[n] if rng.random() < 0.6 else str(n)
    forms: Forms = [
        (f"exactly {written}", lambda x: x == n),
        (f"at least {written}", lambda x: x >= n),
        (f"at most {written}", lambda x: x <= n),
        (f"more than {written}", lambda x: x > n),
        (f"fewer than {written}", lambda x: x < n),
        (f"no more than {written}", lambda x: x <= n),
        ("one", lambda x: x >= 1),
        ("none", lambda x: x == 0),
        ("one or more", lambda x: x >= 1),
        ("all", lambda x: x == 3),
    ]
    how, test = rng.choice(forms)
    some = rng.choice((", ".join(names), _listed(names, "and", rng)))
    if rng.random() < 0.3 and not how.startswith(("no", "all", "none")):
        said = f"{how} of {some} {rng.choice(('is', 'are'))} with {who}"
        return Sentence(said, lambda deal: test(sum(deal(k, x) for x in cards)))
    verb, wide = "has", True
    if how in ("all", "at least two", "exactly one") and rng.random() < 0.4:
        verb, wide = "does not have", False
    said = f"{who} {verb} {how} of {some}"
    return Sentence(said, lambda deal: test(sum(deal(k, x) for x in cards)) is wide)


def _or_list(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, rng.randint(2, 3))
    either = rng.choice(("", "either "))
    said = f"{who} has {either}{_listed(names, 'or', rng)}"
    return Sentence(said, lambda deal: any(deal(k, x) for x in cards))


def _not_both(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, 2)
    end = rng.choice((" but not both", ", but not both", " (but not both)"))
    said = f"{who} has {rng.choice(('', 'either '))}{names[0]} or {names[1]}{end}"
    return Sentence(said, lambda deal: sum(deal(k, x) for x in cards) == 1)


def _and_list(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, rng.randint(1, 3))
    listed = _listed(names, "and", rng) if len(names) > 1 else names[0]
    said = f"{who} {rng.choice(('has', 'holds', 'must have'))} {listed}"
    return Sentence(said, lambda deal: all(deal(k, x) for x in cards))


def _denied(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, 2)
    verb = rng.choice(("does not have", "doesn't have", "doesn’t hold", "cannot have"))
    form = rng.randrange(5)
    if form == 0:
        said = f"{who} {verb} both {names[0]} and {names[1]}"
        return Sentence(said, lambda deal: not all(deal(k, x) for x in cards))
    said = (
        f"{who} {verb} {names[0]} or {names[1]}",
        f"{who} has neither {names[0]} nor {names[1]}",
        f"{who} {verb} any of {names[0]}, {names[1]}",
        f"{who} lacks both {names[0]} and {names[1]}",
    )[form - 1]
    return Sentence(said, lambda deal: not any(deal(k, x) for x in cards))


def _two_verbs(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, 2)
    a, b = names
    form = rng.randrange(4)
    said = (
        f"{who} has {a} but not {b}",
        f"{who} has {a} and does not have {b}",
        f"{who} has {a}, but no {b}",
        f"{who} lacks {b} but has {a}",
    )[form]
    return Sentence(said, lambda deal: deal(k, cards[0]) and not deal(k, cards[1]))


def _of_holders(rng: Random) -> Sentence:
    i, j = rng.sample((1, 2, 3), 2)
    one, other = _player(rng, i), _player(rng, j)
    (card,), (name,) = _cards(rng, 1)
    forms: Forms = [
        (f"{one} or {other} has", lambda x: x >= 1),
        (f"either {one} or {other} has", lambda x: x >= 1),
        (f"neither {one} nor {other} has", lambda x: x == 0),
        (f"one of {one}, {other} has", lambda x: x >= 1),
        (f"exactly one of {one} and {other} has", lambda x: x == 1),
        (f"at least one of {one} and {other} has", lambda x: x >= 1),
        (f"at most one of {one} and {other} has", lambda x: x <= 1),
        (f"{one} and {other} do not have", lambda x: x == 0),
        (f"{one} and {other} both lack", lambda x: x == 0),
        (f"{one} or {other} does not have", lambda x: x <= 1),
    ]
    how, test = rng.choice(forms)
    return Sentence(
        f"{how} {name}", lambda deal: test(sum(deal(k, card) for k in (i, j)))
    )


def _of_everybody(rng: Random) -> Sentence:
    (card,), (name,) = _cards(rng, 1)
    k = rng.randint(1, 3)
    who, rest = rng.choice(
        [
            ("nobody has", (1, 2, 3)),
            ("no player holds", (1, 2, 3)),
            ("every player lacks", (1, 2, 3)),
            (f"nobody but {_player(rng, k)} has", tuple({1, 2, 3} - {k})),
        ]
    )
    return Sentence(f"{who} {name}", lambda deal: not any(deal(i, card) for i in rest))


def _of_cards(rng: Random) -> Sentence:
    (k, who), (cards, names) = _holder(rng), _cards(rng, 2)
    at = f"in {who}" if k == 0 else f"with {rng.choice(PLAYERS[k])}"
    a, b = names
    forms: Forms = [
        (f"{a} or {b} is", lambda x: x >= 1),
        (f"{a} and {b} are", lambda x: x == 2),
        (f"{a} and {b} are not", lambda x: x == 0),
        (f"{a} and {b} are not both", lambda x: x < 2),
        (f"{a} or {b} is not", lambda x: x < 2),
        (f"one of {a}, {b} isn't", lambda x: x < 2),
        (f"neither {a} nor {b} is", lambda x: x == 0),
        (f"exactly one of {a}, {b} is", lambda x: x == 1),
        (f"none of {a}, {b} is", lambda x: x == 0),
    ]
    how, test = rng.choice(forms)
    return Sentence(f"{how} {at}", lambda deal: test(sum(deal(k, x) for x in cards)))


_SIMPLE = (
    *(_counted, _or_list, _not_both, _and_list, _denied, _two_verbs),
    *(_of_holders, _of_everybody, _of_cards),
)


def sentence(rng: Random) -> Sentence:
    """Return a sentence with one clause or two, and marks around it."""
    first, second = rng.choice(_SIMPLE)(rng), rng.choice(_SIMPLE)(rng)
    a, b = first.said, second.said
    p, q = first.holds, second.holds
    forms: list[tuple[str, Callable[[Deal], bool]]] = [
        (a, p),
        (a, p),
        (f"it is not the case that {a}", lambda deal: not p(deal)),
        (f"{a}; {b}", lambda deal: p(deal) and q(deal)),
        (f"{a}. {b}", lambda deal: p(deal) and q(deal)),
        (f"if {a}, then {b}", lambda deal: not p(deal) or q(deal)),
        (f"if {a} then {b}", lambda deal: not p(deal) or q(deal)),
        (f"{a} if {b}", lambda deal: p(deal) or not q(deal)),
        (f"{a} only if {b}", lambda deal: not p(deal) or q(deal)),
        (f"{a} if and only if {b}", lambda deal: p(deal) is q(deal)),
        (f"{a} unless {b}", lambda deal: p(deal) or q(deal)),
    ]
    said, meant = rng.choice(forms)
    return Sentence(_marked(said, rng), meant)


def _marked(said: str, rng: Random) -> str:
    """Return a sentence with marks and phrases that do not change its meaning."""
    said = rng.choice((said, said, f"so {said}", f"I know that {said}"))
    said = rng.choice((said, said, f"{said} (turn 3)", f"{said}, because Ann passed"))
    said = said.replace(" ", rng.choice((" ", " ", "\u00a0", "  ")))
    said = rng.choice((said, said, said[:1].upper() + said[1:], f"**{said}**"))
    said = rng.choice(("", "", "- ", "1. ", "• ")) + said
    return said + rng.choice(("", ".", " .", "!", "…"))

"""One question in two spellings gets one answer: from every engine, and from `why`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import (
    AnsTurn,
    Falsity,
    GameOver,
    H,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.nodes import (
    And,
    Believes,
    Common,
    Considers,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    Not,
    Or,
    Quantified,
)
from mystpy.language.numbers import Cardinality, Comparison, Numeral
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import children, with_children
from mystpy.questions.knowledge import ask
from mystpy.questions.why import why
from tests.language.every_node import GAMES, situation
from tests.sampling import by_day

ENGINES = ("worlds", "walk", "asp", "prolog")


def formula(game: Game, rng: Random, depth: int) -> Formula:
    """Return a random formula of a game, of at most this depth."""
    if not depth:
        return _atom(game, rng)
    one, other = (formula(game, rng, rng.randrange(depth)) for _ in range(2))
    player = rng.randint(1, game.p)
    group = tuple(rng.sample(range(1, game.p + 1), rng.randint(1, game.p)))
    kinds: tuple[Callable[[], Formula], ...] = (
        *(lambda kind=kind: kind(player, one) for kind in _OF_PLAYER),
        *(lambda kind=kind: kind(group, one) for kind in _OF_GROUP),
        *(lambda kind=kind: kind((one, other)) for kind in (And, Or)),
        *(lambda kind=kind: kind(one, other) for kind in (Implies, Iff)),
        *(lambda: Not(one), lambda: Iterated(group, one, 2)),
        lambda: CountOf(rng.random() < 0.5, rng.randrange(4), (one, other, one)),
        lambda: _over(game, rng),
    )
    return rng.choice(kinds)()


_OF_PLAYER = (Knows, Considers, Believes, KnowsWhether)
_OF_GROUP = (Everyone, Common, Distributed)


def _atom(game: Game, rng: Random) -> Formula:
    player, question = rng.randint(1, game.p), next(game.questions())
    fluents = (StillIn(player), Turn(player), AnsTurn(player), Question(question))
    held = [H(rng.choice(game.holders), rng.choice(game.cards)) for _ in range(6)]
    atoms: tuple[Formula, ...] = (*held, *fluents, GameOver(), Truth(), Falsity())
    return rng.choice(atoms)


def _over(game: Game, rng: Random) -> Formula:
    """Return a formula that says something of all cards, of some, or of so many."""
    x, player = Var("x"), rng.randint(1, game.p)
    held = H(rng.choice(game.holders), x)
    body = rng.choice((held, Knows(player, held), Considers(player, Not(held))))
    number = rng.randrange(3)
    return rng.choice(
        (
            ForAll("x", "cards", body),
            Exists("x", "cards", body),
            CountOver(True, number, "x", "cards", body),
            CountOver(False, number, "x", "cards", body),
            Comparison(Cardinality("x", "cards", body), ">=", Numeral(number)),
        )
    )


def spelled(f: Formula, rng: Random) -> Formula:
    """Return an equivalent formula: here and there a law of logic is applied."""
    f = with_children(f, [spelled(part, rng) for part in children(f)])
    if isinstance(f, Comparison | Cardinality | Numeral) or rng.random() < 0.4:
        return f
    found = _by_law(f)
    return Not(Not(found)) if rng.random() < 0.2 else found


def _by_law(f: Formula) -> Formula:
    match f:
        case And(parts):
            return Not(Or(tuple(map(Not, parts))))
        case Or(parts):
            return Not(And(tuple(map(Not, reversed(parts)))))
        case Implies(left, right):
            return Or((right, Not(left)))
        case Iff(left, right):
            return And((Implies(left, right), Implies(right, left)))
        case ForAll() | Exists() | CountOver() | CountOf() | Comparison():
            return _counted_by_law(f)
    return _known_by_law(f)


def _known_by_law(f: Formula) -> Formula:
    match f:
        case Knows(i, body) | Believes(i, body):
            return Not(Considers(i, Not(body)))
        case Considers(i, body):
            return Not(Knows(i, Not(body)))
        case KnowsWhether(i, body):
            return Or((Knows(i, Not(body)), Knows(i, body)))
        case Iterated(group=group, body=body):
            return Everyone(group, Everyone(group, body))
        case Everyone(_, body) if len(f.members) > 1:
            return And(tuple(Knows(i, body) for i in f.members))
        case Everyone() | Common() | Distributed() if len(f.members) == 1:
            return Believes(f.members[0], f.body)
    return f


def _counted_by_law(f: Formula) -> Formula:
    match f:
        case Quantified(every=every):
            kind = Exists if every else ForAll
            return Not(kind(f.var, f.domain, Not(f.body)))
        case CountOver(True, int(number)):
            more = CountOver(False, number + 1, f.var, f.domain, f.body)
            enough = CountOver(False, number, f.var, f.domain, f.body)
            return And((enough, Not(more)))
        case CountOver(False, int(number)):
            count = Cardinality(f.var, f.domain, f.body)
            return Comparison(Numeral(number), "<=", count)
        case CountOf(True, number, parts):
            least = (CountOf(False, k, parts) for k in (number, number + 1))
            return And((next(least), Not(next(least))))
        case CountOf(False, number, parts):
            fewer = CountOf(False, len(parts) - number + 1, tuple(map(Not, parts)))
            return Not(fewer) if number <= len(parts) else f
    return f


SIGNS = {"~": "¬", "&": "∧", "|": "∨", "<->": "↔", "->": "→"}


def retyped(text: str, game: Game) -> str:
    """Return the text with other signs and variables, and its sets in another order."""
    for sign, other in SIGNS.items():
        text = text.replace(sign, other)
    text = (
        text.replace("(x in", "(z in").replace(" x in", " z in").replace(",x)", ",z)")
    )
    question = next(game.questions())
    listed = sorted(question, key=lambda card: -game.deck[card])
    in_order = ",".join(reversed(listed))
    return text.replace(f"{{{in_order}}}", f"{{ {' , '.join(listed)} }}")


@pytest.mark.alike(30)
@pytest.mark.parametrize("seed", range(108))
def test_an_equivalent_formula_has_the_same_value(seed: int) -> None:
    rng, game = Random(seed), GAMES[seed % len(GAMES)]
    history = situation(game, seed)
    for _ in range(by_day(12, 3)):
        phi = formula(game, rng, rng.randrange(1, 5))
        expected = value(history, phi, "worlds")
        texts = {str(phi), str(spelled(phi, rng)), str(spelled(phi, rng))}
        texts.add(retyped(str(phi), game))
        for text in texts:
            said = parse_formula(text, game)
            for engine in ENGINES:
                found = value(history, said, engine)
                assert found in (expected, None), (seed, engine, str(phi), text)
            with suppress(MystError):
                reasons = why(history, said, get_engine("worlds"))
                assert str(reasons.value) == expected, (seed, str(phi), text)


def value(history: History, phi: Formula, engine: str) -> str | None:
    """Return the value of a formula, None if an engine refuses it."""
    try:
        return str(ask(history, phi, get_engine(engine)).value)
    except MystError:
        return None


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_possible_is_explained_as_the_denial_of_knowledge(number: int) -> None:
    history = situation(GAMES[number])
    x = GAMES[number].cards[0]
    for said in (f"h(2,{x})", f"h(1,{x})", "true", f"K(2,h(1,{x}))"):
        pair = (f"M(1,{said})", f"~K(1,~({said}))")
        one, other = (_reasons(history, text) for text in pair)
        assert one == other, said


def _reasons(history: History, text: str) -> object:
    try:
        found = why(history, parse_formula(text, history.game), get_engine("worlds"))
    except MystError as error:
        return type(error)
    return found.value, found.because, found.axioms, found.witness

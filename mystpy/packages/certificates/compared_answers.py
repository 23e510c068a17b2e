"""Answers of both kinds about histories of small games, compared.

Deals, steps and sights are proved the same for all histories. Two more things are
tested: that histories and formulas are translated correctly, and that the fast methods
read the axioms correctly. For this, the runs of the package and the fast methods answer
the same questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.atoms import Atom
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.shortest_run import smaller_games
from mystpy.packages.value_sorts import applied_term

GAMES, DEPTH, QUESTIONS = 3, 13, 3
"""The numbers of games, of steps of a run in each, and of questions after each step."""

MAX_DEALS = 700
"""Games with more deals are not among them."""


class ComparedAnswers(NamedTuple):
    """In how many questions about how many histories all answers were the same."""

    games: tuple[str, ...]
    histories: int
    questions: int


def compared_answers(package: Package) -> ComparedAnswers:
    """Compare answers in some small games of a package.

    Raises QueryError, with the history and the formula, where two answers differ.
    """
    random, names = Random(0), list[str]()
    histories = questions = 0
    for small in _games(package):
        names.append(_name(small))
        actions, given = list[str](), _open_cards(small, random)
        for _ in range(DEPTH):
            asked = _compare(small, actions, given, random)
            histories, questions = histories + 1, questions + asked
            if (action := _next_action(small, actions, given, random)) is None:
                break
            actions.append(action)
    if not histories:
        raise QueryError("no small game was found in which answers can be compared")
    return ComparedAnswers(tuple(names), histories, questions)


def _name(package: Package) -> str:
    """The constants of a game, and the number of cards if there are fewer."""
    assert package.claim is not None
    numbers = [f"{k}={v}" for k, v in package.constants.items() if v]
    if package.claim.sorts:
        cards = len(GameLink(package).cards)
        numbers.append(f"{cards} cards")
    return ", ".join(numbers)


def _games(package: Package) -> list[Package]:
    """The largest of some small games, in which sets have several cards."""
    small = smaller_games(package)
    found = [x for x in small if GameLink(x).game.deal_count() <= MAX_DEALS]
    return found[-GAMES:]


def _open_cards(package: Package, random: Random) -> list[str]:
    """Cards that may lie open, as formulas, where a start chooses some."""
    link = GameLink(package)
    if link.open is None:
        return []
    given: list[str] = []
    cards = random.sample(list(link.cards), len(link.cards))
    for atom in (applied_term(link.open.name, [card]) for card in cards):
        start = PackageSituation.make(package, "", given)
        if len(given) < link.open_cards and start.value(atom) != "false":
            given.append(atom)
    return given


def _next_action(
    package: Package, actions: list[str], given: list[str], random: Random
) -> str | None:
    """An action that can be done next, without what not all see of it."""
    here = PackageSituation.make(package, " ".join(actions), given)
    possible = here.possible_actions(every=True)
    if not possible:
        return None
    chosen = random.choice(random.choice(possible).actions)
    return str(PackageSituation.make(package, chosen).steps[0].public)


def _compare(
    package: Package, actions: list[str], given: list[str], random: Random
) -> int:
    """Ask both about a history; return how many questions there were."""
    text = " ".join(actions)
    runs = PackageSituation.make(package, text, given)
    certified = CertifiedSituation.assumed(runs)
    if certified.fast is None:
        raise QueryError(f"the history {text} cannot be translated")
    _require_same(runs.legality(), certified.legality(), f"the legality of {text}")
    known = certified.fast.translation
    atoms = [x for x in runs.atoms if known.formula(Atom(x)) is not None]
    for _ in range(QUESTIONS):
        formula = _formula(atoms, runs.words.agents, random)
        one, other = runs.answer(formula).value, certified.answer(formula)
        if not other.certified:
            raise QueryError(f"{formula} cannot be translated")
        _require_same(one, other.value, f"{formula} after {text or 'no action'}")
    return QUESTIONS + 1


def _require_same(one: object, other: object, what: str) -> None:
    if one != other:
        raise QueryError(f"{what}: {one} from its runs, {other} by the fast methods")


def _formula(
    atoms: Sequence[str], agents: Sequence[str], random: Random, depth: int = 3
) -> str:
    """A formula at random about fluents and what agents know of them."""
    if depth == 0:
        return random.choice(atoms)

    def part() -> str:
        return _formula(atoms, agents, random, depth - 1)

    match random.randrange(6):
        case 0:
            return f"({part()} & {part()})"
        case 1:
            return f"({part()} -> {part()})"
        case 2:
            return f"~{part()}"
        case 3 | 4:
            return f"K({random.choice(agents)},{part()})"
        case _:
            group = ",".join(sorted(random.sample(agents, 2), key=agents.index))
            return f"C({{{group}}},{part()})"

"""Read from the axioms who sees the card of a show, as a table, if possible.

An edited section 1.3 may let other players see a card. If that depends only on who
shows it and who asked, clingo makes a table of it. If it depends on anything else, such
as the card, the deal, the situation or earlier actions, it is rejected here; the
engines asp and prolog evaluate it in each world.

An observer is somebody whom the axioms treat as a player, and who takes no part.
Observers are added with numbers among the players that nobody has. If each of these
sees the same cards, and none that some player does not see, an observer sees them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Set
from functools import lru_cache
from itertools import islice, permutations, product

from mystpy.axiom_folder import cached_by_theory
from mystpy.axiom_folder.signature import RIGHT, WRONG
from mystpy.axioms import axioms_dir, blocks, rules_in_force
from mystpy.compilation import pattern
from mystpy.engines.programs.run import answer_sets
from mystpy.game.game import Game
from mystpy.history.actions import Guess, Shows
from mystpy.sight import is_known_sight, require_known_sight, sight_rules
from mystpy.sight.rule_texts import head_of, named_in, rules_of, rules_read
from mystpy.views import OBSERVER, SHIPPED, Seers, Sight

SHOWS, ASKED, OTHER = 1, 2, 3
"""The roles of players in a show: the one who shows the card, who asked, others."""

_NAMES = {
    *("obs", Shows.name, Guess.name, "unseen", RIGHT, WRONG),
    *("not", "done", "player", "incp", "private", "equals_pile"),
}
"""The names in rules of obs/4 for a show or a guess that a table can represent."""
_RULE = pattern(rf"obs\(\w+, (?:{Shows.name}|{Guess.name})\(")
_RULE_OF_SHOWS = pattern(rf"obs\(\w+, {Shows.name}\(")
_PRIVATE_RESULT = pattern(rf"private\((?:{RIGHT}|{WRONG})\(")
_COMPARES_PLAYERS = pattern(r"(?:[A-Za-z_\s(),;:.]|:-|!?=)*")
"""A rule without numbers and order: it treats all players alike."""
_OF_NUMBERS = pattern(r"\b\d+ *!?= *\d+\b")
"""A comparison without players, such as 1 = 2."""
_VARIABLE = pattern(r"\b[A-Z]\w*")
_ASIDE = (-1, 98, 99, 1000)
"""Numbers that no player has, odd and even, before and after those of players."""

_CARDS = ("some", "other")
_QUESTION = f"""
seat(1..p). player(I) :- seat(I). card(some;other).
done({Shows.name}(J,I,X),show(J,I)) :- seat(J), seat(I), J != I, card(X).
done({Guess.name}(I,pile),guessed(I)) :- seat(I).
done({Guess.name}(I,none),guessed(I)) :- seat(I).
equals_pile(pile).
incp(I,I+1) :- seat(I), I < p. incp(p,1).
#defined private/1.
#show. #show obs/4.
"""
_SEEN = pattern(
    rf"obs\((-?\d+),{Shows.name}\((\d+),(\d+),(\w+)\),{Shows.name}\(\d+,\d+,(\w+)\),"
)
_RESULT = pattern(rf"obs\((\d+),{Guess.name}\((\d+),(\w+)\),({RIGHT}|{WRONG}),")

Labels = tuple[str, ...]


def table(game: Game) -> Sight:
    """Return who sees which card in a game, by the axioms in force.

    Raises AxiomError if a table cannot represent this, or if K, E and C have another
    meaning.
    """
    found = table_if_any(game)
    if found is None:
        require_known_sight(game.rule_set)
        return SHIPPED
    return found


def table_if_any(game: Game) -> Sight | None:
    """Return who sees which card, by clingo; None if a table cannot represent it."""
    return _asked(rules_in_force(), game.p, game.rule_set)


@lru_cache(maxsize=64)
def _asked(_in_force: Hashable, p: int, rules: str) -> Sight | None:
    if not _is_by_player(rules):
        return None
    names = _atoms(p, rules)
    found = None if names is None else _table(p, names)
    if found is None or found.seers is None:
        return found
    names = _atoms(p, rules, _ASIDE)
    aside = None if names is None else _seers(p, _ASIDE, names)
    return _with_observer(p, found, aside)


def _atoms(p: int, rules: str, others: Iterable[int] = ()) -> tuple[str, ...] | None:
    """Return what p players, and others with these numbers, see of shows and guesses.

    None if the rules do not have exactly one answer set. In generalized Clue they are
    those of shows: results are private to the player who guessed.
    """
    # The edited rules may be in another file than the shipped ones.
    read = rules_read(axioms_dir(), rules, "asp")
    text = "".join(
        f"{rule}.\n"
        for rule in read
        if head_of(rule) in ("obs", "private") and not _PRIVATE_RESULT.match(rule)
    )
    text += "".join(f"player({number}).\n" for number in others)
    answers = answer_sets((), text + re.sub(r"\bp\b", str(p), _QUESTION))
    found = list(islice(answers, 2))
    return found[0] if len(found) == 1 else None


def _with_observer(p: int, sight: Sight, aside: Seers | None) -> Sight:
    """Return the sight with an observer's, or a note that the axioms lack it."""
    assert sight.seers is not None
    seen = {k: {(j, i) for j, i, who in aside or () if who == k} for k in _ASIDE}
    first, *others = seen.values()
    every = {(j, i, k) for j, i in first for k in range(1, p + 1)}
    if aside is None or any(x != first for x in others) or not every <= sight.seers:
        return sight._replace(observer=False)
    return sight._replace(seers=sight.seers | {(*pair, OBSERVER) for pair in first})


@cached_by_theory(256)
def axioms_of_show(p: int, by: int, to: int, players: frozenset[int]) -> Labels:
    """Return the labels of the axioms by which players see something of a show.

    They are the axioms that have a rule which by itself lets one of `players` see what
    `by` shows `to`; there are p players.
    """
    found = []
    for label, block in blocks("asp").items():
        rules = filter(_RULE_OF_SHOWS.match, rules_of(block.text))
        if any(_lets_see(f"{rule}.", p, (by, to), players) for rule in rules):
            found.append(label)
    return tuple(found)


def _lets_see(
    rule: str, p: int, show: tuple[int, int], players: frozenset[int]
) -> bool:
    question = re.sub(r"\bp\b", str(p), _QUESTION)
    (atoms,) = answer_sets((), question + rule)
    seen = (found.groups()[:3] for atom in atoms if (found := _SEEN.match(atom)))
    return any((int(j), int(i)) == show and int(k) in players for k, j, i in seen)


def roles_that_see(rules: str) -> frozenset[int] | None:
    """Return the roles that see the card of a show, whatever the number of players.

    `rules` are those of a game. None if it depends on the number of a player, or on how
    many players there are, or if no table represents it.
    """
    if is_known_sight(rules):
        return frozenset((SHOWS, ASKED))
    return _roles(rules_in_force(), rules)


@lru_cache(maxsize=16)
def _roles(in_force: Hashable, rules: str) -> frozenset[int] | None:
    """Compute tables for enough players that more make no difference to the rules."""
    new, _ = sight_rules("asp", rules)
    about = [_OF_NUMBERS.sub("", rule) for rule in new]
    if not all(map(_COMPARES_PLAYERS.fullmatch, about)) or any(
        named_in(rule) & {"incp", "obs"} for rule in new
    ):
        return None
    most = max((len(set(_VARIABLE.findall(x))) + x.count("_") for x in new), default=0)
    tables = [_asked(in_force, p, rules) for p in range(2, max(most, 3) + 1)]
    seen = [
        # All players are alike, so that one show is like every other.
        {x for x in (SHOWS, ASKED, OTHER) if table.sees(x, SHOWS, ASKED)}
        for table in tables
        if table is not None and table.results
    ]
    same = len(seen) == len(tables) and all(x == seen[1] for x in seen[2:])
    return frozenset(seen[1]) if same and seen[0] == seen[1] - {OTHER} else None


def _is_by_player(rules: str) -> bool:
    """Return whether obs/4 of shows and guesses depends only on the acting players.

    Everything else has to be as shipped. In generalized Clue obs/4 of guesses is as
    shipped, too: results are private.
    """
    new, gone = sight_rules("asp", rules)
    rule = _RULE_OF_SHOWS if rules == "generalized" else _RULE
    return all(map(rule.match, (*new, *gone))) and all(map(_asks_who_acts, new))


def _asks_who_acts(rule: str) -> bool:
    """Return whether a rule does not depend on cards, the deal and situations."""
    head, _, body = rule.partition(":-")
    return (
        set(re.findall(r"\b[a-z]\w*", rule)) <= _NAMES
        and body.count("done(") == 1
        and len(re.findall(r"\bS\b", body)) == 1
        and ("equals_pile" not in body or f"{Guess.name}(" in head)
    )


def _table(p: int, names: tuple[str, ...]) -> Sight | None:
    """Return the table of these atoms of obs/4, if they form one."""
    players = range(1, p + 1)
    results = {found.groups() for atom in names if (found := _RESULT.match(atom))}
    outcomes = (("pile", RIGHT), ("none", WRONG))
    public = {(f"{i}", f"{j}", *x) for i, j, x in product(players, players, outcomes)}
    if results not in (set(), public):
        return None
    seers = _seers(p, players, names)
    return None if seers is None else Sight(seers, bool(results))


def _seers(p: int, who: Iterable[int], names: tuple[str, ...]) -> Seers | None:
    """Return which of these see which shows; None without a table by roles."""
    seen: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for atom in names:
        if found := _SEEN.match(atom):
            seen[found.groups()[:4]].add(found[5])
    seers = set[tuple[int, int, int]]()
    for by, to in permutations(range(1, p + 1), 2):
        one, other = (_seers_of(who, f"{by}", f"{to}", x, seen) for x in _CARDS)
        if one is None or one != other:
            return None
        seers |= {(by, to, player) for player in one}
    return frozenset(seers)


def _seers_of(
    who: Iterable[int],
    by: str,
    to: str,
    card: str,
    seen: Mapping[tuple[str, ...], Set[str]],
) -> frozenset[int] | None:
    """Return who sees a card; None if somebody sees something else, or nothing."""
    of = {i: seen.get((f"{i}", by, to, card), set()) for i in who}
    if any(each not in ({card}, {"unseen"}) for each in of.values()):
        return None
    return frozenset(i for i, each in of.items() if card in each)

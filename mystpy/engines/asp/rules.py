"""The rules that a program of asp needs, from the axiom files in force, and its facts.

Of the shipped axioms, only the rules on which the answers depend are used; tests
compare the answers with those of the whole files. Edited axioms are used as a whole, so
that clingo checks each of their rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from mystpy.axioms import axioms_dir, rule_files
from mystpy.engines.backend import file_texts
from mystpy.engines.programs.slicing import SlicedRule, names_in, relevant, statements
from mystpy.game.game import Game, facts
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, SetAction, action_term
from mystpy.history.history import History
from mystpy.language.atoms import ARITIES, H
from mystpy.theories import edited_theory

_REPORTED = frozenset(("reported", "shows_cards"))
_ANSWERS = frozenset(
    (H.predicate, "executable", "poss", "shown", "outcome", "final", "fluent", *ARITIES)
)
"""The predicates that are read from answer sets, or used as assumptions.

Rules that are added later, for the truth of formulas, may depend only on these.
"""

_FOUND_BEFORE = frozenset(("view", "held"))


def game_rules(game: Game, query: str, extra: str = "") -> str:
    """Return the rules about the situations of a query of this game.

    The query may report the fluents of a situation, and `shows_cards` may be an
    external atom of it. `extra` is the part of the query besides facts; all that its
    rules depend on is included, too.
    """
    if edited_theory():
        from mystpy.axiom_folder.asp_check import program_text  # for these alone
        from mystpy.engines.edited.program import edited_files

        return program_text(edited_files(game.rule_set))
    files = rule_files(game.rule_set)
    return _sliced(files, names_in(query) | _REPORTED, _ANSWERS | names_in(extra))


def complaint_of(game: Game, complaint: str) -> str:
    """Return clingo's error about the rules for a game, with the file and its line."""
    from mystpy.axiom_folder.asp_check import locate_complaint

    return locate_complaint(complaint, rule_files(game.rule_set))


def truth_rules(query: str) -> str:
    """Return the rules for the truth of a formula, given views and cards as facts.

    They are for the shipped axioms only.
    """
    return _sliced(
        _truth_files(), names_in(query), frozenset(("true_in",)), _FOUND_BEFORE
    )


def whole_truth_rules() -> str:
    """Return all rules for the truth of a formula, given views and cards as facts."""
    from mystpy.axiom_folder.asp_check import program_text

    return program_text(_truth_files())


def _truth_files() -> tuple[Path]:
    return (axioms_dir() / "drive" / "truth.lp",)


def _sliced(
    paths: tuple[Path, ...],
    names: frozenset[str],
    wanted: frozenset[str],
    without: frozenset[str] = frozenset(),
) -> str:
    mentioned = _all_statements(paths)[1]
    return _relevant(paths, names & mentioned, wanted & mentioned, without)


@lru_cache(maxsize=256)
def _relevant(
    paths: tuple[Path, ...],
    names: frozenset[str],
    wanted: frozenset[str],
    without: frozenset[str],
) -> str:
    rules = (rule for rule in _all_statements(paths)[0] if not rule.heads & without)
    kept = relevant(rules, names, wanted)
    return "#show.\n" + "\n".join(rule.text for rule in kept) + "\n"


@lru_cache(maxsize=16)
def _all_statements(
    paths: tuple[Path, ...],
) -> tuple[tuple[SlicedRule, ...], frozenset[str]]:
    """Return the rules of these files and of included ones, and their names."""
    seen: set[Path] = set()
    text = "\n".join(each for path in paths for each in file_texts(path, seen))
    rules = tuple(statements(text))
    return rules, frozenset[str]().union(*(rule.names for rule in rules))


def history_facts(game: Game, actions: Sequence[Action]) -> Iterator[str]:
    """Yield the facts of a game and of the actions of a history."""
    yield facts(game)
    yield f"all_players(set({','.join(map(str, range(1, game.p + 1)))}))."
    for step, action in enumerate(actions):
        yield f"step({step},{action_term(action, game.deck)})."
    sets = {a.cards for a in actions if isinstance(a, SetAction)}
    yield from group_facts(sort_cards(cards, game.deck) for cards in sets)


def element_facts(sets: Iterable[frozenset[str]], history: History) -> Iterator[str]:
    """Yield the elements of the sets that are too large for the rules of (2.8)."""
    yield from group_facts(sort_cards(cards, history.game.deck) for cards in sets)


def group_facts(sets: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the elements of those of these ordered sets that are too large."""
    for members in sets:
        if len(members) > 12:
            listed = list(map(str, members))
            term = f"set({','.join(listed)})"
            yield "".join(f"element({member},{term})." for member in listed)

"""A check that a file of Prolog does nothing but define predicates.

Its clauses may call predicates of the folder and the built-in predicates listed here.
None of these changes anything, and none calls a goal that is constructed at run time.
The only directives allowed are declarations and includes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NoReturn

from mystpy.axiom_folder.prolog_terms import Term, read_clauses
from mystpy.axiom_folder.untrusted import refuse
from mystpy.compilation import NamedTuple

PURE = {
    *("true/0", "fail/0", "false/0", "!/0", "=/2", "\\=/2", "==/2", "\\==/2"),
    *("=@=/2", "\\=@=/2", "@</2", "@>/2", "@=</2", "@>=/2", "compare/3", "dif/2"),
    *("is/2", "</2", ">/2", "=</2", ">=/2", "=:=/2", "=\\=/2", "between/3", "succ/2"),
    *("plus/3", "var/1", "nonvar/1", "atom/1", "number/1", "integer/1", "atomic/1"),
    *("compound/1", "callable/1", "is_list/1", "ground/1", "length/2", "append/2"),
    *("append/3", "member/2", "memberchk/2", "nth0/3", "nth1/3", "last/2", "reverse/2"),
    *("sort/2", "sort/4", "msort/2", "sum_list/2", "sumlist/2", "max_list/2"),
    *("min_list/2", "numlist/3", "list_to_set/2", "subtract/3", "union/3"),
    *("intersection/3", "delete/3", "select/3", "selectchk/3", "subset/2"),
    *("permutation/2", "flatten/2", "max_member/2", "min_member/2"),
    *("list_to_ord_set/2", "ord_union/3", "ord_subtract/3", "ord_memberchk/2"),
    *("ord_subset/2", "ord_intersection/3", "functor/3", "arg/3", "=../2"),
    *("copy_term/2", "compound_name_arguments/3", "compound_name_arity/3"),
    *("atom_concat/3", "pairs_keys_values/3", "pairs_keys/2", "pairs_values/2"),
}
"""The built-in predicates that a clause may call."""

_GOALS: dict[str, tuple[int | None, ...]] = {
    **dict.fromkeys((",/2", ";/2", "->/2", "*->/2", "forall/2"), (0, 0)),
    **dict.fromkeys(("\\+/1", "once/1", "ignore/1", "not/1"), (0,)),
    **dict.fromkeys(("findall/3", "aggregate_all/3"), (None, 0, None)),
    "findall/4": (None, 0, None, None),
    "aggregate_all/4": (None, None, 0, None),
    **dict.fromkeys(("setof/3", "bagof/3"), (None, 0, None)),
    **{f"call/{k + 1}": (k, *[None] * k) for k in range(8)},
    **{f"maplist/{k + 1}": (k, *[None] * k) for k in range(1, 6)},
    **{f"foldl/{k + 3}": (k + 2, *[None] * (k + 2)) for k in range(1, 5)},
    **dict.fromkeys(("include/3", "exclude/3"), (1, None, None)),
    "partition/4": (1, None, None, None),
}
"""The built-in predicates that call an argument, with the number of added ones."""

DRIVERS = {"some_group/1", "asked_before/2", "some_set/2"}
"""The predicates that the files in drive/ define for clauses of the axioms."""

_LIBRARIES = {"aggregate", "apply", "lists", "ordsets", "pairs", "solution_sequences"}
_DECLARES = {"dynamic/1", "discontiguous/1", "table/1", "multifile/1"}
_HOOKS = {
    *("term_expansion", "goal_expansion", "portray", "exception", "expand_query"),
    *("expand_answer", "message_hook", "prolog_load_file", "file_search_path"),
    *("library_directory", "resource", "prolog_file_type", "end_of_file"),
}
"""The predicates that SWI-Prolog calls by itself if a file defines them."""


class PredicateCall(NamedTuple):
    """A predicate that a clause calls, such as `size/2`, and the line."""

    predicate: str
    line: int


class PrologFile(NamedTuple):
    """The predicates that a file defines and calls, and its includes, with lines."""

    defines: Mapping[str, int]
    calls: tuple[PredicateCall, ...]
    includes: tuple[tuple[int, str], ...]


def check_file(text: str, path: object) -> PrologFile:
    """Return the content of a file; raise Untrusted for a clause that is refused."""
    reading = _Reading(path)
    for clause in read_clauses(text, path):
        reading.clause(clause)
    return PrologFile(reading.defines, tuple(reading.calls), tuple(reading.includes))


class _Reading:
    """The data collected from one file."""

    def __init__(self, path: object) -> None:
        self.path = path
        self.defines: dict[str, int] = {}
        self.calls: list[PredicateCall] = []
        self.includes: list[tuple[int, str]] = []

    def refuse(self, term: Term, reason: str) -> NoReturn:
        refuse(self.path, term.line, reason)

    def clause(self, term: Term) -> None:
        key = key_of(term)
        if key == ":-/1":
            self.directive(term.args[0])
            return
        if key in ("?-/1", "-->/2", "=>/2"):
            self.refuse(term, f"clauses with {term.name} are not read here")
        head = term.args[0] if key == ":-/2" else term
        self.head(head)
        if key == ":-/2":
            self.calls += self.goals(term.args[1], 0)

    def head(self, head: Term) -> None:
        plain = head.kind in ("name", "compound") and head.name.isidentifier()
        if not plain or key_of(head) in PURE | _GOALS.keys():
            self.refuse(head, f"no predicate {head.name} can be defined here")
        if head.name in _HOOKS:
            self.refuse(head, f"SWI-Prolog calls {head.name} by itself while it loads")
        self.defines.setdefault(key_of(head), head.line)

    def directive(self, term: Term) -> None:
        key = key_of(term)
        if key in _DECLARES:
            for predicate in self.declared(term.args[0]):
                self.defines.setdefault(predicate, term.line)
        elif key == "include/1":
            self.includes.append((term.line, self.file_name(term.args[0])))
        elif not (
            (key == "use_module/1" and _is_known_library(term.args[0]))
            or (key == "set_prolog_flag/2" and term.args[0].name == "double_quotes")
            or key == "style_check/1"
        ):
            self.refuse(term, f"the directive {_said(term)} is run when the file loads")

    def declared(self, term: Term) -> Iterator[str]:
        """Yield the predicates that are named by a declaration."""
        key = key_of(term)
        if key == ",/2":
            for arg in term.args:
                yield from self.declared(arg)
        elif key == "as/2":
            yield from self.declared(term.args[0])
        elif key == "//2" and term.args[0].kind == "name":
            if term.args[0].name in _HOOKS or key_of_indicator(term) in PURE:
                self.refuse(term, f"{term.args[0].name} is not to be declared")
            yield key_of_indicator(term)
        else:
            self.refuse(term, "a declaration names predicates, as in size/2")

    def file_name(self, term: Term) -> str:
        """Return the file that an include names, such as drive/drive."""
        if term.kind == "name":
            return term.name
        if key_of(term) == "//2":
            return "/".join(self.file_name(arg) for arg in term.args)
        return self.refuse(term, "an include names a file of this folder")

    def goals(self, term: Term, more: int) -> Iterator[PredicateCall]:
        """Yield the calls of a goal that is called with `more` additional arguments."""
        if term.kind == "variable":
            self.refuse(term, f"{term.name} is called, whatever it is by then")
        if term.kind not in ("name", "compound") or term.name == "[|]":
            self.refuse(term, f"{term.name} is no goal")
        if key_of(term) == ">>/2" and key_of(term.args[0])[:3] == "[|]":
            if len(term.args[0].args) == more:
                yield from self.goals(term.args[1], 0)
                return
            self.refuse(term, "this lambda has other arguments than it is called with")
        key = f"{term.name}/{len(term.args) + more}"
        if key in _GOALS and not more:
            for arg, extra in zip(term.args, _GOALS[key], strict=True):
                if extra is not None:
                    yield from self.goals(_inner(arg, key), extra)
        elif key in _GOALS:
            self.refuse(term, f"{term.name} is called with arguments that are not here")
        elif key not in PURE:
            yield PredicateCall(key, term.line)


def key_of(term: Term) -> str:
    """Return the name of a term and the number of its arguments."""
    return f"{term.name}/{len(term.args)}" if term.kind in ("name", "compound") else ""


def key_of_indicator(term: Term) -> str:
    """Return the predicate that `size/2` names."""
    return f"{term.args[0].name}/{term.args[1].name}"


def _inner(term: Term, key: str) -> Term:
    """Return the goal after the variables of `X^Goal` in setof and bagof."""
    while key in ("setof/3", "bagof/3") and key_of(term) == "^/2":
        term = term.args[1]
    return term


def _is_known_library(term: Term) -> bool:
    return key_of(term) == "library/1" and term.args[0].name in _LIBRARIES


def _said(term: Term) -> str:
    return term.name if not term.args else f"{term.name}(...)"

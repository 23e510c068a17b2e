"""Clauses are read as SWI-Prolog reads them, or refused."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from mystpy.axiom_folder.prolog_terms import Term, read_clauses
from mystpy.axiom_folder.untrusted import UntrustedAxioms
from mystpy.axioms import shipped_axioms_dir
from tests.programs import needs, ran

pytestmark = needs("swipl")

SHOW = r"""
show(T, 'V') :- var(T), !.
show(T, S) :- number(T), T < 0, !, P is -T, format(atom(S), "'-'(~w)", [P]).
show(T, S) :- number(T), !, format(atom(S), '~w', [T]).
show(T, 'S') :- string(T), !.
show([], '\'[]\'') :- !.
show([H|T], S) :- !, elements([H|T], Es), shown(Es, I), format(atom(S), 'L(~w)', [I]).
show(T, S) :- atom(T), !, format(atom(S), "'~w'", [T]).
show(T, S) :- T =.. [F|As], shown(As, I), format(atom(S), "'~w'(~w)", [F, I]).
shown(Ts, S) :- maplist(show, Ts, Ss), atomic_list_concat(Ss, ',', S).
elements([H|T], [H|R]) :- nonvar(T), T = [_|_], !, elements(T, R).
elements([H|T], [H]) :- T == [], !.
elements([H|T], [H,T]).
run(F) :- open(F, read, S), repeat, read_term(S, T, []),
    ( T == end_of_file -> ! ; show(T, A), writeln(A), fail ).
"""

TRICKY = (
    "a :- \\+ b, c ; d -> e ; f.",
    "a :- \\+ ( b, c ), \\+b.",
    "a(X) :- X is 2-1, X = -1, X = - 1, X = -(1), X > 1 - -1.",
    "a(X) :- X = 1-2-3, X = 2**3, X = 2^3^4, X = - - 1.",
    "a(X) :- X =.. [b|Y], [H,T|R] = X, [] = Y, '[]' = Z.",
    "a(X) :- X = (b :- c), X = (b, c), d((e, f)), g((h :- i)).",
    "a(-) :- X = - , Y = + .",
    "a :- b -> c ; d, e.",
    'a :- forall(b, ( c ; d )), !, X == "text "" more".',
    ":- dynamic a/1, b/2.",
    ":- table a/1, (b/2, c/3) as subsumptive.",
    ":- dynamic(a/1), shell(ls).",
    "a(X) :- X = 'it''s', X \\= b, X \\== 'A b'.",
    "a(X) :- X = b:c, X = c:d:e, X = f mod g // h.",
    "a(X) :- maplist([Y]>>b(Y), X), X = 1.5.",
    "a:-b,c.d:-e.\nf.",
    "a(X):-X=b.%comment\nb.",
    "a /* comment */ (b).",
    "a. /* two\nlines */ b.",
    "a(X) :- X = [b|c], X = [b,c|T].",
    "a(X) :- X=..Y, X=@=Y, X\\=@=Y, X@<Y, X@>=Y.",
    "a :- b:-c.",
    "a = b = c.",
    "a(X) :- X = \\+a.",
    "- a :- b.",
    "a(dynamic, table, is, mod).",
    "a(X) :- X = [-], X = [- , -].",
    "a(X) :- X = [a|b|c].",
    "a(X) :- X = 0'c, X = 0x1F, X = 1e10, X = 1_000.",
    "a(X) :- X = b.c.",
    "a(X) :- X = p{q: 1}.",
    "a :- b | c.",
    "a(X) :- X = (- 1)^2, X = -1^2, X = -a^2.",
    "a(X) :- X = 1 - (2), X = -(-(1)), X = \\ 1.",
    "a :- (b), ((c)).",
    "a :- b, !; c.",
    "a(;, '|', !).",
)


def shown(term: Term) -> str:
    """Return a term in the notation of SHOW."""
    if term.kind in ("variable", "number", "text"):
        return {"variable": "V", "text": "S"}.get(term.kind, term.name)
    inside = ",".join(map(shown, term.args))
    if term.name == "[|]":
        return f"L({inside})"
    return f"'{term.name}'({inside})" if term.args else f"'{term.name}'"


END = "% end of a text"


def by_swipl(texts: Iterable[str], folder: Path) -> list[list[str]]:
    """Return the clauses of texts as SWI-Prolog reads them, each up to an error."""
    (folder / "show.pl").write_text(SHOW, encoding="utf-8")
    goals = []
    for number, text in enumerate(texts):
        path = folder / f"text{number}.pl"
        path.write_text(text, encoding="utf-8")
        goals.append(f"catch(run('{path}'),_,true),writeln('{END}')")
    goal = ",".join(goals)
    program = ["swipl", "-q", "-g", goal, "-t", "halt", str(folder / "show.pl")]
    *found, rest = ran(program).stdout.split(f"{END}\n")
    assert not rest
    assert len(found) == len(goals)
    return [each.splitlines() for each in found]


def read(texts: Iterable[Term]) -> list[str]:
    return [shown(term) for term in texts]


def test_the_shipped_files_are_read_alike(tmp_path: Path) -> None:
    clauses = 0
    paths = sorted(shipped_axioms_dir().rglob("*.pl"))
    texts = [path.read_text("utf-8") for path in paths]
    every = zip(paths, texts, by_swipl(texts, tmp_path), strict=True)
    for path, text, right in every:
        found = read(read_clauses(text, path))
        assert found == right, path
        clauses += len(found)
    assert clauses > 600


@pytest.fixture(scope="module")
def tricky(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Have SWI-Prolog read all that is tricky in one process."""
    folder = tmp_path_factory.mktemp("tricky")
    found = by_swipl((f"{text}\n" for text in TRICKY), folder)
    return dict(zip(TRICKY, found, strict=True))


@pytest.mark.parametrize("text", TRICKY)
def test_a_clause_is_read_alike_or_refused(
    text: str, tricky: dict[str, list[str]]
) -> None:
    try:
        found = read(read_clauses(f"{text}\n", "text"))
    except UntrustedAxioms:
        return  # SWI-Prolog is never asked to load it
    assert found == tricky[text]


def test_most_of_what_is_tricky_is_read() -> None:
    refused = []
    for text in TRICKY:
        try:
            assert read(read_clauses(text, "text"))
        except UntrustedAxioms:
            refused.append(text)
    assert len(refused) < len(TRICKY) / 2

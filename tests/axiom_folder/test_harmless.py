"""Folders of axioms that could do more than define predicates are refused."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mystpy.axiom_folder.asp_check import plain
from mystpy.axiom_folder.prolog_check import check_file
from mystpy.axiom_folder.untrusted import UntrustedAxioms
from mystpy.axioms import axioms_dir, shipped_axioms_dir
from mystpy.engines import get_engine
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.legality import legal
from mystpy.theories import theory, theory_in
from tests.edits import added, edited
from tests.programs import needs

ASP, PROLOG = "s2_03_notation.lp", "s2_03_notation.pl"
LINES = {
    name: (shipped_axioms_dir() / name).read_text("utf-8").count("\n")
    for name in (ASP, PROLOG)
}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make one copy of the axioms, to which each test adds a text."""
    return edited(tmp_path_factory.mktemp("theories") / "mine")


@contextmanager
def also(path: Path, text: str) -> Iterator[None]:
    """Let a file end with this text in the block."""
    before = path.read_bytes()
    path.write_bytes(before + f"{text}\n".encode())
    try:
        yield
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (ASP, '#script (python)\nprint("x")\n#end.', "#script runs a program"),
        (ASP, "#script (lua) #end.", "#script runs a program"),
        (ASP, "x(@f(1)).", "@ calls a function of a script"),
        (ASP, "x(@ %%\nf(1)).", "@ calls a function of a script"),
        (ASP, "#external x(@f).", "@ calls a function of a script"),
        (ASP, "#program later.", "a part that is never grounded"),
        (ASP, "#theory t { x {}; &y/0: x, any }.", "no propagator interprets"),
        (ASP, "#minimize { 1,X : card(X) }.", "the directive #minimize is not read"),
        (ASP, ":~ card(X). [1@2]", "is optimization"),
        (ASP, '#include "/etc/passwd".', "/etc/passwd, which is outside"),
        (ASP, '#include "../x.lp".', "../x.lp, which is outside"),
        (ASP, '#include "README.md".', "there is no such file of axioms"),
        (ASP, "#include <incmode>.", '#include is read as #include "FILE". only'),
        (ASP, "%* %* *% x. *%", "a block comment without an end, or with % in it"),
        (ASP, 'x("a\\qb").', "a text that does not end in its line"),
        (PROLOG, ":- initialization(halt).", "the directive initialization(...)"),
        (PROLOG, ":- initialization main.", "the directive initialization(...)"),
        (PROLOG, ":- shell(ls).", "the directive shell(...) is run"),
        (PROLOG, ":- dynamic(x/1), shell(ls).", "the directive ,(...) is run"),
        (PROLOG, ":- if(shell(ls)).", "the directive if(...) is run"),
        (PROLOG, ":- op(700, xfx, ===>).", "the directive op(...) is run"),
        (PROLOG, ":- use_module(library(process)).", "the directive use_module(...)"),
        (PROLOG, ":- use_module('/tmp/x').", "the directive use_module(...)"),
        (PROLOG, ":- consult(x).", "the directive consult(...) is run"),
        (PROLOG, ":- include('/etc/passwd').", "/etc/passwd, which is outside"),
        (PROLOG, ":- include('../../x').", "../../x, which is outside"),
        (PROLOG, ":- include('README.md').", "there is no such file of axioms"),
        (PROLOG, "?- shell(ls).", "clauses with ?- are not read"),
        (PROLOG, "x --> y.", "clauses with --> are not read"),
        (PROLOG, "x(X) :- shell(X).", "it calls shell/1"),
        (PROLOG, "x(X) :- 'shell'(X).", "it calls shell/1"),
        (PROLOG, "x(X) :- open(X, write, _).", "it calls open/3"),
        (PROLOG, "x(X) :- read(X).", "it calls read/1"),
        (PROLOG, "x(X) :- assertz(X).", "it calls assertz/1"),
        (PROLOG, "x :- findall(X, shell(X), _).", "it calls shell/1"),
        (PROLOG, "x :- maplist(shell, [ls]).", "it calls shell/1"),
        (PROLOG, "x :- maplist([X]>>shell(X), [ls]).", "it calls shell/1"),
        (PROLOG, "x :- setof(X, Y^shell(X,Y), _).", "it calls shell/2"),
        (PROLOG, "x :- aggregate_all(count, shell(_), _).", "it calls shell/1"),
        (PROLOG, "x :- call(shell, ls).", "it calls shell/1"),
        (PROLOG, "x :- \\+ forall(true, shell(ls)).", "it calls shell/1"),
        (PROLOG, "x(G) :- G =.. [shell, ls], G.", "G is called, whatever it is"),
        (PROLOG, "x(G) :- findall(1, G, _).", "G is called, whatever it is"),
        (PROLOG, "x :- system:shell(ls).", "it calls :/2"),
        (PROLOG, "x :- failing_now([open(shell(ls))], _).", "it calls failing_now/2"),
        (PROLOG, "user:portray(_) :- shell(ls).", "no predicate : can be defined"),
        (PROLOG, "term_expansion(x, y).", "SWI-Prolog calls term_expansion by itself"),
        (PROLOG, ":- dynamic goal_expansion/2.", "is not to be declared"),
        (PROLOG, "conjuncts(_, _, [open(shell(ls))]).", "as the drivers do"),
        (PROLOG, "member(X, Y).", "no predicate member can be defined here"),
        (PROLOG, "x :- {shell(ls)}.", "is no plain Prolog"),
        (PROLOG, "x :- X = `ls`, y(X).", "is no plain Prolog"),
        (PROLOG, "x :- X = 'a\\x62\\', y(X).", "is no plain Prolog"),
        (PROLOG, "/* /* */ x.", "a comment without an end, or with /* in it"),
        (PROLOG, "x(X :- y.", "':-' is not expected here"),
        (PROLOG, "x :- y", "the full stop of this clause is missing"),
        (PROLOG, "x :- " + "(" * 200 + "y" + ")" * 200 + ".", "nested too deeply"),
    ],
)
def test_what_could_do_more_is_refused_with_its_line(
    copied: Path, name: str, text: str, message: str
) -> None:
    path = copied / name
    with also(path, text), pytest.raises(UntrustedAxioms) as found, theory_in(copied):
        pass
    assert f"{path}:{LINES[name] + 1}: " in str(found.value)
    assert message in str(found.value)
    assert found.value.hint


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (ASP, "% #script @f(1)"),
        (ASP, "%* #script *% more(X) :- card(X)."),
        (ASP, 'more("% @f") :- 1 #count { X : card(X) }.'),
        (PROLOG, "% shell(ls)"),
        (PROLOG, "/* shell(ls) */ more(X) :- card(X), X \\== s3."),
        (PROLOG, ":- dynamic more/1, some_more/2."),
        (PROLOG, "more(N) :- findall(X, card(X), Xs), length(Xs, N)."),
        (PROLOG, "more(N) :- aggregate_all(count, card(_), N), N mod 2 =:= 0."),
        (PROLOG, "more(Xs) :- setof(X-Y, S^shown_by(X, Y, S), Xs).\nshown_by(1,2,3)."),
        (PROLOG, "more(X) :- ( card(X) -> true ; \\+ player(X) ), !."),
        (PROLOG, "more('a b', \"c\", [1,2|T], -1, 2.5) :- T = [], once(card(_))."),
    ],
)
def test_what_only_defines_is_loaded(copied: Path, name: str, text: str) -> None:
    with also(copied / name, text), theory_in(copied) as found:
        assert not found.shipped
        assert axioms_dir() == copied


def _far(folder: Path) -> None:
    (folder / "x.lp").symlink_to("/etc/passwd")


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "x.lp")


def _other_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")


def _folder(folder: Path) -> None:
    (folder / "x.pl").mkdir()


def _bytes(folder: Path) -> None:
    (folder / "x.pl").write_bytes(b"% a\n% \xff\n")


def _huge(folder: Path) -> None:
    (folder / "x.lp").write_bytes(b" " * 1_000_001)


def _compiled(folder: Path) -> None:
    (folder / "myst.qlf").write_bytes(b"")


def _register(folder: Path) -> None:
    (folder / "register.toml").unlink()
    (folder / "register.toml").symlink_to("/dev/zero")


def _many(folder: Path) -> None:
    for k in range(1_001):
        (folder / f"x{k}.lp").touch()


def _driver(folder: Path) -> None:
    with (folder / "drive" / "grid.pl").open("a", encoding="utf-8") as file:
        file.write("x.\n")


def _loop(folder: Path) -> None:
    (folder / "x.lp").symlink_to("x.lp")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_far, "x.lp: it is a link to /etc/passwd, outside of the folder"),
        (_pipe, "x.lp: it is no file"),
        (_folder, "x.pl: it is no file"),
        (_bytes, "x.pl:2: it is not text in UTF-8: byte 6"),
        (_huge, "x.lp: it has more than 1,000,000 bytes"),
        (_compiled, "myst.qlf: SWI-Prolog may load it in place of a .pl file"),
        (_register, "register.toml: it is a link to /dev/zero"),
        (_many, "mine: a folder of axioms has at most 1,000 files"),
        (_driver, "grid.pl: it differs from the shipped driver"),
        (_loop, "x.lp: it cannot be read"),
        (_other_pipe, "pipe: it is no file"),
    ],
    ids=lambda value: getattr(value, "__name__", "told"),
)
def test_files_that_are_none_are_refused(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    folder = edited(tmp_path / "mine")
    make(folder)
    with pytest.raises(UntrustedAxioms) as found, theory_in(folder):
        pass
    assert message in str(found.value)


def test_links_to_shipped_files_of_the_same_name_are_followed(tmp_path: Path) -> None:
    folder = added(tmp_path / "mine", ASP, "% edited\n")
    shutil.rmtree(folder / "drive")
    (folder / "drive").symlink_to(shipped_axioms_dir() / "drive")
    (folder / "again").symlink_to(folder)
    (folder / ".hidden.lp").symlink_to("nowhere")
    with theory_in(folder) as found:
        assert not found.shipped
    (folder / "more").symlink_to(shipped_axioms_dir() / "drive")
    with (
        pytest.raises(UntrustedAxioms, match="more: it is a link to"),
        theory_in(folder),
    ):
        pass


def test_a_file_that_is_missing_has_no_stand_in(tmp_path: Path) -> None:
    """SWI-Prolog would load a file without the ending in its place."""
    folder = edited(tmp_path / "mine")
    (folder / "drive" / "grid.pl").rename(folder / "drive" / "grid")
    with pytest.raises(UntrustedAxioms) as found, theory_in(folder):
        pass
    assert "drive.pl:" in str(found.value)
    assert "it includes grid, and there is no such file" in str(found.value)


def test_what_is_trusted_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = added(tmp_path / "mine", PROLOG, "x(X) :- shell(X).\n")
    with theory_in(folder, trust=True) as found:
        assert found.name == "mine"
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    with pytest.raises(UntrustedAxioms):
        theory()
    monkeypatch.setenv("MYSTPY_TRUST", "0")
    with pytest.raises(UntrustedAxioms):
        theory()
    monkeypatch.setenv("MYSTPY_TRUST", "1")
    assert theory().name == "mine"


def test_a_call_counts_in_every_game_that_loads_the_file(tmp_path: Path) -> None:
    # s2_04 is no part of generalized Clue, s2_03 is: there shell/1 would be Prolog's.
    folder = added(tmp_path / "mine", PROLOG, "x :- shell(ls).\n")
    with (folder / "s2_04_actions.pl").open("a", encoding="utf-8") as file:
        file.write("shell(_).\n")
    with pytest.raises(UntrustedAxioms) as found, theory_in(folder):
        pass
    assert "shell/1, which generalized.pl does not load" in str(found.value)


def test_each_file_of_axioms_may_be_edited(tmp_path: Path) -> None:
    folder = edited(tmp_path / "mine")
    for path in (*folder.glob("*.pl"), *folder.rglob("*.lp")):
        with path.open("a", encoding="utf-8") as file:
            file.write("% edited\n")
    with theory_in(folder) as found:
        assert not found.shipped


def test_the_shipped_axioms_would_pass() -> None:
    for path in sorted(shipped_axioms_dir().glob("*.pl")):
        assert check_file(path.read_text("utf-8"), path).defines is not None
    for path in sorted(shipped_axioms_dir().rglob("*.lp")):
        text = path.read_text("utf-8")
        assert plain(text, path).count("\n") == text.count("\n")


def test_files_in_the_current_folder_are_not_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clingo looks there first for a file of the name."""
    folder = added(tmp_path / "mine", ASP, "% edited\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("sections.lp", "s2_07_possible_actions.lp"):
        (elsewhere / name).write_text("nothing_of_use.\n", encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    history = History.make(Game.myst(m=1, n=2, p=3, q=2), {}, "asks(1,{s3,s4}) no(2)")
    with theory_in(folder):
        for name in ("asp", "worlds"):
            assert str(legal(history, get_engine(name)).verdict) == "possible", name


@pytest.mark.parametrize(
    ("name", "text", "engine", "message"),
    [
        (ASP, "x(X) :- card(X),.", "asp", "syntax error, unexpected ."),
        (ASP, "x(X) :- card(Y).", "asp", "unsafe variables in"),
        (ASP, "x(X) :- card(X),.", "worlds", "syntax error, unexpected ."),
        (ASP, "x(X) :- cart(X).", "asp", "cart"),
        pytest.param(
            PROLOG, "x(X) :- card(_).", "prolog", "singletons", marks=needs("swipl")
        ),
    ],
)
def test_a_fault_in_the_axioms_has_its_file_and_line(
    tmp_path: Path, name: str, text: str, engine: str, message: str
) -> None:
    folder = added(tmp_path / "mine", name, f"{text}\n")
    history = History.make(Game.myst(m=1, n=2, p=3, q=2), {}, "asks(1,{s3,s4})")
    with theory_in(folder), pytest.raises(AxiomError) as found:
        legal(history, get_engine(engine))
    assert f"{folder / name}:{LINES[name] + 1}: " in str(found.value)
    assert message in str(found.value)

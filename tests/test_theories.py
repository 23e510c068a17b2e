"""Axioms that are chosen: for a block, a thread, a situation, a process."""

from __future__ import annotations

import pickle
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import mystpy
from mystpy.axiom_folder import cached_by_theory, harmless, theory_key
from mystpy.axioms import axioms_dir, fingerprint, rules_in_force, shipped_axioms_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Value, Verdict
from mystpy.errors import AxiomError, QueryError
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.processes.launch import safe_environment
from mystpy.processes.pool import end_pool, shared_pool
from mystpy.questions.knowledge import ask
from mystpy.questions.written.query_text import query_text
from mystpy.sight.rule_texts import rules_read
from mystpy.theories import find_theory, theory, theory_in, theory_keys
from tests.edits import NO_IS_FREE, POSS, YES_IS_FREE, edited
from tests.lessons import GAME, LEARNT, NO, YES, learnt
from tests.programs import needs
from tests.sampling import cases_by_day, is_nightly


@pytest.fixture(scope="module")
def theories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Make three theories: in two of them one answer teaches nothing."""
    home = tmp_path_factory.mktemp("theories")
    return {
        "shipped": shipped_axioms_dir(),
        "no": edited(home / "no", NO_IS_FREE),
        "yes": edited(home / "yes", YES_IS_FREE),
    }


PROLOG = pytest.param("prolog", marks=needs("swipl"))


@pytest.mark.parametrize(
    "engine", [*cases_by_day(("auto", "asp", "worlds", "walk"), 2), PROLOG]
)
def test_one_question_under_three_theories_in_turn(
    theories: dict[str, Path], engine: str
) -> None:
    turns = ("shipped", "no", "yes", "no", "shipped", "yes")
    for name in turns if is_nightly() else turns[1:3]:
        with theory_in(theories[name]):
            assert learnt(engine) == LEARNT[name], name
    assert learnt(engine) == LEARNT["shipped"]


@pytest.mark.parametrize("engine", ["auto", "asp", "worlds", "walk", PROLOG])
def test_one_history_is_read_by_the_theory_in_force(
    theories: dict[str, Path], engine: str
) -> None:
    """Prolog kept the worlds of a history that it was asked of last."""
    history, phi = History.make(GAME, {}, NO), parse_formula("K(1,~h(2,s3))", GAME)
    for name in ("no", "shipped", "no"):
        with theory_in(theories[name]):
            value = ask(history, phi, get_engine(engine)).value
        assert (value is Value.TRUE) is (name == "shipped"), name


def test_each_thread_has_its_own_theory(theories: dict[str, Path]) -> None:
    both = Barrier(len(theories))

    def work(name: str) -> list[tuple[bool | None, bool | None]]:
        with theory_in(theories[name]):
            both.wait()
            return [learnt(engine) for engine in ("auto", "asp", "worlds") * 2]

    with ThreadPoolExecutor(len(theories)) as pool:
        found = dict(zip(theories, pool.map(work, theories), strict=True))
    assert found == {name: [LEARNT[name]] * 6 for name in theories}


def test_a_choice_ends_with_its_block(theories: dict[str, Path]) -> None:
    with theory_in(theories["no"]) as outer:
        assert (outer.name, outer.shipped) == ("no", False)
        assert theory_keys() == {"theory": {"name": "no", "hash": outer.hash}}
        with theory_in("shipped") as inner:
            assert inner.shipped
            assert theory_keys() == {}
        assert axioms_dir() == theories["no"]
    assert theory().shipped
    assert axioms_dir() == shipped_axioms_dir()


def test_a_choice_wins_over_the_environment(
    theories: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSTPY_AXIOMS", str(theories["yes"]))
    assert theory().name == "yes"
    with theory_in(theories["no"]):
        assert theory().name == "no"
    with theory_in("shipped"):
        assert theory().shipped
    assert theory().name == "yes"


def test_a_situation_keeps_its_theory(theories: dict[str, Path]) -> None:
    start = mystpy.Situation.init(GAME, theory=theories["no"])
    shipped = mystpy.Situation.init(GAME)
    assert start.do(*NO.split()).holds("K(1,~h(2,s3))") is None
    with theory_in(theories["yes"]):
        inside = mystpy.Situation.init(GAME).do(*YES.split())
        assert start.do(*NO.split()).holds("K(1,~h(2,s3))") is None
        assert shipped.do(*NO.split()).holds("K(1,~h(2,s3))") is True
        assert shipped.do(*NO.split()).announce("In(1)").holds("K(1,~h(2,s3))") is True
    assert inside.holds("K(1,h(2,s3)|h(2,s4))") is False
    assert inside != mystpy.Situation.init(GAME).do(*YES.split())
    assert pickle.loads(pickle.dumps(inside)) == inside
    with ThreadPoolExecutor(1) as pool:
        after = pool.submit(inside.holds, "K(1,h(2,s3)|h(2,s4))").result()
    assert after is False


def test_processes_that_are_started_have_the_theory(theories: dict[str, Path]) -> None:
    with theory_in(theories["no"]):
        assert safe_environment()["MYSTPY_AXIOMS"] == str(theories["no"])
        try:
            first = shared_pool(1).submit(learnt, "asp").result()
            with theory_in("shipped"):
                second = shared_pool(1).submit(learnt, "asp").result()
        finally:
            end_pool()
    assert (first, second) == (LEARNT["no"], LEARNT["shipped"])


def test_a_file_that_is_edited_is_read_again(tmp_path: Path) -> None:
    folder = edited(tmp_path / "mine", NO_IS_FREE)
    calls = list[int]()

    @cached_by_theory()
    def counted() -> str:
        calls.append(1)
        return fingerprint()

    with theory_in(folder):
        before = counted(), counted(), learnt("asp")
        for name, _, _ in NO_IS_FREE:
            shutil.copy(shipped_axioms_dir() / name, folder / name)
        after = counted(), counted(), learnt("asp")
    assert before[2] == LEARNT["no"]
    assert after[2] == LEARNT["shipped"]
    assert len({before[0], after[0]}) == len(calls) == 2


def test_rules_are_read_again_when_a_file_or_a_link_changes(tmp_path: Path) -> None:
    folder, name = edited(tmp_path / "mine"), f"{POSS}.lp"
    shipped = rules_read(folder, "myst", "asp")
    text = (folder / name).read_text("utf-8")
    (folder / name).write_text(text + "\none(1).\n", "utf-8")
    assert {*rules_read(folder, "myst", "asp")} - {*shipped} == {"one(1)"}
    (folder / "other.lp").write_text(text + "\ntwo(2).\n", "utf-8")
    (folder / name).unlink()
    (folder / name).symlink_to("other.lp")
    assert {*rules_read(folder, "myst", "asp")} - {*shipped} == {"two(2)"}


def test_a_folder_is_looked_at_once_for_the_key_and_the_name_of_its_theory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = harmless.require_harmless, list[Path]()

    def counted(folder: Path, shipped: Path) -> object:
        calls.append(folder)
        return real(folder, shipped)

    with theory_in(edited(tmp_path / "mine", NO_IS_FREE)) as found:
        monkeypatch.setattr(harmless, "require_harmless", counted)
        assert theory() == found
        assert len(calls) == 1
        before = rules_in_force()
        assert len(calls) == 2
        (tmp_path / "mine" / f"{POSS}.pl").touch()
        assert rules_in_force() != before


def test_a_folder_that_is_gone_has_a_key() -> None:
    assert theory_key() is None
    with pytest.raises(AxiomError), theory_in("not there"):
        pass


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("shiped", "there is no theory 'shiped'", "did you mean shipped?"),
        ("empty", "it has no register.toml", "as a whole"),
        ("nowhere", "there is no theory 'nowhere'", "cp -r axioms mine"),
    ],
)
def test_what_is_no_theory_is_told(
    tmp_path: Path, name: str, message: str, hint: str
) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(AxiomError, match=message) as found:
        find_theory(name, tmp_path)
    assert hint in (found.value.hint or "")


QUERY = """
theory = "{theory}"
history = "{history}"
[game]
rules = "myst"
m = 1
n = 2
p = 3
q = 2
"""


def test_a_query_file_names_its_theory(
    tmp_path: Path, theories: dict[str, Path]
) -> None:
    (tmp_path / "no").symlink_to(theories["no"])
    path = tmp_path / "query.toml"
    path.write_text(QUERY.format(theory="no", history=NO), encoding="utf-8")
    query = mystpy.load_query(path)
    assert query.theory is not None
    with theory_in(query.theory):
        assert theory().name == "no"
        again = mystpy.load_query(query_text("a", query.history, Verdict.LEGAL))
    assert again.theory is not None
    assert again.theory.resolve() == theories["no"]
    situation = mystpy.Situation.of(query.history, theory=query.theory)
    assert situation.holds("K(1,~h(2,s3))") is None
    path.write_text(QUERY.format(theory="nono", history=NO), encoding="utf-8")
    with pytest.raises(QueryError, match=r"query\.toml:2: there is no theory 'nono'"):
        mystpy.load_query(path)


def test_a_query_file_has_only_known_keys() -> None:
    text = QUERY.format(theory="shipped", history=NO).replace("theory", "theori")
    with pytest.raises(QueryError, match="no key 'theori'") as found:
        mystpy.load_query(text)
    assert found.value.hint == "did you mean theory?"
    assert mystpy.load_query(text.replace("theori", "theory")).theory is not None

"""Answers about certified packages: those of the fast methods, and of the runs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

import mystpy
from mystpy.cli import cli
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.packages.certificates import kept_certificates, making
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.certificates.kept_certificates import (
    SHIPPED,
    Certificate,
    certificate_row,
    keep_certificate,
    kept_certificate,
)
from mystpy.packages.certificates.making import CertificateOutcome
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from tests.packages.test_myst_package import formula_at_random, history_at_random
from tests.sampling import seeds_by_day

SIZES = ((1, 2, 3, 2), (1, 1, 3, 2), (1, 2, 2, 2))
LARGE = {"m": 3, "n": 3, "p": 6, "q": 3}
ASKED = ("ask", "--theory", "myst", "--do", "asks(1,{s1,s2}) yes(2)")


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the file of the user's own certificates, in a folder of this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_dir()
    assert folder is not None
    return folder / SHIPPED


@pytest.fixture
def copy(tmp_path: Path) -> Package:
    """Give a copy of MYST that says something else about itself."""
    folder = tmp_path / "mine"
    shutil.copytree(shipped_packages()["myst"], folder)
    path = folder / "theory.toml"
    text = path.read_text("utf-8").replace('name = "MYST"', 'name = "Mine"')
    path.write_text(text, "utf-8")
    return read_package(str(folder))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def package_of(m: int, n: int, p: int, q: int) -> Package:
    return read_package("myst", {"m": m, "n": n, "p": p, "q": q})


@pytest.mark.parametrize("seed", seeds_by_day(60, 20))
def test_fast_answers_are_those_of_the_runs(seed: int) -> None:
    random = Random(seed)
    package = package_of(*SIZES[seed % len(SIZES)])
    text = " ".join(history_at_random(random, package))
    hand = package.sorts["card"].elements[: package.constants["n"]]
    given = [f"h(1,{card})" for card in hand[: random.randint(0, len(hand))]]
    runs = PackageSituation.make(package, text)
    if runs.value(" & ".join(given) or "true") == "false":
        given = []
    runs = PackageSituation.make(package, text, given)
    fast = CertifiedSituation.make(package, text, given)
    assert fast.fast is not None
    assert runs.legality() == fast.legality()
    for _ in range(6):
        formula = formula_at_random(random, package, random.randint(1, 4))
        found = fast.answer(formula)
        assert found.certified
        assert found.method.endswith(", by certificate")
        assert runs.value(formula) == found.value, (text, given, formula)
    if len(given) == len(hand) and "shows" not in text:
        assert runs.known("1") == fast.known("1")


def test_whole_hands_and_single_cards_may_be_given() -> None:
    package = package_of(1, 2, 3, 2)
    text = "asks(1,{s1,s2}) yes(2) shows(2,1,_)"
    for given in (
        ["h(1,s3)", "h(1,s4)"],
        ["h(1,s3)"],
        ["h(1,s3) | h(1,s4)"],
        ["~h(2,s1)"],
        ["h(1,s3)", "h(1,s4)", "h(2,s1)"],
    ):
        runs = PackageSituation.make(package, text, given)
        fast = CertifiedSituation.make(package, text, given)
        for formula in (
            "h(2,s2)",
            "K(1,h(2,s2))",
            "K(3,~h(1,s3))",
            "turn(1)",
            "C(players, h(2,s1) | h(2,s2))",
            "K(2,K(1,h(2,s2)))",
            "D({1,2}, h(2,s2))",
            "Kw(1,h(2,s1))",
            "M(3,h(2,s1))",
        ):
            assert runs.value(formula) == fast.value(formula), (given, formula)


def test_cells_of_twenty_one_cards_are_those_of_the_runs() -> None:
    package = read_package("myst", LARGE)
    text = "asks(1,{s4,s5,s9}) no(2) yes(3) shows(3,1,s9) noguess(1)"
    given = ["h(1,s1)", "h(1,s2)", "h(1,s4)"]
    runs = PackageSituation.make(package, text, given)
    fast = CertifiedSituation.assumed(runs)
    known = fast.known("1")
    assert known == runs.known("1")
    assert "h(3,s9)" in known.true
    formula = "K(4, K(1, h(3,s4)) | K(1, h(3,s5)) | K(1, h(3,s9)))"
    found = fast.answer(formula)
    assert (found.value, found.certified) == ("true", True)


def test_an_answer_names_the_method_and_the_certificate() -> None:
    done = run(*ASKED, "K(3, h(2,s1) | h(2,s2))", "--format", "json")
    found = json.loads(done.stdout)
    assert found["value"] == "true"
    assert found["method"] == "worlds, by certificate"


@pytest.mark.parametrize("engine", ["walk", "worlds"])
def test_a_fast_engine_can_be_asked_for(engine: str) -> None:
    done = run(*ASKED, "--engine", engine, "h(2,s1)")
    assert done.stdout.startswith("undetermined")
    assert "by certificate" in done.stdout


def test_the_runs_can_be_asked_for() -> None:
    assert "(asp-runs)" in run(*ASKED, "--engine", "asp", "h(2,s1)").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--theory", "black-vienna"), "Black Vienna has no certificate"),
        (("--theory", "myst", "--game", "m=2,n=1,p=4,q=2"), "no certificate for these"),
    ],
)
def test_a_fast_engine_is_refused_without_a_certificate(
    words: tuple[str, ...], said: str
) -> None:
    done = run("ask", *words, "--engine", "walk", "true")
    assert done.exit_code == 2
    assert said in done.stderr
    assert "theory check" in done.stderr


def test_a_question_makes_no_certificate(own_cache: Path, copy: Package) -> None:
    situation = CertifiedSituation.make(copy, "asks(1,{s1,s2}) yes(2)")
    assert situation.answer("h(2,s1)").method == "asp-runs"
    assert not own_cache.exists()


@pytest.mark.usefixtures("few_answers", "few_compared_runs")
def test_a_check_makes_and_keeps_a_certificate(own_cache: Path, copy: Package) -> None:
    done = run("theory", "check", str(copy.folder))
    assert done.exit_code == 0, done.output
    assert "yes  certificate: myst for m=1, n=2, p=3, q=2: the same 630" in done.stdout
    assert own_cache.exists()
    situation = CertifiedSituation.make(copy, "asks(1,{s1,s2}) yes(2)")
    assert situation.answer("h(2,s1)").certified
    theory = mystpy.load_theory(copy.folder)
    assert theory.after("asks(1,{s1,s2}) no(2)").answer("h(2,s1)").certified


MADE = Certificate("myst", ("the same deals",))


def test_a_certificate_that_cannot_be_kept_turns_nothing_on(
    own_cache: Path, copy: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = CertificateOutcome(MADE)
    monkeypatch.setattr(making, "made_certificate", lambda _: made)
    own_cache.mkdir(parents=True)  # no file can be written in its place
    (found,) = making.certificate_checks(copy)
    assert found.detail.endswith(
        "but the cache folder cannot be written, so only asp and prolog answer"
    )
    assert not CertifiedSituation.make(copy).answer("h(2,s1)").certified


def test_a_kept_certificate_is_for_these_files_and_constants(
    own_cache: Path, copy: Package
) -> None:
    keep_certificate(copy, MADE)
    assert kept_certificate(copy) == MADE
    assert kept_certificate(read_package(str(copy.folder), {"m": 2})) is None
    path = copy.folder / "theory.lp"
    path.write_text(path.read_text("utf-8") + "\n% a remark\n", "utf-8")
    assert kept_certificate(read_package(str(copy.folder))) is None


@pytest.mark.parametrize(
    "changed",
    [
        lambda row: row.replace(b'"myst"', b'"clue"'),
        lambda row: row.replace(b"the same", b"any deals"),
        lambda row: row[:-9] + b'0000000"}\n',
        lambda row: row[:40],
        lambda row: b'{"key":[]}\n',
        lambda row: b"\xff\x00\n",
        lambda row: b"",
    ],
)
def test_a_row_that_was_edited_or_damaged_is_ignored(
    changed: object, own_cache: Path, copy: Package
) -> None:
    keep_certificate(copy, MADE)
    row = own_cache.read_bytes()
    assert row == certificate_row(copy, MADE)
    assert callable(changed)
    own_cache.write_bytes(changed(row) + b"\n")
    kept_certificates.forget()
    assert kept_certificate(copy) is None


def test_a_file_that_others_can_write_to_is_ignored(
    own_cache: Path, copy: Package
) -> None:
    keep_certificate(copy, MADE)
    own_cache.chmod(0o666)
    kept_certificates.forget()
    assert kept_certificate(copy) is None


def test_edited_axioms_have_no_certificates(tmp_path: Path) -> None:
    folder = tmp_path / "axioms"
    shutil.copytree(mystpy.axioms_dir(), folder)
    path = folder / "s2_07_possible_actions.lp"
    path.write_text(path.read_text("utf-8").replace("disjoint(Q, J),", "", 1), "utf-8")
    package = read_package("myst")
    assert kept_certificate(package) is not None
    with mystpy.theory_in(folder):
        assert kept_certificate(package) is None
        situation = CertifiedSituation.make(package, "asks(1,{s1,s2}) no(2)")
        assert not situation.answer("h(2,s1)").certified


def test_constant_fluents_that_the_rule_set_has_not_are_known() -> None:
    package = read_package("clue")
    situation = CertifiedSituation.make(package, "asks(1,{white,knife,hall})")
    assert situation.answer("ans_turn(2)").certified
    for formula, value in (("open(white)", "false"), ("K(1,~open(plum))", "true")):
        found = situation.answer(formula)
        assert (found.value, found.certified) == (value, True)


def test_clue_and_its_variants_are_answered_by_certificate() -> None:
    for name in ("clue", "board", "speed"):
        text = "asks(1,{white,knife,hall}) no(2)"
        situation = CertifiedSituation.make(read_package(name), text)
        found = situation.answer("C({1,2,3}, ~h(2,white) & ~h(2,knife))")
        assert (found.value, found.certified) == ("true", True)

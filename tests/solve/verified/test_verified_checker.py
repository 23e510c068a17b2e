"""The checker that is proved in Coq, and the two other checkers of certificates."""

from __future__ import annotations

import json
import re
import runpy
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result as Done

from mystpy.errors import EngineFailed, EngineMissing, QueryError
from mystpy.game.game import Game
from mystpy.processes import launch
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS, certificate
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.verified import extraction
from mystpy.solve.verified.checker_input import both_bluff, checker_numbers
from mystpy.solve.verified.extraction import checker_program, verdict
from tests.programs import needs
from tests.solve.damages import Damage, checker, myst, put

ROOT = Path(__file__).parents[3]
Run = Callable[..., Done]
Document = dict[str, Any]

SMALL = ((1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (1, 2, 2), (2, 2, 2), (3, 1, 2))
FORBIDDEN = (
    *((2, 1, 1, bluff) for bluff in ("one", "other", "nobody")),
    *((3, 1, 1, bluff) for bluff in ("one", "other", "nobody")),
    *((2, 2, 1, bluff) for bluff in ("one", "other", "nobody")),
    (1, 2, 2, "nobody"),
    (2, 1, 2, "nobody"),
)
"""Games in which a player must not bluff; in the last one nobody can."""
DAMAGES = 50


def written(m: int, n: int, q: int, bluff: str = "both") -> Document:
    variant = GameVariant(BLUFFERS[bluff], "useful")
    *_, found = improving_bounds(Game.myst(m, n, 2, q), variant)
    document: Document = json.loads(json.dumps(certificate(found)))
    return document


def by_the_others(document: Document, path: Path, run: Run) -> tuple[bool, Any]:
    """Return whether the other two accept a certificate, and their bounds."""
    path.write_text(json.dumps(document), "utf-8")
    done = run("solve", "--check", str(path), "--format", "json")
    accepted = checker()([str(path)]) == 0
    assert accepted == (done.exit_code == 0)
    if done.exit_code == 2:
        return False, None
    found = json.loads(done.stdout)
    return accepted, (Fraction(found["lower"]), Fraction(found["upper"]))


def damaged(document: Document, random: Random) -> Document:
    """Return another claim, a wrong probability, or another strategy."""
    found: Document = json.loads(json.dumps(document))
    plan = found["strategies"][random.choice("12")]
    kind = random.randrange(4)
    if kind == 0 or not plan:
        side = random.choice(("lower", "upper"))
        found[side] = str(Fraction(found[side]) + Fraction(random.choice((-1, 1)), 97))
        return found
    acts = plan[random.choice([*plan])]
    act = random.choice([*acts])
    if kind == 1:
        acts[act] = str(Fraction(acts[act]) * Fraction(random.randint(8, 12), 11))
    elif kind == 2:
        others = [each for acts in plan.values() for each in acts]
        acts[random.choice(others)] = acts.pop(act)
    else:
        share = acts.pop(act)
        acts["noguess" if act.startswith("guess") else f"{act} 9:1/1"] = share
    return found


@pytest.mark.slow
@needs("coqc")
@needs("ocamlfind")
def test_the_verified_checker_agrees_with_the_other_two(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = [written(*sizes) for sizes in SMALL]
    documents += [written(m, n, q, bluff) for m, n, q, bluff in FORBIDDEN]
    random, rejected = Random(34), 0
    for document in documents:
        accepted, bounds = by_the_others(document, tmp_path / "c.json", run)
        assert accepted
        assert verdict(checker_numbers(document)) == (True, *bounds)
    for _ in range(DAMAGES):
        document = damaged(random.choice(documents), random)
        accepted, bounds = by_the_others(document, tmp_path / "c.json", run)
        try:
            found, *others = verdict(checker_numbers(document))
        except QueryError:
            found = False
        else:
            assert bounds is None or bounds == tuple(others)
        assert found or not accepted
        if found and not accepted:
            # An action that cannot be done at all, or an entry where none is due: the
            # others ask for more, and what the checker has proved is true.
            assert bounds is None
            claimed = Fraction(document["lower"]), Fraction(document["upper"])
            assert tuple(others) == claimed
        rejected += not found
    assert rejected > DAMAGES / 2
    path = tmp_path / "c.json"
    path.write_text(json.dumps(documents[1]), "utf-8")
    done = run("solve", "--check", str(path), "--verified")
    assert done.exit_code == 0
    assert "The verified checker accepts the certificate: 2/3." in done.stdout
    assert "Certified.check_sound in Coq that holds for the game with" in done.stdout
    path.write_text(json.dumps({**documents[1], "lower": "1/2"}), "utf-8")
    done = run("solve", "--check", str(path), "--verified", "--format", "json")
    assert done.exit_code == 1
    assert not json.loads(done.stdout)["verified"]["accepted"]
    capsys.readouterr()


@pytest.mark.slow
@needs("coqc")
@needs("ocamlfind")
def test_who_may_bluff_decides_what_a_certificate_is_worth(
    tmp_path: Path, run: Run
) -> None:
    """The value of MYST(3,1,2,1) is 1/2 if player 1 must not bluff, else 3/5."""
    path = tmp_path / "c.json"
    document = written(3, 1, 1, "other")
    path.write_text(json.dumps(document), "utf-8")
    done = run("solve", "--check", str(path), "--verified")
    assert done.exit_code == 0
    assert "The verified checker accepts the certificate: 1/2." in done.stdout
    assert "Certified.check_by_sound" in done.stdout
    assert "holds for the game without idle questions" in done.stdout
    first, second = checker_numbers(document)[:2]
    assert (first, second) == (0, 1)
    assert not both_bluff(checker_numbers(document))
    numbers = checker_numbers(document)
    assert verdict(numbers)[0]
    # The same strategies, if player 1 may bluff: the second is worth less then.
    accepted, _, upper = verdict([1, *numbers[1:]])
    assert not accepted
    assert upper > Fraction(1, 2)
    # A strategy that bluffs is worth less to a player who must not.
    numbers = checker_numbers(written(3, 1, 1))
    accepted, lower, _ = verdict([0, *numbers[1:]])
    assert not accepted
    assert lower < Fraction(3, 5)


def test_where_no_question_is_a_bluff_both_may() -> None:
    assert both_bluff(checker_numbers(written(2, 1, 2, "nobody")))
    assert not both_bluff(checker_numbers(written(2, 1, 1, "nobody")))


def test_the_values_in_coq_are_those_of_the_tool() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "coq_values.py"))
    for name, larger in (("Values.v", False), ("LargerValues.v", True)):
        games = tool["LARGER" if larger else "SMALL"]
        text = (ROOT / "proofs" / name).read_text("utf-8")
        assert tool["text"](games, larger=larger) == text


def test_the_checker_is_built_of_all_that_its_proofs_require() -> None:
    before: set[str] = set()
    for name, source in extraction._sources().items():
        text = source.decode()
        for names in re.findall(r"From\s+Myst\s+Require\s([^.]+)\.", text):
            required = {f"{word}.v" for word in names.split()} - {"Import.v"}
            assert required <= before, (name, required - before)
        before.add(name)
    assert {"Certified.v", "Checker.v", "Extract.v", "driver.ml"} <= before


def test_a_certificate_is_read_as_numbers() -> None:
    found = checker_numbers(written(1, 1, 1))
    asks = [1, 1, 3 * 256 + 1, 1, 0, 1, 256, 1, 1]
    guesses = [
        *(1, 2, 2 * 256 + 1, (4 << 16) + 256, 1, 2, 1, (4 << 16) + 256, 1, 1),
        *(1, 2, 2 * 256 + 1, (12 << 16) + 256, 1, 2, 1, 256, 1, 1),
    ]
    assert found == [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, *asks, *guesses, 0]


@pytest.mark.parametrize(
    "damage",
    [
        put("questions", "any"),
        put("announced", True),
        myst(1, 2, 2, 5),
    ],
)
def test_games_that_the_theorem_is_not_about_are_refused(
    damage: Damage, tmp_path: Path, run: Run
) -> None:
    document = written(1, 2, 1)
    damage(document)
    path = tmp_path / "c.json"
    path.write_text(json.dumps(document), "utf-8")
    done = run("solve", "--check", str(path), "--verified")
    assert done.exit_code == 2
    assert "the theorem in Coq is not about this game" in done.stderr


def test_verified_goes_with_check(run: Run) -> None:
    game = 'rules="myst",m=1,n=1,p=2,q=1'
    assert (
        "--verified needs --check" in run("solve", "--game", game, "--verified").stderr
    )


def test_without_coq_nothing_is_verified(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(launch, "executable", lambda name: None)
    with pytest.raises(EngineMissing, match="coqc, which is not installed") as caught:
        verdict(checker_numbers(written(1, 1, 1)))
    assert caught.value.hint is not None
    assert "ocaml-findlib" in caught.value.hint


def test_another_program_in_the_cache_does_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A cached program is the one that was built for these proofs, or it is rebuilt."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(launch, "executable", lambda name: shutil.which("true"))
    built: list[bytes] = []

    def build(sources: dict[str, bytes]) -> bytes:
        built.append(repr(sources).encode())
        return b"#!/bin/sh\necho accepted 1/1 0/1\n"

    monkeypatch.setattr(extraction, "_built", build)
    program = checker_program()
    assert checker_program() == program
    assert len(built) == 1
    (kept,) = (tmp_path / "mystpy").iterdir()
    kept.write_bytes(kept.read_bytes() + b"echo more\n")
    assert checker_program() == program
    assert len(built) == 2
    sources = extraction._sources()
    changed = {**sources, "Certified.v": sources["Certified.v"] + b"\n"}
    monkeypatch.setattr(extraction, "_sources", lambda: changed)
    checker_program()
    assert len(built) == 3


def test_a_program_that_says_something_else_verifies_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for said in ("accepted", "perhaps 1/1 0/1", "accepted 1/1 0/1\nexit 1"):
        text = f"#!/bin/sh\necho {said}\n".encode()
        monkeypatch.setattr(extraction, "checker_program", lambda _, text=text: text)
        with pytest.raises(EngineFailed, match=r"failed: (unexpected output|status 1)"):
            verdict([])

"""The tournaments that come along can be played, and claims name what is in them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mystpy.arena.file import load_tournament
from mystpy.players.registry import KINDS
from tools.players import (
    ALL_MEASURES,
    Settled,
    reconstructions,
    sentence,
    within,
)

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "queries" / "tournaments").glob("*.toml"))
LISTED = tomllib.loads((ROOT / "docs" / "players.toml").read_text("utf-8"))
CLAIMS = LISTED["claim"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_tournament_that_comes_along_seats_its_players(path: Path) -> None:
    tournament = load_tournament(path.read_text("utf-8"), path.name)
    match = tournament.match(0)
    assert len(match.seats) == match.game.p


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["id"])
def test_a_claim_names_players_of_its_tournament(claim: dict[str, str]) -> None:
    path = ROOT / "queries" / "tournaments" / f"{claim['tournament']}.toml"
    tournament = load_tournament(path.read_text("utf-8"), path.name)
    names = {entrant.name for entrant in tournament.entrants}
    assert {claim["better"], claim.get("worse", claim["better"])} <= names
    assert ("worse" in claim) != ("above" in claim)


def test_the_page_has_every_claim_and_measure() -> None:
    page = (ROOT / "docs" / "explanation" / "players.md").read_text("utf-8")
    headed = [line for line in page.splitlines() if line.startswith("### ")]
    listed = (*CLAIMS, *LISTED["sentence"], *LISTED["duel"], *LISTED["measure"])
    names = [each["id"] for each in listed]
    assert [line[4:].partition(":")[0] for line in headed] == names
    assert list(ALL_MEASURES) == [each["id"] for each in LISTED["measure"]]


def claimed(name: str) -> dict[str, Any]:
    return next(claim for claim in CLAIMS if claim["id"] == name)


def outcome(claim: dict[str, Any], low: float, high: float) -> Settled:
    return Settled(claim, (low + high) / 2, low, high, None)  # type: ignore[arg-type]


def test_what_depends_on_a_reconstruction_is_never_refuted() -> None:
    """By the players of its tournament, whatever the claim itself says."""
    page = (ROOT / "docs" / "explanation" / "players.md").read_text("utf-8")
    guessed = [claim for claim in CLAIMS if reconstructions(claim)]
    assert {claim["id"] for claim in guessed} == {
        *("psychotic-second-of-three", "super-crazy-behind-psychotic"),
        *("super-crazy-first-of-three", "super-crazy-first-of-five"),
        *("super-crazy-before-psychotic", "end-game-with-two"),
    }
    for claim in guessed:
        assert f"### {claim['id']}: refuted" not in page
        block = page.partition(f"### {claim['id']}: ")[2].partition("### ")[0]
        for each in reconstructions(claim):
            assert each["detail"] in block
        for low, high, verdict in (
            (0.1, 0.2, "confirmed"),
            (-0.2, 0.2, "undecided"),
            (-0.2, -0.1, "undecided"),
        ):
            assert outcome(claim, low, high).verdict == verdict
    ours = claimed("bluffs-among-readers")
    assert outcome(ours, -0.2, -0.1).verdict == "refuted"
    elsewhere = claimed("psychotic-second-of-three") | {"tournament": "orders-1100"}
    assert outcome(elsewhere, -0.2, -0.1).verdict == "refuted"


def test_a_sweep_confirms_only_what_holds_at_each_value() -> None:
    claim = claimed("psychotic-second-of-three")
    good, bad = outcome(claim, 0.1, 0.2), outcome(claim, -0.2, -0.1)
    assert good._replace(swept=((1, good), (9, good))).verdict == "confirmed"
    assert good._replace(swept=((1, good), (9, bad))).verdict == "undecided"
    assert bad._replace(swept=((1, bad), (9, bad))).verdict == "undecided"


def test_kinds_of_reconstructions_are_kinds() -> None:
    for each in LISTED["reconstruction"]:
        assert {*each["kinds"]} <= {*KINDS}


def test_a_sentence_that_is_not_settled_says_why() -> None:
    for words in LISTED["sentence"]:
        assert words["verdict"] in ("undecided", "not comparable")
        assert words["why"] in "".join(sentence(words))


def test_few_games_allow_what_clopper_and_pearson_say() -> None:
    low, high = within(23, 25)
    assert (round(low, 4), round(high, 4)) == (0.7397, 0.9902)
    assert within(25, 25)[0] == pytest.approx(0.8628, abs=1e-4)
    assert within(0, 25)[1] == pytest.approx(0.1372, abs=1e-4)

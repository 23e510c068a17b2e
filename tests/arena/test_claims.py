"""The tournaments that come along can be played, and claims name what is in them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mystpy.arena.file import load_tournament

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "queries" / "tournaments").glob("*.toml"))
CLAIMS = tomllib.loads((ROOT / "docs" / "players.toml").read_text("utf-8"))["claim"]


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


def test_the_page_has_every_claim() -> None:
    page = (ROOT / "docs" / "players.md").read_text("utf-8")
    headed = [line for line in page.splitlines() if line.startswith("### ")]
    assert [line[4:].partition(":")[0] for line in headed] == [c["id"] for c in CLAIMS]

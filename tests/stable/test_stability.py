"""The promises of docs/reference/stability.md are kept."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from functools import cache

import pytest
from click.testing import CliRunner

from mystpy import _OLD_NAMES
from mystpy.cli import cli
from mystpy.engines import OLD_NAMES
from tests.house.package import ROOT
from tests.stable.sample import Sample, breaking, flat, frozen, sample

PAGE = ROOT / "docs" / "reference" / "stability.md"
GAME = ("--game", "MYST(1,1,2,1)")


@cache
def now() -> Sample:
    return sample()


def test_nothing_that_is_promised_has_changed() -> None:
    found = breaking(frozen(), now())
    assert not found, "this is a breaking change: see docs/reference/stability.md"


def test_the_sample_has_all_that_is_new() -> None:
    new = dict(flat(now())).keys() - dict(flat(frozen())).keys()
    assert not new, "freeze it: python -m tests.stable.sample --write"


def test_the_sample_is_of_everything() -> None:
    found = now()
    assert len(found["python"]) > 120
    assert len(found["commands"]) > 40
    assert len(found["json"]) > 70
    assert {"query", "model", "record", "tournament"} <= found["files"].keys()


def rename_name(one: Sample) -> None:
    one["python"]["mystpy.Gaem"] = one["python"].pop("mystpy.Game")


def drop_parameter(one: Sample) -> None:
    del one["python"]["mystpy.Situation.why"]["smallest"]


def require_parameter(one: Sample) -> None:
    kind = "positional_or_keyword: int"
    one["python"]["mystpy.Situation.why"]["depth"] = kind


def change_type(one: Sample) -> None:
    one["python"]["mystpy.Situation.count"]["player"] = "positional_or_keyword: int"


def drop_option(one: Sample) -> None:
    del one["commands"]["why"]["--smallest"]


def change_choices(one: Sample) -> None:
    one["commands"]["ask"]["--format"] = "value text json"


def drop_key(one: Sample) -> None:
    del one["json"]["know"]["deals"]


def make_key_optional(one: Sample) -> None:
    found = one["json"]["legal"]["verdict"]
    assert found.endswith(", always")
    one["json"]["legal"]["verdict"] = found.removesuffix(", always")


def change_status(one: Sample) -> None:
    one["statuses"]["OPEN"] = "6"


def drop_file_key(one: Sample) -> None:
    del one["files"]["query"]["writer"]


@pytest.mark.parametrize(
    "change",
    [
        rename_name,
        drop_parameter,
        require_parameter,
        change_type,
        drop_option,
        change_choices,
        drop_key,
        make_key_optional,
        change_status,
        drop_file_key,
    ],
)
def test_a_breaking_change_is_noticed(change: Callable[[Sample], None]) -> None:
    changed = copy.deepcopy(now())
    change(changed)
    assert breaking(now(), changed)


def test_additions_break_nothing() -> None:
    changed = copy.deepcopy(now())
    changed["python"]["mystpy.New"] = {"x": "positional_or_keyword: int"}
    default = "keyword_only: bool = False"
    changed["python"]["mystpy.Situation.why"]["quick"] = default
    changed["commands"]["why"]["--quick"] = "flag"
    changed["commands"]["ask"]["--format"] += " html"
    changed["json"]["know"]["more"] = "string"
    changed["files"]["query"]["more"] = "key"
    assert not breaking(now(), changed)


STATUSES = {
    0: ("ask", *GAME, "Turn(1)"),
    1: ("ask", *GAME, "Turn(2)"),
    2: ("ask", *GAME, "Trun(1)"),
    5: ("ask", *GAME, "h(1,s1)"),
}


@pytest.mark.parametrize("status", STATUSES)
def test_commands_end_with_the_statuses_of_the_page(status: int) -> None:
    done = CliRunner().invoke(cli, list(STATUSES[status]))
    assert done.exit_code == status, done.output
    assert f"\n| {status} | " in PAGE.read_text("utf-8")


def test_the_page_has_all_statuses_and_deprecated_names() -> None:
    page = PAGE.read_text("utf-8")
    shown = re.findall(r"^\| (\d+) \| ", page, re.M)
    assert set(shown) == set(now()["statuses"].values())
    for old, new in _OLD_NAMES.items():
        assert f"| `mystpy.{old}` | `mystpy.{new}` |" in page
    assert all(f"`{old}`" in page for old in OLD_NAMES)

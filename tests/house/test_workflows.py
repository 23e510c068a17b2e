"""The workflows run targets of the Makefile, with pinned actions and few rights."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
STEP = re.compile(r"make ([a-z-]+)( [A-Z_]+=[\w./-]+)*")
PIN = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
LINE = re.compile(r"uses: \S+ # v\d+\.\d+\.\d+$")
READ = {"contents": "read"}
WRITES = {
    ("pages", "deploy"): {"pages": "write", "id-token": "write"},
    ("release", "build"): {**READ, "id-token": "write", "attestations": "write"},
    ("release", "pypi"): {**READ, "id-token": "write"},
    ("release", "github"): {"contents": "write"},
}
"""The jobs that may do more than read, and what."""


def workflow(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = workflow(path)["jobs"]
    return found


def test_there_is_a_workflow_for_each_purpose() -> None:
    names = {path.stem for path in WORKFLOWS}
    assert names == {"ci", "nightly", "pages", "proofs", "release"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_each_step_runs_one_target_or_one_pinned_action(path: Path) -> None:
    uses = [x for x in path.read_text("utf-8").splitlines() if "uses:" in x]
    assert all(LINE.search(line) for line in uses), "the comment names the version"
    for name, job in jobs(path).items():
        for step in job["steps"]:
            if "run" in step:
                found = STEP.fullmatch(step["run"])
                assert found, f"{name}: {step['run']} is no call of make"
                assert found[1] in TARGETS, f"{name}: there is no target {found[1]}"
            else:
                assert PIN.fullmatch(step["uses"]), f"{name}: {step['uses']}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_may_do_no_more_than_it_needs(path: Path) -> None:
    assert workflow(path)["permissions"] == READ
    assert "concurrency" in workflow(path)
    for name, job in jobs(path).items():
        assert job.get("permissions") == WRITES.get((path.stem, name)), name
        assert job["timeout-minutes"] <= 360
        for step in job["steps"]:
            if "actions/checkout@" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False


def test_no_workflow_runs_code_of_a_fork_with_rights() -> None:
    for path in WORKFLOWS:
        triggers = workflow(path)[True]  # YAML 1.1 reads the key `on` as true
        assert not {"pull_request_target", "workflow_run"} & set(triggers)


def test_every_python_that_is_supported_is_tested() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)
    matrix = jobs(ROOT / ".github" / "workflows" / "ci.yml")["test"]["strategy"]
    assert matrix["matrix"]["python"] == named
    assert f'requires-python = ">={named[0]}"' in text


def test_one_action_has_one_version_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for job in jobs(path).values():
            for step in job["steps"]:
                if "uses" in step:
                    name, _, pin = step["uses"].partition("@")
                    pins.setdefault(name, set()).add(pin)
    assert pins
    assert all(len(found) == 1 for found in pins.values())

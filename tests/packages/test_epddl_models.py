"""Models as EPDDL problems: written, and read back, they are the same but for names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import stages
from mystpy.packages.epddl import model_problems
from mystpy.packages.epddl.model_problems import export_model, model_file
from mystpy.packages.epddl.reading.task_files import read_task
from tests.sampling import part_by_day

UNLISTED = "forty-muddy-children"
"""A knowledge structure with too many worlds to list."""

FILES = [
    path
    for path in sorted((queries_dir() / "models").glob("*.toml"))
    if path.stem != UNLISTED
]
MAX_WORLDS = 60


@pytest.mark.parametrize("path", part_by_day(FILES, 4), ids=lambda path: path.stem)
def test_models_come_back(path: Path, tmp_path: Path) -> None:
    state = next(iter(stages(load_model(path))))
    if len(state.model) > MAX_WORLDS:
        return
    export_model(state, path.stem, tmp_path)
    back = load_model(model_file(read_task([tmp_path])))
    assert len(back.model) == len(state.model)
    assert back.point == (0 if len(state.model) == 1 else state.point)
    for one, other in zip(state.model.relations, back.model.relations, strict=True):
        assert one.views() == other.views()
    true = [
        sorted(tuple(mask) for mask in model.valuation.values() if mask.any())
        for model in (state.model, back.model)
    ]
    assert true[0] == true[1]


def test_beliefs_are_written_and_read(tmp_path: Path) -> None:
    text = 'agents = ["a"]\nworlds = ["u", "v"]\natoms = ["p_q"]\npoint = "u"\n'
    text += '[relations]\na = { believes = { u = ["v"], v = ["v"] } }\n'
    text += '[valuation]\nu = []\nv = ["p_q"]\n'
    export_model(next(iter(stages(load_model(text)))), "belief", tmp_path)
    back = load_model(model_file(read_task([tmp_path])))
    assert back.model.atoms == ("p_q",)
    assert back.model.relations[0].views() == [([0], [1])]


def test_what_lists_no_worlds_is_refused(tmp_path: Path) -> None:
    ground = Path(__file__).parent / "epddl_tasks" / "coin"
    files = [ground / "domain.epddl", ground / "problem.epddl"]
    library = ground.parent / "library.epddl"
    with pytest.raises(Exception, match="lists no worlds"):
        model_file(read_task([*files, library]))
    done = CliRunner().invoke(cli, ["model", str(ground / "ground.json")])
    assert done.exit_code == 0, done.output
    assert "worlds" in done.stdout


def test_models_with_very_many_pairs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_problems, "MAX_PAIRS", 5)
    file = str(queries_dir() / "models" / "hexa.toml")
    done = CliRunner().invoke(cli, ["model", file, "--epddl", str(tmp_path / "x")])
    assert done.exit_code == 2
    assert "more than 5" in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_domain_without_actions_is_no_package(tmp_path: Path) -> None:
    file = str(queries_dir() / "models" / "hexa.toml")
    done = CliRunner().invoke(cli, ["model", file, "--epddl", str(tmp_path)])
    assert done.exit_code == 0, done.output
    words = ["theory", "import", str(tmp_path), "-o", str(tmp_path / "x")]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 2
    assert "has no actions" in done.stderr

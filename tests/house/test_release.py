"""A release is made from one version, completely, and twice the same."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest
import yaml

from mystpy import __version__
from tests.programs import ran
from tools import changelog, licences, release, sbom

ROOT = Path(__file__).parents[2]
EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}


def copied(folder: Path) -> Path:
    """Return a folder with the files that name the version."""
    for name in release.CHANGES:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    return folder


def facts(text: str) -> list[str]:
    """Return the lines of a changelog that name a fact, in alphabetical order."""
    return sorted(line for line in text.splitlines() if line.startswith("- "))


def unreleased(text: str) -> str:
    return text.split(changelog.UNRELEASED)[1].split("\n## ")[0]


KEPT = """\
# Changelog

## [Unreleased]

### Added

- a new command

### Removed

- an old one

## [1.0.0] - 2026-11-30

### Added

- the first command

#### Engines

- an engine

### Fixed

- a fault

## [0.9.0] - 2026-01-01

### Added

- all

[Unreleased]: https://x/compare/v1.0.0...HEAD
[1.0.0]: https://x/releases/tag/v1.0.0
"""


def test_a_section_that_was_prepared_gets_what_came_later() -> None:
    text = changelog.released(KEPT, "1.0.0", "2026-12-01", "https://x")
    section = changelog.notes(text, "1.0.0")
    assert section == (
        "### Added\n\n- the first command\n- a new command\n\n"
        "#### Engines\n\n- an engine\n\n"
        "### Fixed\n\n- a fault\n\n### Removed\n\n- an old one"
    )
    assert unreleased(text).strip() == ""
    assert text.count("## [1.0.0] - 2026-12-01\n") == 1
    assert text.count("[1.0.0]: ") == 1
    again = changelog.released(text, "1.0.0", "2026-12-01", "https://x")
    assert again == text
    with pytest.raises(changelog.ChangelogError, match="nothing is listed"):
        changelog.released(text, "1.0.1", "2026-12-01", "https://x")


def test_all_files_name_the_same_version() -> None:
    assert release.current() == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert "version" in project["dynamic"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
    recipe = (ROOT / "conda" / "meta.yaml").read_text("utf-8")
    assert f'{{% set version = "{__version__}" %}}' in recipe


def test_the_version_is_written_to_all_files(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "CHANGELOG.md"
    heading, fact = "## [Unreleased]\n", "\n### Fixed\n\n- A fact of this test.\n"
    path.write_text(path.read_text("utf-8").replace(heading, heading + fact), "utf-8")
    before = path.read_text("utf-8")
    names = release.set_version("91.2.3", "2026-12-01", root)
    assert set(names) == set(release.CHANGES)
    assert release.current(root) == "91.2.3"
    citation = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == "91.2.3"
    assert str(citation["date-released"]) == "2026-12-01"
    after = (root / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]\n\n## [91.2.3] - 2026-12-01\n" in after
    assert "/releases/tag/v91.2.3\n" in after
    assert "/compare/v91.2.3...HEAD\n" in after
    assert facts(before) == facts(after)
    assert facts(changelog.notes(after, "91.2.3")) == facts(unreleased(before))
    again = root / "CITATION.cff"
    with pytest.raises(changelog.ChangelogError, match="nothing is listed"):
        release.set_version("91.2.4", "2026-12-02", root)
    assert "91.2.3" in again.read_text("utf-8"), "everything or nothing is written"


@pytest.mark.parametrize("version", ["1.0", "v91.0.0", "91.0.0-beta", "", "0.0.1"])
def test_no_other_version_is_written(version: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    with pytest.raises(release.ReleaseError):
        release.set_version(version, "2026-12-01", root)
    assert release.current(root) == __version__


def test_a_preview_comes_before_its_version() -> None:
    versions = ["1.0.0a1", "1.0.0b1", "1.0.0rc1", "1.0.0rc10", "1.0.0", "1.0.1"]
    assert sorted(versions, key=release._key) == versions


def packed(folder: Path, target: Path) -> bytes:
    words = [sys.executable, "tools/release.py", "archive", str(folder), str(target)]
    done = ran(words, cwd=ROOT, env=os.environ | EPOCH)
    assert done.returncode == 0, done.stderr
    return target.read_bytes()


def test_an_archive_depends_on_its_files_alone(tmp_path: Path) -> None:
    texts = {"b.txt": "b", "a/c.txt": "c", "a/b.txt": "d"}
    found = []
    for number, order in enumerate((texts, reversed(texts))):
        folder = tmp_path / str(number) / "site"
        for name in order:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[name], "utf-8")
            os.utime(path, (number, number))
        folder.chmod(0o700 if number else 0o755)
        target = tmp_path / str(number) / "mystpy-page.tar.gz"
        found.append(packed(folder, target))
    assert found[0] == found[1]
    with tarfile.open(tmp_path / "0" / "mystpy-page.tar.gz") as tar:
        assert [each.name for each in tar if each.isfile()] == [
            f"mystpy-page/{name}" for name in sorted(texts)
        ]
    (tmp_path / "0" / "site" / "b.txt").write_text("e", "utf-8")
    assert packed(tmp_path / "0" / "site", tmp_path / "x.tar.gz") != found[0]


def test_checksums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "b.whl").write_bytes(b"b")
    (tmp_path / "a.tar.gz").write_bytes(b"a")
    text = release.checksums(tmp_path)
    assert text == release.checksums(tmp_path), "it does not list itself"
    assert [line.split()[1] for line in text.splitlines()] == ["a.tar.gz", "b.whl"]
    assert text.startswith(hashlib.sha256(b"a").hexdigest())


def files() -> list[str]:
    """Return the files of the project, without those that git ignores."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = ran(words, cwd=ROOT) if (ROOT / ".git").exists() else None
    if done is None or done.returncode:
        pytest.skip("this is no checkout")
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two folders, each with the sdist and the wheel, built from one copy."""
    source = tmp_path_factory.mktemp("source")
    for name in files():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    folders = [tmp_path_factory.mktemp(f"dist{number}") for number in range(2)]
    build = [sys.executable, "-m", "hatchling", "build", "--directory"]
    for folder in folders:
        done = ran([*build, folder], cwd=source, env=os.environ | EPOCH)
        assert done.returncode == 0, done.stderr
    return folders


def test_sdist_and_wheel_are_built_twice_the_same(built: list[Path]) -> None:
    first, second = ({p.name: p.read_bytes() for p in x.iterdir()} for x in built)
    assert len(first) == 2
    assert first.keys() == second.keys()
    assert all(first[name] == second[name] for name in first)


def test_the_sdist_has_what_its_tests_read(built: list[Path]) -> None:
    sdist = next(built[0].glob("*.tar.gz"))
    with tarfile.open(sdist) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    folders = {path.partition("/")[0] for path in names}
    listed = {name for name in files() if (ROOT / name).is_file()}
    left_out = {".dockerignore"}
    assert {path.partition("/")[0] for path in listed} - left_out <= folders
    missing = {x for x in listed if x.startswith(("docs/", "tests/"))} - names
    assert not missing
    assert not [name for name in names if "node_modules" in name]


def test_the_wheel_has_the_licences(built: list[Path]) -> None:
    wheel = next(built[0].glob("*.whl"))
    with zipfile.ZipFile(wheel) as found:
        folder = f"mystpy-{__version__}.dist-info"
        for name in ("LICENSE", "THIRD-PARTY-LICENSES"):
            text = found.read(f"{folder}/licenses/{name}").decode()
            assert text == (ROOT / name).read_text("utf-8")
        about = found.read(f"{folder}/METADATA").decode()
    for name in ("Repository", "Issues", "Documentation", "Changelog"):
        assert f"Project-URL: {name}, https://" in about


def test_each_vendor_of_the_page_has_a_row() -> None:
    rows = licences.components()
    text = licences.RESULT.read_text("utf-8")
    assert licences.text(rows) == text, "make licences"
    for (_, name), version in licences.pinned().items():
        assert f"\n{name} {version}\n" in text
    for row in rows:
        assert re.search(rf"^{re.escape(row['name'])}", text, re.M)
    named = {row["text"] for row in rows if "text" in row}
    assert named == {path.name for path in licences.TEXTS.iterdir()}


def test_a_vendor_without_a_row_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pinned = licences.pinned()
    monkeypatch.setattr(licences, "pinned", lambda: pinned | {("npm", "new"): "1.0"})
    with pytest.raises(licences.LicenceError, match="no row for"):
        licences.components()
    fewer = {key: pinned[key] for key in pinned if key[1] != "click"}
    monkeypatch.setattr(licences, "pinned", lambda: fewer)
    with pytest.raises(licences.LicenceError, match="click is not pinned"):
        licences.components()


def test_the_bill_lists_libraries_and_vendors() -> None:
    bill = sbom.bill("1.2.3", ["clingo>=5", "pyswip>=0.3"])
    parts = {part["bom-ref"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"])
    assert any(ref.startswith("pkg:pypi/cffi@") for ref in parts), "clingo needs it"
    for (kind, name), version in licences.pinned().items():
        part = parts[f"page:{name}@{version}"]
        assert part["licenses"]
        assert part["purl"].startswith("pkg:npm" if kind == "npm" else "pkg:pypi")
    for edge in bill["dependencies"]:
        assert set(edge["dependsOn"]) <= parts.keys()
    assert json.dumps(bill) == json.dumps(
        sbom.bill("1.2.3", ["clingo>=5", "pyswip>=0.3"])
    )


def test_each_address_of_the_project_is_that_of_pyproject() -> None:
    repository = release.urls()["Repository"]
    for name in (
        "CITATION.cff",
        "conda/meta.yaml",
        ".github/ISSUE_TEMPLATE/config.yml",
    ):
        assert repository in (ROOT / name).read_text("utf-8")


def test_the_paper_counts_the_verdicts_that_there_are() -> None:
    rows = json.loads((ROOT / "docs" / "theorems.json").read_text("utf-8"))
    count = Counter(row["verdict"] for row in rows)
    paper = " ".join((ROOT / "paper" / "paper.md").read_text("utf-8").split())
    assert f"cover {len(rows)} statements" in paper
    assert f"{count['PROVED']} are proved" in paper
    assert f"{count['HOLDS']} hold in all games" in paper
    assert f"{count['FALSE']} are false, and {count['MISPRINTED']} are" in paper
    false = [row for row in rows if row["verdict"] == "FALSE"]
    assert all(row["counterexample"] for row in false)


def test_the_paper_cites_what_its_list_has() -> None:
    paper = (ROOT / "paper" / "paper.md").read_text("utf-8")
    listed = re.findall(
        r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text("utf-8"), re.M
    )
    assert set(re.findall(r"@(\w+)[;\]]", paper)) == set(listed)
    cited = (ROOT / release.CITED).read_text("utf-8")
    sources = [name for name in listed if f"{{{name}," in cited]
    assert len(sources) == 5

"""Each .plt file is a test: swipl loads the axioms and runs its plunit units."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir
from tests.programs import ran


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> PlunitFile | None:
    """Collect the files of plunit."""
    if file_path.suffix == ".plt":
        return PlunitFile.from_parent(parent, path=file_path)
    return None


class PlunitFile(pytest.File):
    """A file of plunit tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one item: the file is run as a whole."""
        yield PlunitItem.from_parent(self, name=self.path.stem)


class PlunitItem(pytest.Item):
    """A run of swipl over one file; choice points left and warnings are failures."""

    def runtest(self) -> None:
        """Run the file; the axioms that its first line names are loaded before it."""
        first = self.path.read_text(encoding="utf-8").splitlines()[0]
        rules = axioms_dir() / first.removeprefix("% axioms:").strip()
        program = shutil.which("swipl")
        assert program, "SWI-Prolog is not installed: make setup installs it"
        done = ran(
            [
                *(program, "--on-warning=status", "--on-error=status"),
                *("-g", f"load_files({str(self.path)!r}, [])"),
                *("-g", "(run_tests->halt(0);halt(1))", str(rules)),
            ],
        )
        output = done.stdout + done.stderr
        passed = re.search(r"All (\d+) tests passed", output)
        if done.returncode or "Warning" in output or not passed:
            raise PlunitError(output or f"swipl ended with {done.returncode}")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """Show what swipl printed."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Name the file."""
        return self.path, 0, f"plunit {self.name}"


class PlunitError(AssertionError):
    """The output of swipl about tests that failed."""

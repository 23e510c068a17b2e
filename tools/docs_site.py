"""Build the site: all documentation, the course, the slides and the browser page.

    python -m tools.docs_site [OUT] [--unrun] [--without-slides] [--page SITE]

OUT is build/docs unless another folder is named. Without --unrun the cells of the
course and the slides are run; their outputs are kept in build/docs-cells until a cell
changes. With --page the folder that `make page` has built becomes OUT/page. Warnings of
Sphinx are errors, and so are links that lead nowhere.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs_files import write_files
from tools.docs_links import faults_of
from tools.docs_pages import COQDOC, DOCS, ROOT, stage

BUILD = ROOT / "build"
UNRUN = ("-D", "nb_execution_mode=off", "-D", "suppress_warnings=myst-nb.lexer")
KEPT = (
    *("-D", "nb_execution_mode=cache"),
    *("-D", f"nb_execution_cache_path={BUILD / 'docs-cells'}"),
)
QUIET = ("-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going")


def main() -> None:
    """Build the site that is asked for, and check it."""
    reader = argparse.ArgumentParser(description="Build the site.")
    reader.add_argument("out", type=Path, nargs="?", default=BUILD / "docs")
    reader.add_argument("--sources", type=Path, default=BUILD / "docs-source")
    reader.add_argument("--unrun", action="store_true")
    reader.add_argument("--without-slides", action="store_true")
    reader.add_argument("--page", type=Path)
    given = reader.parse_args()
    out = given.out.resolve()
    links = stage(given.sources)
    if not (given.sources / "index.md").is_file():
        sys.exit("docs/index.md is missing")
    unrun = UNRUN if given.unrun else KEPT
    sphinx("-b", "html", *unrun, "-c", DOCS, given.sources, out)
    write_files(out, links)
    shutil.copytree(given.sources / "pictures", out / "pictures", dirs_exist_ok=True)
    if not given.without_slides:
        course = DOCS / "course"
        made = ("-c", course, course / "slides", out / "slides")
        sphinx("-b", "revealjs", *unrun, *made)
    for folder, name in ((given.page, "page"), (COQDOC, "proofs")):
        shutil.rmtree(out / name, ignore_errors=True)
        if folder is not None and folder.is_dir():
            shutil.copytree(folder, out / name)
    (out / ".nojekyll").touch()  # or a host that runs Jekyll leaves out names with _
    if faults := faults_of(out):
        sys.exit("\n".join(["the site has faults:", *faults]))
    print(f"{out / 'index.html'}: open it in a browser, or put the folder on a host")


def sphinx(*words: object) -> None:
    """Run Sphinx with the programs of this Python; end with its status if it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    line = [sys.executable, "-P", *QUIET, *map(str, words)]
    done = subprocess.run(line, cwd=ROOT, env={**os.environ, "PATH": path})
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()

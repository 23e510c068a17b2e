"""Write the pages of proofs/ in HTML, build/coqdoc/proofs/index.html.

    python tools/proof_pages.py

compiles proofs/ in build/coq, and has coqdoc write a page for each file: its comments,
definitions and theorems, without the proofs. Each name leads to its definition.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mystpy.coq.formulas import coq_files
from proofs import BUILD, compile_all

PAGES = Path(__file__).parents[1] / "build" / "coqdoc" / "proofs"
FORM = ("--html", "--utf8", "--parse-comments", "--gallina", "-R", ".", "Myst")


def write_pages(build: Path, folder: Path, names: Sequence[str]) -> None:
    """Have coqdoc write the pages of files that are compiled in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ("coqdoc", *FORM, "-d", str(folder), *names)
    done = subprocess.run(words, cwd=build, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"coqdoc fails:\n{done.stdout}{done.stderr}")


def main() -> int:
    """Compile, and write the pages; 1 without Coq."""
    if shutil.which("coqdoc") is None:
        print("Coq is not installed, so there are no pages of proofs/", file=sys.stderr)
        return 1
    compile_all()
    shutil.rmtree(PAGES, ignore_errors=True)
    write_pages(BUILD, PAGES, [path.name for path in coq_files()])
    print(PAGES / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())

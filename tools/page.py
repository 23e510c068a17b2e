"""Build the page that runs mystpy in a browser: a folder of plain files.

    python tools/page.py SITE [--pyodide FOLDER] [--outputs]

The sources of the page are in page/, and the packages that it uses are pinned there.
They are downloaded from npm and pip during the build, and never when the page is used.
FOLDER is a full distribution of Pyodide: then its wheel of numpy is included. With
--outputs the cells of the course are run here, too, and shown with their outputs.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import lessons
import page_decks
import page_files
import page_landing

from mystpy.axioms import SUFFIXES, blocks, queries_dir
from mystpy.files.table import QUERY, kind_of
from mystpy.files.toml import toml_table
from mystpy.register import clauses, register
from mystpy.theses.errata import part_lines
from mystpy.theses.page import domain_words
from mystpy.theses.report import query_file

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "page"
MODULES = PAGE / "node_modules"
MADE = ROOT / "build" / "page"
MADE_OF = (
    *("page", "mystpy", "axioms", "theories", "queries", "tools/page.py", "LICENSE"),
    "THIRD-PARTY-LICENSES",
    *(f"tools/page_{part}.py" for part in ("decks", "files", "landing")),
    *("tools/lessons.py", "docs/course"),
    *("docs/theorems.json", "tests/house/probes.toml", "pyproject.toml"),
)
"""All that the page is made of."""
FILES = {
    "pyodide": (
        *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
        *("python_stdlib.zip", "pyodide-lock.json"),
    ),
    "clingo-wasm": (
        *("dist/run.js", "dist/witnesses.js", "dist/threads.js"),
        *("dist/clingo.js", "dist/clingo.wasm"),
    ),
    "swipl-wasm": ("dist/swipl/swipl-web.wasm", "dist/swipl/swipl-web.data"),
    "highs": ("build/highs.mjs", "build/highs.wasm"),
    "@noble/hashes": tuple(
        f"{name}.js"
        for name in ("scrypt", "pbkdf2", "hmac", "sha2", "utils", "_md", "_u64")
    ),
    "katex": ("dist/katex.mjs", "dist/katex.min.css"),
}
"""The files of each npm package that are shipped, besides its licence."""

PYTHON = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314")
PLATFORM = (*PYTHON, "--platform", "pyemscripten_2026_0_wasm32", "--platform", "any")


def main() -> None:
    """Build the page into the folder that is named."""
    reader = argparse.ArgumentParser(description="Build the page of mystpy.")
    reader.add_argument("site", type=Path)
    reader.add_argument("--pyodide", type=Path)
    reader.add_argument("--outputs", action="store_true")
    given = reader.parse_args()
    more = [] if given.pyodide is None else [numpy_of(given.pyodide.expanduser())]
    MADE.mkdir(parents=True, exist_ok=True)
    with (MADE / "lock").open("w") as lock:  # tests may build it at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        version, mark = sources(more), MADE / "built"
        text = f"{given.site.resolve()} {version} {given.outputs}"
        if not given.site.is_dir() or not mark.exists() or mark.read_text() != text:
            mark.unlink(missing_ok=True)
            build(given.site, more, outputs=given.outputs)
            mark.write_text(text)
    size = sum(path.stat().st_size for path in given.site.rglob("*") if path.is_file())
    print(
        f"{given.site}: {size / 1e6:.1f} MB;"
        f" python -m http.server -d {given.site} serves it"
    )


def numpy_of(distribution: Path) -> Path:
    """The wheel of numpy in a distribution of Pyodide; end if there is none."""
    if not distribution.is_dir():
        sys.exit(f"there is no folder {distribution}")
    wanted = "numpy-*-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    for wheel in sorted(distribution.glob(wanted)):
        return wheel
    pinned = json.loads((PAGE / "package.json").read_text("utf-8"))["dependencies"]
    sys.exit(
        f"{distribution} has no {wanted}, which is in the full distribution of"
        f" Pyodide {pinned['pyodide']}; without PYODIDE=... a stand-in is used"
    )


def sources(more: list[Path]) -> str:
    """A hash of all that the page is made of, and of further wheels."""
    digest = hashlib.sha256()
    for wheel in more:
        digest.update(wheel.name.encode() + wheel.read_bytes())
    for name in MADE_OF:
        path = ROOT / name
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            kept = each.relative_to(ROOT).parts
            if each.is_file() and not {"node_modules", "__pycache__"} & set(kept):
                digest.update(f"{kept}".encode() + each.read_bytes())
    return digest.hexdigest()


def build(site: Path, more: list[Path], *, outputs: bool) -> None:
    """Build the page from scratch."""
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(
        PAGE,
        site,
        ignore=shutil.ignore_patterns("node_modules", "*.txt", "*.toml", "__pycache__"),
    )
    for name in ("package.json", "package-lock.json"):
        (site / name).unlink()
    install()
    copy_modules(site)
    wheels(site, more)
    data = site / "data"
    data.mkdir()
    parts: dict[str, Any] = {
        "theory": theory(),
        "probes": probes(),
        "examples": list(examples()),
        "packages": list(page_decks.packages()),
        "decks": page_decks.decks(),
        "landing": page_landing.landing(),
    }
    ours = (path.relative_to(site) for path in site.rglob("*.py"))
    parts["python"] = sorted(path.as_posix() for path in ours)
    parts["theorems"] = statements()
    parts["exercises"] = lessons.exercises(queries_dir() / "exercises")
    parts["course"] = []
    for row, chapter in lessons.course(outputs=outputs, homework=parts["exercises"]):
        parts["course"].append(row)
        parts[f"course/{row['name']}"] = chapter
    titles = {row["name"]: row["titles"] for row in parts["course"]}
    for language, name, title, chapter in lessons.translations(outputs=outputs):
        titles[name][language] = title
        parts[f"course/{language}/{name}"] = chapter
    for name, found in parts.items():
        file = data / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(found), "utf-8")
    (data / "sizes.json").write_text(json.dumps(page_files.sizes(site)), "utf-8")
    shutil.copy(ROOT / "LICENSE", site / "licences" / "mystpy.txt")
    third_party = ROOT / "THIRD-PARTY-LICENSES"
    shutil.copy(third_party, site / "licences" / f"{third_party.name}.txt")
    (site / ".nojekyll").touch()  # or a site from a branch lacks names with _
    page_files.set_policy(site)
    page_files.service_worker(site)


def run(*words: object) -> None:
    """Run a program; end with what it says if it fails."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words[:3]))} failed:\n{done.stdout}{done.stderr}")


def install() -> None:
    """Install the packages of npm, unless those of the lock file are there."""
    lock, mark = PAGE / "package-lock.json", MODULES / ".mystpy"
    text = lock.read_text("utf-8")
    if mark.exists() and mark.read_text("utf-8") == text:
        return
    if shutil.which("npm") is None:
        sys.exit("the page needs npm and Node.js 20 or later: https://nodejs.org")
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", PAGE)
    mark.write_text(text, "utf-8")


def copy_modules(site: Path) -> None:
    """Copy what the page uses of the packages of npm, and their licences."""
    licences = site / "licences"
    licences.mkdir()
    for package, names in FILES.items():
        folder = site / "vendor" / package
        folder.mkdir(parents=True)
        for name in names:
            shutil.copy(MODULES / package / name, folder)
        if found := sorted((MODULES / package).glob("LICENSE*")):
            shutil.copy(found[0], licences / f"{package.replace('/', '-')}.txt")
    # No file of Pyodide's package but its manifest names the licence.
    manifest = json.loads((MODULES / "pyodide/package.json").read_text("utf-8"))
    text = (
        f"Pyodide {manifest['version']}: {manifest['license']}, {manifest['homepage']}"
    )
    (licences / "pyodide.txt").write_text(f"{text}\n", "utf-8")
    fonts = site / "vendor" / "katex" / "fonts"
    fonts.mkdir()
    for path in (MODULES / "katex/dist/fonts").glob("*.woff2"):
        shutil.copy(path, fonts)
    page_files.slim_lock(site)
    # As it is, it is no module, which a worker of modules needs.
    program = (MODULES / "swipl-wasm/dist/swipl/swipl-web.js").read_text("utf-8")
    target = site / "vendor" / "swipl-wasm" / "swipl-web.mjs"
    target.write_text(f"{program}\nexport default SWIPL;\n", "utf-8")


def wheels(site: Path, more: list[Path]) -> None:
    """Build mystpy's wheel, fetch those of its libraries, and copy further ones."""
    target = site / "wheels"
    target.mkdir()
    hatch = (sys.executable, "-P", "-m", "hatchling", "build", "--target", "wheel")
    run(*hatch, "--directory", target)
    wanted = PAGE / "requirements.txt"
    fetched = MADE / "wheels" / hashlib.sha256(wanted.read_bytes()).hexdigest()[:16]
    if not fetched.is_dir():
        pip = (sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-deps")
        exactly = ("--require-hashes", "--only-binary", ":all:", *PLATFORM)
        half = fetched.with_name("half")
        run(*pip, *exactly, "-d", half, "-r", wanted)
        half.rename(fetched)
    for path in (*fetched.iterdir(), *more):
        shutil.copy(path, target)
    for wheel in target.glob("*.whl"):
        page_files.slim(wheel)
    names = sorted(path.name for path in target.glob("*.whl"))
    (target / "wheels.json").write_text(json.dumps(names), "utf-8")


def theory() -> dict[str, Any]:
    """The formulas in the order of the thesis, each with its text in both languages."""
    texts = {language: blocks(language) for language in SUFFIXES}
    rows = []
    for row in register().rows:
        text = {
            language: found[row.label].text
            for language, found in texts.items()
            if row.label in found
        }
        count = len(clauses(text.get("prolog", "")))
        rows.append(asdict(row) | text | {"clauses": count})
    return {"rows": rows}


def probes() -> dict[str, list[dict[str, str]]]:
    """Return the consequences of each formula in a small game, as goals for Prolog.

    Probes in games that need other formulas to be gone as well are left out.
    """
    text = toml_table((ROOT / "tests/house/probes.toml").read_text("utf-8"), None)
    found: dict[str, list[dict[str, str]]] = {}
    for probe in text["probe"]:
        game = text["games"][probe.get("game", "two")]
        if "apart_from" in game:
            continue
        hands = enumerate(game["deal"])
        dealt = [f"dealt({k},{card})" for k, hand in hands for card in hand.split()]
        for goal in (*probe.get("true", ()), *probe.get("false", ())):
            while "@" in goal:
                goal = re.sub(r"@(\w+)", lambda m: text["situations"][m[1]], goal)
            row = {"rules": game["rules"], "goal": goal.replace('"', "'")}
            row["facts"] = ",".join(game["facts"].split()).replace(".", "")
            row["deal"] = ",".join(dealt)
            found.setdefault(probe["of"], []).append(row)
    return found


def examples() -> Iterator[dict[str, str]]:
    """The query files that can be followed at the table: somebody's hand is given."""
    for path in sorted(queries_dir().glob("*.toml")):
        table = toml_table(path.read_text("utf-8"), path.name)
        hands = table.get("hands", {})
        if kind_of(table) == QUERY and any(str(k) != "0" for k in hands):
            yield {"name": path.stem, "title": str(table.get("title", path.stem))}


def statements() -> list[dict[str, Any]]:
    """The statements with their verdicts; of a counterexample the query that has it."""
    rows = json.loads((ROOT / "docs/theorems.json").read_text("utf-8"))
    keys = ("id", "place", "says", "statement", "verdict", "method", "note", "scope")
    found = []
    for row in rows:
        case = row["counterexample"] or {}
        counter = {key: value for key, value in case.items() if key != "parts"}
        text = {key: row[key] for key in keys} | {"counter": counter or None}
        text |= {"kind": row["kind"], "parts": list(part_lines(case))}
        if "answer" in row:
            text["answer"] = row["answer"]
        text |= about(row)
        if {"game", "formula", "history"} <= set(row["counterexample"] or ()):
            text["query"] = query_file(row["says"], row["counterexample"])
        text["readings"] = [
            {key: other[key] for key in ("reading", "verdict", "note")} | about(other)
            for other in row.get("readings", ())
        ]
        found.append(text)
    return found


def about(row: dict[str, Any]) -> dict[str, str]:
    """Return the subject of a sentence and the basis of its verdict, in words."""
    bases = "; ".join(row.get("rests_on", ()))
    how = "vacuously" if row.get("vacuous") else ""
    return {"speaks_of": domain_words(row), "rests_on": bases, "how": how}


if __name__ == "__main__":
    main()

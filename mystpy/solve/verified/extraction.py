"""The checker as a program: compiled from Coq's extraction, and kept for the user.

It is made of the files in `proofs/` and of nothing else: Coq checks the proofs once
more, prints that the theorem assumes nothing, and writes the program in OCaml. What is
kept counts only for the same sources, and only as the bytes that were built.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from mystpy.axioms import proofs_dir, text_hash
from mystpy.coq.record import with_required
from mystpy.engines.transition_system.cache import cache_dir
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.files.disk import read_private
from mystpy.processes import launch

THEOREM = "Certified.check_sound"
"""What is proved if both players may bluff: of the game with all questions."""
THEOREM_BY = "Certified.check_by_sound"
"""What is proved whoever may bluff: of the game without idle questions."""
_OF_THEOREM = "Certified.v"
_EXTRACTION, _DRIVER = "Extract.v", "driver.ml"
_PACKAGES = (
    "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra"
    " ocaml-nox ocaml-findlib libzarith-ocaml-dev"
)
_CLOSED = "Closed under the global context"
_MAX_BYTES = 2**27
_ACCEPTED = {"accepted": True, "rejected": False}


def verdict(
    numbers: Sequence[int], say: Callable[[str], None] = lambda _: None
) -> tuple[bool, Fraction, Fraction]:
    """Whether the checker accepts a certificate, and the bounds that it finds.

    The numbers are those of `checker_numbers`. Raises EngineMissing where a program is
    missing that builds the checker, EngineFailed if building or checking breaks off.
    """
    with tempfile.TemporaryDirectory() as folder:
        program, numbers_file = Path(folder) / "checker", Path(folder) / "numbers"
        program.touch(0o700)
        program.write_bytes(checker_program(say))
        numbers_file.write_text(" ".join(map(str, numbers)) + "\n", "utf-8")
        with numbers_file.open("rb") as stream:
            done = launch.run([str(program)], stdin=stream)
    words = done.stdout.split()
    if done.returncode != 0 or len(words) != 3 or words[0] not in _ACCEPTED:
        detail = done.stderr.strip() or f"status {done.returncode}"
        raise EngineFailed(f"the verified checker broke off: {detail}")
    return _ACCEPTED[words[0]], Fraction(words[1]), 1 - Fraction(words[2])


def checker_program(say: Callable[[str], None] = lambda _: None) -> bytes:
    """The program: as it is kept, or built now and kept if that can be done."""
    sources, mark, folder = _sources(), checker_mark(), cache_dir()
    kept = None if folder is None else folder / f"certificate-checker-{mark}"
    if kept is not None:
        with suppress(OSError):
            digest, _, found = read_private(kept, _MAX_BYTES).partition(b"\n")
            if digest.decode("ascii", "replace") == text_hash(found):
                return found
    _require_programs()
    say("building the checker from proofs/, once: that takes a minute")
    found = _built(sources)
    if kept is not None:
        _keep(kept, found)
    return found


def checker_mark() -> str:
    """A hash of the files that the program is made of."""
    return text_hash(repr(sorted(_sources().items())).encode())


def _sources() -> dict[str, bytes]:
    """The files that the program is made of, in the order of compilation."""
    folder = proofs_dir()
    if folder is None:
        raise EngineMissing("the theory in Coq, proofs/, is not there")
    proofs = with_required(folder / name for name in (_OF_THEOREM, _EXTRACTION))
    return {path.name: path.read_bytes() for path in (*proofs, folder / _DRIVER)}


def _require_programs() -> None:
    for program in ("coqc", "ocamlfind"):
        if launch.executable(program) is None:
            raise EngineMissing(
                f"--verified builds its checker with {program}, which is not installed",
                hint=f"install it: sudo apt-get install {_PACKAGES}",
            )


def _built(sources: dict[str, bytes]) -> bytes:
    """The program, built in a folder of its own from nothing but the sources."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in sources.items():
            (folder / file).write_bytes(text)
        for file in sources:
            if file not in (_EXTRACTION, _DRIVER):
                _coqc(folder, file)
        for theorem in (THEOREM, THEOREM_BY):
            asked = f"From Myst Require Certified.\nPrint Assumptions {theorem}.\n"
            (folder / "Assumptions.v").write_text(asked, "utf-8")
            if _coqc(folder, "Assumptions.v").strip() != _CLOSED:
                raise EngineFailed(f"{theorem} assumes something: nothing is verified")
        _coqc(folder, _EXTRACTION)
        files = ("checker.mli", "checker.ml", _DRIVER)
        options = ("ocamlopt", "-O3", "-w", "-a", "-package", "zarith", "-linkpkg")
        _run(folder, "ocamlfind", *options, *files, "-o", "checker")
        return (folder / "checker").read_bytes()


def _coqc(folder: Path, file: str) -> str:
    return _run(folder, "coqc", "-q", "-w", "none", "-R", ".", "Myst", file)


def _run(folder: Path, program: str, *words: str) -> str:
    found = launch.executable(program)
    done = launch.run([found or program, *words], cwd=folder)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise EngineFailed(
            f"the checker cannot be built: {program} says {said}",
            hint=f"it takes sudo apt-get install {_PACKAGES}",
        )
    return done.stdout


def _keep(path: Path, found: bytes) -> None:
    """Keep the program with a digest of its bytes, if the folder can be written."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            fresh = Path(folder) / path.name
            fresh.touch(0o600)
            fresh.write_bytes(text_hash(found).encode() + b"\n" + found)
            fresh.replace(path)

"""The checker as a program: compiled from Coq's extraction, and cached for the user.

It is built from the files in `proofs/` alone. Coq checks the proofs again, prints that
the theorem has no assumptions, and writes the program in OCaml. A cached program is
valid only for the same sources, and only with the bytes that were built.
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
"""The theorem if both players may bluff: about the game with all questions."""
THEOREM_BY = "Certified.check_by_sound"
"""The theorem for any set of bluffers: about the game without idle questions."""
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
    """Return whether the checker accepts a certificate, and the bounds that it finds.

    The numbers are those of `checker_numbers`. Raises EngineMissing if a program that
    builds the checker is missing, EngineFailed if building or checking fails.
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
        output = f"unexpected output {done.stdout.strip()[:80]!r}"
        status = f"status {done.returncode}" if done.returncode else output
        detail = done.stderr.strip() or status
        raise EngineFailed(f"the verified checker failed: {detail}")
    return _ACCEPTED[words[0]], Fraction(words[1]), 1 - Fraction(words[2])


def checker_program(say: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the cached program, or build it and cache it if possible."""
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
    """Return a hash of the files from which the program is built."""
    return text_hash(repr(sorted(_sources().items())).encode())


def _sources() -> dict[str, bytes]:
    """Return the files from which the program is built, in the order of compilation."""
    folder = proofs_dir()
    if folder is None:
        raise EngineMissing("the folder proofs/ with the theory in Coq is missing")
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
    """Return the program, built in a folder of its own from the sources alone."""
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
    """Cache the program with a digest of its bytes, if the folder can be written."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            fresh = Path(folder) / path.name
            fresh.touch(0o600)
            fresh.write_bytes(text_hash(found).encode() + b"\n" + found)
            fresh.replace(path)

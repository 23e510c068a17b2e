"""Compute the diagrams that come with mystpy from the axiom files.

    python tools/diagrams.py

writes a file for each driver and number of players into
mystpy/engines/transition_system/shipped. The module shipped.py there describes the
files.
"""

from __future__ import annotations

import os

from mystpy.axioms import fingerprint
from mystpy.engines.transition_system.by_clingo import ClingoSource
from mystpy.engines.transition_system.orbits import all_layers
from mystpy.engines.transition_system.shipped import (
    DRIVERS,
    FOLDER,
    PLAYERS,
    file_name,
    file_text,
)


def main() -> None:
    """Write all files, and remove old ones."""
    os.environ.pop("MYSTPY_AXIOMS", None)
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for driver in DRIVERS:
        for p in PLAYERS:
            path = FOLDER / file_name(p, driver)
            path.write_text(computed(p, driver), "utf-8")
            print(f"{path.name}: {path.stat().st_size:,} bytes")


def computed(p: int, driver: str) -> str:
    """The text of a file, computed from the axioms."""
    source = ClingoSource(driver)
    initial = source.initial(p)
    return file_text(p, fingerprint(), initial, all_layers(source, p, initial))


if __name__ == "__main__":
    main()

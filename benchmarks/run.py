"""Run all benchmarks, or those named, and print their tables; `make bench` runs it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> None:
    """Print the table of each benchmark of this folder, under what it measures."""
    here = Path(__file__).parent
    sys.path[:0] = [str(here), str(here.parent)]  # and tools
    found = sorted(path.stem for path in here.glob("bench_*.py"))
    for name in names or found:
        module = importlib.import_module(name)
        print(f"## {name}\n\n{(module.__doc__ or '').strip()}\n", flush=True)
        print(f"{module.main()}\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

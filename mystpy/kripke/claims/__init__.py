"""What *Knowledge games* (2000) states, each with a check that looks for exceptions."""

from __future__ import annotations

"""Section 4.4, q = 1: the recurrence (4.1) and what is said of it."""

from __future__ import annotations

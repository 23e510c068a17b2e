"""Misconceptions about knowledge: a catalogue, and how a wrong answer shows one.

Each misconception is a mutation: of a formula, a count, a history, a model or an
action. A wrong answer shows it if it would be right for the mutant. The engines that
mark decide that; no text is compared.
"""

from __future__ import annotations

"""What other actions cost, if the other player keeps to a plan.

In the field: reduced costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import sequences


def losses(face: Face, response: Sequence[Fraction]) -> list[Fraction]:
    """By how much each sequence falls short of the best at its information set.

    It is against a plan of the other, `response`, and with the best that can come after
    it: the probability of winning that is lost by who comes to the set as far as this
    is for him to choose, and then plays the sequence. Sequence 0 has none.
    """
    form, player = face.form, face.player
    values = [Fraction()] * form.counts[player - 1]
    for pair, chance in form.payoffs.items():
        if weight := response[pair[2 - player]]:
            values[pair[player - 1]] += face.sign * chance * weight
    lost = [Fraction()] * len(values)
    for choices in reversed(form.sets[player - 1]):
        best = max(values[k] for k in sequences(choices))
        values[choices.parent] += best
        for k in sequences(choices):
            lost[k] = best - values[k]
    return lost


def excluded_sequences(face: Face, response: Sequence[Fraction]) -> set[int]:
    """The sequences that no optimal plan has, as an optimal reply shows.

    An optimal plan is a best reply to every optimal plan of the other: it has none of
    the actions that lose something against it, nor what comes after them.
    """
    lost = losses(face, response)
    found = set[int]()
    for choices in face.form.sets[face.player - 1]:
        gone = choices.parent in found
        found.update(k for k in sequences(choices) if gone or lost[k])
    return found

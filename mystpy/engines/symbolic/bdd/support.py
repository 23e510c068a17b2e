"""The views and the variables on which the truth of a formula depends."""

from __future__ import annotations

from mystpy.engines.symbolic.bdd.variables import ConstraintVariables
from mystpy.language.atoms import H
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import children


class FormulaSupports:
    """The dependences of formulas on the variables of public constraints."""

    def __init__(self, variables: ConstraintVariables) -> None:
        self._variables = variables
        self._game = variables.constraints.game

    def players(self, phi: Formula) -> frozenset[int]:
        """Return the players on whose views the knowledge in a formula depends."""
        match phi:
            case Knows(player):
                return frozenset((int(str(player)),))
            case Common():
                return frozenset(phi.numbers[:1])
            case Everyone() | Distributed():
                return frozenset(phi.numbers)
            case Announcing():
                # The remaining worlds are no player's view: they are joined anyway.
                return frozenset(range(self._game.p + 1))
        return frozenset().union(*map(self.players, children(phi)))

    def is_about_one(self, phi: Formula) -> bool:
        """Return whether a formula is only about the knowledge of one player.

        Then it has one value in all worlds that the player cannot distinguish.
        """
        if isinstance(phi, Not | And | Or | Implies | Iff):
            one = len(self.players(phi)) == 1
            return one and all(map(self.is_about_one, children(phi)))
        return isinstance(phi, Knows)

    def variables(self, phi: Formula) -> frozenset[int]:
        """Return variables that decide a formula: of places, or those a player sees."""
        match phi:
            case H(holder, card):
                bit = 1 << self._game.deck[str(card)]
                return self._variables.at_place(int(str(holder)), bit)
            case Announcing():
                return frozenset(range(len(self._variables)))
            case Knows() | Common() | Everyone() | Distributed():
                return frozenset().union(*map(self._variables.view, self.players(phi)))
        return frozenset().union(*map(self.variables, children(phi)))

"""Whatever a player may consider possible: what one player knows, in every situation.

A formula of one player's knowledge of the deal and of public fluents looks at the
deals that this player considers possible only through which of the things said to be
known hold in all of them. So of all sets of deals those are enough that are cut out by
some of these things: a set that any history leads to has the same truth as one of them.
If the formula holds with each, in every public state, it holds in every situation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from mystpy.bits import mask_of
from mystpy.conjectures.induction.public_states import same_for_all
from mystpy.conjectures.sweep.representatives import representatives
from mystpy.conjectures.truth import StageSets, holds
from mystpy.conjectures.values import Binding, domain, group_of
from mystpy.conjectures.workers import tick
from mystpy.game.game import Game
from mystpy.language.atoms import Constant, H, Member, Same, Term
from mystpy.language.nodes import (
    After,
    Formula,
    Implies,
    Knows,
    Modal,
    Next,
    Quantified,
)
from mystpy.language.numbers import OfVariable
from mystpy.language.subformulas import cards_in, children, is_objective, walk
from mystpy.language.truth import evaluate
from mystpy.situations.frame import Frame
from mystpy.situations.public_steps import public_states
from mystpy.situations.rotations import rotations
from mystpy.situations.stage import Stage

_MOST_SETS = 5_000
"""How many sets of deals are gone through for one choice of what is quantified."""

Told = tuple[int, ...]


class NotOfOnePlayer(Exception):
    """The formula speaks of more players' knowledge, or of too much of it."""


class View(StageSets):
    """Truth for a player who considers the deals of a set possible."""

    deals = 0

    def among(self, deals: int) -> Self:
        """The same with these deals."""
        self.deals = deals
        return self

    def known(self, player: Term, body: int) -> int:
        """Everywhere, if the body holds in all of the deals; else nowhere."""
        return 0 if self.deals & ~body else self.full

    def bound(self, binding: Binding) -> Self:
        """The same with other values of the variables."""
        return super().bound(binding).among(self.deals)


def of_one_player(node: Formula) -> bool:
    """Whether the formula says K now of one player only, and only of what is no K."""
    knowing = [part for part in walk(node) if isinstance(part, Modal)]
    later = [part.body for part in walk(node) if isinstance(part, After | Next)]
    return (
        len({part.knowers for part in knowing}) == 1
        and all(isinstance(k, Knows) and is_objective(k.body) for k in knowing)
        and all(map(is_objective, later))
    )


def holds_in_every_view(node: Formula, game: Game) -> tuple[bool, int]:
    """Whether the formula holds whatever is considered possible; and the instances.

    The formula is `of_one_player`. Raises NotOfOnePlayer.
    """
    named = tuple(1 << game.deck[card] for card in cards_in(node))
    frame, seen = Frame.start(game), 0
    for stage in _stages(node, frame):
        for player in range(1, game.p + 1):
            classes = stage.classes(player)
            # Hands are alike unless cards are named, or have sorts.
            for alike in classes if named or game.sorts else classes[:1]:
                hand = frame.worlds[(alike & -alike).bit_length() - 1][player]
                views = _Views(stage, player, alike)
                if not views.hold(node, alike, {}, (*named, hand)):
                    return False, seen
                seen += views.instances
    return True, seen


def _stages(node: Formula, frame: Frame) -> Iterator[Stage]:
    """Every public state with every question; the start alone for what has no state."""
    leaves = (part for part in walk(node) if not children(part))
    if all(isinstance(leaf, H | Same | Member | Constant) for leaf in leaves):
        yield Stage(frame, frame.diagram.start, 0, frame.full)
        return
    game = frame.game
    same = same_for_all(node, game)
    for number in rotations(game.p) if same else public_states(game.p):
        tick()
        asked = frame.diagram.state(number).asked
        questions = (mask_of(cards, game) for cards in game.questions())
        for question in questions if asked else [0]:
            yield Stage(frame, number, question, frame.full)


@dataclass(slots=True)
class _Views:
    """The sets of deals that one player may consider possible, with one hand."""

    stage: Stage
    player: int
    alike: int
    instances: int = 0

    def hold(self, node: Formula, care: int, binding: Binding, told: Told) -> bool:
        """Whether the formula holds in these deals; `told` are sets of cards."""
        match node:
            case Quantified(every=True):
                tick()
                return all(
                    self.hold(node.body, care, {**binding, node.var: x}, sets)
                    for x, sets in representatives(node, self.stage, binding, told)
                )
            case Implies(left, right) if is_objective(left):
                care &= holds(left, self.stage, binding)
                return not care or self.hold(right, care, binding, told)
        known = set(self._known(node, binding))
        knowers = {knower for knower, _ in known}
        if len(knowers) > 1:
            raise NotOfOnePlayer
        if knowers - {self.player}:
            return True  # this is looked at with the hands of that player
        return all(
            self._holds_with(deals, node, care & deals, binding)
            for deals in self._cut_out(body for _, body in known)
        )

    def _known(self, node: Formula, binding: Binding) -> Iterator[tuple[int, int]]:
        """What the formula says is known: by whom, and where it holds."""
        if isinstance(node, Modal):
            (knower,) = group_of(node.knowers, self.stage.game, binding)
            yield knower, holds(node.body, self.stage, binding)
        elif isinstance(node, OfVariable):
            for x in domain(node, self.stage.game, binding):
                yield from self._known(children(node)[0], {**binding, node.var: x})
        else:
            for child in children(node):
                yield from self._known(child, binding)

    def _cut_out(self, bodies: Iterator[int]) -> set[int]:
        found = {self.alike}
        for body in bodies:
            found |= {deals & body for deals in found}
            if len(found) > _MOST_SETS:
                raise NotOfOnePlayer
        return found - {0}

    def _holds_with(
        self, deals: int, node: Formula, care: int, binding: Binding
    ) -> bool:
        view = View(self.stage, binding).among(deals)
        if isinstance(node, Implies):
            care &= evaluate(node.left, view)
        self.instances += care.bit_count()
        return not care & ~evaluate(node, view)

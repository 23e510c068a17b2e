"""The first place where a conjecture fails in a stage, and how many were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import members
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.sweep.representatives import representatives
from mystpy.conjectures.truth import StageSets
from mystpy.conjectures.values import Binding, deed_of
from mystpy.conjectures.workers import tick
from mystpy.game.game import Game
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.truth import evaluate
from mystpy.situations.deed import Deed
from mystpy.situations.explore import deeds_up_to_names, steps
from mystpy.situations.stage import Stage


@dataclass(frozen=True, slots=True)
class Failure:
    """A world of a stage in which a part of the formula is false.

    So many of the last actions of the stage are those that `next` and `after` took; the
    formula itself is false before them.
    """

    stage: Stage
    world: int
    part: Formula
    binding: Binding
    taken: int = 0


def named_cards(names: Iterable[str], game: Game) -> tuple[int, ...]:
    """The named cards that a game has, as masks."""
    return tuple(1 << game.deck[card] for card in sorted(names) if card in game.deck)


@dataclass(slots=True)
class Check:
    """Looks for a failure, and counts the instances that were decided one by one.

    An instance is a world in which all premises hold, with one choice of what the
    quantifiers in front range over. What is known `sets` say. Apart from these are
    counted those worlds in which `next` or `after` had nothing to look at, since no
    action, or not this one, is possible there: they are `ended`.
    """

    named: frozenset[str] = frozenset()
    sets: type[StageSets] = StageSets
    instances: int = 0
    ended: int = 0

    def first(self, node: Formula, stage: Stage) -> Failure | None:
        """The first failure in a stage; `named` are the cards that the formula names.

        Of what the quantifiers in front range over, one is taken of those that differ
        only in the names of cards. Raises QueryError where a card or player matters
        that the game does not have.
        """
        named = named_cards(self.named, stage.game)
        return self.failure(node, stage, stage.full, {}, named)

    def failure(
        self,
        node: Formula,
        stage: Stage,
        care: int,
        binding: Binding,
        told: tuple[int, ...],
    ) -> Failure | None:
        """The first failure among the worlds that matter; `told` are card sets."""
        if not care:
            return None
        match node:
            case Quantified(every=True):
                tick()
                return self._first(
                    self.failure(node.body, stage, care, {**binding, node.var: x}, sets)
                    for x, sets in representatives(
                        node, stage, binding, (*told, *stage.told)
                    )
                )
            case And(parts):
                return self._first(
                    self.failure(part, stage, care, binding, told) for part in parts
                )
            case Implies(left, right):
                care &= evaluate(left, self.sets(stage, binding))
                return self.failure(right, stage, care, binding, told)
            case After(action, body):
                deed = deed_of(action, stage.game, binding)
                return self._after(body, stage, care, [deed], binding, told)
            case Next(body):
                done = deeds_up_to_names(stage, (*told, *stage.told))
                return self._after(body, stage, care, done, binding, told)
        self.instances += care.bit_count()
        wrong = care & ~evaluate(node, self.sets(stage, binding))
        world = next(members(wrong), None)
        return None if world is None else Failure(stage, world, node, binding)

    def _after(
        self,
        body: Formula,
        stage: Stage,
        care: int,
        done: Iterable[Deed],
        binding: Binding,
        told: tuple[int, ...],
    ) -> Failure | None:
        reached_some = False
        for deed in done:
            for reached, meant in steps(stage, deed):
                left = reached.lowered(care) & meant
                reached_some |= bool(left)
                failure = self.failure(body, reached.stage, left, binding, told)
                if failure:
                    return replace(failure, taken=failure.taken + 1)
        self.ended += 0 if reached_some else care.bit_count()
        return None

    def _first(self, failures: Iterator[Failure | None]) -> Failure | None:
        return next((failure for failure in failures if failure), None)

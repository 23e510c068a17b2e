"""The first place where a conjecture fails in a stage, and how many were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mystpy.bits import members
from mystpy.conjectures.sweep.representatives import representatives
from mystpy.conjectures.truth import StageSets
from mystpy.conjectures.values import Binding, deed_of
from mystpy.conjectures.workers import tick
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.truth import evaluate
from mystpy.situations.deed import Deed
from mystpy.situations.explore import deeds_up_to_names, steps
from mystpy.situations.stage import Stage


@dataclass(frozen=True, slots=True)
class Failure:
    """A world of a stage in which a part of the formula is false."""

    stage: Stage
    world: int
    part: Formula
    binding: Binding


@dataclass(slots=True)
class Check:
    """Looks for a failure, and counts the instances that were decided one by one.

    An instance is a world in which all premises hold, with one choice of what the
    quantifiers in front range over. What is known `sets` say.
    """

    named: frozenset[str] = frozenset()
    sets: type[StageSets] = StageSets
    instances: int = 0

    def first(self, node: Formula, stage: Stage) -> Failure | None:
        """The first failure in a stage; `named` are the cards that the formula names.

        Of what the quantifiers in front range over, one is taken of those that differ
        only in the names of cards.
        """
        named = tuple(1 << stage.game.deck[card] for card in self.named)
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
        return self._first(
            self.failure(
                body, reached.stage, reached.lowered(care) & meant, binding, told
            )
            for deed in done
            for reached, meant in steps(stage, deed)
        )

    def _first(self, failures: Iterator[Failure | None]) -> Failure | None:
        return next((failure for failure in failures if failure), None)

"""The first place where a conjecture fails in a stage, and how many were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import members
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.truth import StageSets, last_question
from mystpy.conjectures.values import Binding, Value, deed_of, domain
from mystpy.game.game import Game
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.truth import evaluate
from mystpy.processes.ticking import tick
from mystpy.situations.deed import Deed
from mystpy.situations.explore import deeds_up_to_names, steps
from mystpy.situations.stage import Stage
from mystpy.situations.symmetry import cells, chosen


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
                    for x, sets in _representatives(
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


def _representatives(
    node: Quantified, stage: Stage, binding: Binding, told: tuple[int, ...]
) -> Iterator[tuple[Value, tuple[int, ...]]]:
    """What a quantifier ranges over, one of those alike, and what is told with it."""
    game = stage.game
    asked = last_question(node, stage)
    if asked:
        yield from ((question, told) for question in asked)
        return
    if game.sorts or node.sort not in ("card", "set"):
        for element in domain(node, game, binding):
            yield element, told
        return
    classes = cells(stage, told)
    if node.sort == "set":
        sizes: Iterable[int] = range(game.c + 1)
        if node.domain in ("questions", "guesses"):
            sizes = (game.q if node.domain == "questions" else game.sizes[0],)
        for size in sizes:
            for cards in chosen(classes, size):
                yield cards, (*told, cards)
        return
    allowed = {x for x in domain(node, game, binding) if isinstance(x, int)}
    for cell in classes:
        alike = [x for card in cell for x in members(card) if x in allowed]
        # A listed set may have some cards of a class: it names them, so they are told.
        for x in alike[:1]:
            yield x, (*told, 1 << x)

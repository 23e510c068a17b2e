"""Linked copies of the world in one solver, with a selector for each reason.

In a copy each card has a holder, and each show a shown card. The restrictions of the
copies can be disabled: the partition axioms by their numbers, each step, each given
hand. A copy that is considered possible in another is linked to it by the player's
view. In the field: selector literals.

Counting is hard for clause learning, so consequences of counting are added. The sizes
add up to the number of cards. So if no card has two holders, and all hands are full,
each card has a holder, and conversely. A player with n cards, and some card of each of
r disjoint sets, has at most n - r further cards. Each of these consequences has the
selectors of its premises, so that it is valid whichever selectors are disabled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from mystpy.engines.explain.groups import closed_groups
from mystpy.engines.explain.selectors import (
    AXIOMS,
    HAND_SIZES,
    SORTS,
    HandSelector,
    Selector,
    StepSelector,
)
from mystpy.engines.hands import Condition, ConditionKind, disjoint
from mystpy.engines.symbolic.grid.grid import view
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.copies import WorldCopies
from mystpy.engines.symbolic.sat.layout import WitnessWorld, WorldLayout, witness_world
from mystpy.engines.symbolic.sat.nnf import NormalForms
from mystpy.engines.symbolic.solver import Assignment
from mystpy.thresholds import MIN_SETS_FOR_COUNTING
from mystpy.views import GivenCards, Show


class SelectorEncoding(WorldCopies):
    """Copies of the world under public constraints: the first has the given cards.

    `askers` are the players whose knowledge occurs. The cards that were shown to others
    are not in the copies: the player who showed them knows them from the hand.
    """

    def __init__(
        self,
        constraints: PublicConstraints,
        given: GivenCards,
        askers: Collection[int],
        budget: int,
    ) -> None:
        cells = (1 << constraints.game.c * len(constraints.game.holders)) - 1
        super().__init__(WorldLayout(constraints, frozenset(askers), cells), budget)
        self.constraints = constraints
        self.given = given
        self.forms = NormalForms(constraints.game, constraints.holds, simplify=False)
        self.tree: list[tuple[int, int]] = []
        """For each copy its parent, and the player who cannot distinguish them."""
        self._cards = dict(given.shown)
        unseen = (
            x.step for e, x in enumerate(constraints.shows) if e not in self._cards
        )
        self.unseen = frozenset(map(StepSelector, unseen))
        self.axioms = (*AXIOMS, *([SORTS] if constraints.game.sorts else []))
        self.selectors: tuple[Selector, ...] = (*self._observations(), *self.axioms)
        atoms = self.solver.atoms(len(self.selectors))
        self._on = dict(zip(self.selectors, atoms, strict=True))
        on = self._on.items()
        self._at = {x.step: atom for x, atom in on if isinstance(x, StepSelector)}
        self._sized = self._on[HAND_SIZES]
        late = self._sized, *(self._on[name] for name in self.unseen)
        self._ordered = [*self._on.items()][::-1]
        self._ordered.sort(key=lambda x: x[1] in late)
        self._disjoint, self._covered, self._pile, self._tight = self.solver.atoms(4)
        self._causes = self._counted()
        self._off: dict[frozenset[int], list[int]] = {}
        self._groups: list[tuple[int, ...]] = []
        self._sets = self._disjoint_sets()
        self._add(-1, 0)
        self._tell_given()

    def _observations(self) -> tuple[Selector, ...]:
        """List the observations: unseen shows first, then hands and steps."""
        steps = {step for step, _ in self.constraints.timed_conditions}
        steps |= {show.step for show in self.constraints.shows}
        observed = [StepSelector(step) for step in sorted(steps)]
        hands = [HandSelector(holder) for holder, _ in self.given.hands]
        unseen = [each for each in observed if each in self.unseen]
        return (*unseen, *hands, *(x for x in observed if x not in self.unseen))

    def _counted(self) -> dict[int, list[set[int]]]:
        """Add and return what implies each axiom, by itself or by counting.

        The hands are tight if they are full and no card is in two of them.
        """
        one, some, sized = (self._on[axiom] for axiom in AXIOMS[:3])
        piles = [self._on[axiom] for axiom in reversed(self.axioms[3:])]
        apart = [{one}, *({some, sized, x} for x in piles)]
        causes = {
            self._disjoint: apart,
            self._covered: [{some}, *({one, sized, x} for x in piles)],
            self._pile: [*({x} for x in piles), {one, some, sized}],
            self._tight: [{*axioms, sized} for axioms in apart],
        }
        for effect, sets in causes.items():
            for axioms in sets:
                self.solver.never(*axioms, -effect)
        return causes

    def _disjoint_sets(self) -> dict[int, list[tuple[int, list[int]]]]:
        """Return disjoint sets of which players have a card, with their selectors."""
        some: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for step, condition in self.constraints.timed_conditions:
            if condition.holds is ConditionKind.SOME:
                some[condition.holder][condition.cards].append(self._at[step])
        for show in self.constraints.shows:
            some[show.by][show.cards].append(self._at[show.step])
        chosen = {k: [(x, sets[x]) for x in disjoint(sets)] for k, sets in some.items()}
        enough = MIN_SETS_FOR_COUNTING
        return {k: sets for k, sets in chosen.items() if k and len(sets) >= enough}

    def _add(self, parent: int, player: int) -> int:
        """Make a copy: every constraint of a world, each with its selector."""
        game, copy = self.constraints.game, len(self)
        _, atoms = self._begin()
        for card in range(game.c):
            column = atoms[card :: game.c]
            self.solver.at_most(1, column, self._disjoint)
            self.solver.clause([-self._covered, *column])
        for holder, size in enumerate(game.sizes):
            guard = self._sized if holder else self._pile
            held = atoms[holder * game.c : (holder + 1) * game.c]
            self.solver.exactly(size, held, guard)
        for sort in self.scene.sorts:
            self.solver.exactly(1, self._held(copy, 0, sort), self._on[SORTS])
        for step, condition in self.constraints.timed_conditions:
            self._tell(self._at[step], copy, condition)
        for holder, sets in self._sets.items():
            self._count(copy, holder, sets)
        for group in self._groups:
            self._share(copy, group)
        for e, show in enumerate(self.constraints.shows):
            self._show(copy, e, show)
        self.tree.append((parent, player))
        return copy

    def _held(self, copy: int, holder: int, cards: int) -> list[int]:
        """Return the atoms of these cards with a holder, which are consecutive."""
        first = self.atoms[copy][holder * self.scene.c]
        return [first + card for card in self._places(cards)[0]]

    def _tell(self, selector: int, copy: int, condition: Condition) -> None:
        """Add a condition that is enforced if the selector is true."""
        inside = self._held(copy, condition.holder, condition.cards)
        rest = self.scene.deck ^ condition.cards
        match condition.holds:
            case ConditionKind.NONE:
                self.solver.clauses([(-selector, -atom) for atom in inside])
            case ConditionKind.SOME:
                self.solver.clause([-selector, *inside])
            case ConditionKind.EXACTLY:
                for atom in inside:
                    self.solver.never(selector, -atom)
                for atom in self._held(copy, condition.holder, rest):
                    self.solver.never(selector, atom)
            case ConditionKind.NOT_EXACTLY:
                outside = [-atom for atom in self._held(copy, condition.holder, rest)]
                self.solver.never(selector, *inside, *outside)

    def _count(
        self, copy: int, holder: int, sets: Sequence[tuple[int, list[int]]]
    ) -> None:
        """Reserve one card of each set, and count these cards and the others."""
        left, counted = self.scene.deck, []
        for cards, selectors in sets:
            left ^= cards
            held = self._held(copy, holder, cards)
            (some,), aside = self.solver.atoms(1), self.solver.atoms(len(held))
            others = self.solver.atoms(len(held))
            for atom, chosen, other in zip(held, aside, others, strict=True):
                self.solver.clause([-atom, chosen, other])
                for part in (chosen, other):
                    self.solver.never(part, -atom)
                self.solver.never(chosen, other)
            self.solver.exactly(1, [-some, *aside])
            for selector in selectors:
                self.solver.never(selector, -some)
            counted += [some, *others]
        counted += self._held(copy, holder, left)
        self.solver.exactly(self.constraints.game.sizes[holder], counted, self._sized)

    def _share(self, copy: int, group: Sequence[int]) -> None:
        """Count the cards that some players have together."""
        having = self.solver.atoms(self.constraints.game.c)
        for card, some in enumerate(having):
            held = [self.card(copy, holder, card) for holder in group]
            self.solver.clause([-some, *held])
            for atom in held:
                self.solver.never(atom, -some)
        sizes = self.constraints.game.sizes
        self.solver.exactly(sum(sizes[k] for k in group), having, self._tight)

    def count_groups(self) -> bool:
        """Add counts of the cards of groups of players; return whether any are new.

        The groups are all players, and players who have exactly the cards that nobody
        else can have. They are not counted from the start, since they are hardly ever
        needed and make the search harder.
        """
        known = len(self._groups)
        everybody = tuple(range(1, self.constraints.game.p + 1))
        if everybody not in self._groups:
            self._groups.append(everybody)
        players = {player for _, player in self.tree}
        for player in (None, *sorted(players)):
            viewed = view(self.constraints, self.given, player)
            for group in closed_groups(self.constraints.game, viewed):
                if group not in self._groups:
                    self._groups.append(group)
        for copy in range(len(self)):
            for group in self._groups[known:]:
                self._share(copy, group)
        return len(self._groups) > known

    def _show(self, copy: int, e: int, show: Show) -> None:
        """Add that one of the cards was shown, by a player who holds it."""
        selector = self._at[show.step]
        held = self._held(copy, show.by, show.cards)
        if e not in self.scene.shows:
            self.solver.clause([-selector, *held])
            return
        shown = self.solver.atoms(len(held))
        self.solver.exactly(1, shown)
        pairs = zip(shown, held, strict=True)
        self.solver.clauses([(-selector, -card, atom) for card, atom in pairs])
        self._add_shown(copy, e, show.cards, shown)

    def _tell_given(self) -> None:
        for holder, hand in self.given.hands:
            exactly = Condition(holder, ConditionKind.EXACTLY, hand)
            self._tell(self._on[HandSelector(holder)], 0, exactly)
        for e, card in self._cards.items():
            show = self.constraints.shows[e]
            selector = self._at[show.step]
            if e in self.scene.shows:
                (shown,) = self.all_literals(0, card << self.scene.show_at(e))
                self.solver.never(selector, -shown)
            else:
                self._tell(selector, 0, Condition(show.by, ConditionKind.SOME, card))

    def linked(self, parent: int, player: int) -> tuple[int, int]:
        """Add a copy linked to another by a player; return it and the link's atom."""
        copy = self._add(parent, player)
        return copy, self.link(parent, copy, (player,))

    def assume(self, on: Collection[Selector]) -> list[int]:
        """Return the literals by which exactly these selectors are enabled.

        Counts that do not follow are disabled as well, since this restricts least. The
        solver uses the literals in this order until it finds a contradiction. So the
        most readable reasons come first, and the sizes of the hands last.
        """
        literals = [x if name in on else -x for name, x in self._ordered]
        axioms = frozenset([self._on[name] for name in self.axioms if name in on])
        if axioms not in self._off:
            causes = self._causes.items()
            off = [-x for x, sets in causes if not any(x <= axioms for x in sets)]
            self._off[axioms] = off
        return self._off[axioms] + literals

    def core(self) -> frozenset[Selector]:
        """Return the selectors for which the last query was unsatisfiable."""
        return frozenset(x for x, atom in self._on.items() if atom in self.solver.core)

    def read(self, model: Assignment) -> tuple[WitnessWorld, ...]:
        """Read the copies from a solution."""
        worlds: list[WitnessWorld] = []
        for copy, (parent, player) in enumerate(self.tree):
            place = parent, player, worlds[parent] if worlds else None
            world = self.world(model, copy)
            worlds.append(witness_world(self.scene, world, place, self._cards))
        return tuple(worlds)

    def met(self, worlds: Sequence[WitnessWorld]) -> set[Selector]:
        """Return the observations that are true in worlds read from a solution."""
        first = worlds[0]
        failed: set[Selector] = set(self.axioms)
        for step, condition in self.constraints.timed_conditions:
            if not all(condition.satisfied(world.hands) for world in worlds):
                failed.add(StepSelector(step))
        for e, show in enumerate(self.constraints.shows):
            as_given = first.shown[e] == self._cards.get(e, first.shown[e])
            if not (as_given and all(w.shown[e] & w.hands[show.by] for w in worlds)):
                failed.add(StepSelector(show.step))
        hands = self.given.hands
        failed |= {HandSelector(k) for k, hand in hands if first.hands[k] != hand}
        return set(self.selectors) - failed

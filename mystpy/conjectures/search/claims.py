"""Claims: that somebody knows something, to be looked at once a situation is found."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.compilation import dataclass
from mystpy.conjectures.search.program import SearchProgram, TermRef, Worlds
from mystpy.conjectures.search.truth import Env, TruthRules, WorldPoint
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True)
class KnowledgeClaim:
    """A claim that a player, or each of a group, knows something; checked afterwards.

    `body` is about nobody's knowledge. `refute` is the atom that asks for `against`, a
    world that the player cannot distinguish and in which the body is false.
    """

    number: int
    goal: str
    who: TermRef
    body: Formula
    env: Env
    world: Worlds
    step: int
    against: Worlds

    @property
    def refute(self) -> str:
        """The atom that asks for a world against the claim."""
        return f"refute({self.number})"

    def write_against(self, scene: SearchProgram, truth: TruthRules) -> None:
        """Write what a world against the claim is: with as few cards moved as can be.

        Unless it is asked for, it is the world of the claim.
        """
        k, world, held = self.number, self.against, H.predicate
        scene.add(f"{{ {self.refute} }}.")
        moved = f"{held}{self.world}(K,X)", f"not {held}{world}(K,X)"
        scene.never((f"not {self.refute}", *moved))
        pick = f"1 {{ value({k},{self.who.term}) : {self.who.given[-1]} }} 1"
        scene.rule(pick, (self.refute, *self.who.given[:-1]))
        who = TermRef(f"V{k}", (f"value({k},V{k})",))
        scene.link(self.world, world, who, self.step, self.refute)
        atom = self._body_in(world, scene, truth)
        scene.never((self.refute, *atom.given, atom.term))
        scene.add(
            f"#minimize {{ 1,{k},X : {self.refute}, h{self.world}(K,X),"
            f" not h{world}(K,X) }}."
        )

    def write_test(
        self, moved: Mapping[str, str], scene: SearchProgram, truth: TruthRules
    ) -> None:
        """Write that the world with these cards moved does not speak against the claim.

        Either the player can tell it apart, or the body is true in it.
        """
        world = scene.image(self.world, moved)
        apart = f"apart{world}({self.who.term})"
        for body in scene.differs(self.world, world, self.who, self.step):
            scene.rule(apart, (*self.who.given, body))
        atom = self._body_in(world, scene, truth)
        known = (self.goal, *self.who.given, *atom.given)
        scene.never((*known, f"not {apart}", f"not {atom.term}"))

    def _body_in(
        self, world: Worlds, scene: SearchProgram, truth: TruthRules
    ) -> TermRef:
        place = WorldPoint(TermRef(scene.situation(self.step)), world)
        return truth.atom(self.body, self.env, place)

"""What was found out about views: where a player holds something possible, where not.

What one world shows is true of many views, so it is kept as cubes of views. Each wrong
claim of the solver's adds one, and the solver is told of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mystpy.engines.symbolic.sat.layout import Cube
from mystpy.engines.symbolic.sat.nnf import Group, Maybe, Modality, Node, NormalForms


@dataclass(slots=True)
class Possibility:
    """What is known by now of whether a group holds something possible.

    `views` has the views that were asked for, `found` and `excluded` cubes of
    views for which it is, and is not, held possible.
    """

    group: Group
    body: Node
    views: dict[int, bool] = field(default_factory=dict)
    found: list[Cube] = field(default_factory=list)
    excluded: list[Cube] = field(default_factory=list)

    def recall(self, view: int) -> bool | None:
        """Whether it is possible for this view; None if nobody knows yet."""
        if view not in self.views:
            for cubes, said in (self.found, True), (self.excluded, False):
                if any(cube.holds(view) for cube in cubes):
                    self.views[view] = said
                    return said
        return self.views.get(view)

    def learn(self, view: int, cube: Cube, said: bool) -> None:
        """Note whether it is possible for a view, and so for all views in a cube."""
        self.views[view] = said
        (self.found if said else self.excluded).append(cube)


class Findings:
    """All that was found out under one law."""

    def __init__(self, forms: NormalForms) -> None:
        self.forms = forms
        self._possibilities: dict[tuple[Group, Node], Possibility] = {}

    def of(self, group: Group, body: Node) -> Possibility:
        """What was found out of whether a group holds something possible."""
        key = group, body
        if key not in self._possibilities:
            self._possibilities[key] = Possibility(group, body)
        return self._possibilities[key]

    def about(self, node: Modality) -> Possibility:
        """The possibility that a modality affirms (Maybe) or denies (Known)."""
        if isinstance(node, Maybe):
            return self.of(node.group, node.body)
        return self.of(node.group, self.forms.opposite(node.body))

    def refuting(self, node: Modality) -> list[Cube]:
        """Cubes of views where a modality is false."""
        about = self.about(node)
        return about.excluded if isinstance(node, Maybe) else about.found

    def proving(self, node: Modality) -> list[Cube]:
        """Cubes of views where a modality is true."""
        about = self.about(node)
        return about.found if isinstance(node, Maybe) else about.excluded

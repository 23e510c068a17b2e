"""Example 1 of *Knowledge games*: the four answers, side by side in a file."""

from __future__ import annotations

from mystpy.axioms import queries_dir
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import PointedModel
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.product import left_blind

FILE = load_model(queries_dir() / "models" / "example-01-answers.toml")


def after(step: str) -> PointedModel:
    assert FILE.point is not None
    start = PointedModel(FILE.model, FILE.point)
    return parse_step(step, FILE.words).after(start)


def believes_what_is_false(state: PointedModel) -> set[str]:
    """The agents who hold the actual world impossible."""
    return {
        agent
        for agent, relation in zip(
            state.model.agents, state.model.relations, strict=True
        )
        if not relation.same(state.point, state.point)
    }


def test_answer_two_gives_false_belief_and_no_other_does() -> None:
    wrong = {name: believes_what_is_false(after(name)) for name in FILE.words.actions}
    assert wrong == {
        "yes": set(),
        "secret": {"3"},
        "show": set(),
        "face_up": set(),
        "namely": set(),
    }
    assert not left_blind(after("secret").model)


def test_the_actions_are_those_of_the_steps() -> None:
    """The same answers as announcements and as the game action `show`."""
    assert bisimilar(after("show").generated(), after("show(2,1,{r,b},r)").generated())
    for name in ("face_up", "namely"):
        said = after("announce(h(1,r))")
        assert bisimilar(after(name).generated(), said.generated())
    said = after("announce(h(1,r) | h(1,b))")
    assert bisimilar(after("yes").generated(), said.generated())
    told = after("secret([1,2],h(1,r))")
    assert bisimilar(after("secret").generated(), told.generated())
    assert not bisimilar(after("show").generated(), after("face_up").generated())

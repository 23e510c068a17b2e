"""A formula that must be equivalent to a hidden one in given situations or models."""

from __future__ import annotations

from mystpy.exercises.exercise import Exercise, Mark
from mystpy.exercises.sealing import first_unlike, seal_of_bits
from mystpy.exercises.tasks.scenes import Scene, scenes

KEYS = ("game", "hands", "histories", "model")


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a formula; the witness is a world in which the two differ."""
    exercise.only(*KEYS)
    found = scenes(exercise)
    places = [
        (scene, world, bit) for scene in found for world, bit in _of(scene, answer)
    ]
    bits = [bit for _, _, bit in places]
    key = exercise.key
    if key is None:
        sealed = exercise.sealed
        at = first_unlike(str(sealed["salt"]), str(sealed["worlds"]), bits)
    else:
        solution = exercise.file.needed(key, "solution", "[key]")
        right = [bit for scene in found for _, bit in _of(scene, solution)]
        pairs = zip(right, bits, strict=True)
        at = next((k for k, (one, other) in enumerate(pairs) if one != other), None)
    if at is None:
        return exercise.mark(None, f"the same in all {len(bits)} worlds")
    scene, world, bit = places[at]
    said = "your formula is true, and the right one false,"
    if not bit:
        said = "your formula is false, and the right one true,"
    return exercise.mark(scene.witness(world, said))


def _of(scene: Scene, text: str) -> list[tuple[int, bool]]:
    return list(enumerate(scene.truth(text)))


def sealed(exercise: Exercise, salt: str) -> dict[str, object]:
    """What the key is sealed as: the truth values of the solution."""
    assert exercise.key is not None, "only a key is sealed"
    solution = exercise.file.needed(exercise.key, "solution", "[key]")
    bits = [bit for scene in scenes(exercise) for _, bit in _of(scene, solution)]
    return {"worlds": seal_of_bits(salt, bits)}

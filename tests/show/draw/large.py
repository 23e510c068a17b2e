"""Large models, drawn by chance; also in a process without pytest."""

from __future__ import annotations

from random import Random

import numpy as np

from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition


def random_model(seed: int, worlds: int, agents: int, size: int) -> Model:
    """Random classes of this number of worlds for each agent."""
    rng = Random(seed)
    relations = []
    for _ in range(agents):
        order = rng.sample(range(worlds), worlds)
        codes = [place // size for place in order]
        relations.append(Partition.of_codes(np.array(codes), worlds))
    names = [f"w{k}" for k in range(worlds)]
    return Model(names, tuple("abcdef"[:agents]), tuple(relations), {})

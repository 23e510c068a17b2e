"""How much is tried by each run: of random examples, and of cases that are alike.

Of random examples the profile `ci` tries always the same, `nightly` more.

A test that wants more or fewer multiplies what the profile says, so that
`pytest --hypothesis-profile nightly` reaches all of them.
"""

from __future__ import annotations

from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=50,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "nightly", settings.get_profile("ci"), max_examples=1_000, derandomize=False
)
settings.load_profile("ci")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most of the cases that are `alike` to the slow tests: one in so many stays.

    Which ones is told by their names, so that they are always the same.
    """
    for item in items:
        mark = item.get_closest_marker("alike")
        if mark and crc32(item.nodeid.encode()) % mark.args[0]:
            item.add_marker(pytest.mark.slow)

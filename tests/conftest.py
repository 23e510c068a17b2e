"""How many random examples are tried: `ci` always the same, `nightly` more.

A test that wants more or fewer multiplies what the profile says, so that
`pytest --hypothesis-profile nightly` reaches all of them.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=75,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "nightly", settings.get_profile("ci"), max_examples=1_000, derandomize=False
)
settings.load_profile("ci")

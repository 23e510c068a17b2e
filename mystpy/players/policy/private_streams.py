"""Seeds that nobody can compute who does not know a secret.

In the field: a keyed pseudorandom function (HMAC, RFC 2104), and system entropy.

A seat draws what it does from a stream of its own. If players of others may know the
seed of a tournament, its games and streams follow from a secret as well; without it
they tell nothing, and with it they can be played again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from random import Random


def keyed_seed(seed: str, secret: str) -> str:
    """A seed that follows from another one and a secret; the same without a secret."""
    if not secret:
        return seed
    return hmac.new(secret.encode(), seed.encode(), hashlib.sha256).hexdigest()


def fingerprint_of(secret: str) -> str:
    """What tells a secret from others, and does not tell the secret.

    A secret that can be guessed can be tried: it should be long.
    """
    return hashlib.sha256(f"mystpy secret {secret}".encode()).hexdigest()[:16]


def private_stream(seed: int | None = None) -> Random:
    """A random stream with this seed or, without one, from the system's entropy."""
    return Random(secrets.randbits(256) if seed is None else seed)

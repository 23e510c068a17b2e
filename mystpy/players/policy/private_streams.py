"""Seeds that can be computed only with a secret.

In the field: a keyed pseudorandom function (HMAC, RFC 2104), and system entropy.

A seat draws its actions from a stream of its own. Guests may know the seed of a
tournament. Then its games and streams follow from a secret as well. The seed alone
reveals nothing about them, and with the secret they can be played again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from random import Random


def keyed_seed(seed: str, secret: str) -> str:
    """Return a seed that follows from another one and a secret, if there is one."""
    if not secret:
        return seed
    return hmac.new(secret.encode(), seed.encode(), hashlib.sha256).hexdigest()


def fingerprint_of(secret: str) -> str:
    """Return a fingerprint that identifies a secret, and does not reveal it.

    A secret that can be guessed can be tried: it should be long.
    """
    return hashlib.sha256(f"mystpy secret {secret}".encode()).hexdigest()[:16]


def private_stream(seed: int | None = None) -> Random:
    """Return a random stream with this seed, or from the system's entropy."""
    return Random(secrets.randbits(256) if seed is None else seed)

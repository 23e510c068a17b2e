"""Seeds that can be computed only with a secret.

In the field: a keyed pseudorandom function (HMAC, RFC 2104), and system entropy.

A seat draws its actions from a stream of its own. Guests may know the seed of a
tournament. Then its games and streams follow from a secret as well. The seed alone
reveals nothing about them, and with the secret they can be played again.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from random import Random

from mystpy.errors import QueryError

VARIABLE = "MYSTPY_SECRET"
"""The variable of the environment that may have a tournament's secret."""


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


def secret_with(fingerprint: object) -> str:
    """Return the secret of MYSTPY_SECRET if it has this fingerprint; "" without one.

    Raises QueryError if the games were played with another secret.
    """
    if fingerprint is None:
        return ""
    secret = os.environ.get(VARIABLE, "")
    if fingerprint_of(secret) != fingerprint:
        which = "another secret" if secret else "a secret"
        raise QueryError(
            f"the games were played with {which}, so they cannot be played again",
            hint=f"set {VARIABLE} to the text of tournament --secret",
        )
    return secret


def private_stream(seed: int | None = None) -> Random:
    """Return a random stream with this seed, or from the system's entropy."""
    return Random(secrets.randbits(256) if seed is None else seed)

"""Seals: solutions in a student's file that nobody can read from it.

A seal is a salted hash by a memory-hard function (scrypt, RFC 7914), as for passwords.

A value is sealed as a whole, so that it has to be guessed; a program can guess all
small numbers. A formula is sealed by its truth value in each world, with one slow hash.
A program, or many questions, can find these values, but not the formula. An expected
mistake is sealed as a whole: only those who make it find its tag.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence

WORK = 2**13
"""The cost of the hash: scrypt's n."""
_TAG = 4
_MISTAKE_TAG = 12
_TAGS_TOGETHER = 16
"""The number of tags of mistakes is a multiple of this."""
_SALT = 16
"""How long a salt is, in bytes."""


def slow_hash(salt: str, text: str) -> bytes:
    """The slow hash of a text; the salt is a text of hexadecimal digits."""
    given = text.encode()
    return hashlib.scrypt(given, salt=bytes.fromhex(salt), n=WORK, r=8, p=1, dklen=32)


def seal(salt: str, text: str) -> str:
    """Return the seal of a value in a student's file."""
    return slow_hash(salt, text).hex()[:32]


def seal_of_bits(salt: str, truth: Sequence[bool]) -> str:
    """Return the seals of truth values: a tag for each."""
    key = slow_hash(salt, "worlds")
    return "".join(_tag(key, place, bit) for place, bit in enumerate(truth))


def first_unlike(salt: str, sealed: str, truth: Sequence[bool]) -> int | None:
    """The place of the first truth value that is not the sealed one; None if none.

    As many are sealed as are given, or else all are unlike: then it is 0.
    """
    if len(sealed) != _TAG * len(truth):
        return 0
    key = slow_hash(salt, "worlds")
    for place, bit in enumerate(truth):
        if sealed[_TAG * place : _TAG * (place + 1)] != _tag(key, place, bit):
            return place
    return None


def _tag(key: bytes, place: int, bit: bool) -> str:
    said = f"{place}:{int(bit)}".encode()
    return hmac.new(key, said, hashlib.sha256).hexdigest()[:_TAG]


def new_salt() -> str:
    """Return a random salt, which reveals nothing about the key."""
    return secrets.token_hex(_SALT)


def seal_mistakes(salt: str, mistakes: Mapping[str, str]) -> list[str]:
    """Return the seals of wrong values, each with the name of a mistake.

    Random tags are added, so that the number of tags says little; all are sorted. A tag
    can be read only by those who have made the mistake.
    """
    tags = {_mistake_tag(slow_hash(salt, x), name) for x, name in mistakes.items()}
    padding = slow_hash(salt, "no mistake")
    for place in range(-len(tags) % _TAGS_TOGETHER):
        tags.add(_mistake_tag(padding, str(place)))
    return sorted(tags)


def sealed_mistake(
    salt: str, tags: Collection[str], value: str, names: Iterable[str]
) -> str:
    """The first of these names with which a wrong value is sealed; "" if none is."""
    if not tags:
        return ""
    key = slow_hash(salt, value)
    return next((name for name in names if _mistake_tag(key, name) in tags), "")


def _mistake_tag(key: bytes, name: str) -> str:
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:_MISTAKE_TAG]

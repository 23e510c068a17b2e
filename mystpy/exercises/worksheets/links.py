"""A worksheet as a link: its text, packed, behind a sum that tells if it was cut.

The page reads it (`notesOf` in page/js/keep.js): deflate without a header, base64 for
addresses, and FNV-1a, eight hexadecimal digits, before it.
"""

from __future__ import annotations

import base64
import binascii
import zlib

from mystpy.errors import QueryError

ROOM = "#/worksheet/sheet/"
LONG_LINK = 8_000
"""The number of characters from which some programs do not pass a link on."""
_MOST = 4_000_000
"""The bytes that a link may unpack to."""


def link_of(text: str, page: str = "") -> str:
    """The link to a worksheet on a page whose address is given."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    given = text.encode()
    packed = base64.urlsafe_b64encode(packer.compress(given) + packer.flush())
    return f"{page.split('#')[0]}{ROOM}{_sum(given)}{packed.decode().rstrip('=')}"


def text_of_link(link: str) -> str:
    """The worksheet in a link. Raises QueryError if it was cut or changed."""
    fault = QueryError("this link was cut or changed", hint="ask for it again")
    _, room, data = link.partition(ROOM)
    if not room or len(data) < 8:
        raise QueryError("this is no link to a worksheet")
    try:
        packed = base64.urlsafe_b64decode(data[8:] + "=" * (-len(data[8:]) % 4))
        unpacker = zlib.decompressobj(-15)
        found = unpacker.decompress(packed, _MOST)
    except (binascii.Error, zlib.error, ValueError):
        raise fault from None
    if unpacker.unconsumed_tail or _sum(found) != data[:8]:
        raise fault
    try:
        return found.decode()
    except UnicodeDecodeError:
        raise fault from None


def _sum(data: bytes) -> str:
    found = 0x811C9DC5
    for byte in data:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{found:08x}"

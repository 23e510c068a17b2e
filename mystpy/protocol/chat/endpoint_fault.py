"""Faults of an endpoint, and whether another try may help."""

from __future__ import annotations

from mystpy.protocol.guests.guest_fault import GuestFault


class EndpointFault(GuestFault):
    """A fault of an endpoint.

    With `retry` another try may help, perhaps `after` some seconds.
    """

    def __init__(
        self,
        message: str,
        how: str,
        *,
        retry: bool,
        after: float | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, how)
        self.retry, self.after = retry, after
        self.hint = hint

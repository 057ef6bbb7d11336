"""The event feed: oldest first, page by page, from a cursor that the caller keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .errors import EcfError
from .transport import Call, Transport
from .verify import WebhookEvent

# The service waits at most so long for an event.
WAIT_SECONDS_MAX = 25


class EventPage(NamedTuple):
    events: list[WebhookEvent]
    #: Desde aquí sigue la página siguiente. Guárdelo cuando haya hecho los eventos de esta.
    cursor: str


class Events:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def page(
        self,
        *,
        after: str | None = None,
        types: Sequence[str] | None = None,
        limit: int | None = None,
        wait: int = 0,
    ) -> EventPage:
        """Una página, que puede estar vacía.

        Sin `after`, desde el evento más antiguo que se conserva. Con `wait`, si no hay eventos el servicio espera uno hasta tantos segundos,
        25 como máximo.
        """
        query = {
            "after": after,
            "types": None if types is None else ",".join(types),
            "limit": limit,
            "wait": wait or None,
        }
        call = Call("GET", "/events", repeatable=True, query=query, wait_seconds=wait)
        data, headers = self._transport.json(call)
        cursor = headers.get("X-Next-Cursor")
        if cursor is None:
            raise EcfError("ANSWER_INVALID", "La página no trae cursor.")
        return EventPage(data, cursor)

    def latest(self) -> str:
        """El cursor de este momento: desde él solo vienen los eventos que ocurran después."""
        return self.page(after="latest", limit=1).cursor

    def pages(
        self, *, after: str | None = None, types: Sequence[str] | None = None, limit: int | None = None
    ) -> Iterator[EventPage]:
        """Las páginas que ya hay, hasta la última."""
        while True:
            page = self.page(after=after, types=types, limit=limit)
            if page.events:
                yield page
            # A page without events of these types may come before others: only a cursor that stays says that there are no more.
            if page.cursor == after:
                return
            after = page.cursor

    def follow(
        self, *, after: str | None = None, types: Sequence[str] | None = None, limit: int | None = None
    ) -> Iterator[EventPage]:
        """Las páginas que hay y las que vengan, sin fin: termina con `break`."""
        while True:
            page = self.page(after=after, types=types, limit=limit, wait=WAIT_SECONDS_MAX)
            if page.events:
                yield page
            after = page.cursor

"""The addresses to which the service sends events: to make, change and test them, and what was delivered to each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote

from . import types
from .errors import EcfError
from .transport import Call, Transport

# A worker makes the secret, and in a test it also waits for the answer of the address.
WORKER_WAIT_SECONDS = 20.0


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Sequence[types.Webhook]:
        """Los webhooks de la empresa en su ambiente."""
        return self._data(Call("GET", "/webhooks", repeatable=True))

    def create(self, order: Mapping[str, Any]) -> types.WebhookWithSecret:
        """Guarde `secret`: se muestra solo esta vez. No se repite tras una respuesta perdida, porque haría otro."""
        call = Call("POST", "/webhooks", repeatable=False, body=order, wait_seconds=WORKER_WAIT_SECONDS)
        return self._data(call)

    def get(self, webhook_id: str) -> types.Webhook:
        """Un webhook."""
        return self._data(Call("GET", _path(webhook_id), repeatable=True))

    def update(self, webhook_id: str, changes: Mapping[str, Any]) -> types.Webhook:
        """Lo cambia."""
        return self._data(Call("PATCH", _path(webhook_id), repeatable=True, body=changes))

    def delete(self, webhook_id: str) -> None:
        """Lo elimina. Uno que ya no existe no es un error: así se puede repetir."""
        try:
            self._data(Call("DELETE", _path(webhook_id), repeatable=True))
        except EcfError as error:
            if error.status != 404:
                raise

    def deliveries(
        self, webhook_id: str, *, status: str | None = None, limit: int | None = None
    ) -> Iterator[types.WebhookDelivery]:
        """Lo que se le entregó o no, lo más reciente primero; pide página por página."""
        query = {"status": status, "limit": limit}
        return self._transport.pages(f"{_path(webhook_id)}/deliveries", query)

    def redeliver(self, webhook_id: str, event_id: str) -> None:
        """Envía de nuevo un evento."""
        path = f"{_path(webhook_id)}/redeliver"
        self._data(Call("POST", path, repeatable=True, body={"eventId": event_id}))

    def recover(self, webhook_id: str, since: datetime) -> int:
        """Envía de nuevo lo que no se entregó desde esa hora, y dice cuántos son."""
        at = since.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        path = f"{_path(webhook_id)}/recover"
        return self._data(Call("POST", path, repeatable=True, body={"since": at}))["retried"]

    def test(self, webhook_id: str) -> types.WebhookTest:
        """Envía un evento de prueba y dice qué respondió la dirección."""
        path = f"{_path(webhook_id)}/test"
        return self._data(Call("POST", path, repeatable=False, wait_seconds=WORKER_WAIT_SECONDS))

    def rotate_secret(self, webhook_id: str, *, grace_hours: int | None = None) -> types.WebhookWithSecret:
        """Otro secreto; el anterior firma también durante `grace_hours` horas."""
        body = {} if grace_hours is None else {"graceHours": grace_hours}
        path = f"{_path(webhook_id)}/rotate-secret"
        return self._data(
            Call("POST", path, repeatable=False, body=body, wait_seconds=WORKER_WAIT_SECONDS)
        )

    def _data(self, call: Call) -> Any:
        return self._transport.json(call)[0]


def _path(webhook_id: str) -> str:
    return f"/webhooks/{quote(webhook_id, safe='')}"

"""The one class of errors: what the service refused, an answer that never came, and a webhook that is not the service's."""

from __future__ import annotations

from typing import Any


class EcfError(Exception):
    """Lo que el servicio rehusó, o por qué no hay respuesta.

    `code` es `data.code` de la respuesta, o uno de este cliente: `NO_ANSWER` (ningún intento recibió una respuesta completa: la solicitud
    pudo quedar hecha, repita la misma), `ANSWER_INVALID` (respondió algo que no es el servicio) o `WEBHOOK_…`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        data: dict[str, Any] | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: El estado HTTP; 0 si no hay respuesta.
        self.status = status
        #: Todo el `data` de la respuesta.
        self.data: dict[str, Any] = data or {}
        #: El campo que hay que corregir.
        self.campo: str | None = self.data.get("campo")
        #: Todos los hallazgos de la validación.
        self.errores: list[dict[str, Any]] = self.data.get("errores") or []
        self.correlation_id: str | None = self.data.get("correlationId")
        self.retry_after_seconds = retry_after_seconds
        #: De `issue`: con ella y el mismo contenido se repite sin emitir dos veces.
        self.idempotency_key: str | None = None

    def __str__(self) -> str:
        field = f" ({self.campo})" if self.campo else ""
        return f"{self.code}{field}: {self.message}"

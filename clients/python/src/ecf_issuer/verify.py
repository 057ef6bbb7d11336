"""Whether a webhook comes from the service: Standard Webhooks 1.0.0, over the bytes of the body as they arrived."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from .errors import EcfError

TOLERANCE_SECONDS = 300
PREFIX = "whsec_"


class WebhookEvent(TypedDict):
    """El evento que trae un webhook, o la lista de eventos."""

    # Igual en todas las repeticiones. Guárdelo para hacer cada evento una sola vez.
    id: str
    type: str
    # Cuándo ocurrió, ISO 8601.
    timestamp: str
    data: dict[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
) -> WebhookEvent:
    """El evento, si lo envió el servicio hace poco; si no, EcfError con `WEBHOOK_…`.

    `body` son los bytes como llegaron, no un JSON leído y escrito de nuevo. `secret` es `whsec_…`, o varios mientras se cambia.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier = given.get("webhook-id")
    timestamp = given.get("webhook-timestamp")
    signatures = given.get("webhook-signature")
    if not identifier or not timestamp or not signatures:
        raise EcfError("WEBHOOK_HEADERS_MISSING", "Faltan los encabezados del webhook.")
    plain = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not plain or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise EcfError("WEBHOOK_TIMESTAMP_INVALID", "La hora del webhook está fuera de la tolerancia.")
    signed = f"{identifier}.{timestamp}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [hmac.new(_key_of(one), signed, hashlib.sha256).digest() for one in secrets]
    received = [one[3:] for one in signatures.split(" ") if one.startswith("v1,")]
    if not any(hmac.compare_digest(_decoded(one), other) for one in received for other in expected):
        raise EcfError("WEBHOOK_SIGNATURE_INVALID", "La firma del webhook no es del servicio.")
    return {**_content_of(body), "id": identifier}  # type: ignore[typeddict-item]


def _key_of(secret: str) -> bytes:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    # An HMAC with an empty key would be everybody's.
    if not key:
        raise ValueError("El secreto del webhook está vacío o no es whsec_…")
    return key


def _decoded(signature: str) -> bytes:
    try:
        return base64.b64decode(signature)
    except (binascii.Error, ValueError):
        return b""


def _content_of(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise EcfError("WEBHOOK_BODY_INVALID", "El cuerpo del webhook no es un evento.")
    return value

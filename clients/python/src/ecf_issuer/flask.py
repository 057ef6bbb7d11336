"""A view of Flask that receives webhooks: it reads the raw body, verifies it and answers. Only this module needs Flask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, current_app, request

from .errors import EcfError
from .verify import WebhookEvent, verify_webhook

# Standard Webhooks: an event is below 20 KB.
BODY_BYTES_MAX = 256 * 1024


def webhook_view(
    secret: str | Sequence[str], on_event: Callable[[WebhookEvent], Any]
) -> Callable[[], Response]:
    """`app.add_url_rule("/webhooks", view_func=webhook_view(secreto, al_recibir), methods=["POST"])`.

    `on_event` guarda el evento y termina: el servicio espera 15 s. Si termina, la respuesta es 204; si lanza un error es 500, y el servicio
    repite el evento después.
    """

    def ecf_webhook() -> Response:
        if (request.content_length or 0) > BODY_BYTES_MAX:
            return Response(status=413)
        try:
            event = verify_webhook(request.get_data(), request.headers, secret)
        except EcfError:
            return Response(status=400)
        try:
            on_event(event)
        except Exception:
            current_app.logger.exception("El evento %s no se pudo guardar", event["id"])
            return Response(status=500)
        return Response(status=204)

    return ecf_webhook

"""Cliente del servicio de emisión de e-CF."""

from .client import EcfClient
from .errors import EcfError
from .events import EventPage
from .transport import Call
from .verify import WebhookEvent, verify_webhook

__all__ = ["Call", "EcfClient", "EcfError", "EventPage", "WebhookEvent", "verify_webhook"]

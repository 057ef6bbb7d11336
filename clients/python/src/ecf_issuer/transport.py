"""One request to the service: its credential, its time limit, and whether it is sent again.

A request is repeated only after 429, 503 or a lost answer, and after the last two only if doing it twice does no harm.
"""

from __future__ import annotations

import http.client
import json
import math
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .errors import EcfError

TIMEOUT_SECONDS = 30.0
RETRIES = 6
RETRY_AFTER_SECONDS_MAX = 60.0
# The first pause; each next one is twice as long, up to the longest.
PAUSE_FIRST_SECONDS = 0.25
PAUSE_MAX_SECONDS = 8.0
# The largest answer is a page of a thousand vouchers, far below this. More is not from the service.
ANSWER_BYTES_MAX = 64 * 1024 * 1024
CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class Call:
    method: str
    #: Below `/api/v2`.
    path: str
    #: Doing it twice has the same effect as doing it once.
    repeatable: bool
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str | None] = field(default_factory=dict)
    #: How long the service was asked to wait.
    wait_seconds: float = 0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The credential goes nowhere else."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        url: str,
        *,
        api_key: str | None,
        login: Mapping[str, str] | None,
        timeout_seconds: float,
        retries: int,
        retry_after_seconds_max: float,
    ) -> None:
        if (api_key is None) == (login is None):
            raise TypeError("Indique api_key o login, uno de los dos")
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise TypeError("url no es de http ni de https")
        self._base = url.rstrip("/")
        self._api_key = api_key
        self._login = login
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._retry_after_seconds_max = retry_after_seconds_max
        self._opener = urllib.request.build_opener(_NoRedirect)
        # Threads that need a token at the same time share one login.
        self._lock = threading.Lock()
        self._token: str | None = None

    def json(self, call: Call) -> tuple[Any, http.client.HTTPMessage]:
        """The `data` of the answer, and its headers."""
        answer = self.request(call)
        if answer.status == 204:
            return None, answer.headers
        envelope = _parsed(answer.body)
        if not isinstance(envelope, dict) or "data" not in envelope:
            raise _not_the_service(answer.status)
        return envelope["data"], answer.headers

    def pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """A list as an iterator: it asks for the next page when the caller has taken the one before."""
        cursor: str | None = None
        while True:
            call = Call("GET", path, repeatable=True, query={**query, "cursor": cursor})
            data, headers = self.json(call)
            yield from data
            following = headers.get("X-Next-Cursor")
            if following is None:
                return
            # The same page again and again would have no end.
            if following == cursor:
                raise EcfError("ANSWER_INVALID", "La lista no avanza.")
            cursor = following

    def request(self, call: Call) -> Answer:
        logged_in_again = False
        attempt = 0
        while True:
            token = self._credential()
            try:
                return self._attempt(call, token)
            except EcfError as error:
                # Nothing was done with this token, and a new one may be taken.
                if error.status == 401 and self._login is not None and not logged_in_again:
                    logged_in_again = True
                    self._forget(token)
                    continue
                self._pause_or_raise(error, call, attempt)
            attempt += 1

    def _pause_or_raise(self, error: EcfError, call: Call, attempt: int) -> None:
        asked = error.retry_after_seconds or 0
        if (
            attempt >= self._retries
            or not _may_repeat(error, call.repeatable)
            or asked > self._retry_after_seconds_max
        ):
            raise error
        usual = min(PAUSE_FIRST_SECONDS * 2**attempt, PAUSE_MAX_SECONDS)
        # Clients that were refused together must not come back together.
        time.sleep(asked + usual * random.uniform(0.5, 1))

    def _attempt(self, call: Call, token: str | None) -> Answer:
        headers = {name: value for name, value in call.headers.items() if value is not None}
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = encode(call.body)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self._address(call), body, headers, method=call.method)
        deadline = time.monotonic() + self._timeout_seconds + call.wait_seconds
        try:
            answer = self._exchange(request, deadline)
        except (OSError, http.client.HTTPException) as cause:
            raise EcfError("NO_ANSWER", "El servicio no respondió.") from cause
        if 200 <= answer.status < 300:
            return answer
        raise _error_of(answer)

    def _exchange(self, request: urllib.request.Request, deadline: float) -> Answer:
        timeout = max(deadline - time.monotonic(), 0.001)
        try:
            response = self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            # An answer too, only with another status.
            response = error
        with response:
            return Answer(response.status, response.headers, _read(response, deadline))

    def _address(self, call: Call) -> str:
        given = {name: _text(value) for name, value in call.query.items() if value is not None}
        query = urllib.parse.urlencode(given)
        return f"{self._base}/api/v2{call.path}" + (f"?{query}" if query else "")

    def _credential(self) -> str:
        if self._api_key is not None:
            return self._api_key
        with self._lock:
            if self._token is None:
                self._token = self._log_in()
            return self._token

    def _forget(self, token: str | None) -> None:
        with self._lock:
            if self._token == token:
                self._token = None

    def _log_in(self) -> str:
        call = Call("POST", "/Auth/login", repeatable=True, body=dict(self._login or {}))
        attempt = 0
        while True:
            try:
                answer = self._attempt(call, None)
            except EcfError as error:
                self._pause_or_raise(error, call, attempt)
                attempt += 1
                continue
            envelope = _parsed(answer.body)
            token = envelope.get("token") if isinstance(envelope, dict) else None
            if not isinstance(token, str):
                raise _not_the_service(answer.status)
            return token


def encode(body: Any) -> bytes:
    """JSON in UTF-8. A Decimal becomes the number that it says, or is refused: it is never rounded."""
    return json.dumps(body, default=_number, ensure_ascii=False, allow_nan=False).encode()


def _number(value: Any) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(f"Un {type(value).__name__} no se puede enviar en JSON")
    if value == value.to_integral_value():
        return int(value)
    number = float(value)
    if Decimal(repr(number)) != value:
        raise ValueError(f"{value} tiene más dígitos que un número de JSON")
    return number


def _may_repeat(error: EcfError, repeatable: bool) -> bool:
    # 429 refuses before anything is done.
    if error.status == 429:
        return True
    # 502 and 504 are a proxy's: the service's answer was lost.
    return repeatable and (error.code == "NO_ANSWER" or error.status in (502, 503, 504))


def _read(response: Any, deadline: float) -> bytes:
    chunks: list[bytes] = []
    length = 0
    while chunk := response.read1(CHUNK_BYTES):
        length += len(chunk)
        if length > ANSWER_BYTES_MAX:
            raise _not_the_service(response.status)
        if time.monotonic() > deadline:
            raise TimeoutError("La respuesta no terminó a tiempo")
        chunks.append(chunk)
    # With a Content-Length, an answer that ended early looks like one that is complete.
    expected = response.headers.get("Content-Length")
    if expected is not None and length < int(expected):
        raise http.client.IncompleteRead(b"", int(expected) - length)
    return b"".join(chunks)


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _error_of(answer: Answer) -> EcfError:
    envelope = _parsed(answer.body)
    if not isinstance(envelope, dict):
        envelope = {}
    data = envelope.get("data")
    if not isinstance(data, dict):
        data = {}
    return EcfError(
        data.get("code") or "ANSWER_INVALID",
        envelope.get("mensaje") or f"El servicio respondió {answer.status}.",
        status=answer.status,
        data=data,
        retry_after_seconds=seconds_of(answer.headers),
    )


def seconds_of(headers: Mapping[str, str]) -> float | None:
    """`Retry-After`; None if there is none, or it is no number of seconds."""
    try:
        asked = float(headers.get("Retry-After") or "")
    except ValueError:
        return None
    return asked if asked > 0 and math.isfinite(asked) else None


def _not_the_service(status: int) -> EcfError:
    return EcfError("ANSWER_INVALID", "Quien respondió no es el servicio.", status=status)


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)

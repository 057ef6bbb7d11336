"""The client: one method for each operation. What repeating is safe for is decided here, operation by operation."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from . import types
from .errors import EcfError
from .events import Events
from .transport import (
    RETRIES,
    RETRY_AFTER_SECONDS_MAX,
    TIMEOUT_SECONDS,
    Call,
    Transport,
    seconds_of,
)
from .webhooks import Webhooks

#: Un comprobante: un diccionario con los campos de la DGII.
Voucher = Mapping[str, Any]

# The service waits so long in one request: proxies end longer ones.
SERVER_WAIT_SECONDS_MAX = 25.0
POLL_SECONDS = 2.0
POLL_SECONDS_MIN = 0.25
POLL_SECONDS_MAX = 15.0
# The service waits 10 s for DGII.
ANNULMENT_WAIT_SECONDS = 10.0


class EcfClient:
    """El servicio, para una empresa. Lo pueden usar varios hilos a la vez.

    `api_key` es una clave de API (`ecf_…`); o `login`, un usuario de la empresa: `{"usuario": …, "clave": …, "rnc": …}`.
    `timeout_seconds` es de un intento, sin contar lo que se pidió esperar al servicio; `retries`, los intentos después del primero. Con un
    `Retry-After` mayor que `retry_after_seconds_max` no se espera: es un error.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        login: Mapping[str, str] | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
        retry_after_seconds_max: float = RETRY_AFTER_SECONDS_MAX,
    ) -> None:
        self._transport = Transport(
            url,
            api_key=api_key,
            login=login,
            timeout_seconds=timeout_seconds,
            retries=retries,
            retry_after_seconds_max=retry_after_seconds_max,
        )
        self.events = Events(self._transport)
        self.webhooks = Webhooks(self._transport)

    def validate(self, voucher: Voucher, *, condicional: str | None = None) -> types.Validation:
        """Revisa un comprobante sin efecto alguno."""
        query = {"condicional": condicional}
        return self._data(Call("POST", "/dgii-ecf/validate", repeatable=True, query=query, body=voucher))

    def issue(
        self,
        voucher: Voucher,
        *,
        idempotency_key: str | None = None,
        wait_for_final: float | None = None,
        totales: str | None = None,
        condicional: str | None = None,
        reenviar: bool = False,
        correlation_id: str | None = None,
    ) -> types.SendData:
        """Emite un comprobante sin número: el servicio pone el e-NCF y su vencimiento. Emite una sola vez, aunque una respuesta se pierda.

        `idempotency_key` es de una venta: guárdela antes de llamar, y repita con ella si su programa se detiene. Sin ella el cliente hace
        una, y `error.idempotency_key` la dice si no hubo respuesta. `wait_for_final`: cuántos segundos se espera el resultado final; si no
        llega, `accepted` es None, y no es un error. `totales="calcular"`: el servicio pone los montos.
        """
        # It is made before the first attempt and stays the same in all of them.
        key = idempotency_key or str(uuid.uuid4())
        call = Call(
            "POST",
            "/dgii-ecf/issue",
            repeatable=True,
            query={
                "condicional": condicional,
                "totales": totales,
                "reenviar": "si" if reenviar else None,
            },
            headers={"Idempotency-Key": key, "X-Correlation-Id": correlation_id},
            body=voucher,
        )
        try:
            return self._issued(call, wait_for_final)
        except EcfError as error:
            error.idempotency_key = key
            raise

    def totals(self, voucher: Voucher) -> types.Totals:
        """Calcula los montos que las demás partes del comprobante deciden. No guarda nada."""
        return self._data(Call("POST", "/dgii-ecf/totals", repeatable=True, body=voucher))

    def send(
        self,
        voucher: Voucher,
        *,
        wait_for_final: float | None = None,
        totales: str | None = None,
        condicional: str | None = None,
        reenviar: bool = False,
        correlation_id: str | None = None,
    ) -> types.SendData:
        """Emite un comprobante que ya tiene su número.

        `wait_for_final`: cuántos segundos se espera el resultado final; si no llega, `accepted` es None, y no es un error. `reenviar`: envía
        otra vez el mismo contenido, si el número quedó libre.
        """
        call = Call(
            "POST",
            "/dgii-ecf/send",
            repeatable=True,
            query={
                "condicional": condicional,
                "totales": totales,
                "reenviar": "si" if reenviar else None,
            },
            headers={"X-Correlation-Id": correlation_id},
            body=voucher,
        )
        return self._issued(call, wait_for_final)

    def status(self, encf: str, *, environment: str | None = None) -> types.StatusData:
        """Cómo está un comprobante."""
        return self._get(f"/dgii-ecf/document-status/{quote(encf, safe='')}", environment=environment)

    def wait_for_final(
        self, encf: str, seconds: float, *, environment: str | None = None
    ) -> types.StatusData:
        """Espera el resultado final de un comprobante emitido, tantos segundos como máximo.

        Si no llega, `accepted` es None, y no es un error.
        """
        deadline = time.monotonic() + seconds
        path = f"/dgii-ecf/document-status/{quote(encf, safe='')}"
        while True:
            call = Call("GET", path, repeatable=True, query={"environment": environment})
            data, headers = self._transport.json(call)
            left = deadline - time.monotonic()
            if data["accepted"] is not None or left <= 0:
                return data
            asked = seconds_of(headers) or POLL_SECONDS
            time.sleep(min(max(asked, POLL_SECONDS_MIN), POLL_SECONDS_MAX, left))

    def history(self, encf: str) -> types.History:
        """Lo que pasó con un comprobante en todos sus intentos."""
        return self._get(f"/dgii-ecf/document-history/{quote(encf, safe='')}")

    def print(self, encf: str, *, format: str | None = None, environment: str | None = None) -> bytes:
        """El PDF de la representación impresa."""
        path = f"/dgii-ecf/document-print/{quote(encf, safe='')}"
        return self._bytes(path, format=format, environment=environment)

    def xml(self, encf: str, *, environment: str | None = None) -> bytes:
        """El XML firmado, byte por byte."""
        return self._bytes(f"/dgii-ecf/document-xml/{quote(encf, safe='')}", environment=environment)

    def documents(
        self,
        *,
        tipo: int | None = None,
        status: str | None = None,
        desde: str | None = None,
        hasta: str | None = None,
        emitido_desde: str | None = None,
        emitido_hasta: str | None = None,
        external_reference: str | None = None,
        correlation_id: str | None = None,
        rnc_comprador: str | None = None,
        buscar: str | None = None,
        monto_desde: str | None = None,
        monto_hasta: str | None = None,
        actualizado_desde: str | None = None,
        limit: int | None = None,
        environment: str | None = None,
    ) -> Iterator[types.ListedDocument]:
        """Los comprobantes emitidos, los más recientes primero; pide página por página."""
        query = {
            "tipo": tipo,
            "status": status,
            "desde": desde,
            "hasta": hasta,
            "emitidoDesde": emitido_desde,
            "emitidoHasta": emitido_hasta,
            "externalReference": external_reference,
            "correlationId": correlation_id,
            "rncComprador": rnc_comprador,
            "buscar": buscar,
            "montoDesde": monto_desde,
            "montoHasta": monto_hasta,
            "actualizadoDesde": actualizado_desde,
            "limit": limit,
            "environment": environment,
        }
        return self._transport.pages("/dgii-ecf/documents", query)

    def next(self, ecf_type: int, *, external_reference: str | None = None) -> types.NextNumber:
        """El próximo e-NCF de un tipo.

        Dé siempre la referencia: con ella, una respuesta perdida se repite y el número es el mismo. Sin ella no se repite, porque consumiría
        otro número.
        """
        body: dict[str, Any] = {"ecfType": ecf_type}
        if external_reference is not None:
            body["externalReference"] = external_reference
        repeatable = external_reference is not None
        return self._data(Call("POST", "/ecf-sequences/next", repeatable=repeatable, body=body))

    def sequences(self) -> list[types.Sequence]:
        """Cómo están las secuencias, por tipo."""
        return self._get("/ecf-sequences")

    def unused_numbers(
        self, *, older_than_hours: int | None = None, limit: int | None = None
    ) -> Iterator[types.UnusedNumber]:
        """Los números reservados que no se han enviado."""
        query = {"olderThanHours": older_than_hours, "limit": limit}
        return self._transport.pages("/ecf-sequences/unused", query)

    def annul(self, ranges: list[dict[str, str]], *, note: str | None = None) -> types.Annulment:
        """Pide a la DGII la anulación de números que no se usarán: `[{"desde": …, "hasta": …}]`."""
        body: dict[str, Any] = {"ranges": ranges}
        if note is not None:
            body["note"] = note
        return self._data(
            Call(
                "POST",
                "/ecf-sequences/annulments",
                repeatable=True,
                body=body,
                wait_seconds=ANNULMENT_WAIT_SECONDS,
            )
        )

    def annulment(self, annulment_id: str) -> types.Annulment:
        """Cómo está una anulación."""
        return self._get(f"/ecf-sequences/annulments/{quote(annulment_id, safe='')}")

    def annulments(self, *, limit: int | None = None) -> Iterator[types.ListedAnnulment]:
        """Las anulaciones que se pidieron."""
        return self._transport.pages("/ecf-sequences/annulments", {"limit": limit})

    def external_status(
        self,
        rnc_emisor: str,
        encf: str,
        *,
        rnc_comprador: str | None = None,
        codigo_seguridad: str | None = None,
    ) -> types.ExternalStatus:
        """Lo que la DGII dice de un comprobante que emitió otro."""
        return self._get(
            "/dgii-ecf/external-status",
            rncEmisor=rnc_emisor,
            encf=encf,
            rncComprador=rnc_comprador,
            codigoSeguridad=codigo_seguridad,
        )

    def taxpayer(self, rnc: str) -> types.Taxpayer:
        """Quién es un contribuyente."""
        return self._get("/dgii-ecf/consult-rnc", rnc=rnc)

    def received(
        self,
        *,
        rnc_emisor: str | None = None,
        estado: str | None = None,
        desde: str | None = None,
        hasta: str | None = None,
        emitido_desde: str | None = None,
        emitido_hasta: str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Received]:
        """Los comprobantes que otros enviaron a la empresa."""
        query = {
            "rncEmisor": rnc_emisor,
            "estado": estado,
            "desde": desde,
            "hasta": hasta,
            "emitidoDesde": emitido_desde,
            "emitidoHasta": emitido_hasta,
            "limit": limit,
        }
        return self._transport.pages("/ecf-received", query)

    def received_voucher(self, rnc_emisor: str, encf: str) -> types.Received:
        """Un comprobante recibido."""
        return self._get(_received_path(rnc_emisor, encf))

    def received_xml(self, rnc_emisor: str, encf: str, *, xml_sha256: str | None = None) -> bytes:
        """El XML que envió el emisor, byte por byte."""
        return self._bytes(f"{_received_path(rnc_emisor, encf)}/xml", xmlSha256=xml_sha256)

    def decide_received(
        self,
        rnc_emisor: str,
        encf: str,
        estado: str,
        *,
        motivo: str | None = None,
        xml_sha256: str | None = None,
    ) -> types.Received:
        """Aprueba (`aprobado`) o rechaza (`rechazado`) un comprobante recibido."""
        given = {"estado": estado, "motivo": motivo, "xmlSha256": xml_sha256}
        body = {name: value for name, value in given.items() if value is not None}
        path = f"{_received_path(rnc_emisor, encf)}/approval"
        return self._data(Call("POST", path, repeatable=True, body=body))

    def refused_receptions(self, *, limit: int | None = None) -> Iterator[types.RefusedReception]:
        """Lo que otros enviaron y no se recibió, con el motivo."""
        return self._transport.pages("/ecf-received/refused", {"limit": limit})

    def request(self, call: Call) -> Any:
        """Una operación que este cliente todavía no tiene, con los mismos reintentos; devuelve `data`."""
        return self._data(call)

    def _issued(self, call: Call, wait_for_final: float | None) -> Any:
        """Sends, and asks for the state afterwards for as long as the caller waits."""
        if wait_for_final is None:
            return self._data(call)
        deadline = time.monotonic() + wait_for_final
        wait = min(wait_for_final, SERVER_WAIT_SECONDS_MAX)
        query = {**call.query, "waitForFinal": f"{round(wait * 1000)}ms"}
        first = self._data(
            Call(call.method, call.path, call.repeatable, query, call.body, call.headers, wait)
        )
        left = deadline - time.monotonic()
        if first["accepted"] is not None or left <= 0:
            return first
        # Not by sending again: if DGII rejects it meanwhile, the same content would start another attempt.
        last = self.wait_for_final(first["ecf"], left, environment=first["environment"])
        kept = {name: first[name] for name in ("alreadyProcessed", "sameContent")}
        return {**first, **last, **kept}

    def _data(self, call: Call) -> Any:
        return self._transport.json(call)[0]

    def _get(self, path: str, **query: Any) -> Any:
        return self._data(Call("GET", path, repeatable=True, query=query))

    def _bytes(self, path: str, **query: Any) -> bytes:
        return self._transport.request(Call("GET", path, repeatable=True, query=query)).body


def _received_path(rnc_emisor: str, encf: str) -> str:
    return f"/ecf-received/{quote(rnc_emisor, safe='')}/{quote(encf, safe='')}"

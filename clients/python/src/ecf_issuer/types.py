"""Lo que responde el servicio, y los cuerpos pequeños que recibe. Generado de openapi.yaml con `npm run generate`: no lo edite."""

from __future__ import annotations

from typing import Any, TypedDict


class Login(TypedDict):
    token: str
    # Fecha y hora UTC (ISO 8601) en que vence el token.
    fechaExpiracion: str
    codigo: int
    mensaje: str


class _NextNumberSiempre(TypedDict):
    encf: str
    ecfType: int
    # DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
    sequenceExpiresOn: str | None
    # La referencia recibida; vacía cuando no se envió.
    externalReference: str
    # Fecha y hora UTC (ISO 8601).
    reservedAt: str
    # `true` cuando ya estaba reservado para la misma referencia y tipo.
    reused: bool


class NextNumber(_NextNumberSiempre, total=False):
    # Solo con `reused: true`, cuando el número ya no sirve: fue anulado o se pidió su anulación (`ENCF_ANNULLED`), la DGII rechazó su comprobante y dio el número por utilizado (`ENCF_SPENT`), o su secuencia venció sin que se enviara (`SEQUENCE_EXPIRED`). Pida otro número con otra `externalReference`.
    advertencias: list[NextNumberAdvertencias]
    # Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido.
    resultadoAnterior: NextNumberResultadoAnterior


class NextNumberAdvertencias(TypedDict):
    code: str
    mensaje: str


class NextNumberResultadoAnterior(TypedDict):
    """Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido."""

    attempt: int
    status: str
    # Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
    code: str
    campo: str | None
    # Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
    reenvio: Repetition


class Repetition(TypedDict):
    """Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento."""

    # `true`: basta repetir `send`, porque la causa está fuera del comprobante o el servicio no lo envió. `false`: hace falta `reenviar=si`.
    automatico: bool
    # Antes de esta hora `send` devuelve el resultado guardado, salvo con `reenviar=si`. null: no hay que esperar, salvo a que la DGII admita al firmante, si lo rechazó a él.
    desde: str | None


class Sequence(TypedDict):
    ecfType: int
    # El e-NCF que se entregará; null cuando no queda ninguno. No es uno anulado, ni uno cuya anulación se pidió.
    next: str | None
    # Números que quedan en las autorizaciones vigentes, sin los anulados ni los que se pidió anular.
    available: int
    # DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
    expiresOn: str | None
    state: str
    advertencias: list[SequenceAdvertencias]
    # En el orden en que se consumen.
    authorizations: list[SequenceAuthorizations]


class SequenceAdvertencias(TypedDict):
    code: str
    mensaje: str
    # Números o días que quedan.
    quedan: int


SequenceAuthorizations = TypedDict("SequenceAuthorizations", {
    "id": "str",
    "from": "str",
    "to": "str",
    "next": "str | None",
    "available": "int",
    "expiresOn": "str | None",
    "state": "str",
})


class UnusedNumber(TypedDict):
    encf: str
    ecfType: int
    # Vacía cuando se reservó sin referencia.
    externalReference: str
    # Fecha y hora UTC (ISO 8601).
    reservedAt: str
    ageHours: int
    # DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
    sequenceExpiresOn: str | None


class Taxpayer(TypedDict):
    # RNC o cédula.
    rnc: str
    razonSocial: str
    nombreComercial: str | None
    actividadEconomica: str | None
    # Como lo dice la DGII: ACTIVO, SUSPENDIDO, DADO DE BAJA…
    estado: str | None
    # Como lo dice la DGII: NORMAL, RST…
    regimenPagos: str | None
    # null: no se sabe. La copia del registro de la DGII no lo dice.
    esEmisorElectronico: bool | None
    # DD-MM-AAAA: de cuándo son los datos de la DGII.
    fechaActualizacion: str
    # El dígito verificador no corresponde.
    advertencia: str | None


class _ValidationSiempre(TypedDict):
    valido: bool
    # Lo que impide el envío; primero los rechazos, en el orden del documento.
    errores: list[Fault]
    # Lo que no lo impide, en el orden del documento.
    advertencias: list[Fault]
    # El XML sin firma, con FechaHoraFirma de este momento; vacío cuando no se puede construir.
    xml: str


class Validation(_ValidationSiempre, total=False):
    # Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
    montosCalculados: list[ComputedAmounts]


class Fault(TypedDict):
    # Código estable del hallazgo, por ejemplo `TOTALES-11`; [validacion](/docs/integrar/validacion) los explica todos.
    code: str
    # Ruta JSON del campo, por ejemplo `ECF.DetallesItems.Item[2].MontoItem`; vacía: el cuerpo entero.
    campo: str
    # Para una persona: qué se esperaba y qué se recibió.
    mensaje: str
    # `rechazo`: la DGII lo rechazaría. `condicional`: lo aceptaría condicionalmente.
    severidad: str


class ComputedAmounts(TypedDict):
    # Ruta JSON del campo.
    campo: str
    # null: el campo sobraba, y el servicio lo quitó.
    monto: float | None


class Totals(TypedDict):
    # El comprobante con sus montos no tiene errores.
    valido: bool
    errores: list[Fault]
    advertencias: list[Fault]
    # Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
    montosCalculados: list[ComputedAmounts]
    # El cuerpo recibido, con los montos; null si no es un objeto de JSON.
    comprobante: dict[str, Any] | None


class _SendDataSiempre(TypedDict):
    # El e-NCF.
    ecf: str
    # 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
    accepted: int | None
    # `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
    status: str
    # Código de seguridad; vacío mientras no esté firmado.
    securityCode: str
    # Identificador de la DGII; vacío mientras no lo haya dado.
    trackId: str
    # `false` solo cuando esta solicitud creó el envío.
    alreadyProcessed: bool
    # Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido.
    sameContent: bool | None
    # Código del resultado de la DGII.
    codigoDgii: str | None
    # Mensajes de la DGII, tal como los dio.
    mensajes: list[DgiiMessage]
    # Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito.
    secuenciaUtilizada: bool | None
    # dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
    fechaFirma: str | None
    # Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal.
    qrUrl: str | None
    environment: str
    # X-Correlation-Id del envío que creó el comprobante.
    correlationId: str
    # Solo en `issue`: la clave del documento.
    externalReference: str
    attempt: int
    # Hallazgos que la DGII aceptaría condicionalmente; el comprobante se envió con ellos. Vacía en `existente`.
    advertencias: list[Fault]


class SendData(_SendDataSiempre, total=False):
    # Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado.
    contingencia: Contingency
    # Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo.
    consultaUrl: str
    # Solo con `En Espera`: qué se espera.
    reason: str
    # Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
    code: str
    # Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
    reenvio: Repetition
    # Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno.
    campo: str | None
    # Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
    montosCalculados: list[ComputedAmounts]


class DgiiMessage(TypedDict):
    codigo: str
    valor: str


class Contingency(TypedDict):
    """Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado."""

    # La frase que lleva la representación impresa, también la de document-print. La de un comprobante con `IndicadorEnvioDiferido` 1 es la de envío diferido.
    leyenda: str
    # 72 horas después de la firma; con `IndicadorEnvioDiferido` 1, 24 horas. El envío sigue solo también después.
    enviarAntesDe: str


class _StatusDataSiempre(TypedDict):
    # El e-NCF.
    ecf: str
    # 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
    accepted: int | None
    # `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
    status: str
    # Código de seguridad; vacío mientras no esté firmado.
    securityCode: str
    # Identificador de la DGII; vacío mientras no lo haya dado.
    trackId: str
    # `false` solo cuando esta solicitud creó el envío.
    alreadyProcessed: bool
    # Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido.
    sameContent: bool | None
    # Código del resultado de la DGII.
    codigoDgii: str | None
    # Mensajes de la DGII, tal como los dio.
    mensajes: list[DgiiMessage]
    # Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito.
    secuenciaUtilizada: bool | None
    # dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
    fechaFirma: str | None
    # Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal.
    qrUrl: str | None
    environment: str
    # X-Correlation-Id del envío que creó el comprobante.
    correlationId: str
    # La `externalReference` con que `next` entregó el número; vacía si no hubo.
    externalReference: str
    attempt: int
    tipoeCF: int
    montoTotal: float
    # DD-MM-AAAA.
    fechaEmision: str
    # Fecha y hora UTC (ISO 8601) de recepción.
    receivedAt: str
    signedAt: str | None
    submittedAt: str | None
    finalAt: str | None
    # Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó.
    updatedAt: str | None
    # SHA-256 (hexadecimal) del XML firmado.
    xmlSha256: str | None


class StatusData(_StatusDataSiempre, total=False):
    # Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado.
    contingencia: Contingency
    # Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo.
    consultaUrl: str
    # Solo con `En Espera`: qué se espera.
    reason: str
    # Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
    code: str
    # Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
    reenvio: Repetition
    # Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno.
    campo: str | None
    # Lo último que dijo el comprador. Ausente si no ha dicho nada.
    aprobacionComercial: StatusDataAprobacionComercial
    # Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador.
    entrega: StatusDataEntrega


class _StatusDataAprobacionComercialSiempre(TypedDict):
    estado: str
    # DD-MM-AAAA HH:MM:SS, como la firmó el comprador.
    fecha: str


class StatusDataAprobacionComercial(_StatusDataAprobacionComercialSiempre, total=False):
    """Lo último que dijo el comprador. Ausente si no ha dicho nada."""

    # Solo de un rechazo.
    motivo: str
    # De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo.
    firmante: StatusDataAprobacionComercialFirmante


class StatusDataAprobacionComercialFirmante(TypedDict):
    """De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo."""

    # Nombre del titular; vacío si el certificado no lo tiene.
    nombre: str
    # Cédula, pasaporte o RNC del titular como el certificado lo escribe; vacía si no la tiene.
    identificacion: str
    sujeto: str
    cadena: str
    vigencia: str


class _StatusDataEntregaSiempre(TypedDict):
    # `rechazado`: el comprador no lo recibió y `codigo` dice por qué. `no-electronico`: no está en el directorio de la DGII; entréguele la representación impresa. `sin-entregar`: se dejó de intentar, o la empresa dejó de entregar.
    estado: str


class StatusDataEntrega(_StatusDataEntregaSiempre, total=False):
    """Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador."""

    # Del acuse de recibo. 1: especificación. 2: firma. 3: duplicado. 4: RNC del comprador.
    codigo: str
    # Para una persona. Con `pendiente`, qué espera; con `sin-entregar`, qué impidió la entrega hasta el final.
    motivo: str
    # Fecha y hora UTC (ISO 8601) en que terminó.
    fecha: str
    # El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web.
    acuse: StatusDataEntregaAcuse


class _StatusDataEntregaAcuseSiempre(TypedDict):
    # `alterada`: el contenido no es el que se firmó. `incorrecta`: el valor de la firma no corresponde al certificado. `no-admitida`: no está hecha como la DGII prescribe, y no se puede comprobar. Lo que dice el acuse vale igual: otro intento traería la misma respuesta. Si no es `valida`, confirme con el comprador.
    firma: str


class StatusDataEntregaAcuse(_StatusDataEntregaAcuseSiempre, total=False):
    """El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web."""

    # De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida.
    firmante: StatusDataEntregaAcuseFirmante
    # FechaHoraAcuseRecibo, como la escribió el comprador. Ausente si no es una fecha.
    fechaHora: str


class StatusDataEntregaAcuseFirmante(TypedDict):
    """De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida."""

    sujeto: str


class History(TypedDict):
    ecf: str
    # La `externalReference` con que `next` entregó el número; vacía si no hubo.
    externalReference: str
    environment: str
    # El último intento.
    attempt: int
    status: str
    # Nulo: el comprobante no espera nada, o ya tiene su resultado.
    espera: HistoryEspera | None
    # Lo más antiguo primero.
    historia: list[HistoryHistoria]


class HistoryEspera(TypedDict):
    """Nulo: el comprobante no espera nada, o ya tiene su resultado."""

    # El mismo código que en `document-status`.
    reason: str
    # Qué espera.
    texto: str
    # Qué termina la espera.
    consejo: str
    # Fecha y hora UTC (ISO 8601).
    desde: str
    # Fecha y hora UTC (ISO 8601).
    proximoIntento: str


class HistoryHistoria(TypedDict):
    attempt: int
    # Fecha y hora UTC (ISO 8601).
    fecha: str
    texto: str


class _ListedDocumentSiempre(TypedDict):
    # El e-NCF.
    ecf: str
    # 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
    accepted: int | None
    # `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
    status: str
    # Código de seguridad; vacío mientras no esté firmado.
    securityCode: str
    # Identificador de la DGII; vacío mientras no lo haya dado.
    trackId: str
    environment: str
    # X-Correlation-Id del envío que creó el comprobante.
    correlationId: str
    # La `externalReference` con que `next` entregó el número; vacía si no hubo.
    externalReference: str
    attempt: int
    tipoeCF: int
    montoTotal: float
    # DD-MM-AAAA.
    fechaEmision: str
    # Fecha y hora UTC (ISO 8601) de recepción.
    receivedAt: str
    signedAt: str | None
    submittedAt: str | None
    finalAt: str | None
    # Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó.
    updatedAt: str | None
    # SHA-256 (hexadecimal) del XML firmado.
    xmlSha256: str | None
    # Vacío: el comprobante no da el RNC del comprador.
    rncComprador: str
    # Nulo: el comprobante no tiene TotalITBIS.
    totalITBIS: float | None


class ListedDocument(_ListedDocumentSiempre, total=False):
    """Los miembros de `document-status` que no necesitan los mensajes de la DGII ni el contenido, y además el comprador y el ITBIS."""

    # Solo con `En Espera`: qué se espera.
    reason: str


class ExternalStatus(TypedDict):
    rncEmisor: str
    encf: str
    # El que tiene la DGII; null si no lo dice.
    rncComprador: str | None
    status: str
    # 1: aceptado. 0: rechazado. null: la DGII todavía no ha dado un resultado final.
    accepted: int | None
    montoTotal: float | None
    totalITBIS: float | None
    # DD-MM-AAAA.
    fechaEmision: str | None
    # dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
    fechaFirma: str | None
    codigoSeguridad: str | None


class _ReceivedSiempre(TypedDict):
    rncEmisor: str
    razonSocialEmisor: str
    encf: str
    tipoeCF: int
    # DD-MM-AAAA.
    fechaEmision: str
    montoTotal: float
    totalITBIS: float | None
    rncComprador: str
    codigoSeguridad: str
    # DD-MM-AAAA HH:MM:SS.
    fechaFirma: str
    # De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién.
    firmante: ReceivedFirmante
    environment: str
    # Fecha y hora UTC (ISO 8601).
    receivedAt: str
    # SHA-256 (hexadecimal) de los bytes recibidos.
    xmlSha256: str
    # El acuse de recibo firmado; nulo mientras no se ha podido firmar.
    acuse: ReceivedAcuse | None
    # Lo que respondió la DGII la última vez que se le preguntó.
    dgii: ReceivedDgii | None
    decision: ReceivedDecision | None
    # La empresa pidió que se le recuerde decidir, y ya es tiempo.
    recordatorio: bool


class Received(_ReceivedSiempre, total=False):
    # Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía.
    comunicacion: ReceivedComunicacion
    # Los que llegaron antes con este número y lo perdieron: la DGII no los tiene, o los rechazó, y tiene este. Ausente si no hay ninguno.
    desplazados: list[ReceivedDesplazados]


class ReceivedFirmante(TypedDict):
    """De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién."""

    sujeto: str
    cadena: str
    vigencia: str


class ReceivedAcuse(TypedDict):
    """El acuse de recibo firmado; nulo mientras no se ha podido firmar."""

    fecha: str
    sha256: str


class ReceivedDgii(TypedDict):
    """Lo que respondió la DGII la última vez que se le preguntó."""

    # `No confirmado`: la DGII tiene con este número un comprobante con otro código de seguridad u otro total.
    estado: str
    fecha: str


class ReceivedDecision(TypedDict):
    estado: str
    motivo: str | None
    por: str
    fecha: str


class ReceivedComunicacion(TypedDict):
    """Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía."""

    emisor: ApprovalSending
    dgii: ApprovalSending


class ApprovalSending(TypedDict):
    estado: str
    # Qué se espera para entregarla, o por qué no se entregó.
    motivo: str | None


class _ReceivedDesplazadosSiempre(TypedDict):
    montoTotal: float
    codigoSeguridad: str
    firmante: ReceivedDesplazadosFirmante
    # Fecha y hora UTC (ISO 8601).
    receivedAt: str
    # SHA-256 (hexadecimal) de los bytes recibidos.
    xmlSha256: str
    acuse: ReceivedDesplazadosAcuse | None
    # Lo que la DGII respondió de él al perder el número.
    dgii: ReceivedDesplazadosDgii


class ReceivedDesplazados(_ReceivedDesplazadosSiempre, total=False):
    # Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido.
    decision: ReceivedDesplazadosDecision


class ReceivedDesplazadosFirmante(TypedDict):
    sujeto: str
    cadena: str
    vigencia: str


class ReceivedDesplazadosAcuse(TypedDict):
    fecha: str
    sha256: str


class ReceivedDesplazadosDgii(TypedDict):
    """Lo que la DGII respondió de él al perder el número."""

    estado: str
    fecha: str


class ReceivedDesplazadosDecision(TypedDict):
    """Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido."""

    estado: str
    motivo: str | None
    por: str
    fecha: str


class RefusedReception(TypedDict):
    rncEmisor: str
    # Con el código 4, no es una empresa del servicio.
    rncComprador: str
    encf: str
    environment: str
    # CodigoMotivoNoRecibido del acuse.
    codigo: int
    # Qué dice el código.
    motivo: str
    # Qué se encontró, para una persona.
    detalle: str
    # Fecha y hora UTC (ISO 8601) de la primera vez.
    receivedAt: str
    # SHA-256 (hexadecimal) de los bytes que llegaron.
    xmlSha256: str
    # Cuántos bytes llegaron.
    bytes: int
    acuse: RefusedReceptionAcuse | None
    # Fecha y hora UTC (ISO 8601).
    conservadoHasta: str


class RefusedReceptionAcuse(TypedDict):
    fecha: str
    sha256: str


class _ApprovalRequestSiempre(TypedDict):
    estado: str


class ApprovalRequest(_ApprovalRequestSiempre, total=False):
    # Obligatorio en un rechazo; ausente en una aprobación.
    motivo: str
    # El del comprobante sobre el que se decide: 64 dígitos hexadecimales, en minúscula. Si otro comprobante ya tomó el número, la respuesta es RECEIVED_CHANGED y no se registra nada. Sin él, la decisión es sobre el comprobante que tenga el número.
    xmlSha256: str


class _AnnulmentRequestSiempre(TypedDict):
    # Hasta 10,000 números en total, de cualquier tipo, sin repetir.
    ranges: list[AnnulmentRequestRanges]


class AnnulmentRequest(_AnnulmentRequestSiempre, total=False):
    # Por qué; se guarda con los números.
    note: str


class AnnulmentRequestRanges(TypedDict):
    # El primer e-NCF del rango.
    desde: str
    # El último; el mismo, si es uno solo.
    hasta: str


class _AnnulmentSiempre(TypedDict):
    annulmentId: str
    # `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos.
    estado: str
    solicitados: int
    nota: str
    # Fecha y hora UTC (ISO 8601).
    fecha: str
    # Los números solicitados, en los menos rangos posibles.
    resultado: list[AnnulmentResultado]
    # Los textos de la última respuesta de la DGII.
    mensajesDgii: list[str]


class Annulment(_AnnulmentSiempre, total=False):
    # Solo al solicitarla. `true`: es una solicitud anterior de exactamente estos números, en curso o que anuló todos o algunos.
    reused: bool


class _AnnulmentResultadoSiempre(TypedDict):
    desde: str
    hasta: str
    estado: str


class AnnulmentResultado(_AnnulmentResultadoSiempre, total=False):
    motivo: str
    # El motivo en palabras.
    mensaje: str


class ListedAnnulment(TypedDict):
    annulmentId: str
    # `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos.
    estado: str
    solicitados: int
    nota: str
    # Fecha y hora UTC (ISO 8601).
    fecha: str


class Webhook(TypedDict):
    id: str
    environment: str
    url: str
    # Vacío, todos.
    types: list[str]
    description: str
    active: bool
    # `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días.
    disabledReason: str | None
    disabledAt: str | None
    failingSince: str | None
    # Cinco eventos seguidos fallaron y se prueba con uno.
    onlyProbes: bool
    # Hasta cuándo firma también el secreto anterior.
    secretGraceUntil: str | None
    createdAt: str


class WebhookWithSecret(TypedDict):
    id: str
    environment: str
    url: str
    # Vacío, todos.
    types: list[str]
    description: str
    active: bool
    # `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días.
    disabledReason: str | None
    disabledAt: str | None
    failingSince: str | None
    # Cinco eventos seguidos fallaron y se prueba con uno.
    onlyProbes: bool
    # Hasta cuándo firma también el secreto anterior.
    secretGraceUntil: str | None
    createdAt: str
    # Viene solo en esta respuesta.
    secret: str


class _WebhookRequestSiempre(TypedDict):
    url: str


class WebhookRequest(_WebhookRequestSiempre, total=False):
    types: list[str]
    description: str


WebhookChanges = TypedDict("WebhookChanges", {
    "url": "str",
    "types": "list[str]",
    "description": "str",
    "active": "bool",
    "from": "str",
})


class WebhookDelivery(TypedDict):
    eventId: str
    type: str
    status: str
    attempts: int
    nextAttemptAt: str | None
    createdAt: str
    tries: list[WebhookTry]


class WebhookTry(TypedDict):
    at: str
    ms: int
    httpStatus: int | None
    # Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`.
    code: str | None
    # El comienzo de la respuesta, hasta 1 KB.
    response: str | None


class WebhookTest(TypedDict):
    eventId: str
    at: str
    ms: int
    httpStatus: int | None
    # Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`.
    code: str | None
    # El comienzo de la respuesta, hasta 1 KB.
    response: str | None


class _ErrorDataSiempre(TypedDict):
    # Códigos estables; [errores](/docs/integrar/errores) los explica.
    code: str
    correlationId: str


class ErrorData(_ErrorDataSiempre, total=False):
    # Campo o parámetro que hay que corregir: su ruta JSON, listas desde cero, por ejemplo `ranges[0].desde`.
    campo: str
    # La decisión que ya existe.
    estado: str
    # Con `EVENTS_CURSOR_EXPIRED`: el evento más antiguo.
    oldest: str
    # Con `API_KEY_SCOPE_MISSING`: el permiso que le falta a la clave. Nulo: no se hace con una clave.
    scope: str | None
    # Con `API_KEY_ENVIRONMENT`: el ambiente de la clave.
    environment: str
    # El motivo de `SEQUENCE_NOT_AVAILABLE`, `ISSUING_SUSPENDED` y `DGII_ACCESS_REFUSED`.
    reason: str
    # Con `DGII_ACCESS_REFUSED`: las palabras de la DGII.
    mensajes: list[DgiiMessage]
    ecfType: int
    # Con `WEBHOOK_SECRET_IN_GRACE`: hasta cuándo firma también el secreto anterior.
    graceUntil: str
    # Todos los hallazgos de la validación.
    errores: list[Fault]
    # Con `ENCF_OTHER_CONTENT`: el e-NCF.
    ecf: str
    # Con `ENCF_OTHER_CONTENT`.
    alreadyProcessed: bool
    # Con `ENCF_OTHER_CONTENT`.
    sameContent: bool
    existente: SendData

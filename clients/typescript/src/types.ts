/** Lo que responde el servicio, y los cuerpos pequeños que recibe. Generado de openapi.yaml con `npm run generate`: no lo edite. */

/** Otro valor que el servicio añada. */
export type Otro = string & Record<never, never>;

export interface Login {
  readonly token: string;
  /** Fecha y hora UTC (ISO 8601) en que vence el token. */
  readonly fechaExpiracion: string;
  readonly codigo: number;
  readonly mensaje: string;
}

export interface NextNumber {
  readonly encf: string;
  readonly ecfType: number;
  /** DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34. */
  readonly sequenceExpiresOn: string | null;
  /** La referencia recibida; vacía cuando no se envió. */
  readonly externalReference: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly reservedAt: string;
  /** `true` cuando ya estaba reservado para la misma referencia y tipo. */
  readonly reused: boolean;
  /** Solo con `reused: true`, cuando el número ya no sirve: fue anulado o se pidió su anulación (`ENCF_ANNULLED`), la DGII rechazó su comprobante y dio el número por utilizado (`ENCF_SPENT`), o su secuencia venció sin que se enviara (`SEQUENCE_EXPIRED`). Pida otro número con otra `externalReference`. */
  readonly advertencias?: readonly NextNumberAdvertencias[];
  /** Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido. */
  readonly resultadoAnterior?: NextNumberResultadoAnterior;
}

export interface NextNumberAdvertencias {
  readonly code: 'ENCF_ANNULLED' | 'ENCF_SPENT' | 'SEQUENCE_EXPIRED' | Otro;
  readonly mensaje: string;
}

/** Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido. */
export interface NextNumberResultadoAnterior {
  readonly attempt: number;
  readonly status: 'Rechazado' | 'No Enviado' | Otro;
  /** Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica. */
  readonly code:
    | 'DGII_RECHAZADO'
    | 'DGII_ERROR_TRANSITORIO'
    | 'DGII_FECHA_FIRMA_INVALIDA'
    | 'DGII_NO_DELEGADO'
    | 'DGII_SECUENCIA_UTILIZADA'
    | 'DGII_CODIGO_SEGURIDAD_INVALIDO'
    | 'DGII_CERTIFICADO_INVALIDO'
    | 'DGII_FIRMA_INVALIDA'
    | 'DGII_ESTRUCTURA_INVALIDA'
    | 'DGII_ARCHIVO_INVALIDO'
    | 'DGII_SECUENCIA_NO_AUTORIZADA'
    | 'DGII_SECUENCIA_VENCIDA'
    | 'DGII_REFERENCIA_NO_EMITIDA'
    | 'DGII_COMPRADOR_INVALIDO'
    | 'DGII_EMISOR_INVALIDO'
    | 'DGII_TOTALES_INVALIDOS'
    | 'DGII_CAMPO_INVALIDO'
    | 'ENCF_ANNULLED'
    | 'REFERENCE_REJECTED'
    | 'REFERENCE_NOT_FINAL'
    | 'REFERENCE_BALANCE_EXCEEDED'
    | 'REFERENCE_MISMATCH'
    | 'ENCF_BEING_ANNULLED'
    | Otro;
  readonly campo: string | null;
  /** Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento. */
  readonly reenvio: Repetition;
}

/** Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento. */
export interface Repetition {
  /** `true`: basta repetir `send`, porque la causa está fuera del comprobante o el servicio no lo envió. `false`: hace falta `reenviar=si`. */
  readonly automatico: boolean;
  /** Antes de esta hora `send` devuelve el resultado guardado, salvo con `reenviar=si`. null: no hay que esperar, salvo a que la DGII admita al firmante, si lo rechazó a él. */
  readonly desde: string | null;
}

export interface Sequence {
  readonly ecfType: number;
  /** El e-NCF que se entregará; null cuando no queda ninguno. No es uno anulado, ni uno cuya anulación se pidió. */
  readonly next: string | null;
  /** Números que quedan en las autorizaciones vigentes, sin los anulados ni los que se pidió anular. */
  readonly available: number;
  /** DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34. */
  readonly expiresOn: string | null;
  readonly state: 'Vigente' | 'Agotada' | 'Vencida' | 'Sin autorizaciones' | Otro;
  readonly advertencias: readonly SequenceAdvertencias[];
  /** En el orden en que se consumen. */
  readonly authorizations: readonly SequenceAuthorizations[];
}

export interface SequenceAdvertencias {
  readonly code: 'SEQUENCE_LOW_STOCK' | 'SEQUENCE_EXPIRING' | Otro;
  readonly mensaje: string;
  /** Números o días que quedan. */
  readonly quedan: number;
}

export interface SequenceAuthorizations {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly next: string | null;
  readonly available: number;
  /** DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34. */
  readonly expiresOn: string | null;
  readonly state: 'Vigente' | 'Agotada' | 'Vencida' | 'Sin autorizaciones' | Otro;
}

export interface UnusedNumber {
  readonly encf: string;
  readonly ecfType: number;
  /** Vacía cuando se reservó sin referencia. */
  readonly externalReference: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly reservedAt: string;
  readonly ageHours: number;
  /** DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34. */
  readonly sequenceExpiresOn: string | null;
}

export interface Taxpayer {
  /** RNC o cédula. */
  readonly rnc: string;
  readonly razonSocial: string;
  readonly nombreComercial: string | null;
  readonly actividadEconomica: string | null;
  /** Como lo dice la DGII: ACTIVO, SUSPENDIDO, DADO DE BAJA… */
  readonly estado: string | null;
  /** Como lo dice la DGII: NORMAL, RST… */
  readonly regimenPagos: string | null;
  /** null: no se sabe. La copia del registro de la DGII no lo dice. */
  readonly esEmisorElectronico: boolean | null;
  /** DD-MM-AAAA: de cuándo son los datos de la DGII. */
  readonly fechaActualizacion: string;
  /** El dígito verificador no corresponde. */
  readonly advertencia: string | null;
}

export interface Validation {
  readonly valido: boolean;
  /** Lo que impide el envío; primero los rechazos, en el orden del documento. */
  readonly errores: readonly Fault[];
  /** Lo que no lo impide, en el orden del documento. */
  readonly advertencias: readonly Fault[];
  /** Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó. */
  readonly montosCalculados?: readonly ComputedAmounts[];
  /** El XML sin firma, con FechaHoraFirma de este momento; vacío cuando no se puede construir. */
  readonly xml: string;
}

export interface Fault {
  /** Código estable del hallazgo, por ejemplo `TOTALES-11`; [validacion](/docs/integrar/validacion) los explica todos. */
  readonly code: string;
  /** Ruta JSON del campo, por ejemplo `ECF.DetallesItems.Item[2].MontoItem`; vacía: el cuerpo entero. */
  readonly campo: string;
  /** Para una persona: qué se esperaba y qué se recibió. */
  readonly mensaje: string;
  /** `rechazo`: la DGII lo rechazaría. `condicional`: lo aceptaría condicionalmente. */
  readonly severidad: 'rechazo' | 'condicional' | Otro;
}

export interface ComputedAmounts {
  /** Ruta JSON del campo. */
  readonly campo: string;
  /** null: el campo sobraba, y el servicio lo quitó. */
  readonly monto: number | null;
}

export interface Totals {
  /** El comprobante con sus montos no tiene errores. */
  readonly valido: boolean;
  readonly errores: readonly Fault[];
  readonly advertencias: readonly Fault[];
  /** Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó. */
  readonly montosCalculados: readonly ComputedAmounts[];
  /** El cuerpo recibido, con los montos; null si no es un objeto de JSON. */
  readonly comprobante: Readonly<Record<string, unknown>> | null;
}

export interface SendData {
  /** El e-NCF. */
  readonly ecf: string;
  /** 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final. */
  readonly accepted: number | null;
  /** `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado. */
  readonly status:
    | 'Recibido'
    | 'Firmado'
    | 'En Proceso'
    | 'En Espera'
    | 'Aceptado'
    | 'Aceptado Condicional'
    | 'Rechazado'
    | 'Anulado'
    | 'No Enviado'
    | Otro;
  /** Código de seguridad; vacío mientras no esté firmado. */
  readonly securityCode: string;
  /** Identificador de la DGII; vacío mientras no lo haya dado. */
  readonly trackId: string;
  /** `false` solo cuando esta solicitud creó el envío. */
  readonly alreadyProcessed: boolean;
  /** Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido. */
  readonly sameContent: boolean | null;
  /** Código del resultado de la DGII. */
  readonly codigoDgii: string | null;
  /** Mensajes de la DGII, tal como los dio. */
  readonly mensajes: readonly DgiiMessage[];
  /** Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito. */
  readonly secuenciaUtilizada: boolean | null;
  /** dd-MM-aaaa HH:mm:ss, hora de Santo Domingo. */
  readonly fechaFirma: string | null;
  /** Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal. */
  readonly qrUrl: string | null;
  /** Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado. */
  readonly contingencia?: Contingency;
  /** Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo. */
  readonly consultaUrl?: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  /** X-Correlation-Id del envío que creó el comprobante. */
  readonly correlationId: string;
  /** Solo en `issue`: la clave del documento. */
  readonly externalReference: string;
  readonly attempt: number;
  /** Solo con `En Espera`: qué se espera. */
  readonly reason?:
    | 'CERTIFICATE_UNUSABLE'
    | 'NOT_DELEGATED'
    | 'DGII_UNAVAILABLE'
    | 'REQUEST_DELAYED'
    | 'DGII_SILENT'
    | 'REFERENCE_PENDING'
    | 'SEQUENCE_EXPIRED'
    | 'CONFIRM_BY_HAND'
    | 'INTERNAL_FAULT'
    | Otro;
  /** Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica. */
  readonly code?:
    | 'DGII_RECHAZADO'
    | 'DGII_ERROR_TRANSITORIO'
    | 'DGII_FECHA_FIRMA_INVALIDA'
    | 'DGII_NO_DELEGADO'
    | 'DGII_SECUENCIA_UTILIZADA'
    | 'DGII_CODIGO_SEGURIDAD_INVALIDO'
    | 'DGII_CERTIFICADO_INVALIDO'
    | 'DGII_FIRMA_INVALIDA'
    | 'DGII_ESTRUCTURA_INVALIDA'
    | 'DGII_ARCHIVO_INVALIDO'
    | 'DGII_SECUENCIA_NO_AUTORIZADA'
    | 'DGII_SECUENCIA_VENCIDA'
    | 'DGII_REFERENCIA_NO_EMITIDA'
    | 'DGII_COMPRADOR_INVALIDO'
    | 'DGII_EMISOR_INVALIDO'
    | 'DGII_TOTALES_INVALIDOS'
    | 'DGII_CAMPO_INVALIDO'
    | 'ENCF_ANNULLED'
    | 'REFERENCE_REJECTED'
    | 'REFERENCE_NOT_FINAL'
    | 'REFERENCE_BALANCE_EXCEEDED'
    | 'REFERENCE_MISMATCH'
    | 'ENCF_BEING_ANNULLED'
    | Otro;
  /** Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento. */
  readonly reenvio?: Repetition;
  /** Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno. */
  readonly campo?: string | null;
  /** Hallazgos que la DGII aceptaría condicionalmente; el comprobante se envió con ellos. Vacía en `existente`. */
  readonly advertencias: readonly Fault[];
  /** Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó. */
  readonly montosCalculados?: readonly ComputedAmounts[];
}

export interface DgiiMessage {
  readonly codigo: string;
  readonly valor: string;
}

/** Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado. */
export interface Contingency {
  /** La frase que lleva la representación impresa, también la de document-print. La de un comprobante con `IndicadorEnvioDiferido` 1 es la de envío diferido. */
  readonly leyenda: string;
  /** 72 horas después de la firma; con `IndicadorEnvioDiferido` 1, 24 horas. El envío sigue solo también después. */
  readonly enviarAntesDe: string;
}

export interface StatusData {
  /** El e-NCF. */
  readonly ecf: string;
  /** 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final. */
  readonly accepted: number | null;
  /** `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado. */
  readonly status:
    | 'Recibido'
    | 'Firmado'
    | 'En Proceso'
    | 'En Espera'
    | 'Aceptado'
    | 'Aceptado Condicional'
    | 'Rechazado'
    | 'Anulado'
    | 'No Enviado'
    | Otro;
  /** Código de seguridad; vacío mientras no esté firmado. */
  readonly securityCode: string;
  /** Identificador de la DGII; vacío mientras no lo haya dado. */
  readonly trackId: string;
  /** `false` solo cuando esta solicitud creó el envío. */
  readonly alreadyProcessed: boolean;
  /** Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido. */
  readonly sameContent: boolean | null;
  /** Código del resultado de la DGII. */
  readonly codigoDgii: string | null;
  /** Mensajes de la DGII, tal como los dio. */
  readonly mensajes: readonly DgiiMessage[];
  /** Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito. */
  readonly secuenciaUtilizada: boolean | null;
  /** dd-MM-aaaa HH:mm:ss, hora de Santo Domingo. */
  readonly fechaFirma: string | null;
  /** Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal. */
  readonly qrUrl: string | null;
  /** Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado. */
  readonly contingencia?: Contingency;
  /** Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo. */
  readonly consultaUrl?: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  /** X-Correlation-Id del envío que creó el comprobante. */
  readonly correlationId: string;
  /** La `externalReference` con que `next` entregó el número; vacía si no hubo. */
  readonly externalReference: string;
  readonly attempt: number;
  /** Solo con `En Espera`: qué se espera. */
  readonly reason?:
    | 'CERTIFICATE_UNUSABLE'
    | 'NOT_DELEGATED'
    | 'DGII_UNAVAILABLE'
    | 'REQUEST_DELAYED'
    | 'DGII_SILENT'
    | 'REFERENCE_PENDING'
    | 'SEQUENCE_EXPIRED'
    | 'CONFIRM_BY_HAND'
    | 'INTERNAL_FAULT'
    | Otro;
  /** Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica. */
  readonly code?:
    | 'DGII_RECHAZADO'
    | 'DGII_ERROR_TRANSITORIO'
    | 'DGII_FECHA_FIRMA_INVALIDA'
    | 'DGII_NO_DELEGADO'
    | 'DGII_SECUENCIA_UTILIZADA'
    | 'DGII_CODIGO_SEGURIDAD_INVALIDO'
    | 'DGII_CERTIFICADO_INVALIDO'
    | 'DGII_FIRMA_INVALIDA'
    | 'DGII_ESTRUCTURA_INVALIDA'
    | 'DGII_ARCHIVO_INVALIDO'
    | 'DGII_SECUENCIA_NO_AUTORIZADA'
    | 'DGII_SECUENCIA_VENCIDA'
    | 'DGII_REFERENCIA_NO_EMITIDA'
    | 'DGII_COMPRADOR_INVALIDO'
    | 'DGII_EMISOR_INVALIDO'
    | 'DGII_TOTALES_INVALIDOS'
    | 'DGII_CAMPO_INVALIDO'
    | 'ENCF_ANNULLED'
    | 'REFERENCE_REJECTED'
    | 'REFERENCE_NOT_FINAL'
    | 'REFERENCE_BALANCE_EXCEEDED'
    | 'REFERENCE_MISMATCH'
    | 'ENCF_BEING_ANNULLED'
    | Otro;
  /** Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento. */
  readonly reenvio?: Repetition;
  /** Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno. */
  readonly campo?: string | null;
  readonly tipoeCF: number;
  readonly montoTotal: number;
  /** DD-MM-AAAA. */
  readonly fechaEmision: string;
  /** Fecha y hora UTC (ISO 8601) de recepción. */
  readonly receivedAt: string;
  readonly signedAt: string | null;
  readonly submittedAt: string | null;
  readonly finalAt: string | null;
  /** Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó. */
  readonly updatedAt: string | null;
  /** SHA-256 (hexadecimal) del XML firmado. */
  readonly xmlSha256: string | null;
  /** Lo último que dijo el comprador. Ausente si no ha dicho nada. */
  readonly aprobacionComercial?: StatusDataAprobacionComercial;
  /** Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador. */
  readonly entrega?: StatusDataEntrega;
}

/** Lo último que dijo el comprador. Ausente si no ha dicho nada. */
export interface StatusDataAprobacionComercial {
  readonly estado: 'aprobado' | 'rechazado' | Otro;
  /** Solo de un rechazo. */
  readonly motivo?: string;
  /** DD-MM-AAAA HH:MM:SS, como la firmó el comprador. */
  readonly fecha: string;
  /** De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo. */
  readonly firmante?: StatusDataAprobacionComercialFirmante;
}

/** De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo. */
export interface StatusDataAprobacionComercialFirmante {
  /** Nombre del titular; vacío si el certificado no lo tiene. */
  readonly nombre: string;
  /** Cédula, pasaporte o RNC del titular como el certificado lo escribe; vacía si no la tiene. */
  readonly identificacion: string;
  readonly sujeto: string;
  readonly cadena: 'confiable' | 'no confiable' | 'no verificada' | Otro;
  readonly vigencia: 'vigente' | 'vencido' | 'aún no válido' | Otro;
}

/** Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador. */
export interface StatusDataEntrega {
  /** `rechazado`: el comprador no lo recibió y `codigo` dice por qué. `no-electronico`: no está en el directorio de la DGII; entréguele la representación impresa. `sin-entregar`: se dejó de intentar, o la empresa dejó de entregar. */
  readonly estado: 'pendiente' | 'entregado' | 'rechazado' | 'no-electronico' | 'sin-entregar' | Otro;
  /** Del acuse de recibo. 1: especificación. 2: firma. 3: duplicado. 4: RNC del comprador. */
  readonly codigo?: '1' | '2' | '3' | '4' | Otro;
  /** Para una persona. Con `pendiente`, qué espera; con `sin-entregar`, qué impidió la entrega hasta el final. */
  readonly motivo?: string;
  /** Fecha y hora UTC (ISO 8601) en que terminó. */
  readonly fecha?: string;
  /** El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web. */
  readonly acuse?: StatusDataEntregaAcuse;
}

/** El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web. */
export interface StatusDataEntregaAcuse {
  /** `alterada`: el contenido no es el que se firmó. `incorrecta`: el valor de la firma no corresponde al certificado. `no-admitida`: no está hecha como la DGII prescribe, y no se puede comprobar. Lo que dice el acuse vale igual: otro intento traería la misma respuesta. Si no es `valida`, confirme con el comprador. */
  readonly firma: 'valida' | 'sin-firma' | 'alterada' | 'incorrecta' | 'no-admitida' | Otro;
  /** De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida. */
  readonly firmante?: StatusDataEntregaAcuseFirmante;
  /** FechaHoraAcuseRecibo, como la escribió el comprador. Ausente si no es una fecha. */
  readonly fechaHora?: string;
}

/** De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida. */
export interface StatusDataEntregaAcuseFirmante {
  readonly sujeto: string;
}

export interface History {
  readonly ecf: string;
  /** La `externalReference` con que `next` entregó el número; vacía si no hubo. */
  readonly externalReference: string;
  readonly environment: string;
  /** El último intento. */
  readonly attempt: number;
  readonly status: string;
  /** Nulo: el comprobante no espera nada, o ya tiene su resultado. */
  readonly espera: HistoryEspera | null;
  /** Lo más antiguo primero. */
  readonly historia: readonly HistoryHistoria[];
}

/** Nulo: el comprobante no espera nada, o ya tiene su resultado. */
export interface HistoryEspera {
  /** El mismo código que en `document-status`. */
  readonly reason: string;
  /** Qué espera. */
  readonly texto: string;
  /** Qué termina la espera. */
  readonly consejo: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly desde: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly proximoIntento: string;
}

export interface HistoryHistoria {
  readonly attempt: number;
  /** Fecha y hora UTC (ISO 8601). */
  readonly fecha: string;
  readonly texto: string;
}

/** Los miembros de `document-status` que no necesitan los mensajes de la DGII ni el contenido, y además el comprador y el ITBIS. */
export interface ListedDocument {
  /** El e-NCF. */
  readonly ecf: string;
  /** 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final. */
  readonly accepted: number | null;
  /** `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado. */
  readonly status:
    | 'Recibido'
    | 'Firmado'
    | 'En Proceso'
    | 'En Espera'
    | 'Aceptado'
    | 'Aceptado Condicional'
    | 'Rechazado'
    | 'Anulado'
    | 'No Enviado'
    | Otro;
  /** Código de seguridad; vacío mientras no esté firmado. */
  readonly securityCode: string;
  /** Identificador de la DGII; vacío mientras no lo haya dado. */
  readonly trackId: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  /** X-Correlation-Id del envío que creó el comprobante. */
  readonly correlationId: string;
  /** La `externalReference` con que `next` entregó el número; vacía si no hubo. */
  readonly externalReference: string;
  readonly attempt: number;
  /** Solo con `En Espera`: qué se espera. */
  readonly reason?:
    | 'CERTIFICATE_UNUSABLE'
    | 'NOT_DELEGATED'
    | 'DGII_UNAVAILABLE'
    | 'REQUEST_DELAYED'
    | 'DGII_SILENT'
    | 'REFERENCE_PENDING'
    | 'SEQUENCE_EXPIRED'
    | 'CONFIRM_BY_HAND'
    | 'INTERNAL_FAULT'
    | Otro;
  readonly tipoeCF: number;
  readonly montoTotal: number;
  /** DD-MM-AAAA. */
  readonly fechaEmision: string;
  /** Fecha y hora UTC (ISO 8601) de recepción. */
  readonly receivedAt: string;
  readonly signedAt: string | null;
  readonly submittedAt: string | null;
  readonly finalAt: string | null;
  /** Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó. */
  readonly updatedAt: string | null;
  /** SHA-256 (hexadecimal) del XML firmado. */
  readonly xmlSha256: string | null;
  /** Vacío: el comprobante no da el RNC del comprador. */
  readonly rncComprador: string;
  /** Nulo: el comprobante no tiene TotalITBIS. */
  readonly totalITBIS: number | null;
}

export interface ExternalStatus {
  readonly rncEmisor: string;
  readonly encf: string;
  /** El que tiene la DGII; null si no lo dice. */
  readonly rncComprador: string | null;
  readonly status: 'Aceptado' | 'Aceptado Condicional' | 'Rechazado' | 'En Proceso' | Otro;
  /** 1: aceptado. 0: rechazado. null: la DGII todavía no ha dado un resultado final. */
  readonly accepted: number | null;
  readonly montoTotal: number | null;
  readonly totalITBIS: number | null;
  /** DD-MM-AAAA. */
  readonly fechaEmision: string | null;
  /** dd-MM-aaaa HH:mm:ss, hora de Santo Domingo. */
  readonly fechaFirma: string | null;
  readonly codigoSeguridad: string | null;
}

export interface Received {
  readonly rncEmisor: string;
  readonly razonSocialEmisor: string;
  readonly encf: string;
  readonly tipoeCF: number;
  /** DD-MM-AAAA. */
  readonly fechaEmision: string;
  readonly montoTotal: number;
  readonly totalITBIS: number | null;
  readonly rncComprador: string;
  readonly codigoSeguridad: string;
  /** DD-MM-AAAA HH:MM:SS. */
  readonly fechaFirma: string;
  /** De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién. */
  readonly firmante: ReceivedFirmante;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  /** Fecha y hora UTC (ISO 8601). */
  readonly receivedAt: string;
  /** SHA-256 (hexadecimal) de los bytes recibidos. */
  readonly xmlSha256: string;
  /** El acuse de recibo firmado; nulo mientras no se ha podido firmar. */
  readonly acuse: ReceivedAcuse | null;
  /** Lo que respondió la DGII la última vez que se le preguntó. */
  readonly dgii: ReceivedDgii | null;
  readonly decision: ReceivedDecision | null;
  /** Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía. */
  readonly comunicacion?: ReceivedComunicacion;
  /** La empresa pidió que se le recuerde decidir, y ya es tiempo. */
  readonly recordatorio: boolean;
  /** Los que llegaron antes con este número y lo perdieron: la DGII no los tiene, o los rechazó, y tiene este. Ausente si no hay ninguno. */
  readonly desplazados?: readonly ReceivedDesplazados[];
}

/** De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién. */
export interface ReceivedFirmante {
  readonly sujeto: string;
  readonly cadena: 'confiable' | 'no confiable' | 'no verificada' | Otro;
  readonly vigencia: 'vigente' | 'vencido' | 'aún no válido' | Otro;
}

/** El acuse de recibo firmado; nulo mientras no se ha podido firmar. */
export interface ReceivedAcuse {
  readonly fecha: string;
  readonly sha256: string;
}

/** Lo que respondió la DGII la última vez que se le preguntó. */
export interface ReceivedDgii {
  /** `No confirmado`: la DGII tiene con este número un comprobante con otro código de seguridad u otro total. */
  readonly estado:
    | 'Aceptado'
    | 'Aceptado Condicional'
    | 'Rechazado'
    | 'En Proceso'
    | 'No encontrado'
    | 'No confirmado'
    | Otro;
  readonly fecha: string;
}

export interface ReceivedDecision {
  readonly estado: 'aprobado' | 'rechazado' | Otro;
  readonly motivo: string | null;
  readonly por: string;
  readonly fecha: string;
}

/** Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía. */
export interface ReceivedComunicacion {
  readonly emisor: ApprovalSending;
  readonly dgii: ApprovalSending;
}

export interface ApprovalSending {
  readonly estado: 'pendiente' | 'entregada' | 'rechazada' | 'no-electronico' | 'sin-entregar' | Otro;
  /** Qué se espera para entregarla, o por qué no se entregó. */
  readonly motivo: string | null;
}

export interface ReceivedDesplazados {
  readonly montoTotal: number;
  readonly codigoSeguridad: string;
  readonly firmante: ReceivedDesplazadosFirmante;
  /** Fecha y hora UTC (ISO 8601). */
  readonly receivedAt: string;
  /** SHA-256 (hexadecimal) de los bytes recibidos. */
  readonly xmlSha256: string;
  readonly acuse: ReceivedDesplazadosAcuse | null;
  /** Lo que la DGII respondió de él al perder el número. */
  readonly dgii: ReceivedDesplazadosDgii;
  /** Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido. */
  readonly decision?: ReceivedDesplazadosDecision;
}

export interface ReceivedDesplazadosFirmante {
  readonly sujeto: string;
  readonly cadena: 'confiable' | 'no confiable' | 'no verificada' | Otro;
  readonly vigencia: 'vigente' | 'vencido' | 'aún no válido' | Otro;
}

export interface ReceivedDesplazadosAcuse {
  readonly fecha: string;
  readonly sha256: string;
}

/** Lo que la DGII respondió de él al perder el número. */
export interface ReceivedDesplazadosDgii {
  readonly estado: 'Rechazado' | 'No encontrado' | Otro;
  readonly fecha: string;
}

/** Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido. */
export interface ReceivedDesplazadosDecision {
  readonly estado: 'aprobado' | 'rechazado' | Otro;
  readonly motivo: string | null;
  readonly por: string;
  readonly fecha: string;
}

export interface RefusedReception {
  readonly rncEmisor: string;
  /** Con el código 4, no es una empresa del servicio. */
  readonly rncComprador: string;
  readonly encf: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  /** CodigoMotivoNoRecibido del acuse. */
  readonly codigo: number;
  /** Qué dice el código. */
  readonly motivo: string;
  /** Qué se encontró, para una persona. */
  readonly detalle: string;
  /** Fecha y hora UTC (ISO 8601) de la primera vez. */
  readonly receivedAt: string;
  /** SHA-256 (hexadecimal) de los bytes que llegaron. */
  readonly xmlSha256: string;
  /** Cuántos bytes llegaron. */
  readonly bytes: number;
  readonly acuse: RefusedReceptionAcuse | null;
  /** Fecha y hora UTC (ISO 8601). */
  readonly conservadoHasta: string;
}

export interface RefusedReceptionAcuse {
  readonly fecha: string;
  readonly sha256: string;
}

export interface ApprovalRequest {
  readonly estado: 'aprobado' | 'rechazado' | Otro;
  /** Obligatorio en un rechazo; ausente en una aprobación. */
  readonly motivo?: string;
  /** El del comprobante sobre el que se decide: 64 dígitos hexadecimales, en minúscula. Si otro comprobante ya tomó el número, la respuesta es RECEIVED_CHANGED y no se registra nada. Sin él, la decisión es sobre el comprobante que tenga el número. */
  readonly xmlSha256?: string;
}

export interface AnnulmentRequest {
  /** Hasta 10,000 números en total, de cualquier tipo, sin repetir. */
  readonly ranges: readonly AnnulmentRequestRanges[];
  /** Por qué; se guarda con los números. */
  readonly note?: string;
}

export interface AnnulmentRequestRanges {
  /** El primer e-NCF del rango. */
  readonly desde: string;
  /** El último; el mismo, si es uno solo. */
  readonly hasta: string;
}

export interface Annulment {
  readonly annulmentId: string;
  /** `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos. */
  readonly estado: 'pendiente' | 'anulado' | 'parcial' | 'rechazado' | 'incierto' | Otro;
  readonly solicitados: number;
  readonly nota: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly fecha: string;
  /** Solo al solicitarla. `true`: es una solicitud anterior de exactamente estos números, en curso o que anuló todos o algunos. */
  readonly reused?: boolean;
  /** Los números solicitados, en los menos rangos posibles. */
  readonly resultado: readonly AnnulmentResultado[];
  /** Los textos de la última respuesta de la DGII. */
  readonly mensajesDgii: readonly string[];
}

export interface AnnulmentResultado {
  readonly desde: string;
  readonly hasta: string;
  readonly estado: 'pendiente' | 'anulado' | 'rechazado' | 'incierto' | Otro;
  readonly motivo?:
    | 'NOT_AUTHORIZED'
    | 'ALREADY_ANNULLED'
    | 'BEING_ANNULLED'
    | 'ISSUED'
    | 'SPENT'
    | 'IN_PROCESS'
    | 'REJECTED_AND_FREE'
    | 'MAY_BE_WITH_CUSTOMER'
    | 'REFUSED_BY_DGII'
    | 'USED_AT_DGII'
    | 'EXCEPTED_BY_DGII'
    | 'ANSWER_LOST'
    | 'CANCELLED'
    | 'CONFIRMED_NOT_ANNULLED'
    | Otro;
  /** El motivo en palabras. */
  readonly mensaje?: string;
}

export interface ListedAnnulment {
  readonly annulmentId: string;
  /** `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos. */
  readonly estado: 'pendiente' | 'anulado' | 'parcial' | 'rechazado' | 'incierto' | Otro;
  readonly solicitados: number;
  readonly nota: string;
  /** Fecha y hora UTC (ISO 8601). */
  readonly fecha: string;
}

export interface Webhook {
  readonly id: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  readonly url: string;
  /** Vacío, todos. */
  readonly types: readonly (
    | 'ecf.accepted'
    | 'ecf.accepted_conditionally'
    | 'ecf.rejected'
    | 'ecf.refused'
    | 'ecf.annulled'
    | 'ecf.waiting'
    | 'ecf.contingency'
    | 'ecf.delivered'
    | 'ecf.undelivered'
    | 'ecf.approved'
    | 'ecf.disapproved'
    | 'received.created'
    | 'received.refused'
    | 'received.displaced'
    | 'received.resolved'
    | 'received.decided'
    | 'received.decision_delivered'
    | 'received.decision_undelivered'
    | 'sequence.low'
    | 'sequence.expiring'
    | 'sequence.exhausted'
    | 'annulment.finished'
    | 'annulment.uncertain'
    | 'certificate.expiring'
    | 'certificate.expired'
    | 'certificate.refused'
    | 'company.suspended'
    | 'company.resumed'
    | 'dgii.unavailable'
    | 'dgii.available'
    | 'certification.finished'
    | 'certification.stopped'
    | 'certification.paused'
    | 'webhook.disabled'
    | 'key.expiring'
    | Otro
  )[];
  readonly description: string;
  readonly active: boolean;
  /** `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días. */
  readonly disabledReason: string | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  /** Cinco eventos seguidos fallaron y se prueba con uno. */
  readonly onlyProbes: boolean;
  /** Hasta cuándo firma también el secreto anterior. */
  readonly secretGraceUntil: string | null;
  readonly createdAt: string;
}

export interface WebhookWithSecret {
  readonly id: string;
  readonly environment: 'pre-certification' | 'certification' | 'production' | Otro;
  readonly url: string;
  /** Vacío, todos. */
  readonly types: readonly (
    | 'ecf.accepted'
    | 'ecf.accepted_conditionally'
    | 'ecf.rejected'
    | 'ecf.refused'
    | 'ecf.annulled'
    | 'ecf.waiting'
    | 'ecf.contingency'
    | 'ecf.delivered'
    | 'ecf.undelivered'
    | 'ecf.approved'
    | 'ecf.disapproved'
    | 'received.created'
    | 'received.refused'
    | 'received.displaced'
    | 'received.resolved'
    | 'received.decided'
    | 'received.decision_delivered'
    | 'received.decision_undelivered'
    | 'sequence.low'
    | 'sequence.expiring'
    | 'sequence.exhausted'
    | 'annulment.finished'
    | 'annulment.uncertain'
    | 'certificate.expiring'
    | 'certificate.expired'
    | 'certificate.refused'
    | 'company.suspended'
    | 'company.resumed'
    | 'dgii.unavailable'
    | 'dgii.available'
    | 'certification.finished'
    | 'certification.stopped'
    | 'certification.paused'
    | 'webhook.disabled'
    | 'key.expiring'
    | Otro
  )[];
  readonly description: string;
  readonly active: boolean;
  /** `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días. */
  readonly disabledReason: string | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  /** Cinco eventos seguidos fallaron y se prueba con uno. */
  readonly onlyProbes: boolean;
  /** Hasta cuándo firma también el secreto anterior. */
  readonly secretGraceUntil: string | null;
  readonly createdAt: string;
  /** Viene solo en esta respuesta. */
  readonly secret: string;
}

export interface WebhookRequest {
  readonly url: string;
  readonly types?: readonly (
    | 'ecf.accepted'
    | 'ecf.accepted_conditionally'
    | 'ecf.rejected'
    | 'ecf.refused'
    | 'ecf.annulled'
    | 'ecf.waiting'
    | 'ecf.contingency'
    | 'ecf.delivered'
    | 'ecf.undelivered'
    | 'ecf.approved'
    | 'ecf.disapproved'
    | 'received.created'
    | 'received.refused'
    | 'received.displaced'
    | 'received.resolved'
    | 'received.decided'
    | 'received.decision_delivered'
    | 'received.decision_undelivered'
    | 'sequence.low'
    | 'sequence.expiring'
    | 'sequence.exhausted'
    | 'annulment.finished'
    | 'annulment.uncertain'
    | 'certificate.expiring'
    | 'certificate.expired'
    | 'certificate.refused'
    | 'company.suspended'
    | 'company.resumed'
    | 'dgii.unavailable'
    | 'dgii.available'
    | 'certification.finished'
    | 'certification.stopped'
    | 'certification.paused'
    | 'webhook.disabled'
    | 'key.expiring'
    | Otro
  )[];
  readonly description?: string;
}

export interface WebhookChanges {
  readonly url?: string;
  readonly types?: readonly (
    | 'ecf.accepted'
    | 'ecf.accepted_conditionally'
    | 'ecf.rejected'
    | 'ecf.refused'
    | 'ecf.annulled'
    | 'ecf.waiting'
    | 'ecf.contingency'
    | 'ecf.delivered'
    | 'ecf.undelivered'
    | 'ecf.approved'
    | 'ecf.disapproved'
    | 'received.created'
    | 'received.refused'
    | 'received.displaced'
    | 'received.resolved'
    | 'received.decided'
    | 'received.decision_delivered'
    | 'received.decision_undelivered'
    | 'sequence.low'
    | 'sequence.expiring'
    | 'sequence.exhausted'
    | 'annulment.finished'
    | 'annulment.uncertain'
    | 'certificate.expiring'
    | 'certificate.expired'
    | 'certificate.refused'
    | 'company.suspended'
    | 'company.resumed'
    | 'dgii.unavailable'
    | 'dgii.available'
    | 'certification.finished'
    | 'certification.stopped'
    | 'certification.paused'
    | 'webhook.disabled'
    | 'key.expiring'
    | Otro
  )[];
  readonly description?: string;
  readonly active?: boolean;
  /** Sin él, `cursor`. */
  readonly from?: 'cursor' | 'now' | Otro;
}

export interface WebhookDelivery {
  readonly eventId: string;
  readonly type:
    | 'ecf.accepted'
    | 'ecf.accepted_conditionally'
    | 'ecf.rejected'
    | 'ecf.refused'
    | 'ecf.annulled'
    | 'ecf.waiting'
    | 'ecf.contingency'
    | 'ecf.delivered'
    | 'ecf.undelivered'
    | 'ecf.approved'
    | 'ecf.disapproved'
    | 'received.created'
    | 'received.refused'
    | 'received.displaced'
    | 'received.resolved'
    | 'received.decided'
    | 'received.decision_delivered'
    | 'received.decision_undelivered'
    | 'sequence.low'
    | 'sequence.expiring'
    | 'sequence.exhausted'
    | 'annulment.finished'
    | 'annulment.uncertain'
    | 'certificate.expiring'
    | 'certificate.expired'
    | 'certificate.refused'
    | 'company.suspended'
    | 'company.resumed'
    | 'dgii.unavailable'
    | 'dgii.available'
    | 'certification.finished'
    | 'certification.stopped'
    | 'certification.paused'
    | 'webhook.disabled'
    | 'key.expiring'
    | Otro;
  readonly status: 'waiting' | 'delivered' | 'failed' | Otro;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly tries: readonly WebhookTry[];
}

export interface WebhookTry {
  readonly at: string;
  readonly ms: number;
  readonly httpStatus: number | null;
  /** Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`. */
  readonly code: string | null;
  /** El comienzo de la respuesta, hasta 1 KB. */
  readonly response: string | null;
}

export interface WebhookTest {
  readonly eventId: string;
  readonly at: string;
  readonly ms: number;
  readonly httpStatus: number | null;
  /** Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`. */
  readonly code: string | null;
  /** El comienzo de la respuesta, hasta 1 KB. */
  readonly response: string | null;
}

export interface ErrorData {
  /** Códigos estables; [errores](/docs/integrar/errores) los explica. */
  readonly code:
    | 'JSON_INVALID'
    | 'REQUEST_INVALID'
    | 'RNC_EMISOR_MISMATCH'
    | 'CORRELATION_ID_INVALID'
    | 'NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'REQUEST_TIMEOUT'
    | 'BODY_TOO_LARGE'
    | 'CONTENT_TYPE_INVALID'
    | 'TOO_MANY_REQUESTS'
    | 'HEADERS_TOO_LARGE'
    | 'INTERNAL_ERROR'
    | 'PROCESS_UNAVAILABLE'
    | 'OVERLOADED'
    | 'LEDGER_UNAVAILABLE'
    | 'OLD_BODY_UNAVAILABLE'
    | 'OLD_BODY_LOST'
    | 'ECF_INVALID'
    | 'ECF_CONDITIONAL'
    | 'ECF_TOO_LARGE'
    | 'ECF_TYPE_INVALID'
    | 'ENCF_INVALID'
    | 'ENCF_TYPE_MISMATCH'
    | 'WAIT_FOR_FINAL_INVALID'
    | 'CONDICIONAL_INVALID'
    | 'NOTE_NOT_POSSIBLE'
    | 'CUSTOMER_MAIL_OFF'
    | 'CUSTOMER_MAIL_NOT_ACCEPTED'
    | 'CUSTOMER_MAIL_ADDRESS_MISSING'
    | 'CUSTOMER_MAIL_ADDRESS_INVALID'
    | 'CUSTOMER_MAIL_LIMIT'
    | 'IDEMPOTENCY_KEY_MISSING'
    | 'IDEMPOTENCY_KEY_INVALID'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'NUMBER_NOT_EXPECTED'
    | 'SECURITY_CODE_INVALID'
    | 'ECF_NOT_FOUND'
    | 'EXTERNAL_ECF_NOT_FOUND'
    | 'ENCF_OTHER_CONTENT'
    | 'XML_NOT_SIGNED'
    | 'NOT_AVAILABLE_IN_ENVIRONMENT'
    | 'DGII_ACCESS_REFUSED'
    | 'DGII_UNAVAILABLE'
    | 'EXTERNAL_REFERENCE_INVALID'
    | 'SEQUENCE_EXPIRY_MISMATCH'
    | 'SEQUENCE_EXPIRED'
    | 'ENCF_NOT_ISSUED_BY_SERVICE'
    | 'ANNULMENT_NOT_FOUND'
    | 'ANNULMENT_SENT'
    | 'SEQUENCE_CERTIFICATION_WEB_ONLY'
    | 'SEQUENCE_MANAGED_EXTERNALLY'
    | 'SEQUENCE_NOT_AVAILABLE'
    | 'ISSUING_SUSPENDED'
    | 'ENCF_ANNULLED'
    | 'RECEPTION_NOT_FOUND'
    | 'RECEIVED_CHANGED'
    | 'APPROVAL_DECIDED'
    | 'EVENTS_CURSOR_EXPIRED'
    | 'ORIGIN_CHANGING'
    | 'CREDENTIALS_INVALID'
    | 'TOKEN_MISSING'
    | 'TOKEN_INVALID'
    | 'TOKEN_EXPIRED'
    | 'COMPANY_NOT_ALLOWED'
    | 'API_KEY_INVALID'
    | 'API_KEY_EXPIRED'
    | 'API_KEY_ENVIRONMENT'
    | 'API_KEY_SCOPE_MISSING'
    | 'RNC_INVALID'
    | 'RNC_NOT_FOUND'
    | 'RNC_REGISTRY_EMPTY'
    | 'WEBHOOK_URL_INVALID'
    | 'WEBHOOK_SINCE_INVALID'
    | 'WEBHOOK_NOT_FOUND'
    | 'WEBHOOK_EVENT_NOT_FOUND'
    | 'WEBHOOK_LIMIT'
    | 'WEBHOOK_DISABLED'
    | 'WEBHOOK_SECRET_IN_GRACE'
    | 'WEBHOOK_CHANGED'
    | 'WEBHOOK_BUSY'
    | 'ARCHIVE_EMPTY'
    | Otro;
  /** Campo o parámetro que hay que corregir: su ruta JSON, listas desde cero, por ejemplo `ranges[0].desde`. */
  readonly campo?: string;
  /** La decisión que ya existe. */
  readonly estado?: 'aprobado' | 'rechazado' | Otro;
  /** Con `EVENTS_CURSOR_EXPIRED`: el evento más antiguo. */
  readonly oldest?: string;
  /** Con `API_KEY_SCOPE_MISSING`: el permiso que le falta a la clave. Nulo: no se hace con una clave. */
  readonly scope?: string | null;
  /** Con `API_KEY_ENVIRONMENT`: el ambiente de la clave. */
  readonly environment?: 'prod' | 'cert' | 'test' | Otro;
  /** El motivo de `SEQUENCE_NOT_AVAILABLE`, `ISSUING_SUSPENDED` y `DGII_ACCESS_REFUSED`. */
  readonly reason?:
    | 'SIN_RANGO'
    | 'VENCIDA'
    | 'AGOTADA'
    | 'CERTIFICATE_MISSING'
    | 'CERTIFICATE_NOT_YET_VALID'
    | 'CERTIFICATE_EXPIRED'
    | 'CERTIFICATE_UNREADABLE'
    | 'CERTIFICATE_REFUSED'
    | 'NOT_DELEGATED'
    | 'QUERY_REFUSED'
    | Otro;
  /** Con `DGII_ACCESS_REFUSED`: las palabras de la DGII. */
  readonly mensajes?: readonly DgiiMessage[];
  readonly ecfType?: number;
  /** Con `WEBHOOK_SECRET_IN_GRACE`: hasta cuándo firma también el secreto anterior. */
  readonly graceUntil?: string;
  readonly correlationId: string;
  /** Todos los hallazgos de la validación. */
  readonly errores?: readonly Fault[];
  /** Con `ENCF_OTHER_CONTENT`: el e-NCF. */
  readonly ecf?: string;
  /** Con `ENCF_OTHER_CONTENT`. */
  readonly alreadyProcessed?: boolean;
  /** Con `ENCF_OTHER_CONTENT`. */
  readonly sameContent?: boolean;
  readonly existente?: SendData;
}

package ecfissuer;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Lo que responde el servicio, y los cuerpos pequeños que recibe. Generado de openapi.yaml con `npm run generate`: no lo edite. */
public final class Datos {
  private Datos() {}

  /**
   * Login.
   *
   * @param fechaExpiracion Fecha y hora UTC (ISO 8601) en que vence el token.
   */
  public record Login(
      String token,
      String fechaExpiracion,
      Integer codigo,
      String mensaje) {}

  /**
   * NextNumber.
   *
   * @param sequenceExpiresOn DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
   * @param externalReference La referencia recibida; vacía cuando no se envió.
   * @param reservedAt Fecha y hora UTC (ISO 8601).
   * @param reused `true` cuando ya estaba reservado para la misma referencia y tipo.
   * @param advertencias Solo con `reused: true`, cuando el número ya no sirve: fue anulado o se pidió su anulación (`ENCF_ANNULLED`), la DGII rechazó su comprobante y dio el número por utilizado (`ENCF_SPENT`), o su secuencia venció sin que se enviara (`SEQUENCE_EXPIRED`). Pida otro número con otra `externalReference`.
   * @param resultadoAnterior Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido.
   */
  public record NextNumber(
      String encf,
      Integer ecfType,
      String sequenceExpiresOn,
      String externalReference,
      String reservedAt,
      Boolean reused,
      List<NextNumberAdvertencias> advertencias,
      NextNumberResultadoAnterior resultadoAnterior) {}

  public record NextNumberAdvertencias(
      String code,
      String mensaje) {}

  /**
   * Solo con `reused: true`, cuando el número quedó libre: el resultado del comprobante que lo llevaba. El número se puede enviar otra vez, corregido o, como dice `reenvio`, con el mismo contenido.
   *
   * @param code Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
   * @param reenvio Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
   */
  public record NextNumberResultadoAnterior(
      Integer attempt,
      String status,
      String code,
      String campo,
      Repetition reenvio) {}

  /**
   * Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
   *
   * @param automatico `true`: basta repetir `send`, porque la causa está fuera del comprobante o el servicio no lo envió. `false`: hace falta `reenviar=si`.
   * @param desde Antes de esta hora `send` devuelve el resultado guardado, salvo con `reenviar=si`. null: no hay que esperar, salvo a que la DGII admita al firmante, si lo rechazó a él.
   */
  public record Repetition(
      Boolean automatico,
      String desde) {}

  /**
   * Sequence.
   *
   * @param next El e-NCF que se entregará; null cuando no queda ninguno. No es uno anulado, ni uno cuya anulación se pidió.
   * @param available Números que quedan en las autorizaciones vigentes, sin los anulados ni los que se pidió anular.
   * @param expiresOn DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
   * @param authorizations En el orden en que se consumen.
   */
  public record Sequence(
      Integer ecfType,
      String next,
      Integer available,
      String expiresOn,
      String state,
      List<SequenceAdvertencias> advertencias,
      List<SequenceAuthorizations> authorizations) {}

  /**
   * SequenceAdvertencias.
   *
   * @param quedan Números o días que quedan.
   */
  public record SequenceAdvertencias(
      String code,
      String mensaje,
      Integer quedan) {}

  /**
   * SequenceAuthorizations.
   *
   * @param expiresOn DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
   */
  public record SequenceAuthorizations(
      String id,
      String from,
      String to,
      String next,
      Integer available,
      String expiresOn,
      String state) {}

  /**
   * UnusedNumber.
   *
   * @param externalReference Vacía cuando se reservó sin referencia.
   * @param reservedAt Fecha y hora UTC (ISO 8601).
   * @param sequenceExpiresOn DD-MM-AAAA, hasta el final de ese día en Santo Domingo; null en los tipos 32 y 34.
   */
  public record UnusedNumber(
      String encf,
      Integer ecfType,
      String externalReference,
      String reservedAt,
      Integer ageHours,
      String sequenceExpiresOn) {}

  /**
   * Taxpayer.
   *
   * @param rnc RNC o cédula.
   * @param estado Como lo dice la DGII: ACTIVO, SUSPENDIDO, DADO DE BAJA…
   * @param regimenPagos Como lo dice la DGII: NORMAL, RST…
   * @param esEmisorElectronico null: no se sabe. La copia del registro de la DGII no lo dice.
   * @param fechaActualizacion DD-MM-AAAA: de cuándo son los datos de la DGII.
   * @param advertencia El dígito verificador no corresponde.
   */
  public record Taxpayer(
      String rnc,
      String razonSocial,
      String nombreComercial,
      String actividadEconomica,
      String estado,
      String regimenPagos,
      Boolean esEmisorElectronico,
      String fechaActualizacion,
      String advertencia) {}

  /**
   * Validation.
   *
   * @param errores Lo que impide el envío; primero los rechazos, en el orden del documento.
   * @param advertencias Lo que no lo impide, en el orden del documento.
   * @param montosCalculados Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
   * @param xml El XML sin firma, con FechaHoraFirma de este momento; vacío cuando no se puede construir.
   */
  public record Validation(
      Boolean valido,
      List<Fault> errores,
      List<Fault> advertencias,
      List<ComputedAmounts> montosCalculados,
      String xml) {}

  /**
   * Fault.
   *
   * @param code Código estable del hallazgo, por ejemplo `TOTALES-11`; [validacion](/docs/integrar/validacion) los explica todos.
   * @param campo Ruta JSON del campo, por ejemplo `ECF.DetallesItems.Item[2].MontoItem`; vacía: el cuerpo entero.
   * @param mensaje Para una persona: qué se esperaba y qué se recibió.
   * @param severidad `rechazo`: la DGII lo rechazaría. `condicional`: lo aceptaría condicionalmente.
   */
  public record Fault(
      String code,
      String campo,
      String mensaje,
      String severidad) {}

  /**
   * ComputedAmounts.
   *
   * @param campo Ruta JSON del campo.
   * @param monto null: el campo sobraba, y el servicio lo quitó.
   */
  public record ComputedAmounts(
      String campo,
      BigDecimal monto) {}

  /**
   * Totals.
   *
   * @param valido El comprobante con sus montos no tiene errores.
   * @param montosCalculados Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
   * @param comprobante El cuerpo recibido, con los montos; null si no es un objeto de JSON.
   */
  public record Totals(
      Boolean valido,
      List<Fault> errores,
      List<Fault> advertencias,
      List<ComputedAmounts> montosCalculados,
      Map<String, Object> comprobante) {}

  /**
   * SendData.
   *
   * @param ecf El e-NCF.
   * @param accepted 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
   * @param status `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
   * @param securityCode Código de seguridad; vacío mientras no esté firmado.
   * @param trackId Identificador de la DGII; vacío mientras no lo haya dado.
   * @param alreadyProcessed `false` solo cuando esta solicitud creó el envío.
   * @param sameContent Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido.
   * @param codigoDgii Código del resultado de la DGII.
   * @param mensajes Mensajes de la DGII, tal como los dio.
   * @param secuenciaUtilizada Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito.
   * @param fechaFirma dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
   * @param qrUrl Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal.
   * @param contingencia Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado.
   * @param consultaUrl Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo.
   * @param correlationId X-Correlation-Id del envío que creó el comprobante.
   * @param externalReference Solo en `issue`: la clave del documento.
   * @param reason Solo con `En Espera`: qué se espera.
   * @param code Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
   * @param reenvio Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
   * @param campo Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno.
   * @param advertencias Hallazgos que la DGII aceptaría condicionalmente; el comprobante se envió con ellos. Vacía en `existente`.
   * @param montosCalculados Con `totales=calcular`: los montos que el servicio puso o cambió, en el orden en que los calculó.
   */
  public record SendData(
      String ecf,
      Integer accepted,
      String status,
      String securityCode,
      String trackId,
      Boolean alreadyProcessed,
      Boolean sameContent,
      String codigoDgii,
      List<DgiiMessage> mensajes,
      Boolean secuenciaUtilizada,
      String fechaFirma,
      String qrUrl,
      Contingency contingencia,
      String consultaUrl,
      String environment,
      String correlationId,
      String externalReference,
      Integer attempt,
      String reason,
      String code,
      Repetition reenvio,
      String campo,
      List<Fault> advertencias,
      List<ComputedAmounts> montosCalculados) {}

  public record DgiiMessage(
      String codigo,
      String valor) {}

  /**
   * Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado.
   *
   * @param leyenda La frase que lleva la representación impresa, también la de document-print. La de un comprobante con `IndicadorEnvioDiferido` 1 es la de envío diferido.
   * @param enviarAntesDe 72 horas después de la firma; con `IndicadorEnvioDiferido` 1, 24 horas. El envío sigue solo también después.
   */
  public record Contingency(
      String leyenda,
      String enviarAntesDe) {}

  /**
   * StatusData.
   *
   * @param ecf El e-NCF.
   * @param accepted 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
   * @param status `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
   * @param securityCode Código de seguridad; vacío mientras no esté firmado.
   * @param trackId Identificador de la DGII; vacío mientras no lo haya dado.
   * @param alreadyProcessed `false` solo cuando esta solicitud creó el envío.
   * @param sameContent Si el contenido recibido es el del comprobante guardado: `false` solo en `existente`, null cuando no se recibió contenido.
   * @param codigoDgii Código del resultado de la DGII.
   * @param mensajes Mensajes de la DGII, tal como los dio.
   * @param secuenciaUtilizada Lo que dijo la DGII. Con `false` el e-NCF se puede usar de nuevo. Si no, el número de un rechazado se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito.
   * @param fechaFirma dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
   * @param qrUrl Dirección del código QR, desde que los bytes son definitivos: el envío a la DGII empezó, o hay `contingencia`. null en un comprobante sin valor fiscal.
   * @param contingencia Con ella el comprobante, ya firmado, se puede imprimir con la leyenda, `securityCode` y `qrUrl`. Va mientras un envío no tiene respuesta, o desde que la DGII no está disponible para recibirlo, hasta que la DGII lo recibe. Con `IndicadorEnvioDiferido` 1 va desde la firma hasta el resultado.
   * @param consultaUrl Enlace de consulta para el comprador: datos, estado y representación impresa. Solo si el servicio tiene una dirección pública (`ECF_PUBLIC_URL`). En cada intento es siempre el mismo, hasta que la empresa anule sus enlaces: si se envía de nuevo un comprobante rechazado, use el nuevo.
   * @param correlationId X-Correlation-Id del envío que creó el comprobante.
   * @param externalReference La `externalReference` con que `next` entregó el número; vacía si no hubo.
   * @param reason Solo con `En Espera`: qué se espera.
   * @param code Solo con `accepted: 0`: por qué el comprobante no fue aceptado; [errores](/docs/integrar/errores) los explica.
   * @param reenvio Solo si el número quedó libre: cómo se envía otra vez el mismo contenido. Corregido se envía en cualquier momento.
   * @param campo Solo con `accepted: 0`: ruta JSON del campo que hay que corregir; null cuando la DGII no nombra ninguno.
   * @param fechaEmision DD-MM-AAAA.
   * @param receivedAt Fecha y hora UTC (ISO 8601) de recepción.
   * @param updatedAt Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó.
   * @param xmlSha256 SHA-256 (hexadecimal) del XML firmado.
   * @param aprobacionComercial Lo último que dijo el comprador. Ausente si no ha dicho nada.
   * @param entrega Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador.
   */
  public record StatusData(
      String ecf,
      Integer accepted,
      String status,
      String securityCode,
      String trackId,
      Boolean alreadyProcessed,
      Boolean sameContent,
      String codigoDgii,
      List<DgiiMessage> mensajes,
      Boolean secuenciaUtilizada,
      String fechaFirma,
      String qrUrl,
      Contingency contingencia,
      String consultaUrl,
      String environment,
      String correlationId,
      String externalReference,
      Integer attempt,
      String reason,
      String code,
      Repetition reenvio,
      String campo,
      Integer tipoeCF,
      BigDecimal montoTotal,
      String fechaEmision,
      String receivedAt,
      String signedAt,
      String submittedAt,
      String finalAt,
      String updatedAt,
      String xmlSha256,
      StatusDataAprobacionComercial aprobacionComercial,
      StatusDataEntrega entrega) {}

  /**
   * Lo último que dijo el comprador. Ausente si no ha dicho nada.
   *
   * @param motivo Solo de un rechazo.
   * @param fecha DD-MM-AAAA HH:MM:SS, como la firmó el comprador.
   * @param firmante De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo.
   */
  public record StatusDataAprobacionComercial(
      String estado,
      String motivo,
      String fecha,
      StatusDataAprobacionComercialFirmante firmante) {}

  /**
   * De quién es el certificado que firmó la aprobación, y cómo estaba al recibirla. Cualquiera puede hacer un certificado, y solo la DGII sabe quién firma por quién. Ausente en las aprobaciones que se recibieron antes de anotarlo.
   *
   * @param nombre Nombre del titular; vacío si el certificado no lo tiene.
   * @param identificacion Cédula, pasaporte o RNC del titular como el certificado lo escribe; vacía si no la tiene.
   */
  public record StatusDataAprobacionComercialFirmante(
      String nombre,
      String identificacion,
      String sujeto,
      String cadena,
      String vigencia) {}

  /**
   * Entrega del comprobante aceptado a su comprador, si este recibe e-CF. No cambia la validez del comprobante. Ausente cuando el comprobante no va a un comprador.
   *
   * @param estado `rechazado`: el comprador no lo recibió y `codigo` dice por qué. `no-electronico`: no está en el directorio de la DGII; entréguele la representación impresa. `sin-entregar`: se dejó de intentar, o la empresa dejó de entregar.
   * @param codigo Del acuse de recibo. 1: especificación. 2: firma. 3: duplicado. 4: RNC del comprador.
   * @param motivo Para una persona. Con `pendiente`, qué espera; con `sin-entregar`, qué impidió la entrega hasta el final.
   * @param fecha Fecha y hora UTC (ISO 8601) en que terminó.
   * @param acuse El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web.
   */
  public record StatusDataEntrega(
      String estado,
      String codigo,
      String motivo,
      String fecha,
      StatusDataEntregaAcuse acuse) {}

  /**
   * El acuse de recibo (ARECF) con que terminó la entrega. Ausente si terminó sin acuse. Sus bytes están en la aplicación web.
   *
   * @param firma `alterada`: el contenido no es el que se firmó. `incorrecta`: el valor de la firma no corresponde al certificado. `no-admitida`: no está hecha como la DGII prescribe, y no se puede comprobar. Lo que dice el acuse vale igual: otro intento traería la misma respuesta. Si no es `valida`, confirme con el comprador.
   * @param firmante De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida.
   * @param fechaHora FechaHoraAcuseRecibo, como la escribió el comprador. Ausente si no es una fecha.
   */
  public record StatusDataEntregaAcuse(
      String firma,
      StatusDataEntregaAcuseFirmante firmante,
      String fechaHora) {}

  /** De quién es el certificado de una firma válida. No se comprueba qué autoridad lo emitió. Ausente si la firma no es válida. */
  public record StatusDataEntregaAcuseFirmante(
      String sujeto) {}

  /**
   * History.
   *
   * @param externalReference La `externalReference` con que `next` entregó el número; vacía si no hubo.
   * @param attempt El último intento.
   * @param espera Nulo: el comprobante no espera nada, o ya tiene su resultado.
   * @param historia Lo más antiguo primero.
   */
  public record History(
      String ecf,
      String externalReference,
      String environment,
      Integer attempt,
      String status,
      HistoryEspera espera,
      List<HistoryHistoria> historia) {}

  /**
   * Nulo: el comprobante no espera nada, o ya tiene su resultado.
   *
   * @param reason El mismo código que en `document-status`.
   * @param texto Qué espera.
   * @param consejo Qué termina la espera.
   * @param desde Fecha y hora UTC (ISO 8601).
   * @param proximoIntento Fecha y hora UTC (ISO 8601).
   */
  public record HistoryEspera(
      String reason,
      String texto,
      String consejo,
      String desde,
      String proximoIntento) {}

  /**
   * HistoryHistoria.
   *
   * @param fecha Fecha y hora UTC (ISO 8601).
   */
  public record HistoryHistoria(
      Integer attempt,
      String fecha,
      String texto) {}

  /**
   * Los miembros de `document-status` que no necesitan los mensajes de la DGII ni el contenido, y además el comprador y el ITBIS.
   *
   * @param ecf El e-NCF.
   * @param accepted 1: aceptado. 0: rechazado, anulado o no enviado. null: la DGII todavía no ha dado un resultado final.
   * @param status `Firmado`: no consta que la DGII lo tenga. `En Proceso`: la DGII lo tiene y todavía no da un resultado.
   * @param securityCode Código de seguridad; vacío mientras no esté firmado.
   * @param trackId Identificador de la DGII; vacío mientras no lo haya dado.
   * @param correlationId X-Correlation-Id del envío que creó el comprobante.
   * @param externalReference La `externalReference` con que `next` entregó el número; vacía si no hubo.
   * @param reason Solo con `En Espera`: qué se espera.
   * @param fechaEmision DD-MM-AAAA.
   * @param receivedAt Fecha y hora UTC (ISO 8601) de recepción.
   * @param updatedAt Fecha y hora UTC (ISO 8601) del último cambio de lo que dice esta consulta. Nulo si no se guardó.
   * @param xmlSha256 SHA-256 (hexadecimal) del XML firmado.
   * @param rncComprador Vacío: el comprobante no da el RNC del comprador.
   * @param totalITBIS Nulo: el comprobante no tiene TotalITBIS.
   */
  public record ListedDocument(
      String ecf,
      Integer accepted,
      String status,
      String securityCode,
      String trackId,
      String environment,
      String correlationId,
      String externalReference,
      Integer attempt,
      String reason,
      Integer tipoeCF,
      BigDecimal montoTotal,
      String fechaEmision,
      String receivedAt,
      String signedAt,
      String submittedAt,
      String finalAt,
      String updatedAt,
      String xmlSha256,
      String rncComprador,
      BigDecimal totalITBIS) {}

  /**
   * ExternalStatus.
   *
   * @param rncComprador El que tiene la DGII; null si no lo dice.
   * @param accepted 1: aceptado. 0: rechazado. null: la DGII todavía no ha dado un resultado final.
   * @param fechaEmision DD-MM-AAAA.
   * @param fechaFirma dd-MM-aaaa HH:mm:ss, hora de Santo Domingo.
   */
  public record ExternalStatus(
      String rncEmisor,
      String encf,
      String rncComprador,
      String status,
      Integer accepted,
      BigDecimal montoTotal,
      BigDecimal totalITBIS,
      String fechaEmision,
      String fechaFirma,
      String codigoSeguridad) {}

  /**
   * Received.
   *
   * @param fechaEmision DD-MM-AAAA.
   * @param fechaFirma DD-MM-AAAA HH:MM:SS.
   * @param firmante De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién.
   * @param receivedAt Fecha y hora UTC (ISO 8601).
   * @param xmlSha256 SHA-256 (hexadecimal) de los bytes recibidos.
   * @param acuse El acuse de recibo firmado; nulo mientras no se ha podido firmar.
   * @param dgii Lo que respondió la DGII la última vez que se le preguntó.
   * @param comunicacion Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía.
   * @param recordatorio La empresa pidió que se le recuerde decidir, y ya es tiempo.
   * @param desplazados Los que llegaron antes con este número y lo perdieron: la DGII no los tiene, o los rechazó, y tiene este. Ausente si no hay ninguno.
   */
  public record Received(
      String rncEmisor,
      String razonSocialEmisor,
      String encf,
      Integer tipoeCF,
      String fechaEmision,
      BigDecimal montoTotal,
      BigDecimal totalITBIS,
      String rncComprador,
      String codigoSeguridad,
      String fechaFirma,
      ReceivedFirmante firmante,
      String environment,
      String receivedAt,
      String xmlSha256,
      ReceivedAcuse acuse,
      ReceivedDgii dgii,
      ReceivedDecision decision,
      ReceivedComunicacion comunicacion,
      Boolean recordatorio,
      List<ReceivedDesplazados> desplazados) {}

  /** De quién es el certificado que firmó, y cómo estaba al recibirlo. Solo la DGII sabe quién firma por quién. */
  public record ReceivedFirmante(
      String sujeto,
      String cadena,
      String vigencia) {}

  /** El acuse de recibo firmado; nulo mientras no se ha podido firmar. */
  public record ReceivedAcuse(
      String fecha,
      String sha256) {}

  /**
   * Lo que respondió la DGII la última vez que se le preguntó.
   *
   * @param estado `No confirmado`: la DGII tiene con este número un comprobante con otro código de seguridad u otro total.
   */
  public record ReceivedDgii(
      String estado,
      String fecha) {}

  public record ReceivedDecision(
      String estado,
      String motivo,
      String por,
      String fecha) {}

  /** Si el emisor y la DGII tienen la decisión; ausente mientras no hay decisión. `rechazada`: el emisor la rehusó tres veces, o la DGII rehusó el archivo. `sin-entregar`: el servicio dejó de intentarlo, o el emisor rehusó tres veces una repetición y puede haberla recibido. `no-electronico`: el emisor no está en el directorio de la DGII. Repetir la misma decisión reanuda la entrega, salvo si la DGII la rehusó; en certificación no hay directorio, y al emisor no se le envía. */
  public record ReceivedComunicacion(
      ApprovalSending emisor,
      ApprovalSending dgii) {}

  /**
   * ApprovalSending.
   *
   * @param motivo Qué se espera para entregarla, o por qué no se entregó.
   */
  public record ApprovalSending(
      String estado,
      String motivo) {}

  /**
   * ReceivedDesplazados.
   *
   * @param receivedAt Fecha y hora UTC (ISO 8601).
   * @param xmlSha256 SHA-256 (hexadecimal) de los bytes recibidos.
   * @param dgii Lo que la DGII respondió de él al perder el número.
   * @param decision Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido.
   */
  public record ReceivedDesplazados(
      BigDecimal montoTotal,
      String codigoSeguridad,
      ReceivedDesplazadosFirmante firmante,
      String receivedAt,
      String xmlSha256,
      ReceivedDesplazadosAcuse acuse,
      ReceivedDesplazadosDgii dgii,
      ReceivedDesplazadosDecision decision) {}

  public record ReceivedDesplazadosFirmante(
      String sujeto,
      String cadena,
      String vigencia) {}

  public record ReceivedDesplazadosAcuse(
      String fecha,
      String sha256) {}

  /** Lo que la DGII respondió de él al perder el número. */
  public record ReceivedDesplazadosDgii(
      String estado,
      String fecha) {}

  /** Lo que se había decidido de él; no se comunicó a nadie. Ausente si nadie había decidido. */
  public record ReceivedDesplazadosDecision(
      String estado,
      String motivo,
      String por,
      String fecha) {}

  /**
   * RefusedReception.
   *
   * @param rncComprador Con el código 4, no es una empresa del servicio.
   * @param codigo CodigoMotivoNoRecibido del acuse.
   * @param motivo Qué dice el código.
   * @param detalle Qué se encontró, para una persona.
   * @param receivedAt Fecha y hora UTC (ISO 8601) de la primera vez.
   * @param xmlSha256 SHA-256 (hexadecimal) de los bytes que llegaron.
   * @param bytes Cuántos bytes llegaron.
   * @param conservadoHasta Fecha y hora UTC (ISO 8601).
   */
  public record RefusedReception(
      String rncEmisor,
      String rncComprador,
      String encf,
      String environment,
      Integer codigo,
      String motivo,
      String detalle,
      String receivedAt,
      String xmlSha256,
      Integer bytes,
      RefusedReceptionAcuse acuse,
      String conservadoHasta) {}

  public record RefusedReceptionAcuse(
      String fecha,
      String sha256) {}

  /**
   * ApprovalRequest.
   *
   * @param motivo Obligatorio en un rechazo; ausente en una aprobación.
   * @param xmlSha256 El del comprobante sobre el que se decide: 64 dígitos hexadecimales, en minúscula. Si otro comprobante ya tomó el número, la respuesta es RECEIVED_CHANGED y no se registra nada. Sin él, la decisión es sobre el comprobante que tenga el número.
   */
  public record ApprovalRequest(
      String estado,
      String motivo,
      String xmlSha256) {}

  /**
   * AnnulmentRequest.
   *
   * @param ranges Hasta 10,000 números en total, de cualquier tipo, sin repetir.
   * @param note Por qué; se guarda con los números.
   */
  public record AnnulmentRequest(
      List<AnnulmentRequestRanges> ranges,
      String note) {}

  /**
   * AnnulmentRequestRanges.
   *
   * @param desde El primer e-NCF del rango.
   * @param hasta El último; el mismo, si es uno solo.
   */
  public record AnnulmentRequestRanges(
      String desde,
      String hasta) {}

  /**
   * Annulment.
   *
   * @param estado `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos.
   * @param fecha Fecha y hora UTC (ISO 8601).
   * @param reused Solo al solicitarla. `true`: es una solicitud anterior de exactamente estos números, en curso o que anuló todos o algunos.
   * @param resultado Los números solicitados, en los menos rangos posibles.
   * @param mensajesDgii Los textos de la última respuesta de la DGII.
   */
  public record Annulment(
      String annulmentId,
      String estado,
      Integer solicitados,
      String nota,
      String fecha,
      Boolean reused,
      List<AnnulmentResultado> resultado,
      List<String> mensajesDgii) {}

  /**
   * AnnulmentResultado.
   *
   * @param mensaje El motivo en palabras.
   */
  public record AnnulmentResultado(
      String desde,
      String hasta,
      String estado,
      String motivo,
      String mensaje) {}

  /**
   * ListedAnnulment.
   *
   * @param estado `pendiente`: en curso. `anulado`: todos los números. `parcial`: algunos. `rechazado`: ninguno. `incierto`: la DGII no dio una respuesta clara sobre algunos.
   * @param fecha Fecha y hora UTC (ISO 8601).
   */
  public record ListedAnnulment(
      String annulmentId,
      String estado,
      Integer solicitados,
      String nota,
      String fecha) {}

  /**
   * Webhook.
   *
   * @param types Vacío, todos.
   * @param disabledReason `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días.
   * @param onlyProbes Cinco eventos seguidos fallaron y se prueba con uno.
   * @param secretGraceUntil Hasta cuándo firma también el secreto anterior.
   */
  public record Webhook(
      String id,
      String environment,
      String url,
      List<String> types,
      String description,
      Boolean active,
      String disabledReason,
      String disabledAt,
      String failingSince,
      Boolean onlyProbes,
      String secretGraceUntil,
      String createdAt) {}

  /**
   * WebhookWithSecret.
   *
   * @param types Vacío, todos.
   * @param disabledReason `person`: lo desactivó una persona o un programa. `gone`: respondió 410. `failing`: falló cinco días.
   * @param onlyProbes Cinco eventos seguidos fallaron y se prueba con uno.
   * @param secretGraceUntil Hasta cuándo firma también el secreto anterior.
   * @param secret Viene solo en esta respuesta.
   */
  public record WebhookWithSecret(
      String id,
      String environment,
      String url,
      List<String> types,
      String description,
      Boolean active,
      String disabledReason,
      String disabledAt,
      String failingSince,
      Boolean onlyProbes,
      String secretGraceUntil,
      String createdAt,
      String secret) {}

  public record WebhookRequest(
      String url,
      List<String> types,
      String description) {}

  /**
   * WebhookChanges.
   *
   * @param from Sin él, `cursor`.
   */
  public record WebhookChanges(
      String url,
      List<String> types,
      String description,
      Boolean active,
      String from) {}

  public record WebhookDelivery(
      String eventId,
      String type,
      String status,
      Integer attempts,
      String nextAttemptAt,
      String createdAt,
      List<WebhookTry> tries) {}

  /**
   * WebhookTry.
   *
   * @param code Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`.
   * @param response El comienzo de la respuesta, hasta 1 KB.
   */
  public record WebhookTry(
      String at,
      Integer ms,
      Integer httpStatus,
      String code,
      String response) {}

  /**
   * WebhookTest.
   *
   * @param code Por qué no hubo respuesta: `ADDRESS_REFUSED`, `BROKEN`, `SECRET_UNREADABLE`, `TIMEOUT`, `TLS_FAILED`, `TOO_LARGE` o `UNREACHABLE`.
   * @param response El comienzo de la respuesta, hasta 1 KB.
   */
  public record WebhookTest(
      String eventId,
      String at,
      Integer ms,
      Integer httpStatus,
      String code,
      String response) {}

  /**
   * ErrorData.
   *
   * @param code Códigos estables; [errores](/docs/integrar/errores) los explica.
   * @param campo Campo o parámetro que hay que corregir: su ruta JSON, listas desde cero, por ejemplo `ranges[0].desde`.
   * @param estado La decisión que ya existe.
   * @param oldest Con `EVENTS_CURSOR_EXPIRED`: el evento más antiguo.
   * @param scope Con `API_KEY_SCOPE_MISSING`: el permiso que le falta a la clave. Nulo: no se hace con una clave.
   * @param environment Con `API_KEY_ENVIRONMENT`: el ambiente de la clave.
   * @param reason El motivo de `SEQUENCE_NOT_AVAILABLE`, `ISSUING_SUSPENDED` y `DGII_ACCESS_REFUSED`.
   * @param mensajes Con `DGII_ACCESS_REFUSED`: las palabras de la DGII.
   * @param graceUntil Con `WEBHOOK_SECRET_IN_GRACE`: hasta cuándo firma también el secreto anterior.
   * @param errores Todos los hallazgos de la validación.
   * @param ecf Con `ENCF_OTHER_CONTENT`: el e-NCF.
   * @param alreadyProcessed Con `ENCF_OTHER_CONTENT`.
   * @param sameContent Con `ENCF_OTHER_CONTENT`.
   */
  public record ErrorData(
      String code,
      String campo,
      String estado,
      String oldest,
      String scope,
      String environment,
      String reason,
      List<DgiiMessage> mensajes,
      Integer ecfType,
      String graceUntil,
      String correlationId,
      List<Fault> errores,
      String ecf,
      Boolean alreadyProcessed,
      Boolean sameContent,
      SendData existente) {}
}

/** Why a number was not voided, or why we do not know: stable codes with Spanish texts, for clients, operators and screens. */
export const numberReasons = {
  NOT_AUTHORIZED: 'Ninguna autorización registrada contiene el número.',
  ALREADY_ANNULLED: 'El número ya estaba anulado.',
  BEING_ANNULLED: 'Otra solicitud ya pidió a la DGII su anulación.',
  ISSUED: 'La DGII aceptó un comprobante con el número: se anula con una nota de crédito.',
  SPENT: 'La DGII rechazó un comprobante y dio el número por utilizado.',
  IN_PROCESS: 'Hay un comprobante en proceso con el número, o la DGII puede tenerlo.',
  REJECTED_AND_FREE:
    'La DGII recibió un comprobante y dejó libre el número: envíelo otra vez, o permita en los datos de la empresa que se anulen estos números.',
  MAY_BE_WITH_CUSTOMER:
    'El comprobante de consumo está firmado: el cliente puede tener su representación impresa.',
  REFUSED_BY_DGII: 'La DGII no admitió la anulación.',
  USED_AT_DGII: 'La DGII no lo anuló: tiene un comprobante con el número.',
  EXCEPTED_BY_DGII:
    'La DGII no lo anuló, y no muestra un comprobante con el número: revíselo en la Oficina Virtual.',
  ANSWER_LOST: 'La DGII no dio una respuesta clara: revise la Consulta de Anulaciones de la Oficina Virtual.',
  CANCELLED: 'La solicitud se canceló antes de enviarla a la DGII.',
  CONFIRMED_NOT_ANNULLED: 'Una persona vio en la Oficina Virtual que no está anulado.',
} as const;

/**
 * Why an admitted voucher is not sent to DGII (state `refused`): the code that a client reads in `data.code`, the field it
 * is about, and the Spanish message. The number stays free, and the client may send the same e-NCF again.
 */
const modified = 'ECF.InformacionReferencia.NCFModificado';

export const refusals = {
  REFERENCE_REJECTED: {
    campo: modified,
    mensaje: 'El comprobante que este modifica, o al que se refiere, no fue aceptado.',
  },
  REFERENCE_NOT_FINAL: {
    campo: modified,
    mensaje: 'El comprobante que este modifica, o al que se refiere, sigue sin resultado de la DGII.',
  },
  REFERENCE_BALANCE_EXCEEDED: {
    campo: 'ECF.Encabezado.Totales.MontoTotal',
    mensaje: 'La nota excede el saldo del comprobante que modifica.',
  },
  REFERENCE_MISMATCH: {
    campo: modified,
    mensaje: 'La nota ya no corresponde al comprobante que modifica.',
  },
  ENCF_BEING_ANNULLED: {
    campo: 'ECF.Encabezado.IdDoc.eNCF',
    mensaje: 'Se pidió a la DGII la anulación del e-NCF.',
  },
} as const satisfies Record<string, { campo: string; mensaje: string }>;

export type Refusal = keyof typeof refusals;

export function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(refusals, code);
}

/** What `next` says of a number that its reference got before: that it was voided, has expired, or has a voucher. */
import { isPast, localDate } from '../../ecf/model/dates.js';
import type { Delivered } from '../../ledger/numbering/numbering.js';
import type { ErrorCode } from '../../shared/errors.js';

interface NumberWarning {
  readonly code: Extract<ErrorCode, 'ENCF_ANNULLED' | 'SEQUENCE_EXPIRED'>;
  readonly mensaje: string;
}

/** A reference keeps its number for ever, so only another reference gets another number. */
export function reservedAgain(
  number: Pick<Delivered, 'encf' | 'state' | 'expiresOn'>,
  now: Date,
): { readonly mensaje: string; readonly warning: NumberWarning | undefined } {
  const warning = warningOf(number, now);
  if (warning !== undefined) return { mensaje: `ATENCIÓN. ${warning.mensaje}`, warning };
  const reserved = 'El número ya estaba reservado para esta referencia';
  const mensaje =
    number.state === 'used'
      ? `${reserved} y ya tiene un comprobante: document-status dice su estado.`
      : `${reserved}.`;
  return { mensaje, warning };
}

function warningOf(
  { encf, state, expiresOn }: Pick<Delivered, 'encf' | 'state' | 'expiresOn'>,
  now: Date,
): NumberWarning | undefined {
  const another = 'Para recibir otro número, use otra externalReference.';
  if (state === 'annulled')
    return {
      code: 'ENCF_ANNULLED',
      mensaje: `El e-NCF ${encf} de esta referencia fue anulado y no se puede enviar. ${another}`,
    };
  if (state === 'annulling')
    return {
      code: 'ENCF_ANNULLED',
      mensaje: `Se pidió a la DGII que anule el e-NCF ${encf} de esta referencia, y no se puede enviar. ${another}`,
    };
  // A voucher with the number was sent in time, and a repeated send is answered with its result.
  if (state === 'used' || !isPast(expiresOn, localDate(now.getTime()))) return undefined;
  return {
    code: 'SEQUENCE_EXPIRED',
    mensaje: `La secuencia del e-NCF ${encf} de esta referencia venció el ${expiresOn} y no se puede enviar. ${another}`,
  };
}

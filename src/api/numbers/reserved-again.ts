/**
 * What `next` says of a number that its reference got before: that it was voided, spent, has expired, has a voucher, or is free again.
 */
import { isPast, localDate } from '../../ecf/model/dates.js';
import type { HandedOut } from '../../ledger/numbers/numbers.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { leavesNumberFree } from '../../ledger/vouchers/live-document.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import type { ErrorCode } from '../../shared/errors.js';
import { freeingResult } from '../vouchers/document-answer.js';

interface NumberWarning {
  readonly code: Extract<ErrorCode, 'ENCF_ANNULLED' | 'SEQUENCE_EXPIRED'> | 'ENCF_SPENT';
  readonly mensaje: string;
}

interface ReservedAgain {
  readonly mensaje: string;
  readonly warning?: NumberWarning;
  readonly resultadoAnterior?: object;
}

/** A reference keeps its number for ever, so only another reference gets another number. */
export function reservedAgain(
  number: Pick<HandedOut, 'encf' | 'state' | 'expiresOn'>,
  document: DocumentRecord | undefined,
  now: Date,
): ReservedAgain {
  const warning = warningOf(number, document, now);
  if (warning !== undefined) return { mensaje: `ATENCIÓN. ${warning.mensaje}`, warning };
  const reserved = 'El número ya estaba reservado para esta referencia';
  const withVoucher = `${reserved} y ya tiene un comprobante: document-status dice su estado.`;
  if (document !== undefined && leavesNumberFree(document))
    return {
      mensaje: `${withVoucher} Es ${statusOf(document)}, y el número quedó libre: se puede enviar otra vez.`,
      resultadoAnterior: freeingResult(document),
    };
  return { mensaje: number.state === 'used' ? withVoucher : `${reserved}.` };
}

function warningOf(
  { encf, state, expiresOn }: Pick<HandedOut, 'encf' | 'state' | 'expiresOn'>,
  document: Pick<DocumentRecord, 'state' | 'verdict'> | undefined,
  now: Date,
): NumberWarning | undefined {
  const another = 'Para recibir otro número, use otra externalReference.';
  if (state === 'annulled' || document?.state === 'annulled')
    return {
      code: 'ENCF_ANNULLED',
      mensaje: `El e-NCF ${encf} de esta referencia fue anulado y no se puede enviar. ${another}`,
    };
  if (state === 'annulling')
    return {
      code: 'ENCF_ANNULLED',
      mensaje: `Se pidió a la DGII que anule el e-NCF ${encf} de esta referencia, y no se puede enviar. ${another}`,
    };
  if (document?.state === 'rejected' && !leavesNumberFree(document))
    return {
      code: 'ENCF_SPENT',
      mensaje: `El e-NCF ${encf} de esta referencia se gastó: la DGII rechazó su comprobante, y uno corregido no se puede enviar con él. ${another}`,
    };
  // A voucher with the number was sent in time, and a repeated send is answered with its result.
  if (state === 'used' || !isPast(expiresOn, localDate(now.getTime()))) return undefined;
  return {
    code: 'SEQUENCE_EXPIRED',
    mensaje: `La secuencia del e-NCF ${encf} de esta referencia venció el ${expiresOn} y no se puede enviar. ${another}`,
  };
}

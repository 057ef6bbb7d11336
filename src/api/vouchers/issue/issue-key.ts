/** The key of `issue`: the client's own identifier of the document, in the header Idempotency-Key or in the query; and the key of other orders. */
import { ServiceError } from '../../../shared/errors.js';
import { isClientReference } from '../../../ledger/numbers/numbers.js';
import { referenceText } from '../../numbers/sequences.js';
import type { EcfRequest } from '../../handler.js';

/** As for `externalReference` of `next`, in code points. */
const keyMax = 64;

/** HTTP promises the bytes of a header only for ASCII. */
const printable = /^[!-~]([ -~]*[!-~])?$/;

/** Throws IDEMPOTENCY_KEY_MISSING, IDEMPOTENCY_KEY_INVALID or EXTERNAL_REFERENCE_INVALID. */
export function issueKeyOf({ idempotencyKey, query }: Pick<EcfRequest, 'idempotencyKey' | 'query'>): string {
  const reference = query['externalReference'];
  const fromHeader = idempotencyKey === undefined ? undefined : headerKey(idempotencyKey);
  const fromQuery = reference === undefined ? undefined : queryKey(reference);
  if (fromHeader !== undefined && fromQuery !== undefined && fromHeader !== fromQuery)
    throw new ServiceError('IDEMPOTENCY_KEY_INVALID', {
      mensaje: 'Idempotency-Key y externalReference son la misma clave: envíe una, o las dos iguales.',
    });
  const key = fromHeader ?? fromQuery;
  if (key === undefined) throw new ServiceError('IDEMPOTENCY_KEY_MISSING');
  return key;
}

/** The key of `document-mail`. Without one, a request that is repeated after a lost answer would mail the voucher twice. */
export function mailKeyOf(idempotencyKey: string | undefined): string {
  if (idempotencyKey !== undefined) return headerKey(idempotencyKey);
  throw new ServiceError('IDEMPOTENCY_KEY_MISSING', {
    mensaje: 'Falta la clave del envío: el encabezado Idempotency-Key, con un identificador de su sistema.',
  });
}

/** The draft standard writes the key between quotes, and most clients do not. Both mean the same key. */
function headerKey(sent: string): string {
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (key.length > keyMax || !printable.test(key)) throw new ServiceError('IDEMPOTENCY_KEY_INVALID');
  return key;
}

/** A parameter that comes twice is a list. */
function queryKey(sent: unknown): string {
  const key = typeof sent === 'string' ? sent : '';
  if (key === '' || Array.from(key).length > keyMax) throw new ServiceError('EXTERNAL_REFERENCE_INVALID');
  if (!isClientReference(key))
    throw new ServiceError('EXTERNAL_REFERENCE_INVALID', { mensaje: referenceText });
  return key;
}

/** The rules of a delivery to a buyer that need no ledger and no network. */
import type { BuyerAnswer } from '../../dgii/buyers/buyer-client.js';
import type { BuyerWait } from '../../ecf/codes/buyer-delivery.js';
import type { Company } from '../../ledger/store.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { assertNever } from '../../shared/errors.js';

/** What the company wants. The verdict marks every voucher that may go to a buyer, without a look at the company. */
export function wantsDelivery(
  { tipoeCF, state, rncComprador }: Pick<DocumentRecord, 'tipoeCF' | 'state' | 'rncComprador'>,
  company: Company | undefined,
): boolean {
  if (company === undefined || rncComprador === '' || company.buyerDelivery === 'off') return false;
  if (state !== 'accepted' && state !== 'conditionally-accepted') return false;
  return tipoeCF !== 45 || company.buyerDelivery45 === 'on';
}

const replacement = /<CodigoModificacion>\s*4\s*<\/CodigoModificacion>/;
/** The reference is near the end, before the signature. */
const endBytes = 16 * 1024;

/** CodigoModificacion 4 replaces a paper voucher of a contingency. The buyer has that one: this one goes to DGII alone. */
export function isReplacement(xml: Buffer): boolean {
  return replacement.test(xml.subarray(-endBytes).toString('utf8'));
}

const hostCharsMax = 100;

/** For the record. The address may be anything, so a text without a host stays as it is. */
export function receiverHostOf(written: string | null): string {
  const text = written?.trim() ?? '';
  const given = text.includes('://') ? text : `https://${text}`;
  return (URL.canParse(given) ? new URL(given).host : text).slice(0, hostCharsMax);
}

/** What a delivery waits for after an answer without a usable acknowledgement. */
export function waitOf(answer: BuyerAnswer): BuyerWait {
  switch (answer.kind) {
    case 'answered':
      return 'BUYER_NO_ACKNOWLEDGEMENT';
    case 'unknown':
      return 'BUYER_NO_ANSWER';
    case 'not-sent':
      switch (answer.cause) {
        case 'no-address':
          return 'BUYER_NO_ADDRESS';
        case 'unreachable':
        case 'tls':
        case 'auth-unavailable':
        case 'throttled':
          return 'BUYER_UNREACHABLE';
        case 'overloaded':
        case 'cancelled':
          return 'BUYER_BUSY';
        case 'seed-invalid':
        case 'seed-refused':
        case 'certificate':
        case 'not-delegated':
        case 'token-refused':
        case 'unauthorized':
          return 'BUYER_TOKEN_REFUSED';
        default:
          return assertNever(answer.cause);
      }
    default:
      return assertNever(answer);
  }
}

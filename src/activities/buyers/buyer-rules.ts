/** The rules for a delivery to a buyer that need no ledger and no network. */
import type { BuyerAnswer } from '../../dgii/buyers/buyer-client.js';
import type { BuyerWait } from '../../ecf/codes/buyer-delivery.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { assertNever } from '../../shared/errors.js';

/**
 * Whether the company wants this delivery. The verdict marks every voucher that may go to a buyer and does not read the company's settings.
 */
export function wantsDelivery(
  { tipoeCF, state, rncComprador }: Pick<DocumentRecord, 'tipoeCF' | 'state' | 'rncComprador'>,
  company: Company | undefined,
): boolean {
  if (company === undefined || rncComprador === '' || company.buyerDelivery === 'off') return false;
  if (state !== 'accepted' && state !== 'conditionally-accepted') return false;
  return tipoeCF !== 45 || company.buyerDelivery45 === 'on';
}

const replacement = /<CodigoModificacion>\s*4\s*<\/CodigoModificacion>/;
/** How much of the XML's end is searched. The modification code is there, before the signature. */
const endBytes = 16 * 1024;

/**
 * True for CodigoModificacion 4: the voucher replaces a paper voucher of a contingency. The buyer has the paper one, so this one goes to
 * DGII alone.
 */
export function isReplacement(xml: Buffer): boolean {
  return replacement.test(xml.subarray(-endBytes).toString('utf8'));
}

const hostCharsMax = 100;

/** The host of a receiver's address. The directory may contain any text as an address; a text without a host is returned as it is. */
export function receiverHostOf(written: string | null): string {
  const text = written?.trim() ?? '';
  const given = text.includes('://') ? text : `https://${text}`;
  return (URL.canParse(given) ? new URL(given).host : text).slice(0, hostCharsMax);
}

/** The waiting reason after an answer without a usable acknowledgement. */
export function buyerWaitOf(answer: BuyerAnswer): BuyerWait {
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

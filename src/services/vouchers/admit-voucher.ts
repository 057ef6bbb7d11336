/** The last checks of a voucher's number, and the write that admits the voucher to the ledger. */
import type { Encf } from '../../ecf/model/encf.js';
import type { CheckedVoucher } from '../../documents/check/check-voucher.js';
import { refused } from '../../shared/refused.js';
import type { Store } from '../../ledger/ledger.js';
import type { NumberFacts } from '../../ledger/numbers/numbers.js';
import type { Admission, AdmitInput } from '../../ledger/vouchers/document-record.js';
import type { Company } from '../../ledger/companies/company.js';
import type { AdmissionRefusal } from './admission-refusal.js';
import { refusalOfFaults } from './check-with-ledger.js';
import { annulledNumber } from './number-faults.js';

type Ordered = Pick<
  AdmitInput,
  'requestId' | 'correlationId' | 'conditionalAllowed' | 'issuedBy' | 'suspended' | 'resend' | 'replaces'
>;

interface VoucherToAdmit extends Ordered {
  readonly company: Company;
  readonly encf: Encf;
  readonly checked: CheckedVoucher;
  readonly number: NumberFacts;
}

/** Refuses a number that was voided, and every number while the company's numbering origin is being changed. */
export function refusalOfNumber(
  encf: Encf,
  number: NumberFacts,
  { originChange }: Company,
): AdmissionRefusal | undefined {
  const annulled = annulledNumber(encf, number);
  if (annulled !== undefined) {
    const { campo, mensaje } = annulled;
    return refused('ENCF_ANNULLED', { campo, mensaje });
  }
  return originChange === undefined ? undefined : originChanging();
}

/** A change of the numbering origin takes about this long. */
const changingRetrySeconds = 15;

export function originChanging(): AdmissionRefusal {
  return refused('ORIGIN_CHANGING', { retryAfterSeconds: changingRetrySeconds });
}

interface AdmitDeps {
  readonly store: Pick<Store, 'admit' | 'markUsed'>;
  readonly clock: () => Date;
  /** How long after admission the completer checks for a voucher whose workflow was never started. */
  readonly firstCheckMs: number;
}

/**
 * Writes the voucher to the ledger and marks its number used.
 * @returns the new document, or the one that has the number already
 * @throws LedgerUnavailableError
 */
export async function admitVoucher(
  { store, clock, firstCheckMs }: AdmitDeps,
  { company: { companyId, environment }, encf, checked, number, ...ordered }: VoucherToAdmit,
): Promise<Admission> {
  const { content, contentHash } = checked;
  if (content === undefined || contentHash === undefined)
    throw new Error('A voucher without faults cannot be normalised');
  const admission = await store.admit({
    companyId,
    environment,
    ...ordered,
    ...content.mainFacts,
    ...(number.ref !== undefined && { externalReference: number.ref }),
    contentHash,
    content: content.bytes,
    now: clock(),
    firstCheckMs,
  });
  // `prepare` repeats this before it signs, and also finds out there if the number was annulled a moment ago.
  const { attempt } = admission.document;
  if (number.reservation !== undefined)
    await store.markUsed({ companyId, environment, encf: encf.text, attempt });
  return admission;
}

/** The refusal of a body that names no voucher of the company. The check finds a fault in each such body. */
export function refusalOfUnidentified({ errores }: CheckedVoucher): AdmissionRefusal {
  const refusal = refusalOfFaults(errores);
  if (refusal === undefined) throw new Error('A voucher without faults cannot be identified');
  return refusal;
}

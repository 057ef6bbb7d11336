/** Which numbers may be voided: each row of the table in docs/develop/annulment.md is a case of the rules. */
import { useOf, type LockRefusal, type NumberUse } from '../../../src/ledger/numbers/annulment-rules.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { fileAt } from '../../tidy/project-files.js';

interface DocumentedNumber {
  readonly number: string;
  readonly annulled: string;
  readonly motivo: string;
}

const { text: manual } = fileAt('docs/develop/annulment.md');
const [table = ''] = manual.slice(manual.indexOf('| Number ')).split('\n\n', 1);
const rows = table
  .split('\n')
  .slice(2)
  .map((line): DocumentedNumber => {
    const [number = '', annulled = '', motivo = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { number, annulled, motivo: motivo.replaceAll('`', '') };
  });

const unsent = {
  state: 'refused',
  trackIds: [],
  submissions: [],
  submissionCount: 0,
  attempt: 1,
  tipoeCF: 31,
};
const sent = { trackIds: ['t'], submissions: [{ outcome: 'received' }], submissionCount: 1 };
const notSent = { submissions: [{ outcome: 'not-sent' }], submissionCount: 1 };
const waits = { state: 'signed', final: false, waiting: { reason: 'DGII_UNAVAILABLE' }, signed: {} };
const rejected = { ...sent, state: 'rejected', final: true };

/** Vouchers under a number of each row. Rows without a voucher are decided by the locks themselves (annulment-locks.ts). */
const vouchers: Readonly<Record<string, readonly object[]>> = {
  'granted and never handed out, or handed out and never sent': [],
  'with a voucher that the service refused to send': [{ state: 'refused', final: true }],
  'with a voucher that waits, signed or not, whose deliveries certainly never left': [
    waits,
    { ...waits, ...notSent },
    { ...waits, state: 'received', signed: undefined },
    // An annulment ended the first attempt, and was cancelled.
    { ...waits, attempt: 2, earlier: [{ ...unsent, ...notSent }] },
  ],
  'with a signed type 32 that waits': [
    { ...waits, tipoeCF: 32 },
    // The first attempt was printed; the second one has no signature yet.
    { ...waits, tipoeCF: 32, signed: undefined, attempt: 2, earlier: [{ ...unsent, signed: {} }] },
  ],
  'with a voucher in process, or one that DGII may have': [
    { state: 'signed', final: false },
    { ...waits, submissions: [{ outcome: 'unknown' }], submissionCount: 1 },
    { ...waits, submissions: [{}], submissionCount: 1 },
    // Older deliveries were trimmed, so they may have arrived.
    { ...waits, ...notSent, submissionCount: 9 },
    { ...waits, ...sent },
  ],
  'of a rejected voucher that left the number free; it may also be sent again': [
    { ...rejected, verdict: { secuenciaUtilizada: false } },
    { ...waits, attempt: 2, earlier: [{ ...unsent, ...sent }] },
    { ...waits, attempt: 3, earlier: [{ ...unsent, ...sent }, unsent] },
    { ...waits, attempt: 2, earlier: [{ ...unsent, submissions: [{}], submissionCount: 1 }] },
    { ...waits, attempt: 2, earlier: [{ ...unsent, submissionCount: 9 }] },
    { ...waits, attempt: 2, earlier: [{ ...unsent, state: 'rejected' }] },
    // The ledger does not have the first attempt.
    { ...waits, attempt: 3, earlier: [unsent] },
  ],
  'of a rejected voucher that spent the number': [
    { ...rejected, verdict: { secuenciaUtilizada: true } },
    { ...rejected, verdict: { secuenciaUtilizada: null } },
  ],
  'of an accepted voucher': [
    { ...sent, state: 'accepted', final: true },
    { ...sent, state: 'conditionally-accepted', final: true },
  ],
  'voided before': [{ state: 'annulled', final: true }],
  'that another request asks for': [],
  'outside every registered authorization': [],
};

const use = (voucher: object, allowRejected = false): NumberUse => {
  const { earlier, ...document } = { ...unsent, earlier: [], ...voucher };
  return useOf(document as unknown as DocumentRecord, earlier, { allowRejected });
};
const mayBeVoided: readonly NumberUse[] = ['free', 'waits-unsent'];

test('the manual has a row for each reason, and each row has a case', () => {
  const reasons: Readonly<Record<LockRefusal, true>> = {
    NOT_AUTHORIZED: true,
    ALREADY_ANNULLED: true,
    BEING_ANNULLED: true,
    ISSUED: true,
    SPENT: true,
    IN_PROCESS: true,
    REJECTED_AND_FREE: true,
    MAY_BE_WITH_CUSTOMER: true,
  };
  expect(rows.flatMap(({ motivo }) => (motivo === '' ? [] : [motivo])).sort()).toEqual(
    Object.keys(reasons).sort(),
  );
  expect(rows.map(({ number }) => number)).toEqual(Object.keys(vouchers));
});

test.each(rows)('$number', ({ number, annulled, motivo }) => {
  expect(annulled.startsWith('yes')).toBe(motivo === '');
  for (const voucher of vouchers[number] ?? []) {
    if (motivo === '') expect(mayBeVoided).toContain(use(voucher));
    else expect(use(voucher)).toBe(motivo);
    const allowed = use(voucher, true);
    // The company's setting changes this one row.
    if (annulled.includes('annul-rejected allow')) expect(mayBeVoided).toContain(allowed);
    else expect(allowed).toBe(use(voucher));
  }
});

/** The check of a torture finds each harm that a run can do, and nothing in a harmless run. */
import { checkRun } from '../../../tools/torture/check/check-run.js';
import type { Evidence } from '../../../tools/torture/check/run-evidence.js';
import type { Verdict } from '../../../tools/simulator/verdict/verdict.js';
import { coverageGaps } from '../../../tools/torture/check/coverage.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- each case damages one record in its own way */
type Damage = (evidence: Record<keyof Evidence, any>) => void;

const sent = { trackId: 't-1', sha256: 'aa', rncEmisor: '999999912', encf: 'E310000000001' };
const accepted: Verdict = {
  outcome: 'accepted',
  secuenciaUtilizada: true,
  mensajes: [{ codigo: 0, valor: '' }],
};
const twice: Verdict = {
  outcome: 'rejected',
  secuenciaUtilizada: true,
  mensajes: [{ codigo: 1209, valor: 'secuencia ya utilizada' }],
};

/**
 * Company 12 gets its numbers from the service. Number 1 was delivered to DGII twice and accepted once. Number 2 is a gap.
 * Number 3, a summary, was rejected, which left it free, and then accepted with other content.
 */
function sound(): Evidence {
  return structuredClone<Evidence>({
    results: [
      {
        companyId: 12,
        rnc: '999999912',
        encf: 'E310000000001',
        last: { accepted: 1, attempt: 1, securityCode: 'AbC123', secuenciaUtilizada: true },
      },
      {
        companyId: 12,
        rnc: '999999912',
        encf: 'E320000000001',
        last: { accepted: 1, attempt: 2, securityCode: 'XyZ789', secuenciaUtilizada: true },
      },
    ],
    numbers: [
      { companyId: 12, encf: 'E310000000001', reference: 'A' },
      { companyId: 12, encf: 'E310000000001', reference: 'A' },
      { companyId: 12, encf: 'E310000000002', reference: undefined },
      { companyId: 12, encf: 'E320000000001', reference: 'B' },
    ],
    unused: { 12: ['E310000000002'] },
    documents: [
      {
        companyId: 12,
        rncEmisor: '999999912',
        encf: 'E310000000001',
        attempt: 1,
        final: true,
        state: 'accepted',
        signed: { sha256: 'aa', securityCode: 'AbC123' },
        trackIds: ['t-1', 't-2'],
        earlierTrackIds: [],
        verdict: { trackId: 't-1', secuenciaUtilizada: true, mensajes: [] },
      },
      {
        companyId: 12,
        rncEmisor: '999999912',
        encf: 'E320000000001',
        attempt: 2,
        final: true,
        state: 'accepted',
        signed: { sha256: 'full-2', securityCode: 'XyZ789', summary: { sha256: 'cc' } },
        trackIds: [],
        earlierTrackIds: [],
        verdict: { trackId: null, secuenciaUtilizada: true, mensajes: [] },
      },
    ],
    attempts: [
      {
        document: {
          companyId: 12,
          encf: 'E320000000001',
          signed: { sha256: 'full-1', securityCode: 'XyZ788', summary: { sha256: 'bb' } },
        },
      },
    ],
    reservations: [
      { companyId: 12, ecfType: 31, key: '12:31', n: 1, state: 'used' },
      { companyId: 12, ecfType: 31, key: '12:31', n: 2, state: 'reserved' },
      { companyId: 12, ecfType: 32, key: '12:32', n: 1, state: 'used' },
    ],
    received: [
      { ...sent, verdict: accepted },
      { ...sent, trackId: 't-2', verdict: twice },
      {
        trackId: null,
        sha256: 'bb',
        rncEmisor: '999999912',
        encf: 'E320000000001',
        verdict: { ...accepted, outcome: 'rejected', secuenciaUtilizada: false },
      },
      {
        trackId: null,
        sha256: 'cc',
        rncEmisor: '999999912',
        encf: 'E320000000001',
        verdict: accepted,
      },
    ],
    refused: [
      { service: 'recepcion', fileName: '999999912E310000000001.xml', sha256: 'aa' },
      // An approval of a supplier's voucher, which has the same number.
      { service: 'aprobacion', fileName: '999999912E310000000001.xml', sha256: 'acecf' },
    ],
  });
}

test('finds nothing in a harmless run', () => {
  expect(checkRun(sound())).toEqual([]);
});

const harms: readonly (readonly [code: string, what: string, damage: Damage])[] = [
  ['MISSING', 'an acknowledged voucher is gone', ({ documents }) => documents.shift()],
  ['NOT-FINAL', 'a voucher without a final result', ({ documents }) => (documents[0].final = false)],
  ['ACCEPTED-TIMES', 'accepted twice', ({ received }) => (received[1].verdict = accepted)],
  ['ACCEPTED-TIMES', 'never accepted at DGII', ({ received }) => (received[0].verdict = twice)],
  ['ACCEPTED-TIMES', 'rejected in the ledger', ({ documents }) => (documents[0].state = 'rejected')],
  ['OTHER-BYTES', 'a second delivery with other bytes', ({ received }) => (received[1].sha256 = 'zz')],
  [
    'OTHER-BYTES',
    'a post with other bytes that a fault answered',
    ({ refused }) => (refused[0].sha256 = 'zz'),
  ],
  ['OTHER-BYTES', 'the bytes of an earlier attempt accepted', ({ received }) => (received[3].sha256 = 'bb')],
  [
    'OTHER-BYTES',
    'the full voucher in place of its summary',
    ({ received }) => (received[3].sha256 = 'full-2'),
  ],
  [
    'OTHER-VERDICT',
    'the verdict of another trackId',
    ({ documents }) => (documents[0].verdict.trackId = 't-2'),
  ],
  [
    'OTHER-MESSAGES',
    'other messages',
    ({ documents }) => documents[0].verdict.mensajes.push({ codigo: '75', valor: 'x' }),
  ],
  [
    'OTHER-MESSAGES',
    'another secuenciaUtilizada',
    ({ documents }) => (documents[0].verdict.secuenciaUtilizada = false),
  ],
  ['TRACK-ID', 'a trackId that DGII never gave', ({ documents }) => documents[0].trackIds.push('t-9')],
  ['OTHER-ANSWER', 'a client got another result', ({ results }) => (results[0].last.accepted = 0)],
  [
    'OTHER-ANSWER',
    'a client got another security code',
    ({ results }) => (results[0].last.securityCode = 'zzzzzz'),
  ],
  ['NO-ANSWER', 'no client got an answer', ({ results }) => delete results[0].last],
  ['BURNT', 'a correct voucher that was rejected', ({ documents }) => (documents[1].state = 'rejected')],
  [
    'BURNT',
    'a voucher that was corrected after a rejection that left its number free',
    ({ documents, results }) => {
      documents[1].state = 'rejected';
      results[1].order = 'rejected-free';
    },
  ],
  ['UNKNOWN-VOUCHER', 'a voucher that no client sent', ({ results }) => results.shift()],
  ['NUMBER-TWICE', 'one number for two documents', ({ numbers }) => (numbers[2].encf = 'E310000000001')],
  ['REFERENCE-TWICE', 'two numbers for one document', ({ numbers }) => (numbers[1].encf = 'E310000000002')],
  [
    'NUMBER-LOST',
    'a delivered number that is not in the ledger',
    ({ reservations }) => reservations.splice(1, 1),
  ],
  ['NUMBER-SKIPPED', 'a number that was never handed out', ({ reservations }) => (reservations[1].n = 3)],
  [
    'RESERVATION',
    'an accepted voucher whose number is free',
    ({ reservations }) => (reservations[0].state = 'reserved'),
  ],
  ['RESERVATION', 'a used number without a voucher', ({ reservations }) => (reservations[1].state = 'used')],
  ['UNLISTED', 'an unused number that is not listed', ({ unused }) => unused[12].pop()],
  ['LISTED', 'a used number listed as unused', ({ unused }) => unused[12].push('E310000000001')],
  ['LISTED', 'a number listed twice', ({ unused }) => unused[12].push('E310000000002')],
];

test.each(harms)('%s: %s', (code, _what, damage) => {
  const evidence = sound();
  damage(evidence);
  expect(checkRun(evidence).map((violation) => violation.split(':')[0])).toContain(code);
});

test('finds a skipped number among very many', () => {
  const { reservations, ...rest } = sound();
  const { companyId, ecfType, key } = reservations[0]!;
  const many = Array.from({ length: 150_000 }, (_, index) => ({
    companyId,
    ecfType,
    key,
    n: index + 2,
    state: 'used' as const,
  }));
  const found = checkRun({ ...rest, reservations: many });
  expect(found.filter((one) => one.startsWith('NUMBER-SKIPPED'))).toEqual([
    `NUMBER-SKIPPED: ${key} has no 1`,
  ]);
});

test('an ordered rejection that uses the number burns nothing', () => {
  const evidence = sound();
  Object.assign(evidence.documents[1]!, { state: 'rejected' });
  Object.assign(evidence.results[1]!, { order: 'rejected-spent' });
  expect(checkRun(evidence).filter((violation) => violation.startsWith('BURNT'))).toEqual([]);
});

const full = {
  planned: [
    { part: 'mongod', how: 'kill' },
    { part: 'delegation', how: 'lose' },
  ],
  met: { 'mongod kill': [0, 3], 'delegation lose': [2], 'worker kill': [1] },
  faults: { slow: 2, 'status-500': 0 },
  faultsToMeet: ['slow'],
  suspended: 1,
  delivered: 1,
  supplied: 1,
  approvedAtDgii: 1,
  approvedAtIssuers: 1,
  approvals: 1,
} as const;

test('a run tested what it should when every outage met a voucher and a fault met a request', () => {
  expect(coverageGaps(full)).toEqual([]);
});

test.each([
  { name: 'an outage met no voucher', change: { met: { ...full.met, 'mongod kill': [0, 0] } } },
  { name: 'an outage never came', change: { met: { 'mongod kill': [1], 'worker kill': [1] } } },
  { name: 'no worker was killed', change: { met: { 'mongod kill': [1], 'delegation lose': [1] } } },
  { name: 'no fault met a request', change: { faults: { slow: 0 }, faultsToMeet: [] } },
  { name: 'a fault that had enough rounds met no request', change: { faultsToMeet: ['slow', 'status-500'] } },
  { name: 'no client was refused as suspended', change: { suspended: 0 } },
  { name: 'nothing was delivered to a buyer', change: { delivered: 0 } },
  { name: 'nothing of a supplier was received', change: { supplied: 0 } },
  { name: 'no approval of ours was delivered to DGII', change: { approvedAtDgii: 0 } },
  { name: 'no approval of ours was delivered to an issuer', change: { approvedAtIssuers: 0 } },
  { name: 'no approval of a buyer arrived', change: { approvals: 0 } },
])('MET-NOTHING: $name', ({ change }) => {
  expect(coverageGaps({ ...full, ...change })).toEqual([expect.stringMatching(/^MET-NOTHING: /)]);
});

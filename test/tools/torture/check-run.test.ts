/** The torture's judge finds each harm that a run can do, and nothing in a harmless run. */
import { judge, type Evidence } from '../../../tools/torture/judge.mjs';

/* eslint-disable @typescript-eslint/no-explicit-any -- each case damages one record in its own way */
type Damage = (evidence: Record<keyof Evidence, any>) => void;

const sent = { trackId: 't-1', sha256: 'aa', rncEmisor: '999999912', encf: 'E310000000001' };
const accepted = { outcome: 'accepted', secuenciaUtilizada: true, mensajes: [{ codigo: 0, valor: '' }] };
const twice = {
  outcome: 'rejected',
  secuenciaUtilizada: true,
  mensajes: [{ codigo: 1209, valor: 'secuencia ya utilizada' }],
};

/**
 * Company 12 gets its numbers from the service. Number 1 was delivered to DGII twice and accepted once. Number 2 is a gap.
 * Number 3, a summary, was rejected, which left it free, and then accepted with other content.
 */
function sound(): Evidence {
  return structuredClone({
    results: [
      {
        ...{ companyId: 12, rnc: '999999912', encf: 'E310000000001' },
        last: { accepted: 1, attempt: 1, securityCode: 'AbC123', secuenciaUtilizada: true },
      },
      {
        ...{ companyId: 12, rnc: '999999912', encf: 'E320000000001' },
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
        ...{ companyId: 12, rncEmisor: '999999912', encf: 'E310000000001', attempt: 1, final: true },
        state: 'accepted',
        signed: { sha256: 'aa', securityCode: 'AbC123' },
        ...{ trackIds: ['t-1', 't-2'], earlierTrackIds: [] },
        verdict: { trackId: 't-1', secuenciaUtilizada: true, mensajes: [] },
      },
      {
        ...{ companyId: 12, rncEmisor: '999999912', encf: 'E320000000001', attempt: 2, final: true },
        state: 'accepted',
        signed: { sha256: 'full-2', securityCode: 'XyZ789', summary: { sha256: 'cc' } },
        ...{ trackIds: [], earlierTrackIds: [] },
        verdict: { trackId: null, secuenciaUtilizada: true, mensajes: [] },
      },
    ],
    attempts: [
      {
        document: {
          ...{ companyId: 12, encf: 'E320000000001', attempt: 1, state: 'rejected' },
          signed: { sha256: 'full-1', summary: { sha256: 'bb' } },
        },
      },
    ],
    reservations: [
      { companyId: 12, ecfType: 31, key: '12:31', n: 1, state: 'used' },
      { companyId: 12, ecfType: 31, key: '12:31', n: 2, state: 'reserved' },
      { companyId: 12, ecfType: 32, key: '12:32', n: 1, state: 'used' },
    ],
    record: [
      { kind: 'received', ...sent, verdict: accepted },
      { kind: 'received', ...sent, trackId: 't-2', verdict: twice },
      { kind: 'refused', fileName: '999999912E310000000001.xml', sha256: 'aa' },
      {
        ...{ kind: 'received', trackId: null, sha256: 'bb', rncEmisor: '999999912', encf: 'E320000000001' },
        verdict: { ...accepted, outcome: 'rejected', secuenciaUtilizada: false },
      },
      {
        ...{ kind: 'received', trackId: null, sha256: 'cc', rncEmisor: '999999912', encf: 'E320000000001' },
        verdict: accepted,
      },
    ],
  });
}

test('finds nothing in a harmless run', () => {
  expect(judge(sound())).toEqual([]);
});

const harms: readonly (readonly [code: string, what: string, damage: Damage])[] = [
  ['MISSING', 'an acknowledged voucher is gone', ({ documents }) => documents.shift()],
  ['NOT-FINAL', 'a voucher without a final result', ({ documents }) => (documents[0].final = false)],
  ['ACCEPTED-TIMES', 'accepted twice', ({ record }) => (record[1].verdict = accepted)],
  ['ACCEPTED-TIMES', 'never accepted at DGII', ({ record }) => (record[0].verdict = twice)],
  ['ACCEPTED-TIMES', 'rejected in the ledger', ({ documents }) => (documents[0].state = 'rejected')],
  ['OTHER-BYTES', 'a second delivery with other bytes', ({ record }) => (record[1].sha256 = 'zz')],
  ['OTHER-BYTES', 'a post with other bytes that a fault answered', ({ record }) => (record[2].sha256 = 'zz')],
  ['OTHER-BYTES', 'the bytes of an earlier attempt accepted', ({ record }) => (record[4].sha256 = 'bb')],
  ['OTHER-BYTES', 'the full voucher in place of its summary', ({ record }) => (record[4].sha256 = 'full-2')],
  [
    'OTHER-VERDICT',
    'the verdict of another trackId',
    ({ documents }) => (documents[0].verdict.trackId = 't-2'),
  ],
  [
    'OTHER-WORDS',
    'other messages',
    ({ documents }) => documents[0].verdict.mensajes.push({ codigo: '75', valor: 'x' }),
  ],
  [
    'OTHER-WORDS',
    'another secuenciaUtilizada',
    ({ documents }) => (documents[0].verdict.secuenciaUtilizada = false),
  ],
  ['TRACK-ID', 'a trackId that DGII never gave', ({ documents }) => documents[0].trackIds.push('t-9')],
  ['TOLD', 'a client got another result', ({ results }) => (results[0].last.accepted = 0)],
  ['TOLD', 'a client got another security code', ({ results }) => (results[0].last.securityCode = 'zzzzzz')],
  ['BURNT', 'a correct voucher that was rejected', ({ documents }) => (documents[1].state = 'rejected')],
  ['UNHEARD', 'no client got an answer', ({ results }) => delete results[0].last],
  ['STRANGER', 'a voucher that nobody sent', ({ results }) => results.shift()],
  ['NUMBER-TWICE', 'one number for two documents', ({ numbers }) => (numbers[2].encf = 'E310000000001')],
  ['REFERENCE-TWICE', 'two numbers for one document', ({ numbers }) => (numbers[1].encf = 'E310000000002')],
  [
    'NUMBER-LOST',
    'a delivered number that is not in the ledger',
    ({ reservations }) => reservations.splice(1, 1),
  ],
  ['NUMBER-SKIPPED', 'a number handed out to nobody', ({ reservations }) => (reservations[1].n = 3)],
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
  expect(judge(evidence).map((violation) => violation.split(':')[0])).toContain(code);
});

/** The check of deliveries to buyers finds each harm that a run can do, and nothing in a harmless run. */
import type { BuyerEvidence } from '../../../tools/torture/check/buyer-evidence.js';
import { checkBuyers } from '../../../tools/torture/check/check-buyers.js';
import { checkReceived } from '../../../tools/torture/check/check-received.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- each case damages one record in its own way */
type Damage = (evidence: Record<keyof BuyerEvidence, any>) => void;

const issuer = '999999912';
const supplier = '131880681';
/** The third second of the minute in which all this happens. */
const at = '2026-11-26T04:00:03.000Z';
const minute = { fromMs: Date.parse(at) - 3_000, toMs: Date.parse(at) + 57_000 };
const good = { at, status: 200, mensajes: [], estado: '0', motivo: '', sha256: 'arecf' };

/**
 * Number 1 was delivered after a lost answer. The buyer refused number 2. Number 3 was rejected by DGII, and number 4 is given
 * up. Of what was sent to us, number 7 came with two contents, and number 8 with a wrong signature. We approved number 7.
 */
function sound(): BuyerEvidence {
  const ours = {
    companyId: 12,
    rncEmisor: issuer,
    tipoeCF: 31,
    rncComprador: supplier,
    state: 'accepted',
  } as const;
  const signedAs = (sha256: string) => ({ signed: { sha256, securityCode: 'AbC123' } });
  const came = { service: 'receptorrecepcion', receiver: supplier, rncEmisor: issuer } as const;
  const sent = { document: 'ECF', rncEmisor: supplier, rncComprador: issuer, at } as const;
  return structuredClone<BuyerEvidence>({
    documents: [
      { ...ours, encf: 'E310000000001', ...signedAs('a1'), buyerDelivery: { state: 'delivered' } },
      { ...ours, encf: 'E310000000002', ...signedAs('a2'), buyerDelivery: { state: 'refused', code: '4' } },
      { ...ours, encf: 'E310000000003', ...signedAs('a3'), state: 'rejected' },
      { ...ours, encf: 'E310000000004', ...signedAs('a4'), buyerDelivery: { state: 'given-up' } },
      { ...ours, encf: 'E410000000001', tipoeCF: 41, ...signedAs('a5') },
    ],
    atBuyers: [
      { ...came, encf: 'E310000000001', sha256: 'a1', motivo: 'not-taken', answer: 'unavailable' },
      { ...came, encf: 'E310000000001', sha256: 'a1', motivo: '', answer: 'close-after-reading' },
      { ...came, encf: 'E310000000001', sha256: 'a1', motivo: '3', answer: 'acknowledge' },
      { ...came, encf: 'E310000000002', sha256: 'a2', motivo: '4', answer: 'reason-4' },
      {
        service: 'receptoraprobacion',
        receiver: supplier,
        rncEmisor: supplier,
        encf: 'E310000000007',
        sha256: 'acecf-7',
        motivo: '',
      },
    ],
    refused: [{ service: 'receptorrecepcion', sha256: 'a1', fileName: 'x.xml', reason: 'HTTP 500' }],
    buyers: [supplier],
    reachable: [supplier],
    troubles: [],
    emitted: [
      { ...sent, encf: 'E310000000007', sha256: 'b7' },
      { ...sent, encf: 'E310000000007', sha256: 'c7' },
      { ...sent, encf: 'E310000000008', sha256: 'b8', flaw: 'altered' },
      {
        document: 'ACECF',
        at,
        rncEmisor: issuer,
        rncComprador: supplier,
        encf: 'E310000000001',
        sha256: 'acecf-1',
      },
    ],
    answered: [
      { ...good, of: 'b7', status: null, mensajes: ['El receptor no respondió'], estado: '', sha256: 'none' },
      { ...good, of: 'b7' },
      { ...good, of: 'c7', estado: '1', motivo: '3', sha256: 'other' },
      { ...good, of: 'b7' },
      { ...good, of: 'b8', estado: '1', motivo: '2', sha256: 'another' },
      { ...good, of: 'acecf-1', estado: '' },
    ],
    receptions: [
      {
        rncEmisor: supplier,
        rncComprador: issuer,
        encf: 'E310000000007',
        sha256: 'b7',
        arecf: { sha256: 'arecf' },
        decision: { estado: 'aprobado' },
        approval: { sha256: 'acecf-7', issuer: { state: 'delivered' }, dgii: { state: 'delivered' } },
      },
    ],
    incomingApprovals: [{ encf: 'E310000000001', rncComprador: supplier, sha256: 'acecf-1' }],
    approved: [
      {
        sha256: 'acecf-7',
        rncEmisor: supplier,
        rncComprador: issuer,
        encf: 'E310000000007',
        estado: '1',
      },
    ],
  });
}

const check = (evidence: BuyerEvidence) => [...checkBuyers(evidence), ...checkReceived(evidence)];

test('finds nothing in a harmless run', () => {
  expect(check(sound())).toEqual([]);
});

test('an acknowledgement that was signed while its company was in trouble stays as it is', () => {
  const evidence = sound();
  (evidence.answered[1]!.mensajes as string[]).push('Tipo de certificado no admitido (not-trusted)');
  (evidence.troubles as unknown[]).push({ rnc: issuer, ...minute });
  expect(check(evidence)).toEqual([]);
});

test.each([
  { name: 'nobody was in trouble', trouble: {} },
  { name: 'another company was in trouble', trouble: { rnc: supplier } },
  { name: 'the trouble was over before', trouble: { toMs: Date.parse(at) - 1 } },
  { name: 'the trouble came later', trouble: { fromMs: Date.parse(at) + 1 } },
])('WRONG-SIGNER: DGII objects to the signer, and $name', ({ name, trouble }) => {
  const evidence = sound();
  const text = `El RNC 00111111111 del certificado no está delegado por ${issuer}`;
  Object.assign(evidence.answered[1]!, { mensajes: [text] });
  const troubled = { rnc: issuer, ...minute, ...trouble };
  if (name !== 'nobody was in trouble') (evidence.troubles as unknown[]).push(troubled);
  expect(check(evidence)).toEqual([expect.stringMatching(/^WRONG-SIGNER: .*no está delegado/)]);
});

test('an approval of ours that was given up is visible', () => {
  const evidence = sound();
  (evidence.receptions[0]!.approval!.dgii as { state: string }).state = 'given-up';
  (evidence.approved as unknown[]).pop();
  expect(check(evidence)).toEqual([]);
});

test('DGII may have taken a copy of our approval, signed for it alone', () => {
  const evidence: Parameters<Damage>[0] = sound();
  evidence.approved[0].sha256 = 'copy';
  evidence.receptions[0].approval.dgii.copies = [{ sha256: 'other' }, { sha256: 'copy' }];
  expect(check(evidence)).toEqual([]);
});

test('a server in between may refuse an approval for the issuer', () => {
  const evidence = sound();
  (evidence.receptions[0]!.approval!.issuer as { state: string }).state = 'refused';
  (evidence.atBuyers[4] as { motivo: string }).motivo = 'not-taken';
  expect(check(evidence)).toHaveLength(1);
  const refusal = { service: 'receptoraprobacion', sha256: 'acecf-7', fileName: 'x.xml' } as const;
  (evidence.refused as unknown[]).push({ ...refusal, reason: 'HTTP 503' });
  expect(check(evidence)).toHaveLength(1);
  (evidence.refused as unknown[]).push({ ...refusal, reason: 'HTTP 400' });
  expect(check(evidence)).toEqual([]);
});

test('a buyer whose answers are lost a few times may be given up', () => {
  const evidence = sound();
  const { atBuyers } = evidence;
  const came = { ...atBuyers[2]!, encf: 'E310000000004', sha256: 'a4' };
  (atBuyers as unknown[]).push({ ...came, motivo: '' }, came);
  expect(check(evidence)).toEqual([]);
  (atBuyers as unknown[]).push(came);
  expect(check(evidence)).toEqual([expect.stringMatching(/^GIVEN-UP: /)]);
});

test('GIVEN-UP: every delivery to a buyer that can be reached', () => {
  const evidence = sound();
  const vouchers = ['1', '2', '3'].map((n) => ({ ...evidence.documents[3]!, encf: `E31000000000${n}` }));
  const atBuyers = evidence.atBuyers.slice(4);
  const checkWith = (changes: Partial<BuyerEvidence>) => check({ ...evidence, atBuyers, ...changes });
  expect(checkWith({ documents: vouchers.slice(1) })).toEqual([]);
  expect(checkWith({ documents: vouchers })).toEqual([expect.stringMatching(/^GIVEN-UP: all 3 /)]);
  expect(checkWith({ documents: vouchers, reachable: [] })).toEqual([]);
});

const harms: readonly (readonly [code: string, what: string, damage: Damage])[] = [
  ['TAKEN-TIMES', 'a buyer took a voucher twice', ({ atBuyers }) => (atBuyers[2].motivo = '')],
  ['DELIVERY', 'delivered, and never taken', ({ atBuyers }) => (atBuyers[1].motivo = '1')],
  ['DELIVERY', 'never delivered', ({ documents }) => delete documents[0].buyerDelivery],
  ['DELIVERY', 'still waiting', ({ documents }) => (documents[0].buyerDelivery.state = 'waiting')],
  [
    'DELIVERY',
    'refused with a code that the buyer never said',
    ({ documents }) => (documents[1].buyerDelivery.code = '1'),
  ],
  ['DELIVERY', 'refused, and the buyer took it', ({ atBuyers }) => (atBuyers[3].motivo = '')],
  ['EARLY', 'delivered although DGII rejected it', ({ atBuyers }) => (atBuyers[3].encf = 'E310000000003')],
  ['EARLY', 'a type that no buyer gets', ({ atBuyers }) => (atBuyers[3].encf = 'E410000000001')],
  ['OTHER-BYTES', 'other bytes at the buyer', ({ atBuyers }) => (atBuyers[0].sha256 = 'zz')],
  ['OTHER-BUYER', 'sent to another buyer', ({ atBuyers }) => (atBuyers[0].receiver = '999999974')],
  ['OTHER-BUYER', 'sent to the buyer that DGII imitates', ({ atBuyers }) => delete atBuyers[0].receiver],
  ['UNKNOWN-DELIVERY', 'a voucher that the ledger does not have', ({ documents }) => documents.shift()],
  [
    'LEAKED-TOKEN',
    'DGII’s token at a buyer',
    ({ refused }) => (refused[0].reason = 'llegó un token de la DGII'),
  ],
  ['NOT-ANSWERED', 'a voucher without an answer', ({ answered }) => answered.splice(4, 1)],
  ['NOT-ANSWERED', 'only a lost answer', ({ answered }) => (answered[4].status = null)],
  [
    'NOT-ANSWERED',
    'an acknowledgement that DGII objects to',
    ({ answered }) => answered[4].mensajes.push('firma'),
  ],
  ['VERDICT', 'a wrong signature received', ({ answered }) => (answered[4].estado = '0')],
  [
    'VERDICT',
    'a good voucher refused',
    ({ answered }) => Object.assign(answered[3], { estado: '1', motivo: '1' }),
  ],
  ['RECEIVED-TIMES', 'two contents of one number received', ({ answered }) => (answered[2].estado = '0')],
  [
    'RECEIVED-TIMES',
    'no content of a number received',
    ({ answered }) => [1, 3].forEach((n) => Object.assign(answered[n], { estado: '1', motivo: '3' })),
  ],
  ['RECEPTION-LOST', 'acknowledged and not in the ledger', ({ receptions }) => receptions.pop()],
  ['RECEPTION-LOST', 'other bytes in the ledger', ({ receptions }) => (receptions[0].sha256 = 'c7')],
  ['ACKNOWLEDGED-TIMES', 'two acknowledgements', ({ answered }) => (answered[3].sha256 = 'arecf-2')],
  [
    'ACKNOWLEDGED-TIMES',
    'another one in the ledger',
    ({ receptions }) => (receptions[0].arecf.sha256 = 'zz'),
  ],
  [
    'UNKNOWN-RECEPTION',
    'a reception of nobody',
    ({ receptions }) => receptions.push({ ...receptions[0], encf: 'E310000000099' }),
  ],
  ['APPROVAL-ANSWER', 'a good approval refused', ({ answered }) => (answered[5].status = 400)],
  [
    'APPROVAL-LOST',
    'an approval taken and not in the ledger',
    ({ incomingApprovals }) => incomingApprovals.pop(),
  ],
  [
    'UNKNOWN-APPROVAL',
    'an approval of nobody',
    ({ incomingApprovals }) => (incomingApprovals[0].sha256 = 'zz'),
  ],
  ['APPROVAL-LOST', 'our decision is not at DGII', ({ approved }) => approved.pop()],
  ['APPROVAL-LOST', 'DGII has the other decision', ({ approved }) => (approved[0].estado = '2')],
  [
    'APPROVAL-LOST',
    'our decision is not at the issuer',
    ({ atBuyers }) => (atBuyers[4].motivo = 'not-taken'),
  ],
  ['OTHER-BYTES', 'two approvals of one voucher', ({ approved }) => (approved[0].sha256 = 'zz')],
  ['APPROVAL-LOST', 'our decision was never signed', ({ receptions }) => delete receptions[0].approval],
  [
    'APPROVAL-LOST',
    'our decision still waits',
    ({ receptions }) => (receptions[0].approval.issuer.state = 'waiting'),
  ],
  [
    'GIVEN-UP',
    'an approval that the issuer took again and again',
    ({ receptions, atBuyers }) => {
      receptions[0].approval.issuer.state = 'given-up';
      atBuyers.push(atBuyers[4], atBuyers[4]);
    },
  ],
  ['UNDECIDED', 'an approval that nobody decided', ({ receptions }) => delete receptions[0].decision],
];

test.each(harms)('%s: %s', (code, _what, damage) => {
  const evidence = sound();
  damage(evidence);
  expect(check(evidence).map((violation) => violation.split(':')[0])).toContain(code);
});

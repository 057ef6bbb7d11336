/** What operators read of each step in Temporal's Web UI: a line of Spanish, references, codes; never a text of DGII's. */
import {
  prepareResult,
  queryResult,
  stepResultOf,
  submitResult,
} from '../../../../src/activities/vouchers/step-result.js';
import type { DocumentRecord, Delivery, Verdict } from '../../../../src/ledger/vouchers/document-record.js';

const at = new Date('2026-11-20T15:00:00Z');
const signed = {
  file: 'f',
  sha256: 'a'.repeat(64),
  securityCode: 'AbC123',
  fechaFirma: '',
  signedAt: at,
  certificate: 'b'.repeat(64),
};
const document = (change: Partial<DocumentRecord>) =>
  ({ state: 'signed', final: false, submissions: [], ...change }) as unknown as DocumentRecord;
const delivery = (change: Partial<Delivery>): Delivery => ({
  n: 1,
  startedAt: at,
  leaseUntil: at,
  host: 'x',
  to: 'ecf.dgii.gov.do',
  ...change,
});
const verdict = (change: Partial<Verdict> = {}): Verdict => ({
  trackId: 'T1',
  codigoDgii: '1',
  estado: 'Aceptado',
  mensajes: [],
  secuenciaUtilizada: true,
  replyFile: null,
  ...change,
});

test('prepare shows what was signed, and its sizes only when this step signed it', () => {
  const { certificate, sha256 } = signed;
  const details = { xsd: 'ok', certificate, securityCode: 'AbC123', sha256 };
  expect(prepareResult(document({ signed }), { bytes: 5_123 })).toMatchObject({
    text: 'Firmado: XSD correcto, código de seguridad AbC123, 5123 bytes',
    signed: { ...details, bytes: 5_123 },
  });
  const before = prepareResult(document({ signed }));
  expect(before).toMatchObject({ text: 'Firmado antes: código de seguridad AbC123', signed: details });
  expect(before.signed).not.toHaveProperty('bytes');
});

test.each([
  { outcome: 'received', trackId: 'T1', text: 'Entrega 1: la DGII lo recibió; trackId T1' },
  { outcome: 'found', text: 'Entrega 1: la DGII confirma que lo tiene' },
  { outcome: 'refused', text: 'Entrega 1: la DGII no lo admitió' },
  { outcome: 'not-sent', text: 'Entrega 1: no salió' },
  { outcome: 'lost', text: 'Entrega 1: no llegó a la DGII' },
  { outcome: undefined, text: 'Entrega 1: sin respuesta: puede haber llegado' },
] as const)('submit shows a delivery that is $outcome', ({ text, outcome, ...more }) => {
  const submissions = [delivery({ ...(outcome && { outcome }), ...more })];
  const result = submitResult(document({ state: 'submitting', submissions }));
  expect(result).toMatchObject({ text, delivery: { n: 1, outcome: outcome ?? 'open', ...more } });
});

test('submit shows the verdict that a summary gets at once, and what a voucher waits for', () => {
  const submissions = [delivery({ outcome: 'received' })];
  expect(submitResult(document({ state: 'accepted', submissions, verdict: verdict() }))).toMatchObject({
    text: 'Entrega 1: la DGII lo recibió; Aceptado',
    verdict: { codes: ['1'] },
  });
  const waiting = { reason: 'NOT_DELEGATED', since: at, nextTryAt: at } as const;
  expect(submitResult(document({ waiting }))).toMatchObject({
    waiting: 'NOT_DELEGATED',
    status: 'En Espera',
  });
});

test('query shows the verdict with DGII’s codes, and what looks like a text is left out', () => {
  const mensajes = [
    { codigo: '145', valor: 'Fecha inválida' },
    { codigo: 'PANADERIA SECRETA SRL', valor: '' },
  ];
  const rejected = document({ state: 'rejected', verdict: verdict({ codigoDgii: '2', mensajes }) });
  const result = queryResult(rejected);
  expect(result).toMatchObject({
    text: 'Resultado: Rechazado; códigos de la DGII: 2, 145',
    verdict: { trackId: 'T1', codes: ['2', '145'], secuenciaUtilizada: true },
  });
  expect(JSON.stringify(result)).not.toMatch(/PANADERIA|Fecha/);
  expect(queryResult(document({ state: 'submitted' }))).toMatchObject({
    text: 'Resultado: la DGII aún no lo da',
  });
});

test('a step that was not tried says why, and has no state', () => {
  expect(submitResult({ notTried: 'no-free-slot' })).toEqual({
    text: 'Entrega: queda para una actividad aparte; hay demasiadas en curso',
    notTried: 'no-free-slot',
  });
});

test('a run that a later attempt has overtaken ends', () => {
  expect(stepResultOf('superseded')).toMatchObject({
    text: 'Un intento posterior ocupa su lugar',
    final: true,
  });
});

/** Whether a number that DGII left free may be sent again with the same content. */
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { mayTryAgain, repeatsAfterMs, repetitionOf } from '../../../src/ledger/vouchers/live-document.js';

const finalAt = new Date('2026-11-20T15:00:00Z');
const after = (ms: number) => new Date(finalAt.getTime() + ms);
const minuteMs = 60_000;
const same = 'a'.repeat(64);
const other = 'b'.repeat(64);

const inactive = 'El RNC Emisor no se encuentra activo.';
const wrongTotal = 'MontoTotal no es correcto.';

function rejected(valor: string, change: Partial<DocumentRecord['verdict']> & object = {}): DocumentRecord {
  const mensajes = [{ codigo: '0', valor }];
  const verdict = { trackId: null, codigoDgii: '2', estado: 'Rechazado', replyFile: null, mensajes };
  return {
    state: 'rejected',
    final: true,
    tipoeCF: 31,
    contentHash: same,
    receivedAt: after(-5_000),
    finalAt,
    verdict: { ...verdict, secuenciaUtilizada: false, ...change },
  } as unknown as DocumentRecord;
}

const order = (ms: number, resend = false) => ({ now: after(ms), resend });

test.each([
  { name: 'the issuer is inactive, within the minute', valor: inactive, ms: minuteMs - 1, may: false },
  { name: 'the issuer is inactive, after the minute', valor: inactive, ms: minuteMs, may: true },
  { name: 'a fault of the content, after an hour', valor: wrongTotal, ms: 60 * minuteMs, may: false },
  { name: 'an unknown text, after an hour', valor: 'Algo no está bien.', ms: 60 * minuteMs, may: false },
])('the same content: $name', ({ valor, ms, may }) => {
  expect(mayTryAgain(rejected(valor), same, false, order(ms))).toBe(may);
});

test.each([inactive, wrongTotal, 'Algo no está bien.'])('%s: the caller may order it at once', (valor) => {
  expect(mayTryAgain(rejected(valor), same, false, order(0, true))).toBe(true);
  expect(mayTryAgain(rejected(valor), other, false, order(0))).toBe(true);
});

test.each([true, null])('a number that is not free is never sent again: secuenciaUtilizada %s', (used) => {
  const document = rejected(inactive, { secuenciaUtilizada: used });
  expect(mayTryAgain(document, same, false, order(60 * minuteMs, true))).toBe(false);
  expect(repetitionOf(document)).toBeUndefined();
});

test('a voucher of a refused signer is sent again when DGII accepts the signer, or when the caller orders it', () => {
  const document = rejected('El RNC del certificado no está delegado.', { configuration: 'NOT_DELEGATED' });
  expect(mayTryAgain(document, same, true, order(60 * minuteMs))).toBe(false);
  expect(mayTryAgain(document, same, false, order(0))).toBe(true);
  expect(mayTryAgain(document, same, true, order(0, true))).toBe(true);
  // The company is not suspended yet: a new attempt would replace the record before that is done.
  const unsettled = { ...document, settleAt: after(15_000) };
  expect(mayTryAgain(unsettled, same, false, order(60 * minuteMs, true))).toBe(false);
});

test('a rejection that a fast clock dated holds the number back no longer than the minute', () => {
  const document = { ...rejected(inactive), finalAt: after(4 * 60 * minuteMs) };
  expect(mayTryAgain(document, same, false, order(0))).toBe(true);
});

test('what a client learns of it', () => {
  const outside = repetitionOf(rejected(inactive));
  expect(outside).toEqual({ automatic: true, notBefore: after(minuteMs) });
  expect(repeatsAfterMs(outside!, after(20_000))).toBe(40_000);
  expect(repeatsAfterMs(outside!, after(minuteMs))).toBe(0);
  expect(repetitionOf(rejected(wrongTotal))).toEqual({ automatic: false });
  expect(repetitionOf({ ...rejected(inactive), state: 'refused' })).toEqual({ automatic: true });
});

/** Whether a number that DGII left free may be sent again with the same content. */
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { listOf, rowsUnder } from '../../flow/recovery/recovery-doc.js';
import { mayTryAgain, repeatsAfterMs, repetitionOf } from '../../../src/ledger/vouchers/live-document.js';

/** When the second attempt began. */
const startedAt = new Date('2026-11-20T15:00:00Z');
const after = (ms: number) => new Date(startedAt.getTime() + ms);
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
    attempt: 2,
    receivedAt: startedAt,
    finalAt: after(2_000),
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

test('the first repeat of the same content starts another attempt at once', () => {
  const first = { ...rejected(inactive), attempt: 1 };
  expect(mayTryAgain(first, same, false, order(2_000))).toBe(true);
  expect(repetitionOf(first)).toEqual({ automatic: true });
});

test('an attempt that a fast clock dated holds the number back no longer than the minute', () => {
  const document = { ...rejected(inactive), receivedAt: after(4 * 60 * minuteMs) };
  expect(mayTryAgain(document, same, false, order(0))).toBe(true);
});

describe('the table in docs/develop/recovery.md', () => {
  const causes: Readonly<Record<string, DocumentRecord>> = {
    'outside the voucher': rejected(inactive),
    'in the voucher': rejected(wrongTotal),
    unknown: rejected('Algo no está bien.'),
    'the signer': rejected('El RNC del certificado no está delegado.', { configuration: 'NOT_DELEGATED' }),
  };
  const times: Readonly<Record<string, { readonly ms: number; readonly suspended: boolean }>> = {
    'within the minute': { ms: minuteMs - 1, suspended: false },
    'after the minute': { ms: minuteMs, suspended: false },
    suspended: { ms: minuteMs, suspended: true },
    'suspension over': { ms: 0, suspended: false },
  };
  const rows = rowsUnder('After a rejection that left the number free').flatMap((row) =>
    listOf(row['Cause']!).flatMap((cause) =>
      listOf(row['Ordered']!).flatMap((ordered) =>
        listOf(row['When']!).map((when) => ({
          cause,
          content: row['Content']!,
          ordered,
          when,
          attempt: row['Another attempt']!,
        })),
      ),
    ),
  );

  test.each(rows)('$cause, $content content, ordered: $ordered, $when: $attempt', (row) => {
    const { ms, suspended } = times[row.when]!;
    const content = row.content === 'same' ? same : other;
    const may = mayTryAgain(causes[row.cause]!, content, suspended, order(ms, row.ordered === 'yes'));
    expect(may).toBe(row.attempt === 'yes');
  });

  test('has each case once', () => {
    const cases = rows.map(({ cause, content, ordered, when }) => `${cause}/${content}/${ordered}/${when}`);
    expect(new Set(cases).size).toBe(cases.length);
    expect(cases).toHaveLength(Object.keys(causes).length * 2 * 2 * 2);
  });
});

test('what a client learns of it', () => {
  const outside = repetitionOf(rejected(inactive));
  expect(outside).toEqual({ automatic: true, notBefore: after(minuteMs) });
  expect(repeatsAfterMs(outside!, after(20_000))).toBe(40_000);
  expect(repeatsAfterMs(outside!, after(minuteMs))).toBe(0);
  expect(repetitionOf(rejected(wrongTotal))).toEqual({ automatic: false });
  expect(repetitionOf({ ...rejected(inactive), state: 'refused' })).toEqual({ automatic: true });
});

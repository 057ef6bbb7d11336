/** The checker: a small and a large voucher get the same result, and what large ones may take is bounded. */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Asked } from '../../../../src/documents/check/check-voucher.js';
import {
  createChecker,
  inlineBelowBytes,
  type Checker,
  type CheckerOptions,
} from '../../../../src/documents/threads/checker.js';
import { ecfExamples } from '../../../../src/ecf/publish/examples.js';
import { ecfTypeList, type EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { PrintOrder } from '../../../../src/documents/print/print-voucher.js';
import { mutate } from './broken-vouchers.js';
import { largeVoucher, voucherOfTooLargeXml } from '../../../harness/samples/large-voucher.js';
import { own } from '../../../harness/own.js';
import { inSomeTry } from '../../../harness/tries.js';
import { exampleFacts, exampleSignedAt, type Json } from '../../ecf/samples.js';

const asked: Asked = { facts: exampleFacts, signingTime: exampleSignedAt, wanted: 'xml' };
const exampleOf = (wanted: EcfType): Json => ecfExamples.find(({ type }) => type === wanted)!.body;
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

function checkerOf(options: Partial<CheckerOptions> = {}): Checker {
  const checker = createChecker({ threadsMax: 1, inlineBelowBytes: 0, ...options });
  own('a checker', () => checker.close());
  return checker;
}

async function check(checker: Checker, body: Uint8Array, change: Partial<Asked> = {}, companyId = 1) {
  const parsed = await checker.parse(companyId, body);
  return parsed.ok ? { identity: parsed.identity, ...(await parsed.check({ ...asked, ...change })) } : parsed;
}

/** What can be compared: bytes as text, also of another realm. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one: unknown) =>
      ArrayBuffer.isView(one) ? Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString() : one,
    ),
  );

describe('in the calling thread and in a thread of the pool the result is the same', () => {
  const inline = checkerOf({ inlineBelowBytes: Infinity });
  const threaded = checkerOf();

  test.each(ecfTypeList)(
    'for valid and broken vouchers of type %i, which are checked, built, shown and compared with the voucher that they modify',
    async (type) => {
      for (const voucher of [exampleOf(type), ...mutate(exampleOf(type))]) {
        const body = bytesOf(voucher);
        for (const wanted of ['xml', 'content'] as const) {
          const here = await check(inline, body, { wanted });
          expect(plain(await check(threaded, body, { wanted }))).toEqual(plain(here));
          if (!('content' in here)) continue;
          const { bytes } = here.content;
          const built = await inline.build(1, bytes, exampleSignedAt);
          expect(built.ok).toBe(true);
          expect(plain(await threaded.build(1, bytes, exampleSignedAt))).toEqual(plain(built));
          const forReading = [inline, threaded].map((one) => one.readable(1, bytes, 'normal-form'));
          const [small, large] = await Promise.all(forReading);
          expect(plain(large)).toEqual(plain(small));
          const held = [inline, threaded].map((one) => one.noteFault(1, bytes, exampleFacts));
          const [first, second] = await Promise.all(held);
          expect(second).toEqual(first);
        }
      }
    },
  );

  test.each(ecfTypeList)('for a type %i that a person wrote without a number', async (type) => {
    const numbers = [
      { encf: `E${type}0000000009`, expiresOn: '31-12-2028' },
      { encf: `E${type}0000000009`, expiresOn: null },
    ];
    for (const voucher of [exampleOf(type), ...mutate(exampleOf(type))]) {
      const draft = bytesOf(voucher);
      const draftType = await inline.draftType(1, draft);
      expect(await threaded.draftType(1, draft)).toBe(draftType);
      if (draftType === undefined) continue;
      for (const number of numbers) {
        const numbered = plain(await inline.numberDraft(1, draft, number));
        expect(numbered).toContain(`"eNCF":"${number.encf}"`);
        expect(plain(await threaded.numberDraft(1, draft, number))).toBe(numbered);
      }
    }
  });

  test.each(['', '{', '{"ECF":1}', '[]', '{"a":1,"a":1}', '\uFEFF{}'])('for the body %p', async (text) => {
    const body = Buffer.from(text);
    expect(plain(await check(threaded, body))).toEqual(plain(await check(inline, body)));
  });

  test('for bytes that are not UTF-8, also the second time', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]);
    for (const checker of [inline, threaded, threaded])
      expect(await checker.parse(1, body)).toMatchObject({
        ok: false,
        mensaje: expect.stringMatching(/UTF-8/),
      });
  });
});

test.each([
  { lines: 10, threads: 0 },
  { lines: 1_000, threads: 1 },
])('a draft of $lines lines gets its number in $threads threads', async ({ lines, threads }) => {
  const checker = createChecker({ threadsMax: 1 });
  own('a checker', () => checker.close());
  const draft = bytesOf(largeVoucher({ lines }));
  expect(await checker.draftType(1, draft)).toBe(32);
  await checker.numberDraft(1, draft, { encf: 'E320000000009', expiresOn: null });
  expect(checker.figures().threads).toBe(threads);
});

test('a voucher whose XML would be too large has a fault, and its XML is not built', async () => {
  const found = await check(checkerOf(), bytesOf(voucherOfTooLargeXml()));
  expect(found).toMatchObject({ errores: [{ code: 'ECF_TOO_LARGE', campo: 'ECF', severidad: 'rechazo' }] });
  expect(plain(found)).toMatchObject({ xmlJson: '""' });
});

test('the event loop is free while a voucher of 10,000 lines is checked', async () => {
  const checker = checkerOf();
  const body = bytesOf(largeVoucher({ lines: 10_000 }));
  // On the event loop, the two pauses of reading and checking would take all of the time, in each try.
  const share = await inSomeTry(
    5,
    () => longestTurnWhile(check(checker, body)),
    (longest) => longest < 0.3,
  );
  expect(share).toBeLessThan(0.3);
});

/** @returns the share of the longest turn of the event loop in the whole time of the check */
async function longestTurnWhile(checking: ReturnType<typeof check>): Promise<number> {
  const startedMs = performance.now();
  let [turns, longestMs, lastMs] = [0, 0, startedMs];
  const look = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    turns++;
  };
  const looking = setInterval(look, 1);
  const checked = await checking.finally(() => clearInterval(looking));
  look();
  const tookMs = performance.now() - startedMs;
  expect(checked).toMatchObject({ errores: [] });
  expect(turns).toBeGreaterThan(100);
  return longestMs / tookMs;
}

test('one company’s large vouchers do not delay another company’s', async () => {
  const checker = checkerOf();
  const ended: string[] = [];
  const body = bytesOf(largeVoucher({ lines: 500 }));
  const of = (name: string, companyId: number) =>
    check(checker, body, {}, companyId).then(() => ended.push(name));
  const hog = ['hog 1', 'hog 2', 'hog 3'].map((name) => of(name, 1));
  await Promise.all([...hog, of('other', 2)]);
  expect(ended.indexOf('other')).toBeLessThan(ended.indexOf('hog 2'));
});

test('what strangers send delays no company', async () => {
  const checker = checkerOf();
  const ended: string[] = [];
  const checks = { nowMs: Date.now(), authorities: '' } as const;
  const slow = Buffer.from(`<ECF>${'<Descripcion/>'.repeat(30_000)}</ECF>`);
  const strangers = ['stranger 1', 'stranger 2', 'stranger 3', 'stranger 4'].map((name) =>
    checker.readEcf(name, slow, checks).then(() => ended.push(name)),
  );
  const company = check(checker, bytesOf(largeVoucher({ lines: 100 }))).then(() => ended.push('company'));
  await Promise.all([...strangers, company]);
  expect(ended.indexOf('company')).toBeLessThan(ended.indexOf('stranger 4'));
});

const order: PrintOrder = {
  environment: 'production',
  state: 'accepted',
  contingency: false,
  look: {},
  paper: 'a4',
};

/** A hash gives each line a name of its own, without a blank. */
const longWord = (line: number) => createHash('sha512').update(String(line)).digest('hex').slice(0, 80);

function voucherOfLongWords(lines: number): Uint8Array {
  const voucher = largeVoucher({ lines });
  for (const [index, item] of voucher.ECF.DetallesItems.Item.entries()) item.NombreItem = longWord(index);
  return bytesOf(voucher);
}

test('a voucher with thousands of long words is printed in little memory', async () => {
  const checker = checkerOf({ limits: { heapMiB: 192, workMs: 180_000 } });
  const pdf = await checker.print(1, voucherOfLongWords(2_000), order);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
});

test('what others send does not wait for the PDF of a buyer’s link', async () => {
  const checker = checkerOf();
  const ended: string[] = [];
  const print = checker.print('10.0.0.0', voucherOfLongWords(300), order).then(() => ended.push('print'));
  const checks = { nowMs: Date.now(), authorities: '' };
  const read = checker.readEcf('20.0.0.0', Buffer.from('<ECF/>'), checks).then(() => ended.push('read'));
  await Promise.all([print, read]);
  expect(ended).toEqual(['read', 'print']);
});

test('a full queue refuses, and figures say so', async () => {
  const checker = checkerOf();
  const body = bytesOf(largeVoucher({ lines: 200 }));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => checker.parse(1, body)));
  const refused = results.filter(({ status }) => status === 'rejected');
  // One runs and 16 wait.
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { name: 'CheckerBusyError' } });
  expect(checker.figures()).toMatchObject({ refused: 3, waiting: 0, threads: 1 });
});

describe('a thread that ends', () => {
  test('out of heap refuses its voucher, and the next voucher gets another thread', async () => {
    const checker = checkerOf({ limits: { heapMiB: 24 } });
    const large = bytesOf(largeVoucher({ lines: 10_000, description: 'x'.repeat(900) }));
    await expect(check(checker, large)).rejects.toMatchObject({ name: 'CheckerBusyError' });
    expect(checker.figures()).toMatchObject({ replaced: { ended: 1, wasm: 0 } });
    expect(await check(checker, bytesOf(exampleOf(31)))).toMatchObject({ errores: [] });
  });

  test('at its time limit refuses its voucher', async () => {
    const checker = checkerOf({ limits: { workMs: 1 } });
    const large = bytesOf(largeVoucher({ lines: 2_000 }));
    await expect(checker.parse(1, large)).rejects.toMatchObject({ name: 'CheckerBusyError' });
    expect(checker.figures()).toMatchObject({ threads: 0, replaced: { ended: 1 } });
  });

  test('for its WebAssembly memory has answered before, and vouchers at the same time are not affected', async () => {
    const checker = checkerOf({ threadsMax: 2, limits: { wasmBytesMax: 0 } });
    const body = bytesOf(exampleOf(31));
    const found = await Promise.all(Array.from({ length: 4 }, () => check(checker, body)));
    for (const one of found) expect(one).toMatchObject({ errores: [] });
    expect(checker.figures()).toMatchObject({ threads: 0, refused: 0, replaced: { ended: 0, wasm: 8 } });
  });
});

test('what others send is read in a thread from a quarter of the size on', async () => {
  const checker = createChecker({ threadsMax: 1 });
  own('a checker', () => checker.close());
  const checks = { nowMs: Date.now(), authorities: '' };
  const text = (bytes: number) => Buffer.from(`<a>${'x'.repeat(bytes - 7)}</a>`);
  await checker.readEcf('stranger', text(inlineBelowBytes / 4 - 1), checks);
  expect(checker.figures().threads).toBe(0);
  await checker.readEcf('stranger', text(inlineBelowBytes / 4), checks);
  expect(checker.figures().threads).toBe(1);
});

test('without large vouchers there is no thread', async () => {
  const checker = checkerOf({ inlineBelowBytes: Infinity, threadsMax: availableParallelism() });
  await check(checker, bytesOf(exampleOf(31)));
  expect(checker.figures().threads).toBe(0);
});

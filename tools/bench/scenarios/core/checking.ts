/**
 * Compares a validation in the calling thread with one in the pool; decides from which size on a voucher gets a thread.
 */
import { createChecker, type Checker } from '../../../../src/documents/threads/checker.js';
import { sampleVoucher } from '../../../demo/sample-voucher.js';
import { progress, type Measured } from '../../bench.js';
import { median } from '../../measure.js';

const rounds = 9;
const issuer = { rnc: '999999992', razonSocial: 'EMPRESA DE PRUEBA SRL' };
const asked = {
  facts: { today: '15-06-2026', company: issuer },
  signingTime: '15-06-2026 14:05:09',
  wanted: 'xml',
} as const;

interface Figures {
  readonly tookMs: number;
  readonly pauseMs: number;
}

export async function checking(): Promise<Measured> {
  const inline = createChecker({ threadsMax: 1, inlineBelowBytes: Infinity });
  const threaded = createChecker({ threadsMax: 1, inlineBelowBytes: 0 });
  const table = [['lines', 'KB', 'inline ms', 'longest pause', 'thread ms', 'longest pause']];
  let last: Figures = { tookMs: 1, pauseMs: 1 };
  for (const lines of [10, 50, 100, 200, 400, 1_000, 10_000]) {
    progress(`${lines} lines`);
    const body = bodyOf(lines);
    const here = await measure(inline, body);
    last = await measure(threaded, body);
    const figures = [here.tookMs, here.pauseMs, last.tookMs, last.pauseMs];
    table.push([String(lines), (body.length / 1024).toFixed(0), ...figures.map((ms) => ms.toFixed(1))]);
  }
  await Promise.all([inline.close(), threaded.close()]);
  const figure = last.pauseMs / last.tookMs;
  return { table, goals: [{ name: 'longest pause / time in a thread, 10,000 lines', figure, atMost: 0.2 }] };
}

/** A type 32 below 250,000.00, which may have 10,000 lines. */
function bodyOf(lines: number): Buffer {
  const prices = Array.from({ length: lines }, () => 20);
  const voucher = sampleVoucher({ encf: 'E320000000001', issuer, issuedOn: '15-06-2026', prices });
  return Buffer.from(JSON.stringify(voucher));
}

async function measure(checker: Checker, body: Buffer): Promise<Figures> {
  const all: Figures[] = [];
  for (let round = 0; round <= rounds; round++) all.push(await once(checker, body));
  all.shift();
  return {
    tookMs: median(all.map(({ tookMs }) => tookMs)),
    pauseMs: median(all.map(({ pauseMs }) => pauseMs)),
  };
}

async function once(checker: Checker, body: Buffer): Promise<Figures> {
  const startedMs = performance.now();
  const state = { done: false };
  const work = validated(checker, body).finally(() => (state.done = true));
  let pauseMs = 0;
  for (let lastMs = startedMs; !state.done;) {
    // A timer, because turns without a pause would take the processor from the thread.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const nowMs = performance.now();
    pauseMs = Math.max(pauseMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  await work;
  return { tookMs: performance.now() - startedMs, pauseMs };
}

async function validated(checker: Checker, body: Buffer): Promise<void> {
  const parsed = await checker.parse(1, body);
  if (!parsed.ok) throw new Error(parsed.mensaje);
  const { errores } = await parsed.check(asked);
  if (errores.length > 0) throw new Error(JSON.stringify(errores[0]));
}

/** Fills a ledger with the vouchers of one company, straight into MongoDB: sending a million of them would take a day. */
import { Binary, type Collection } from 'mongodb';
import { documentStates, type DocumentState } from '../../../../src/ecf/model/document-states.js';
import type { DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';
import { issuedDayOf } from '../../../../src/ledger/vouchers/lists/voucher-pages.js';
import { progress } from '../../bench.js';
import { sender } from '../../service.js';

export const place = { companyId: sender.companyId, environment: 'pre-certification' } as const;
const everyMs = 60_000;
const batch = 2_000;
const progressEvery = 100_000;
/** Of a usual size. Its bytes do not matter, because a list never reads them. */
const content = new Binary(Buffer.alloc(1_000, 'voucher'));

/** Fast without indexes: start the service, or open the ledger, afterwards to build them. */
export async function seed(
  documents: Collection,
  count: number,
  make: typeof recordOf = recordOf,
): Promise<void> {
  const lastMs = Date.now();
  for (let done = 0; done < count; done += batch) {
    const size = Math.min(batch, count - done);
    const records = Array.from({ length: size }, (_, index) =>
      make(done + index, lastMs - (count - done - index) * everyMs),
    );
    await documents.insertMany(records, { ordered: false });
    if ((done + size) % progressEvery === 0) progress(`${done + size} vouchers`);
  }
}

const fechaEmision = '20-11-2026';
const issuedDay = issuedDayOf(fechaEmision);

/** Of 1,000 vouchers, ten are rejected, two are of type 47, one waits for DGII and one for the delegation. */
export function recordOf(n: number, receivedMs: number): DocumentRecord {
  const type = n % 500 === 5 ? 47 : n % 3 === 0 ? 32 : 31;
  const waits = n % 1_000 === 3 ? 'DGII_UNAVAILABLE' : n % 1_000 === 503 ? 'NOT_DELEGATED' : undefined;
  const state: DocumentState = waits !== undefined ? 'submitting' : n % 100 === 7 ? 'rejected' : 'accepted';
  const receivedAt = new Date(receivedMs);
  return {
    ...place,
    encf: encfOf(n, type),
    requestId: `r-${n}`,
    correlationId: `c-${n}`,
    conditionalAllowed: false,
    tipoeCF: type,
    attempt: 1,
    rncEmisor: sender.rnc,
    rncComprador: '131880681',
    montoTotal: '1180.00',
    fechaEmision,
    fechaVencimientoSecuencia: '31-12-2028',
    contentHash: 'a'.repeat(64),
    contentFile: content,
    state,
    final: documentStates[state].final,
    receivedAt,
    issuedDay,
    submissionCount: 0,
    submissions: [],
    trackIds: [],
    earlierTrackIds: [],
    // Without a time for the next check, so that no worker touches it.
    ...(waits !== undefined && { waiting: { reason: waits, since: receivedAt, nextTryAt: receivedAt } }),
  };
}

export function encfOf(n: number, type: number): string {
  return `E${type}${String(n + 1).padStart(10, '0')}`;
}

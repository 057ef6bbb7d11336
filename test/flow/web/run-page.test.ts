/** The page of a certification run, which the browser asks for every few seconds: what it reads from the ledger. */
import { shownRun } from '../../../src/api/certification/run-answer.js';
import type { CertificationRunRecord } from '../../../src/ledger/certification/run-record.js';
import { admitInput, openLedger, signedXml } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const companyId = 3;
const rowCount = 30;
const content = 'x'.repeat(10_000);

test('reads its vouchers and the attempts that were replaced in one query each, without their contents', async () => {
  const { db, store } = await openLedger();
  const documents = Array.from({ length: rowCount }, (_, n) => {
    const {
      content: _content,
      now: receivedAt,
      ...admitted
    } = admitInput({
      companyId,
      environment: 'certification',
      encf: `E31${String(n + 1).padStart(10, '0')}`,
    });
    return {
      ...admitted,
      receivedAt,
      attempt: 2,
      state: 'accepted',
      final: true,
      contentFile: content,
      submissionCount: 0,
      submissions: [],
      trackIds: ['new'],
      earlierTrackIds: [],
      signed: signedXml({ file: content, summary: { file: content, sha256: 'e' } }),
      verdict: { mensajes: [{ codigo: '0', valor: 'aceptado' }], replyFile: content },
    };
  });
  await db.collection('documents').insertMany(documents);
  // Half of the rows were sent by this run. A later run sent the others again.
  const replaced = documents.filter((_, n) => n % 2 === 1);
  await db.collection('attempts').insertMany(
    replaced.map(({ encf, ...others }) => ({
      _id: `${companyId}:certification:${encf}:1` as never,
      document: { ...others, encf, attempt: 1, state: 'rejected', trackIds: ['old'] },
    })),
  );
  const run: CertificationRunRecord = {
    _id: 'r',
    companyId,
    kind: 'vouchers',
    fileName: 'f',
    sha256: 's',
    by: 'p',
    version: 1,
    createdAt: new Date(),
    state: 'done',
    contents: 'c',
    next: rowCount,
    rows: documents.map(({ encf }, n) => ({ row: n + 2, encf, faults: [], attempt: n % 2 === 1 ? 1 : 2 })),
  };
  const work = async () => {
    const { rows } = await shownRun({ store }, run);
    expect(rows.map(({ trackId }) => trackId)).toEqual(run.rows.map((_, n) => (n % 2 === 1 ? 'old' : 'new')));
    expect(rows[0]).toMatchObject({ isSummary: true, mensajesDgii: ['aceptado'], status: 'Aceptado' });
    expect(rows[1]).toMatchObject({ isSummary: true, status: 'Rechazado' });
  };
  for (const [collection, found] of [
    ['documents', rowCount],
    ['attempts', replaced.length],
  ] as const) {
    const queries = await profiled(db, collection, work);
    expect(queries).toHaveLength(1);
    expect(queries[0]?.docsExamined).toBe(found);
    expect(queries[0]?.responseLength).toBeLessThan(found * 1_000);
  }
});

/** How a person lets a certification run go on after a row that could not be sent. */
import type { CertificationRunRecord, RunRow } from '../../../src/ledger/certification/run-record.js';
import type { RunChanges } from '../../../src/ledger/certification/runs.js';
import {
  confirmApproval,
  resumeRun,
  type ConfirmedRow,
} from '../../../src/services/certification/change-run.js';
import type { RunDeps } from '../../../src/services/certification/run-deps.js';

const encf = 'E310000000005';
const refusal = { code: 'REFERENCE_MISMATCH', mensaje: '' };
const notSent: RunRow = {
  row: 2,
  encf,
  faults: [],
  outcome: 'not-sent',
  refusal,
  attempt: 3,
  signed: { file: 'x', sha256: 'y' },
};
const paused = {
  _id: 'run',
  companyId: 1,
  version: 4,
  state: 'paused',
  reason: 'NOT_SENT',
  next: 0,
  rows: [notSent, { row: 3, encf: 'E310000000006', faults: [] }],
} as unknown as CertificationRunRecord;

type Said = Parameters<typeof confirmApproval>[3];
const saw: Said = { found: 'accepted', note: ' El contador muestra 1. ', by: 'operador@demo.example' };

/** @returns what the resumption wrote */
async function resumed(run: CertificationRunRecord, confirmed?: ConfirmedRow): Promise<RunChanges> {
  const { written, outcome } = await resume(run, confirmed);
  expect(outcome).toBe('done');
  return written[0]!;
}

const resume = (run: CertificationRunRecord, confirmed?: ConfirmedRow) =>
  act(run, (deps) => resumeRun(deps, { companyId: 1, id: 'run' }, confirmed));

const confirm = (run: CertificationRunRecord, seen: ConfirmedRow, said: Partial<Said> = {}) =>
  act(run, (deps) => confirmApproval(deps, { companyId: 1, id: 'run' }, seen, { ...saw, ...said }));

async function act(
  run: CertificationRunRecord,
  action: (deps: RunDeps & { readonly clock: () => Date }) => Promise<{ readonly outcome: string }>,
) {
  const written: RunChanges[] = [];
  const store = {
    findRun: () => Promise.resolve(run),
    changeRun: (_run: CertificationRunRecord, changes: RunChanges) => {
      written.push(changes);
      return Promise.resolve({ outcome: 'done', run });
    },
  } as unknown as RunDeps['store'];
  const deps = { store, clock: () => new Date(0) };
  return { written, ...(await action(deps)) };
}

test('the row is tried again, and signed anew', async () => {
  const { rows, newAttempts, ...state } = await resumed(paused);
  expect(rows).toEqual([{ row: 2, encf, faults: [], tries: 1 }, paused.rows[1]]);
  expect(newAttempts).toBeUndefined();
  expect(state).toEqual({ state: 'running', dueAt: new Date(0) });
});

test('the next try remembers that the approval may have arrived, and not the answers that were unreadable', async () => {
  const row = { ...notSent, mayHaveArrived: true, unread: 5 };
  const { rows } = await resumed({ ...paused, rows: [row] });
  expect(rows).toEqual([{ row: 2, encf, faults: [], tries: 1, mayHaveArrived: true }]);
});

test('an attempt that could not be sent is the one that the next try replaces', async () => {
  const newAttempts = { note: 'La DGII reinició el set', attempts: { [encf]: 2, E310000000006: 1 } };
  const changes = await resumed({ ...paused, newAttempts });
  expect(changes.newAttempts).toEqual({ ...newAttempts, attempts: { [encf]: 3, E310000000006: 1 } });
});

test('the person confirms the conditional faults of the row on turn, and of no other', async () => {
  const { rows, conditionalConfirmed } = await resumed(paused, { encf, tries: 0 });
  expect(rows?.map((row) => row.conditionalConfirmed)).toEqual([true, undefined]);
  expect(conditionalConfirmed).toBeUndefined();
});

test.each<{ name: string; run: CertificationRunRecord }>([
  {
    name: 'another row is on turn',
    run: { ...paused, rows: [notSent, { ...notSent, encf: 'E310000000006' }], next: 1 },
  },
  { name: 'the row was tried again since then', run: { ...paused, rows: [{ ...notSent, tries: 1 }] } },
  { name: 'the run was paused at another row', run: { ...paused, rows: [paused.rows[1]!] } },
])('the confirmation of a row that the person saw is refused if $name', async ({ run }) => {
  const { written, ...answer } = await resume(run, { encf, tries: 0 });
  expect(answer).toMatchObject({ outcome: 'refused', refusal: 'RUN_CHANGED' });
  expect(written).toEqual([]);
});

describe('an approval that DGII may have', () => {
  const approval = { row: 2, encf, faults: [] };
  const inDoubt: RunRow = {
    ...approval,
    outcome: 'not-sent',
    refusal,
    signed: { file: 'x', sha256: 'y' },
    mayHaveArrived: true,
    unread: 5,
    tries: 2,
  };
  const run: CertificationRunRecord = { ...paused, rows: [inDoubt, paused.rows[1]!] };
  const seen = { encf, tries: 2 };
  const confirmation = { ...saw, note: 'El contador muestra 1.', at: new Date(0) };

  test('and that the portal shows counts as accepted, and the next row is on turn', async () => {
    const { written } = await confirm(run, seen);
    const { refusal: _r, mayHaveArrived: _m, ...kept } = inDoubt;
    const accepted = { ...kept, outcome: 'accepted', confirmation };
    expect(written).toEqual([
      { state: 'running', dueAt: new Date(0), next: 1, rows: [accepted, run.rows[1]] },
    ]);
  });

  test('and that the portal does not show is signed anew, as if it had never been sent', async () => {
    const { written } = await confirm(run, seen, { found: 'not-received' });
    const again = { ...approval, tries: 3, confirmation: { ...confirmation, found: 'not-received' } };
    expect(written).toEqual([{ state: 'running', dueAt: new Date(0), rows: [again, run.rows[1]] }]);
  });

  test.each<{ name: string; refusal: string; of?: object; saw?: ConfirmedRow; said?: Partial<Said> }>([
    { name: 'another try is on turn', refusal: 'RUN_CHANGED', saw: { encf, tries: 1 } },
    { name: 'another row is on turn', refusal: 'RUN_CHANGED', saw: { encf: 'E310000000006', tries: 2 } },
    {
      name: 'DGII cannot have it',
      refusal: 'RUN_CHANGED',
      of: { rows: [{ ...inDoubt, mayHaveArrived: false }] },
    },
    { name: 'the run goes on already', refusal: 'RUN_NOT_PAUSED', of: { state: 'running' } },
    { name: 'the note is empty', refusal: 'NOTE_INVALID', said: { note: ' ' } },
    { name: 'the note is too long', refusal: 'NOTE_INVALID', said: { note: 'x'.repeat(301) } },
  ])('is not decided if $name', async ({ refusal: code, of, saw: other = seen, said }) => {
    const { written, ...answer } = await confirm({ ...run, ...of }, other, said);
    expect(answer).toMatchObject({ outcome: 'refused', refusal: code });
    expect(written).toEqual([]);
  });
});

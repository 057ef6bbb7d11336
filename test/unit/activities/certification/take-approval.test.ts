/** What a row of commercial approvals records about its deliveries, and what follows from DGII's answers. */
import { takeRow } from '../../../../src/activities/certification/take-row.js';
import type { ActivityDeps } from '../../../../src/activities/deps.js';
import type { ApprovalAnswer, DgiiReply } from '../../../../src/dgii/replies/answers.js';
import type { CertificationRunRecord, RunRow } from '../../../../src/ledger/certification/run-record.js';
import type { RunChanges } from '../../../../src/ledger/certification/runs.js';

const topic = { companyId: 1, runId: 'run' };
const signed = { row: 2, encf: 'E310000000005', faults: [], signed: { file: 'f', sha256: 's' } } as RunRow;
const reply = (httpStatus: number, raw = ''): DgiiReply => ({
  httpStatus,
  contentType: 'application/json',
  raw,
  rawCut: false,
});
const rejected = (cause: string, valor = 'No.'): ApprovalAnswer =>
  ({ kind: 'rejected', cause, codigo: '02', mensajes: [{ codigo: '', valor }], reply: reply(400) }) as never;
const unknown = (httpStatus: number, raw = ''): ApprovalAnswer =>
  ({ kind: 'unknown', detail: '', mensajes: [], reply: reply(httpStatus, raw) }) as never;
const unanswered = { kind: 'unknown', detail: '', mensajes: [], reply: null } as never;
const notSent = { kind: 'not-sent', cause: 'unreachable', detail: '' } as never;

/** Takes the row on turn until something else than waiting comes of it, or the answers end. */
async function afterAnswers(
  row: RunRow,
  answers: readonly ApprovalAnswer[],
  /** What other processes write while the delivery is on its way. */
  meanwhile: readonly RunChanges[] = [],
) {
  let run = {
    _id: 'run',
    companyId: 1,
    version: 1,
    kind: 'approvals',
    state: 'running',
    next: 0,
    rows: [row],
  } as unknown as CertificationRunRecord;
  const atDelivery: (boolean | undefined)[] = [];
  const left = [...answers];
  const deps = {
    clock: () => new Date(0),
    settings: { checkMarginMs: 1 },
    certificates: { current: () => Promise.resolve({}) },
    store: {
      findRun: () => Promise.resolve(run),
      findCompany: () => Promise.resolve({ companyId: 1, environment: 'certification' }),
      runContents: () => Promise.resolve(['{"rncComprador":"131880681","encf":"E310000000005"}']),
      getFileBytes: () => Promise.resolve(Buffer.from('<ACECF/>')),
      changeRun: ({ version }: CertificationRunRecord, changes: RunChanges) => {
        if (version !== run.version)
          return Promise.resolve({ outcome: 'refused', refusal: 'RUN_CHANGED', facts: {} });
        run = { ...run, ...changes, version: version + 1 };
        return Promise.resolve({ outcome: 'done', run });
      },
    },
    dgii: {
      sendApproval: () => {
        atDelivery.push(run.rows[0]!.mayHaveArrived);
        for (const changes of meanwhile) run = { ...run, ...changes, version: run.version + 1 };
        return Promise.resolve(left.shift());
      },
    },
  };
  while (left.length > 0 && run.state === 'running' && run.next === 0)
    await takeRow(deps as unknown as ActivityDeps, topic, new AbortController().signal);
  const { state, reason, next, dueAt } = run;
  return { ...run.rows[0]!, state, reason, next, dueAt, atDelivery, left: left.length };
}

test('the row remembers each delivery before it is made, and forgets one that did not go out', async () => {
  expect(await afterAnswers(signed, [notSent])).toMatchObject({ atDelivery: [true], mayHaveArrived: false });
  expect(await afterAnswers(signed, [unanswered, notSent])).toMatchObject({
    atDelivery: [true, true],
    mayHaveArrived: true,
  });
});

test.each([
  { name: 'file', outcome: 'rejected', state: 'stopped', code: '02' },
  { name: 'not-needed', outcome: 'rejected', state: 'stopped', code: '02' },
  { name: 'no-voucher', outcome: 'not-sent', state: 'paused', code: '02' },
  { name: 'other', outcome: 'not-sent', state: 'paused', code: '02' },
  { name: 'not-delegated', outcome: 'not-sent', state: 'paused', code: '02' },
])('a first delivery that DGII refuses: $name', async ({ name, outcome, state, code }) => {
  expect(await afterAnswers(signed, [rejected(name)])).toMatchObject({
    outcome,
    state,
    refusal: { code },
    mayHaveArrived: false,
  });
});

test('a repeated run meets the same rejection again', async () => {
  const { row, encf, faults, mayHaveArrived } = await afterAnswers(signed, [rejected('file')]);
  const repeated = { row, encf, faults, mayHaveArrived, signed: signed.signed } as RunRow;
  expect(await afterAnswers(repeated, [rejected('file')])).toMatchObject({
    outcome: 'rejected',
    refusal: { code: '02' },
  });
});

test.each(['file', 'not-needed', 'no-voucher', 'other'])(
  'a refusal after a lost answer does not read as a rejection: %s',
  async (cause) => {
    expect(await afterAnswers(signed, [unanswered, rejected(cause, 'No hay.')])).toMatchObject({
      outcome: 'not-sent',
      state: 'paused',
      refusal: { code: 'APPROVAL_REPEAT_REFUSED', mensaje: expect.stringMatching(/^No hay\..*paso 3/) },
    });
  },
);

test('a repetition that DGII knows is accepted', async () => {
  const { outcome } = await afterAnswers(signed, [unanswered, rejected('known')]);
  expect(outcome).toBe('accepted');
});

test('answers that cannot be read pause the run after a few tries, with DGII’s words', async () => {
  const answers = Array.from({ length: 9 }, () => unknown(200, '{"resultado":"Recibido"}'));
  expect(await afterAnswers(signed, answers)).toMatchObject({
    outcome: 'not-sent',
    state: 'paused',
    reason: 'NOT_SENT',
    left: 4,
    refusal: { code: 'DGII_ANSWER_UNREAD', mensaje: expect.stringContaining('«{"resultado":"Recibido"}»') },
  });
});

test.each([503, 404])('while DGII is away the run waits: HTTP %i', async (status) => {
  const answers = Array.from({ length: 9 }, () => unknown(status));
  expect(await afterAnswers(signed, answers)).toMatchObject({ state: 'running', left: 0 });
});

test('an answer without messages is shown as it is', async () => {
  const bare = {
    kind: 'rejected',
    cause: 'other',
    codigo: '',
    mensajes: [],
    reply: reply(200, '{"estado":"Error"}'),
  };
  const { refusal } = await afterAnswers(signed, [bare as never]);
  expect(refusal?.mensaje).toBe('{"estado":"Error"}');
});

const pausedByPerson: RunChanges = { state: 'paused', reason: 'PERSON' };
const approved = { kind: 'approved', codigo: '01', mensajes: [], reply: reply(200) } as ApprovalAnswer;

test.each([
  { name: 'approved', answer: approved, is: { outcome: 'accepted', next: 1, ...pausedByPerson } },
  { name: 'not sent', answer: notSent, is: { mayHaveArrived: false, next: 0, ...pausedByPerson } },
  {
    name: 'rejected',
    answer: rejected('file'),
    is: { outcome: 'rejected', mayHaveArrived: false, state: 'stopped', reason: 'REJECTED' },
  },
  {
    name: 'refused for now',
    answer: rejected('no-voucher'),
    is: { outcome: 'not-sent', mayHaveArrived: false, state: 'paused', reason: 'NOT_SENT' },
  },
])('what DGII said is kept if a person pauses the run meanwhile: $name', async ({ answer, is }) => {
  const after = await afterAnswers(signed, [answer], [pausedByPerson]);
  expect(after).toMatchObject(is);
  expect(after.dueAt).toBeUndefined();
});

test('an approval counts if a person pauses the run meanwhile and lets it go on', async () => {
  const after = await afterAnswers(signed, [approved], [pausedByPerson, { state: 'running' }]);
  expect(after).toMatchObject({ outcome: 'accepted', next: 1, state: 'running', dueAt: new Date(1) });
});

test('the result of a delivery says nothing about a later try', async () => {
  const laterTry = [{ ...signed, tries: 1 }];
  const after = await afterAnswers(signed, [approved], [{ state: 'paused', rows: laterTry }]);
  expect(after).toMatchObject({ tries: 1, next: 0, state: 'paused' });
  expect(after.outcome).toBeUndefined();
});

/** The tables of next steps are those of docs/develop/recovery.md. The test fails if the page differs from them or lacks an answer. */
import type { FinalVerdict, ResultAnswer, RfceAnswer } from '../../../src/dgii/replies/answers.js';
import {
  afterCheck,
  afterDelivery,
  afterQuery,
  type AfterDelivery,
  type NextStep,
} from '../../../src/dgii/replies/next-step.js';
import { answersOf, rowsUnder, type Row } from '../../flow/recovery/recovery-doc.js';

const reply = { httpStatus: 200, contentType: '', raw: '', rawCut: false };

/** What DGII says of a rejection that is about something else than the voucher. */
const said: Readonly<Record<string, { readonly codigo: string; readonly valor: string }>> = {
  'rejected-not-delegated': {
    codigo: '0',
    valor: 'El RNC 1 del certificado no está delegado para realizar transacciones',
  },
  'rejected-certificate': { codigo: '0', valor: 'Tipo de certificado no admitido' },
  'rejected-already-used': { codigo: '1209', valor: 'secuencia ya utilizada' },
  'rejected-already-used-by-accepted': { codigo: '1209', valor: 'secuencia ya utilizada' },
};

/** An answer by its name on the page: `kind`, or `kind: cause`. */
function answerOf(name: string): object {
  const [kind = '', cause = ''] = name.split(': ');
  const plain = {
    kind: kind.replace(/^found-.*/, 'found'),
    cause,
    reason: cause,
    detail: '',
    mensajes: [],
    reply,
  };
  if (kind !== 'final') return { ...plain, trackId: 'T1', trackIds: [] };
  const verdict = cause.startsWith('rejected') ? 'rejected' : cause;
  return {
    ...plain,
    verdict,
    codigo: '2',
    estado: '',
    mensajes: said[cause] === undefined ? [] : [said[cause]],
  };
}

const tables = [
  { heading: 'After a delivery of an e-CF', next: (answer: object) => afterDelivery(answer as RfceAnswer) },
  { heading: 'After a delivery of a summary', next: (answer: object) => afterDelivery(answer as RfceAnswer) },
  {
    heading: 'After the question whether an open delivery of an e-CF arrived',
    next: (answer: object) => afterCheck(answer as ResultAnswer),
  },
  {
    heading: 'After the question whether an open delivery of a summary arrived',
    next: (answer: object) => afterCheck(answer as ResultAnswer),
  },
  { heading: 'Asked for the result', next: (answer: object) => afterQuery(answer as ResultAnswer) },
] as const;

/** Rows in which time or an earlier delivery decides as well: flow/recovery/recovery-table.test.ts runs them on a ledger. */
const alsoElsewhere = ['DGII_SILENT', 'CONFIRM_BY_HAND'];

describe.each(tables)('$heading', ({ heading, next }) => {
  const rows = rowsUnder(heading).flatMap((row) =>
    answersOf(row['Answer']!).map((answer) => ({ answer, row, title: `${row['Recorded']} | ${answer}` })),
  );

  test.each(rows)('$title', ({ answer, row }) => {
    const step = next(answerOf(answer));
    const waits = row['Waits for']!;
    if (step.waiting !== null || !alsoElsewhere.includes(waits))
      expect({ answer, waits: step.waiting ?? '–' }).toEqual({ answer, waits });
    const suspends = row['Beside']!.includes('suspends');
    if (!isInDoubt(row, step))
      expect({ answer, suspends: step.suspendFor !== null }).toEqual({ answer, suspends });
    expect({ answer, step: step.step }).toEqual({ answer, step: expect.stringMatching(stepsOf(row, step)) });
  });
});

/** Before this rejection is recorded, a person looks at what DGII accepted, or the lease ends. */
function isInDoubt(row: Row, step: NextStep | AfterDelivery): boolean {
  const rejected = row['Answer']!.startsWith('final: rejected');
  return !('outcome' in step) && row['State'] === 'submitting' && rejected;
}

/** The steps that lead to the state that the row ends in. */
function stepsOf(row: Row, step: NextStep | AfterDelivery): RegExp {
  if ('outcome' in step) expect(step.outcome).toBe(row['Delivery']);
  if (isInDoubt(row, step)) return /^record$/;
  switch (row['State']) {
    case 'submitting':
      return /^(send-again|ask-whether-received|ask-again|send-when-twice-not-found|send-after-lease|query)$/;
    case 'submitted':
      return /^(query|query-again|check-other-deliveries)$/;
    default:
      return /^(record|check-other-deliveries)$/;
  }
}

const final = (verdict: FinalVerdict, codigo: string, valor: string) =>
  ({ ...answerOf('final: x'), verdict, mensajes: [{ codigo, valor }] }) as unknown as RfceAnswer &
    ResultAnswer;

test.each([
  {
    name: 'accepted, whatever it says',
    answer: final('conditionally-accepted', '1209', 'x'),
    step: 'record',
  },
  { name: 'rejected', answer: final('rejected', '1934', 'no coincide'), step: 'record' },
  {
    name: 'rejected: the number is in use, perhaps by us',
    answer: final('rejected', '1209', 'secuencia ya utilizada'),
    step: 'ask-whether-received',
  },
  {
    name: 'rejected: the summary is there already, perhaps ours',
    answer: final('rejected', '', 'La combinación e-NCF y código de seguridad ya han sido utilizados'),
    step: 'ask-whether-received',
  },
])('the texts of a verdict decide: $name', ({ answer, step }) => {
  expect(afterDelivery(answer)).toMatchObject({ step, suspendFor: null });
});

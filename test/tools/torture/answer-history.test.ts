/** What a client remembers of its answers: an answer that contradicts an earlier one is reported; a late answer is not. */
import { createAnswerHistory, type VoucherData } from '../../../tools/torture/clients/answer-history.js';

const pending: VoucherData = {
  attempt: 1,
  accepted: null,
  status: 'En Proceso',
  alreadyProcessed: true,
  securityCode: '',
  qrUrl: null,
  fechaFirma: null,
  codigoDgii: null,
  secuenciaUtilizada: null,
};
const answer = (startedAt: number, endedAt: number, data: Partial<VoucherData> = {}) => ({
  startedAt,
  endedAt,
  data: { ...pending, ...data },
});
const final = { accepted: 1, securityCode: 'AbC123' } as const;

test.each([
  { name: 'an answer overtaken by a later one', answers: [answer(2, 3, final), answer(1, 4)] },
  {
    name: 'a QR address that is withheld while DGII decides and is the same at the end',
    answers: [
      answer(0, 1, { qrUrl: 'one' }),
      answer(2, 3, { qrUrl: null }),
      answer(4, 5, { ...final, qrUrl: 'one' }),
    ],
  },
  {
    name: 'rejected, then a new attempt',
    answers: [answer(0, 1, { accepted: 0 }), answer(2, 3, { ...final, attempt: 2, alreadyProcessed: false })],
  },
])('no objection to $name', ({ answers }) => {
  expect(objectionsTo(answers)).toEqual([]);
});

test.each([
  { name: 'accepted, then not', answers: [answer(0, 1, { accepted: 1 }), answer(2, 3)] },
  {
    name: 'another security code',
    answers: [answer(0, 1, final), answer(2, 3, { ...final, securityCode: 'zzzzzz' })],
  },
  {
    name: 'a QR address that disappears at acceptance',
    answers: [answer(0, 1, { qrUrl: 'one' }), answer(2, 3, { ...final, qrUrl: null })],
  },
  {
    name: 'an attempt created by two requests',
    answers: [answer(0, 1, { alreadyProcessed: false }), answer(0, 1, { alreadyProcessed: false })],
  },
  {
    name: 'an attempt number that decreased',
    answers: [answer(0, 1, { attempt: 2 }), answer(2, 3, { attempt: 1 })],
  },
])('one objection to $name', ({ answers }) => {
  expect(objectionsTo(answers)).toHaveLength(1);
});

test('an unknown voucher is a fault only after an answer reported it', () => {
  const history = createAnswerHistory('voucher');
  history.add(answer(1, 2));
  history.addUnknown({ startedAt: 1.5 });
  expect(history.objections).toEqual([]);
  history.addUnknown({ startedAt: 3 });
  expect(history.objections).toHaveLength(1);
});

function objectionsTo(answers: readonly ReturnType<typeof answer>[]): readonly string[] {
  const history = createAnswerHistory('voucher');
  answers.forEach((one) => history.add(one));
  return history.objections;
}

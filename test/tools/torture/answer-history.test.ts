/** What a client remembers of its answers: an answer that contradicts an earlier one is reported; a late answer is not. */
import { createWitness } from '../../../tools/torture/witness.mjs';

const answer = (startedAt: number, endedAt: number, data: object) => ({
  ...{ startedAt, endedAt },
  body: { data: { attempt: 1, accepted: null, securityCode: '', alreadyProcessed: true, ...data } },
});
const pending = {};
const final = { accepted: 1, securityCode: 'AbC123' };

test.each([
  { name: 'pending, then final', heard: [answer(0, 1, pending), answer(2, 3, final)], objections: 0 },
  { name: 'final, then pending', heard: [answer(0, 1, final), answer(2, 3, pending)], objections: 2 },
  {
    name: 'an answer overtaken by a later one',
    heard: [answer(2, 3, final), answer(1, 4, pending)],
    objections: 0,
  },
  {
    name: 'another security code',
    heard: [answer(0, 1, final), answer(2, 3, { ...final, securityCode: 'zzzzzz' })],
    objections: 1,
  },
  {
    name: 'a QR address that is withheld while DGII decides and is the same at the end',
    heard: [
      answer(0, 1, { qrUrl: 'one' }),
      answer(2, 3, { qrUrl: null }),
      answer(4, 5, { ...final, qrUrl: 'one' }),
    ],
    objections: 0,
  },
  {
    name: 'a QR address that disappears at acceptance',
    heard: [answer(0, 1, { qrUrl: 'one' }), answer(2, 3, { ...final, qrUrl: null })],
    objections: 1,
  },
  {
    name: 'created by two requests',
    heard: [answer(0, 1, { alreadyProcessed: false }), answer(0, 1, { alreadyProcessed: false })],
    objections: 1,
  },
  {
    name: 'rejected, then a new attempt',
    heard: [answer(0, 1, { accepted: 0 }), answer(2, 3, { ...final, attempt: 2, alreadyProcessed: false })],
    objections: 0,
  },
  {
    name: 'an attempt number that decreased',
    heard: [answer(0, 1, { attempt: 2 }), answer(2, 3, { attempt: 1 })],
    objections: 1,
  },
])('$name', ({ heard, objections }) => {
  const witness = createWitness('voucher');
  for (const one of heard) witness.hear(one);
  expect(witness.objections).toHaveLength(objections);
});

test('an unknown voucher is a fault only after it was acknowledged', () => {
  const witness = createWitness('voucher');
  witness.hearUnknown({ startedAt: 0 });
  witness.hear(answer(1, 2, pending));
  witness.hearUnknown({ startedAt: 1.5 });
  expect(witness.objections).toEqual([]);
  witness.hearUnknown({ startedAt: 3 });
  expect(witness.objections).toHaveLength(1);
});

test('the most advanced answer is kept, whatever the order of arrival', () => {
  const witness = createWitness('voucher');
  witness.hear(answer(2, 3, final));
  witness.hear(answer(1, 4, pending));
  expect(witness.last).toMatchObject(final);
});

/** DGII's answer to an annulment decides nothing about this company's numbers if it names another company. */
import { recordAnswer } from '../../../../src/activities/numbers/record-annulment-answer.js';

const rnc = '131880681';
const encf = 'E310000000001';
const at = new Date('2026-11-23T12:00:00Z');

test.each([
  { names: rnc, outcome: 'annulled' },
  { names: null, outcome: 'annulled' },
  { names: '101010101', outcome: 'uncertain' },
])('an answer that names $names: $outcome', async ({ names, outcome }) => {
  const written: object[] = [];
  const deps = {
    store: {
      annulmentResults: () => Promise.resolve([{ desde: encf, hasta: encf, outcome: 'locked' }]),
      changeRangeAnnulment: (was: object, changes: object) => {
        written.push(changes);
        return Promise.resolve({ ...was, ...changes });
      },
    },
    settings: { checkMarginMs: 0 },
    clock: () => at,
  } as unknown as Parameters<typeof recordAnswer>[0];
  const record = { _id: 'a', companyId: 1, rnc, state: 'sending', deliveries: [{ n: 1, startedAt: at }] };
  const input = { record, pauseMs: 1 } as unknown as Parameters<typeof recordAnswer>[1];
  const answer = { kind: 'annulled', codigo: '1', mensajes: [], excepted: [], unread: false };
  const named = { ...answer, rnc: names, reply: null } as unknown as Parameters<typeof recordAnswer>[2];
  await recordAnswer(deps, input, named);
  expect(written).toMatchObject([{ results: [{ desde: encf, hasta: encf, outcome }] }]);
});

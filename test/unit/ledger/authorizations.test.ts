/** A change of ranges that loses to other processes: it tries again a few times, and then it is refused. */
import { createAuthorizations } from '../../../src/ledger/numbers/authorizations.js';
import type { Authorization } from '../../../src/ledger/numbers/numbers.js';
import type { Collections } from '../../../src/ledger/collections.js';

const ref = { companyId: 7, environment: 'certification', ecfType: 31 } as const;
const id = 'E310000000001';
const range: Authorization = {
  id,
  ecfType: 31,
  from: 1,
  to: 100,
  first: 1,
  last: 100,
  expiresOn: '31-12-2030',
  authorizationNumber: 'A',
  registeredAt: new Date(0),
};

/** A ledger in which other processes win so many times. */
function ledger(lost: number) {
  let writes = 0;
  const noRows = { aggregate: () => [], collectionName: 'reservations' };
  const sequences = {
    findOne: () => Promise.resolve({ version: writes, authorizations: [range] }),
    updateOne: () => Promise.resolve({ matchedCount: (writes += 1) > lost ? 1 : 0 }),
  };
  const collections = { sequences, reservations: noRows, annulments: noRows };
  const change = () =>
    createAuthorizations(collections as unknown as Collections).changeAuthorization(
      { ...ref, id },
      { authorizationNumber: 'B' },
      new Date('2026-11-20T12:00:00Z'),
    );
  return { change, writes: () => writes };
}

test.each([
  { lost: 0, outcome: { outcome: 'done' }, writes: 1 },
  { lost: 4, outcome: { outcome: 'done' }, writes: 5 },
  { lost: 5, outcome: { outcome: 'refused', refusal: 'CHANGED_MEANWHILE' }, writes: 5 },
])('after $lost lost tries: $outcome.outcome', async ({ lost, outcome, writes }) => {
  const { change, writes: written } = ledger(lost);
  expect(await change()).toMatchObject(outcome);
  expect(written()).toBe(writes);
});

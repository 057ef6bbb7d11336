/** A request to void numbers, before anybody knows what DGII says. */
import { requestAnnulment } from '../../../src/services/numbers/request-annulment.js';
import { annulledNumber } from '../../../src/services/vouchers/number-faults.js';
import { parseEncf } from '../../../src/ecf/model/encf.js';

const encf = 'E310000000001';

test('a request without a note does not say that DGII voided the numbers', async () => {
  const store = {
    annulmentsUnderWay: () => Promise.resolve({ requests: 0, numbers: 0 }),
    findSameRequest: () => Promise.resolve(undefined),
    putRangeAnnulment: (wanted: object) => Promise.resolve(wanted),
  };
  const company = { companyId: 1, environment: 'pre-certification', rnc: '999999992' };
  const order = { company, ranges: [{ desde: encf, hasta: encf }], note: ' ', by: 'x', firstCheckMs: 0 };
  const requested = await requestAnnulment(
    { store, clock: () => new Date() } as unknown as Parameters<typeof requestAnnulment>[0],
    order as unknown as Parameters<typeof requestAnnulment>[1],
  );
  expect(requested).toMatchObject({ record: { note: 'Anulación pedida a la DGII' } });
});

test('a locked number is not called voided either', () => {
  const facts = { reservation: undefined, annulled: true, expiresOn: null };
  const number = parseEncf(encf);
  if (number === undefined) throw new Error('No e-NCF');
  expect(annulledNumber(number, facts)?.mensaje).toContain('o se pidió a la DGII que lo anule');
});

/** The delivery of a voucher to its buyer in production needs the consents of the operator and of the company. */
import { deliverVoucher } from '../../../../src/activities/buyers/deliver-voucher.js';
import { createReceiverSlots } from '../../../../src/activities/buyers/receiver-slots.js';
import type { AttemptRef } from '../../../../src/ecf/model/encf.js';

const now = new Date('2026-11-23T12:00:00Z');

/** @returns the delivery after a try; with all consents the buyer is not in the directory */
function delivered(environment: AttemptRef['environment'], productionAllowed: boolean) {
  const ref: AttemptRef = { companyId: 1, environment, encf: 'E310000000001', attempt: 1 };
  const document = {
    ...ref,
    tipoeCF: 31,
    state: 'accepted',
    rncComprador: '131880681',
    deliverAt: now,
    signed: { file: 'f' },
  };
  const store = {
    findDocument: () => Promise.resolve(document),
    findCompany: () => Promise.resolve({ productionAllowed }),
    getFileBytes: () => Promise.resolve(Buffer.from('<ECF/>')),
    changeBuyerDelivery: (_ref: AttemptRef, _was: undefined, buyerDelivery: object) =>
      Promise.resolve({ ...document, buyerDelivery }),
  };
  const deps = {
    store,
    clock: () => now,
    log: { error: () => undefined },
    settings: { allowProduction: true, buyerGiveUpMs: 1_000, checkMarginMs: 0 },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    directory: { find: () => Promise.resolve({ kind: 'not-found' }) },
  } as unknown as Parameters<typeof deliverVoucher>[0];
  const options = { pauseMs: 500, slots: createReceiverSlots(), cancelled: new AbortController().signal };
  return deliverVoucher(deps, ref, options);
}

test('it waits in production without the consents, and needs none elsewhere', async () => {
  const waits = { state: 'waiting', reason: 'PRODUCTION_NOT_ALLOWED' };
  expect(await delivered('production', false)).toMatchObject(waits);
  expect(await delivered('production', true)).toMatchObject({ state: 'not-electronic' });
  expect(await delivered('certification', false)).toMatchObject({ state: 'not-electronic' });
});

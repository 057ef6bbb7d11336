/** What an issuer's receiver answers to our approval, and what that means. */
import { approvalWaits } from '../../../../src/ecf/codes/buyer-delivery.js';
import { sendToIssuer } from '../../../../src/activities/buyers/approval-legs.js';

type Args = Parameters<typeof sendToIssuer>;

function send(status: number, refusals = 0, mayHaveArrived = false) {
  const deps = {
    buyers: { deliverApproval: () => Promise.resolve({ kind: 'answered', status }) },
  } as unknown as Args[0];
  const listed = { kind: 'found', entry: {} } as Args[1];
  return sendToIssuer(deps, listed, { refusals, mayHaveArrived } as Args[2], new AbortController().signal);
}

test.each([200, 204])('%i: it has the approval', async (status) => {
  expect(await send(status)).toMatchObject({ state: 'delivered' });
});

test.each([302, 404, 405, 408, 425, 429, 500, 503])(
  '%i: it is out of order, which is no refusal',
  async (status) => {
    const end = await send(status, 2);
    expect(end).toMatchObject({ state: 'waiting', reason: 'BUYER_UNREACHABLE' });
    expect(end).not.toHaveProperty('refusals');
  },
);

test.each([400, 401, 403, 409, 422])('%i: the third one is a refusal', async (status) => {
  const reason = 'APPROVAL_REFUSED';
  expect(await send(status)).toMatchObject({ state: 'waiting', reason, refusals: 1 });
  expect(await send(status, 1)).toMatchObject({ state: 'waiting', reason, refusals: 2 });
  expect(await send(status, 2)).toMatchObject({ state: 'refused', reason, refusals: 3 });
});

test('400 after a try that may have arrived: the third one ends the delivery and does not say that it never arrived', async () => {
  const reason = 'APPROVAL_REPEAT_REFUSED';
  expect(await send(400, 0, true)).toMatchObject({ state: 'waiting', reason, refusals: 1 });
  expect(await send(400, 2, true)).toMatchObject({ state: 'given-up', reason, refusals: 3 });
});

test('what an approval waits for is about the issuer, not about a buyer', () => {
  expect(Object.values(approvalWaits).filter((text) => text.includes('comprador'))).toEqual([]);
});

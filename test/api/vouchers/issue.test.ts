/** issue with a key whose content the service refused only after it had claimed the key and taken the number. */
import { unnumberedEcf } from '../../harness/samples/unnumbered.js';
import { startApi, type Api } from '../harness.js';

const encf = 'E310000000001';
const companyId = 2;
const rncEmisor = '999999982';
const valid = '31-12-2028';
/** Before the vouchers' date of signature. */
const expired = '30-06-2026';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

function rangeExpires(expiresOn: string): void {
  const current = { ecfType: 31, next: 1, available: 9, expiresOn, state: 'Vigente' } as const;
  api.store.overview = [{ ...current, authorizations: [] }];
  api.store.numbers.set(encf, { reservation: 'reserved', annulled: false, expiresOn });
  const taken = { encf, ecfType: 31, expiresOn, ref: undefined, reused: false, left: 9 } as const;
  api.store.next = { outcome: 'handed-out', state: 'reserved', ...taken, reservedAt: new Date(api.nowMs) };
}

/** The range changes after the check and before the number is taken. The number then belongs to the key, as in the ledger. */
function expiresBeforeTheNumber(): void {
  const { store } = api;
  const next = store.nextNumber.bind(store);
  store.nextNumber = async (request) => {
    store.nextNumber = next;
    rangeExpires(expired);
    const handedOut = await next(request);
    for (const [key, found] of store.issueClaims) store.issueClaims.set(key, { ...found, encf });
    return handedOut;
  };
}

const issue = (price: number, key = 'FAC-1') =>
  api.call('POST', '/api/v2/dgii-ecf/issue', {
    token: api.tokenOf(companyId),
    body: unnumberedEcf({ rncEmisor, price }),
    headers: { 'idempotency-key': key },
  });

test('issue: a key whose content was refused after the claim keeps its number and takes corrected content', async () => {
  rangeExpires(valid);
  expiresBeforeTheNumber();
  const refused = await issue(1_000);
  expect([refused.status, refused.body.data['code']]).toEqual([400, 'SEQUENCE_EXPIRED']);
  expect(api.store.documents.size).toBe(0);
  expect(api.store.issueClaims.get('FAC-1')).toMatchObject({
    encf,
    claim: { ecfType: 31, refusedAt: expect.any(Date) },
  });

  rangeExpires(valid);
  const corrected = await issue(2_000);
  expect(corrected.status).toBe(200);
  expect(corrected.body.data).toMatchObject({ ecf: encf, attempt: 1, alreadyProcessed: false });
  // The number is taken by the reference of the key, both times.
  expect(new Set(api.store.nextRequests.map(({ ref }) => ref)).size).toBe(1);
  expect([...api.store.documents.values()].map((one) => one.encf)).toEqual([encf]);
  expect(api.store.issueClaims.get('FAC-1')?.claim.refusedAt).toBeUndefined();

  const other = await issue(3_000);
  expect([other.status, other.body.data['code']]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

test('issue: a key whose content was not refused takes no other content', async () => {
  rangeExpires(valid);
  expect((await issue(1_000, 'FAC-2')).status).toBe(200);
  const other = await issue(2_000, 'FAC-2');
  expect([other.status, other.body.data['code']]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(api.store.documents.size).toBe(1);
});

/**
 * Two companies under load at the same time: neither uses the other's certificate, token or numbers. That neither waits for all vouchers
 * of the other, workflow/starts-in-turn and chaos/turns show.
 */
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { until } from '../../harness/until.js';
import {
  startService,
  unlimited,
  type OtherCompany,
  type Seen,
  type Service,
} from '../../harness/service.js';

const vouchersEach = 8;
let service: Service;
let companies: OtherCompany[];

beforeAll(async () => {
  service = await startService({ env: unlimited });
  companies = [await service.addCompany(), await service.addCompany()];
}, 60_000);

const encfOf = (index: number) => `E31${String(index + 1).padStart(10, '0')}`;

/** The result of each voucher: `accepted`, or the code of its refusal. */
async function sendAll(company: OtherCompany): Promise<unknown[]> {
  const path = '/api/v2/dgii-ecf/send?waitForFinal=60s';
  const outcomes = Array.from({ length: vouchersEach }, (_, index) => {
    // The same numbers at both companies: a mix-up would also show as a duplicate.
    const ecf = sampleEcf({ encf: encfOf(index), rncEmisor: company.rnc });
    const send = async () => {
      const { status, body } = await company.post(path, ecf);
      // On a busy machine the ledger may not answer in time. The client sends again then, as Retry-After says.
      return status === 503 ? undefined : (body.data['accepted'] ?? body.data['code']);
    };
    return until(`an outcome of ${encfOf(index)}`, send, { withinMs: 100_000 });
  });
  return Promise.all(outcomes);
}

async function seenOf({ rnc }: OtherCompany): Promise<Seen['received']> {
  const response = await fetch(`${service.simulatorUrl}/_simulator/submissions?rnc=${rnc}`);
  return ((await response.json()) as Seen).received;
}

test('every delivery carries its own company’s certificate and token, even when tokens are lost under load', async () => {
  // DGII refuses tokens again and again: each company gets new ones while the other does too.
  await service.simulate({ faults: [{ service: 'recepcion', action: 'unauthorized', times: 12 }] });
  const accepted = await Promise.all(companies.map(sendAll));
  expect(accepted).toEqual(companies.map(() => Array<number>(vouchersEach).fill(1)));
  for (const company of companies) {
    const seen = await seenOf(company);
    expect(new Set(seen.map(({ encf }) => encf)).size).toBe(vouchersEach);
    expect(seen.map(({ rncEmisor, signer, holder }) => ({ rncEmisor, signer, holder }))).toEqual(
      seen.map(() => ({
        rncEmisor: company.rnc,
        signer: `IDCDO-${company.signer}`,
        holder: company.signer,
      })),
    );
    expect(seen.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
  }
}, 120_000);

test('a company whose signer is not delegated does not stop the other one', async () => {
  const [healthy] = companies as [OtherCompany, OtherCompany];
  const stranger = await service.addCompany({ delegated: false });
  const encf = encfOf(vouchersEach);
  const [own, others] = await Promise.all([
    healthy.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf, rncEmisor: healthy.rnc })),
    stranger.post('/api/v2/dgii-ecf/send?waitForFinal=2s', sampleEcf({ encf, rncEmisor: stranger.rnc })),
  ]);
  expect(own.body.data['accepted']).toBe(1);
  expect(others.body.data['accepted']).not.toBe(1);
  expect((await seenOf(stranger)).filter(({ outcome }) => outcome === 'accepted')).toEqual([]);
}, 60_000);

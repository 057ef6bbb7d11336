/** The lists of an operator who watches all companies: vouchers that wait, numbers left, certificates that expire. */
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { WaitingReason } from '../../../src/ecf/model/document-states.js';
import { openCli, type Cli } from '../harness.js';

const dayMs = 86_400_000;
const now = new Date();
const soon = new Date(now.getTime() + 3_600_000);
let cli: Cli;
/** In the order of their ids. The last one assigns its own numbers and has no certificate. */
let rncs: readonly [string, string, string];

const idOf = async (rnc: string) => (await cli.store.findCompanyByRnc(rnc))!.companyId;

beforeAll(async () => {
  cli = await openCli();
  const service = () => cli.company({ origin: 'service' });
  rncs = [await service(), await service(), await cli.company()];
  const [first, second] = rncs;
  await authorize(first, { ecfType: 31, to: 1_000, expiresOn: '31-12-2050', at: now });
  await authorize(first, { ecfType: 32, to: 40, expiresOn: null, at: now });
  // Registered when it was valid.
  await authorize(second, {
    ecfType: 31,
    to: 1_000,
    expiresOn: '31-12-2020',
    at: new Date('2020-01-01T12:00:00Z'),
  });
  await wait(first, 'E310000000001', 'CONFIRM_BY_HAND');
  await wait(first, 'E310000000002', 'DGII_UNAVAILABLE');
  await wait(first, 'E310000000003', 'DGII_UNAVAILABLE', 'certification');
  await wait(second, 'E310000000001', 'DGII_UNAVAILABLE');
  await admit(second, 'E310000000002');

  await certify(first, 200);
  await certify(second, 5);
}, 60_000);

async function admit(
  rnc: string,
  encf: string,
  environment: Environment = 'pre-certification',
  receivedAt = now,
) {
  const { document } = await cli.store.admit({
    companyId: await idOf(rnc),
    environment,
    encf,
    requestId: `${rnc}${encf}`,
    correlationId: 'c',
    tipoeCF: 31,
    rncEmisor: rnc,
    rncComprador: '131880681',
    montoTotal: '1.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: '31-12-2050',
    contentHash: 'h',
    content: '{}',
    now: receivedAt,
    firstCheckMs: 30_000,
    conditionalAllowed: false,
  });
  return { companyId: document.companyId, environment, encf, attempt: document.attempt };
}

async function wait(rnc: string, encf: string, reason: WaitingReason, environment?: Environment) {
  const ref = await admit(rnc, encf, environment);
  await cli.store.recordWaiting(ref, reason, { now, nextTryAt: soon, nextCheckAt: soon });
}

interface Range {
  readonly ecfType: 31 | 32;
  readonly to: number;
  readonly expiresOn: string | null;
  readonly at: Date;
}

async function authorize(rnc: string, { ecfType, to, expiresOn, at }: Range) {
  const { outcome } = await cli.store.addAuthorization({
    companyId: await idOf(rnc),
    environment: 'pre-certification',
    ecfType,
    from: 1,
    to,
    expiresOn,
    authorizationNumber: 'A-1',
    now: at,
  });
  expect(outcome).toBe('done');
}

async function certify(rnc: string, days: number) {
  await cli.store.putCertificate({
    companyId: await idOf(rnc),
    fingerprint: 'a'.repeat(64),
    certificatePem: '',
    sealedKey: 'v1.x',
    notBefore: new Date(now.getTime() - dayMs),
    // Half a day more, so that a slow machine sees the same number of days.
    notAfter: new Date(now.getTime() + (days + 0.5) * dayMs),
    importedAt: now,
  });
}

interface Page {
  readonly documents: readonly {
    readonly rncEmisor: string;
    readonly encf: string;
    readonly environment: string;
    readonly waiting: { readonly reason: string };
  }[];
  readonly cursor: string | null;
  readonly rows: readonly (Record<string, unknown> & { readonly rnc: string })[];
  readonly after: number | null;
}

async function page(...args: string[]): Promise<Page> {
  const { data, error } = await cli.json(args);
  expect(error).toBeUndefined();
  return data as unknown as Page;
}

describe('document list --pending', () => {
  test('lists the open vouchers of all companies that are old enough, the one that is due longest first', async () => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
    await admit(rncs[0], 'E310000000051', 'certification', daysAgo(1));
    await admit(rncs[1], 'E310000000052', 'pre-certification', daysAgo(2));
    const args = ['document', 'list', '--pending', '--older-than-minutes', '1000'];
    const { documents } = await page(...args);
    expect(documents.map(({ rncEmisor, encf }) => [rncEmisor, encf])).toEqual([
      [rncs[1], 'E310000000052'],
      [rncs[0], 'E310000000051'],
    ]);
    expect(documents[0]).toMatchObject({
      nextCheckAt: new Date(daysAgo(2).getTime() + 30_000).toISOString(),
    });
    expect((await page('document', 'list', '--pending')).documents).toHaveLength(7);
    const { stdout } = await cli.run([...args, '--limit', '1']);
    expect(stdout).toContain('E310000000052');
    expect(stdout).toContain('Puede haber más: suba --limit');
  });
});

describe('document list --waiting', () => {
  const shown = ({ documents }: Page) => documents.map(({ rncEmisor, encf }) => [rncEmisor, encf]);
  const everything = () => [
    [rncs[0], 'E310000000003'],
    [rncs[0], 'E310000000001'],
    [rncs[0], 'E310000000002'],
    [rncs[1], 'E310000000001'],
  ];

  test('lists the vouchers of all companies, in every environment', async () => {
    const all = await page('document', 'list', '--waiting');
    expect(shown(all)).toEqual(everything());
    expect(all.cursor).toBeNull();
    expect(all.documents[0]).toMatchObject({
      environment: 'certification',
      waiting: { reason: 'DGII_UNAVAILABLE' },
    });
  });

  test.each([1, 3])('pages of %i: every voucher once', async (limit) => {
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const more: string[] = cursor === null ? [] : ['--cursor', cursor];
      const next = await page('document', 'list', '--waiting', '--limit', String(limit), ...more);
      expect(next.documents.length).toBeLessThanOrEqual(limit);
      seen.push(...shown(next));
      cursor = next.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(everything());
  });

  test('with a reason', async () => {
    expect(shown(await page('document', 'list', '--waiting', 'CONFIRM_BY_HAND'))).toEqual([
      [rncs[0], 'E310000000001'],
    ]);
    const first = await page('document', 'list', '--waiting', 'DGII_UNAVAILABLE', '--limit', '2');
    const { cursor } = first;
    const rest = await page('document', 'list', '--waiting', 'DGII_UNAVAILABLE', '--cursor', cursor!);
    expect([...shown(first), ...shown(rest)]).toEqual(
      everything().filter(([rnc, encf]) => rnc === rncs[1] || encf !== 'E310000000001'),
    );
  });

  test('the next page is right even if the last voucher of this page no longer waits', async () => {
    const rnc = rncs[1];
    await wait(rnc, 'E310000000008', 'DGII_UNAVAILABLE');
    await wait(rnc, 'E310000000009', 'DGII_UNAVAILABLE');
    const { documents, cursor } = await page('document', 'list', '--waiting', '--limit', '4');
    expect(documents.at(-1)!.encf).toBe('E310000000009');
    const verdict = { trackId: null, codigoDgii: '1', estado: 'Aceptado', mensajes: [] };
    const ref = { companyId: await idOf(rnc), environment: 'pre-certification', attempt: 1 } as const;
    for (const encf of ['E310000000009', 'E310000000008'])
      await cli.store.recordVerdict(
        { ...ref, encf },
        { state: 'accepted', verdict: { ...verdict, secuenciaUtilizada: true, replyFile: null } },
        now,
      );
    const rest = await page('document', 'list', '--waiting', '--cursor', cursor!);
    expect(shown(rest)).toEqual([[rnc, 'E310000000001']]);
  });

  test('for a person: company, reason and how to see more', async () => {
    const { stdout } = await cli.run(['document', 'list', '--waiting', '--limit', '1']);
    expect(stdout).toContain(rncs[0]);
    expect(stdout).toMatch(/Puede haber más: --cursor \S+/);
  });
});

describe('sequence list', () => {
  test('lists each type with a range of each company whose numbers the service hands out', async () => {
    const { rows, after } = await page('sequence', 'list');
    expect(rows).toMatchObject([
      { rnc: rncs[0], ecfType: 31, state: 'Vigente', available: 1_000, warnings: [] },
      { rnc: rncs[0], ecfType: 32, state: 'Vigente', available: 40, warnings: ['SEQUENCE_LOW_STOCK'] },
      { rnc: rncs[1], ecfType: 31, state: 'Vencida', warnings: ['SEQUENCE_EXPIRED'] },
    ]);
    expect(after).toBeNull();
  });

  test('only what needs attention, in pages of companies', async () => {
    const first = await page('sequence', 'list', '--warned', '--limit', '1');
    expect(first.rows).toMatchObject([{ rnc: rncs[0], ecfType: 32 }]);
    const rest = await page('sequence', 'list', '--warned', '--after', String(first.after));
    expect(rest.rows).toMatchObject([{ rnc: rncs[1], ecfType: 31 }]);
    const { stdout } = await cli.run(['sequence', 'list', '--limit', '1']);
    expect(stdout).toContain(`Hay más empresas: --after ${first.after}`);
  });
});

describe('certificate list', () => {
  test('lists the certificate with which each company signs', async () => {
    expect((await page('certificate', 'list')).rows).toMatchObject([
      { rnc: rncs[0], daysLeft: 200, standing: 'vigente', warnings: [] },
      { rnc: rncs[1], daysLeft: 5, warnings: ['CERTIFICATE_EXPIRES_SOON'] },
      { rnc: rncs[2], notAfter: null, warnings: ['CERTIFICATE_MISSING'] },
    ]);
  });

  test('only those that need attention', async () => {
    const { rows } = await page('certificate', 'list', '--warned');
    expect(rows.map(({ rnc }) => rnc)).toEqual([rncs[1], rncs[2]]);
    const { stdout } = await cli.run(['certificate', 'list', '--warned']);
    expect(stdout).toContain('CERTIFICATE_MISSING');
  });
});

test.each([
  { name: 'all vouchers of all companies', args: ['document', 'list'] },
  { name: 'a type of all companies', args: ['document', 'list', '--waiting', '--type', '31'] },
  {
    name: 'the other list’s way to go on',
    args: ['document', 'list', '--waiting', '--before', 'E310000000001'],
  },
  { name: 'both lists', args: ['document', 'list', '--pending', '--waiting'] },
  { name: 'an age of those that wait', args: ['document', 'list', '--waiting', '--older-than-minutes', '5'] },
  {
    name: 'an age in one company',
    args: ['document', 'list', '--pending', '--older-than-minutes', '5', '--company', '999999999'],
  },
  { name: 'a cursor of another list', args: ['document', 'list', '--waiting', '--cursor', 'WzAsIiJd'] },
  {
    name: 'a cursor in the list of a company',
    args: ['document', 'list', '--cursor', 'WzAsIiJd'],
    one: true,
  },
  { name: 'an environment of all companies', args: ['sequence', 'list', '--environment', 'production'] },
  { name: 'a part of a company’s sequences', args: ['sequence', 'list', '--warned'], one: true },
  { name: 'a part of a company’s certificates', args: ['certificate', 'list', '--warned'], one: true },
  { name: 'a page of a company’s sequences', args: ['sequence', 'list', '--limit', '1'], one: true },
  { name: 'a later page of its certificates', args: ['certificate', 'list', '--after', '5'], one: true },
])('refuses $name', async ({ args, one = false }) => {
  const { error, code } = await cli.json([...args, ...(one ? ['--company', rncs[0]] : [])]);
  expect({ error, code }).toEqual({ error: 'USAGE', code: 2 });
});

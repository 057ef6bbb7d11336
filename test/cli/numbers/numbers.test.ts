/** `authorization …`, `sequence …`, `reservation annul`, `company origin …` and `company environment set`. */
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Collection, Db } from 'mongodb';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { originHoldMs } from '../../../src/ledger/companies/origin-change.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { ageOriginChange } from '../../harness/numbers.js';
import { until } from '../../harness/until.js';
import { openCli, type Cli } from '../harness.js';

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});

const environment = 'pre-certification';
const twoMinutesMs = 120_000;

async function serviceCompany(): Promise<{ rnc: string; companyId: number }> {
  const rnc = await cli.company({ origin: 'service' });
  const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
  const notBefore = new Date(Date.now() - 86_400_000);
  // The service hands out numbers only to companies that can sign.
  await cli.store.putCertificate({
    companyId,
    fingerprint: 'a'.repeat(64),
    certificatePem: '',
    sealedKey: 'v1.x',
    notBefore,
    notAfter: new Date(Date.now() + 86_400_000),
    importedAt: new Date(),
  });
  return { rnc, companyId };
}

const authorize = (rnc: string, ...args: string[]) =>
  cli.json(['authorization', 'add', '--company', rnc, ...args]);
const range = (from: number, to: number, type = 31) => {
  const place = ['--type', String(type), '--from', String(from), '--to', String(to), '--number', `A-${from}`];
  return type === 32 ? place : [...place, '--expires', '31-12-2028'];
};

async function take(store: Store, companyId: number, ref?: string): Promise<string> {
  const request = { companyId, environment, ecfType: 31, clock: () => new Date() } as const;
  const number = await store.nextNumber({ ...request, ...(ref === undefined ? {} : { ref }) });
  if (number.outcome !== 'handed-out') throw new Error(`No number: ${JSON.stringify(number)}`);
  return number.encf;
}

async function admit(companyId: number, encf: string, where: Environment = environment): Promise<void> {
  await cli.store.admit({
    companyId,
    environment: where,
    encf,
    requestId: encf,
    correlationId: 'c',
    tipoeCF: 31,
    rncEmisor: '999999992',
    rncComprador: '131880681',
    montoTotal: '1.00',
    fechaEmision: '20-11-2026',
    contentHash: 'h',
    content: '{}',
    fechaVencimientoSecuencia: '31-12-2028',
    now: new Date(),
    firstCheckMs: 30_000,
    conditionalAllowed: false,
  });
}

const companyOf = async (rnc: string): Promise<Company> => (await cli.store.findCompanyByRnc(rnc))!;

describe('authorization add and list', () => {
  test('register ranges and list them in order of use', async () => {
    const { rnc } = await serviceCompany();
    const later = await authorize(rnc, ...range(101, 200), '--next', '0000000150');
    expect(later.data).toMatchObject({
      id: 'E310000000101',
      ecfType: 31,
      from: 101,
      to: 200,
      first: 150,
      last: 200,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-101',
      environment,
    });
    await authorize(
      rnc,
      '--type',
      '31',
      '--from',
      '1',
      '--to',
      '100',
      '--number',
      'A',
      '--expires',
      '31-12-2027',
    );
    expect((await authorize(rnc, ...range(1, 50, 32))).data.expiresOn).toBeNull();
    await authorize(rnc, ...range(1, 5, 33), '--environment', 'certification');
    const { data } = await cli.json(['authorization', 'list', '--company', rnc]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'E310000000001',
      'E310000000101',
      'E320000000001',
    ]);
    const { data: of32 } = await cli.json(['authorization', 'list', '--company', rnc, '--type', '32']);
    expect(of32).toHaveLength(1);
    const { stdout } = await cli.run([
      'authorization',
      'list',
      '--company',
      rnc,
      '--environment',
      'certification',
    ]);
    expect(stdout).toContain('E330000000001 a E330000000005');
  });

  test('adding the same range again succeeds and adds nothing', async () => {
    const { rnc } = await serviceCompany();
    const both = [await authorize(rnc, ...range(1, 9)), await authorize(rnc, ...range(1, 9))];
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await cli.json(['authorization', 'list', '--company', rnc])).data).toHaveLength(1);
  });

  test('warns that the range is not used while the company assigns its own numbers', async () => {
    const rnc = await cli.company();
    expect((await authorize(rnc, ...range(1, 9))).warnings).toEqual(['SEQUENCE_MANAGED_EXTERNALLY']);
  });

  test.each([
    { name: 'an overlapping range', args: range(50, 150), error: 'RANGE_OVERLAPS', code: 1 },
    { name: 'a range that overlaps by one number', args: range(100, 100), error: 'RANGE_OVERLAPS', code: 1 },
    { name: 'an end before the start', args: range(20, 10, 33), error: 'RANGE_INVALID', code: 1 },
    {
      name: 'a --next outside the range',
      args: [...range(200, 300), '--next', '301'],
      error: 'NEXT_OUTSIDE_RANGE',
      code: 1,
    },
    { name: 'no expiry', args: range(200, 300).slice(0, -2), error: 'EXPIRY_REQUIRED', code: 1 },
    {
      name: 'an expiry for type 32',
      args: [...range(1, 9, 32), '--expires', '31-12-2028'],
      error: 'EXPIRY_NOT_ALLOWED',
      code: 1,
    },
    {
      name: 'an expiry in another format',
      args: [...range(200, 300), '--expires', '2028-12-31'],
      error: 'EXPIRY_INVALID',
      code: 1,
    },
    {
      name: 'a day that does not exist',
      args: [...range(200, 300), '--expires', '31-02-2028'],
      error: 'EXPIRY_INVALID',
      code: 1,
    },
    {
      name: 'an expiry in the past',
      args: [...range(200, 300), '--expires', '31-12-2025'],
      error: 'EXPIRY_PAST',
      code: 1,
    },
    {
      name: 'an invalid authorization number',
      args: [...range(200, 300), '--number', 'a b'],
      error: 'AUTHORIZATION_NUMBER_INVALID',
      code: 1,
    },
    { name: 'a type that does not exist', args: range(1, 9, 35), error: 'USAGE', code: 2 },
    { name: 'number zero', args: range(0, 9), error: 'USAGE', code: 2 },
    { name: 'eleven digits', args: range(1, 10_000_000_000), error: 'USAGE', code: 2 },
    { name: 'no range', args: ['--type', '31'], error: 'USAGE', code: 2 },
  ])('refuse $name', async ({ args, error, code }) => {
    const { rnc } = await serviceCompany();
    await authorize(rnc, ...range(1, 100));
    const ran = await authorize(rnc, ...args);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
    expect((await cli.json(['authorization', 'list', '--company', rnc])).data).toHaveLength(1);
  });

  test('a range in which the client already numbered vouchers begins above them', async () => {
    const { rnc, companyId } = await serviceCompany();
    await admit(companyId, 'E310000000040');
    const refused = await authorize(rnc, ...range(1, 100));
    expect(refused.error).toBe('NEXT_TOO_LOW');
    expect(JSON.parse(refused.stdout)).toMatchObject({ lowest: 41 });
    expect((await authorize(rnc, ...range(1, 100), '--next', '40')).error).toBe('NEXT_TOO_LOW');
    expect((await authorize(rnc, ...range(1, 100), '--next', '41')).data).toMatchObject({ first: 41 });
    expect(await take(cli.store, companyId)).toBe('E310000000041');
    // The range is handed out in order, so its own vouchers are no reason to refuse the same command again.
    await admit(companyId, 'E310000000041');
    expect((await authorize(rnc, ...range(1, 100), '--next', '41')).data).toMatchObject({ first: 41 });
    const certification = ['--environment', 'certification'];
    expect((await authorize(rnc, ...range(1, 100), ...certification)).data).toMatchObject({ first: 1 });
  });
});

describe('authorization change', () => {
  test('lets a range grow, expire later, and end early', async () => {
    const { rnc } = await serviceCompany();
    await authorize(rnc, ...range(1, 100));
    const change = (...args: string[]) =>
      cli.json(['authorization', 'change', 'E310000000001', '--company', rnc, ...args]);
    expect((await change('--to', '150', '--expires', '31-12-2029')).data).toMatchObject({
      to: 150,
      expiresOn: '31-12-2029',
    });
    expect((await change('--last', '40', '--number', 'B')).data).toMatchObject({
      last: 40,
      authorizationNumber: 'B',
    });
    const refused = await Promise.all([change('--to', '99'), change('--last', '151'), change()]);
    expect(refused.map(({ error }) => error)).toEqual(['WOULD_ORPHAN', 'NEXT_OUTSIDE_RANGE', 'USAGE']);
  });

  test('a range that grows over vouchers that the client numbered goes on above them', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 30));
    await admit(companyId, 'E310000000040');
    const change = (...args: string[]) =>
      cli.json(['authorization', 'change', 'E310000000001', '--company', rnc, ...args]);
    const refused = await change('--to', '100');
    expect(refused.error).toBe('NEXT_TOO_LOW');
    expect(JSON.parse(refused.stdout)).toMatchObject({ lowest: 41 });
    expect((await change('--to', '100', '--next', '41')).data).toMatchObject({ to: 100, first: 41 });
    expect((await change('--to', '150')).data).toMatchObject({ to: 150 });
  });

  test('moves the next number forward, never back', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 100));
    await take(cli.store, companyId);
    const move = (to: string) =>
      cli.json(['authorization', 'change', 'E310000000001', '--company', rnc, '--next', to]);
    expect((await move('1')).error).toBeUndefined();
    expect((await move('40')).data).toMatchObject({ first: 40 });
    const refused = await Promise.all(['39', '1', '101'].map(move));
    expect(refused.map(({ error }) => error)).toEqual(['NEXT_TOO_LOW', 'NEXT_TOO_LOW', 'NEXT_OUTSIDE_RANGE']);
    const [listed] = (await cli.json(['sequence', 'list', '--company', rnc])).data as unknown as {
      next: number;
    }[];
    expect(listed).toMatchObject({ next: 40 });
  });

  test('never excludes a number that was handed out', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 100));
    await take(cli.store, companyId);
    await take(cli.store, companyId);
    const args = ['authorization', 'change', 'E310000000001', '--company', rnc, '--last'];
    const orphaning = await cli.json([...args, '1']);
    expect([orphaning.code, orphaning.error]).toEqual([1, 'WOULD_ORPHAN']);
    expect(orphaning.stdout).toContain('hasta el 2');
    const shrinking = await cli.json([...args.slice(0, -1), '--to', '50']);
    expect([shrinking.code, shrinking.error]).toEqual([1, 'WOULD_ORPHAN']);
    expect(shrinking.stdout).toContain('use --last');
    expect((await cli.json([...args, '2'])).code).toBe(0);
    const unknown = await cli.json([
      'authorization',
      'change',
      'E310000000002',
      '--company',
      rnc,
      '--last',
      '2',
    ]);
    expect(unknown.error).toBe('AUTHORIZATION_NOT_FOUND');
  });
});

describe('sequence list and unused', () => {
  test('list shows each of the ten types', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    await take(cli.store, companyId);
    const { data } = await cli.json(['sequence', 'list', '--company', rnc]);
    expect(data).toHaveLength(10);
    expect(data[0]).toMatchObject({
      ecfType: 31,
      state: 'Vigente',
      next: 2,
      available: 9,
      expiresOn: '31-12-2028',
    });
    expect(data[1]).toMatchObject({ ecfType: 32, state: 'Sin autorizaciones', next: null, available: 0 });
    const { stdout } = await cli.run(['sequence', 'list', '--company', rnc]);
    expect(stdout).toMatch(/^31 +Vigente +2 +9 +31-12-2028 +1$/m);
  });

  test('list warns of numbers that run out or expire soon, with the service’s thresholds', async () => {
    const { rnc } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    const list = (env: Record<string, string>) => cli.json(['sequence', 'list', '--company', rnc], { env });
    expect((await list({})).warnings).toEqual(['SEQUENCE_LOW_STOCK']);
    expect(
      (await list({ ECF_SEQUENCE_LOW_NUMBERS: '9', ECF_SEQUENCE_EXPIRY_DAYS: '3650' })).warnings,
    ).toEqual(['SEQUENCE_EXPIRING']);
  });

  test('unused pages through numbers that were handed out but never sent', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    for (const ref of ['a', 'b', 'c', undefined]) await take(cli.store, companyId, ref);
    await admit(companyId, 'E310000000002');
    const list = (...args: string[]) => cli.json(['sequence', 'unused', '--company', rnc, ...args]);
    const first = await list('--older-than-hours', '0', '--limit', '2');
    const second = await list('--older-than-hours', '0', '--limit', '2', '--cursor', first.data.cursor);
    const seen = [...first.data.numbers, ...second.data.numbers];
    expect(seen.map(({ encf, externalReference }) => [encf, externalReference])).toEqual([
      ['E310000000001', 'a'],
      ['E310000000003', 'c'],
      ['E310000000004', ''],
    ]);
    expect(seen[0]).toMatchObject({ ecfType: 31, ageHours: 0, sequenceExpiresOn: '31-12-2028' });
    // By default only numbers older than a day: a voucher that is being written just now is no gap.
    expect((await list()).data.numbers).toEqual([]);
    const refused = await Promise.all([
      list('--older-than-hours', '-1'),
      list('--cursor', 'x'),
      list('--limit', '0'),
    ]);
    expect(refused.map(({ error, code }) => [error, code])).toEqual(Array(3).fill(['USAGE', 2]));
  });
});

describe('sequence unused', () => {
  test('says how old the listed numbers are and how to list newer ones', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    await take(cli.store, companyId);
    const list = async (...args: string[]) =>
      (await cli.run(['sequence', 'unused', '--company', rnc, ...args])).stdout;
    expect(await list()).toContain(
      'No hay números entregados hace más de 24 horas y sin enviar. Los más recientes se incluyen con --older-than-hours 0.',
    );
    expect(await list('--older-than-hours', '1')).toContain('hace más de una hora');
    const all = await list('--older-than-hours', '0');
    expect(all).toContain('Números entregados y sin enviar.');
    expect(all).toContain('E310000000001');
  });
});

describe('reservation annul', () => {
  const annul = (rnc: string, encf: string, ...args: string[]) =>
    cli.json(['reservation', 'annul', encf, '--company', rnc, '--yes', ...args]);

  test('removes a number from unused for good; a second time reports the first', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    const encf = await take(cli.store, companyId);
    const insert = jest.spyOn(Collection.prototype, 'insertOne');
    expect((await annul(rnc, encf, '--note', 'ANECF 123')).data).toMatchObject({
      encf,
      annulled: true,
      before: null,
    });
    const written = insert.mock.calls.map(([record]) => record);
    insert.mockRestore();
    // It cannot be undone, so the record says who did it.
    const by = expect.stringMatching(/.@./);
    expect(written).toContainEqual(expect.objectContaining({ encf, note: 'ANECF 123', by }));
    expect(await cli.store.findNumber(companyId, environment, encf)).toMatchObject({ annulled: true });
    expect((await annul(rnc, encf, '--note', 'otra')).data.before).toMatch(/^20\d\d-/);
    const unused = await cli.json(['sequence', 'unused', '--company', rnc, '--older-than-hours', '0']);
    expect(unused.data.numbers).toEqual([]);
  });

  test('asks first, because it cannot be undone', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    const encf = await take(cli.store, companyId);
    const asked = ['reservation', 'annul', encf, '--company', rnc, '--note', 'ANECF 123'];
    expect((await cli.json(asked)).error).toBe('CONFIRMATION_MISSING');
    expect((await cli.store.findNumber(companyId, environment, encf)).annulled).not.toBe(true);
  });

  test('also accepts numbers that the company assigned itself', async () => {
    const rnc = await cli.company();
    expect((await annul(rnc, 'E310000000077', '--note', 'x')).code).toBe(0);
  });

  test.each([
    {
      name: 'a number with a voucher',
      encf: 'E310000000005',
      args: ['--note', 'x'],
      error: 'ENCF_HAS_DOCUMENT',
      code: 1,
    },
    { name: 'an empty note', encf: 'E310000000001', args: ['--note', ' '], error: 'NOTE_INVALID', code: 1 },
    {
      name: 'a note that is too long',
      encf: 'E310000000001',
      args: ['--note', 'x'.repeat(301)],
      error: 'NOTE_INVALID',
      code: 1,
    },
    { name: 'no note', encf: 'E310000000001', args: [], error: 'USAGE', code: 2 },
    { name: 'no e-NCF', encf: 'E31', args: ['--note', 'x'], error: 'ENCF_INVALID', code: 2 },
  ])('refuses $name', async ({ encf, args, error, code }) => {
    const { rnc, companyId } = await serviceCompany();
    await admit(companyId, 'E310000000005');
    const ran = await annul(rnc, encf, ...args);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });
});

describe('company origin set', () => {
  const set = (rnc: string, ...args: string[]) => cli.json(['company', 'origin', 'set', rnc, ...args]);
  /** As if the command had been given two minutes ago and then interrupted. */
  const begunBefore = async (companyId: number, to: Company['origin'], agoMs = twoMinutesMs) => {
    await cli.store.beginOriginChange(companyId, { to, environment: 'pre-certification' });
    await ageOriginChange(cli.database, companyId, agoMs);
  };

  test('service → client: refused while handed-out numbers are unsent, unless they are given up', async () => {
    const { rnc, companyId } = await serviceCompany();
    await authorize(rnc, ...range(1, 10));
    const encf = await take(cli.store, companyId);
    const refused = await set(rnc, 'client');
    expect([refused.code, refused.error]).toEqual([1, 'RESERVED_LEFT']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ encfs: [encf] });
    // Refused before issuing was stopped.
    expect((await companyOf(rnc)).originChange).toBeUndefined();

    await begunBefore(companyId, 'client');
    const done = await set(rnc, 'client', '--abandon-reserved');
    expect(done.data).toEqual({ companyId, origin: 'client', abandoned: 1 });
    expect(await companyOf(rnc)).toMatchObject({ origin: 'client' });
    expect(await cli.store.findNumber(companyId, environment, encf)).toMatchObject({
      reservation: 'abandoned',
    });
  });

  test('client → service: every range needs a --next above its used numbers', async () => {
    const rnc = await cli.company();
    const { companyId } = await companyOf(rnc);
    await authorize(rnc, ...range(1, 100));
    await authorize(rnc, ...range(1, 50, 32));
    await admit(companyId, 'E310000000040');
    const missing = await set(rnc, 'service', '--next', 'E310000000041');
    expect(missing.error).toBe('NEXT_NEEDED');
    expect(JSON.parse(missing.stdout)).toMatchObject({
      authorizations: [{ id: 'E320000000001', lowest: null }],
    });
    const foreign = await set(rnc, 'service', '--next', 'E310000000102');
    expect(foreign.error).toBe('NEXT_OUTSIDE_RANGE');
    expect((await companyOf(rnc)).originChange).toBeUndefined();

    await begunBefore(companyId, 'service');
    const low = await set(rnc, 'service', '--next', 'E310000000040', '--next', 'E320000000001');
    expect(low.error).toBe('NEXT_NEEDED');
    expect(JSON.parse(low.stdout)).toMatchObject({ authorizations: [{ id: 'E310000000001', lowest: 41 }] });
    // After a failed change the company issues as before.
    expect(await companyOf(rnc)).toMatchObject({ origin: 'client' });
    expect((await companyOf(rnc)).originChange).toBeUndefined();

    const back = ['authorization', 'change', 'E320000000001', '--company', rnc, '--next', '20'];
    expect((await cli.json(back)).data).toMatchObject({ first: 20 });
    await begunBefore(companyId, 'service');
    const before = await set(rnc, 'service', '--next', 'E310000000041', '--next', 'E320000000019');
    expect(JSON.parse(before.stdout)).toMatchObject({
      authorizations: [{ id: 'E320000000001', lowest: 20 }],
    });

    await begunBefore(companyId, 'service');
    const done = await set(rnc, 'service', '--next', 'E310000000041', '--next', 'E320000000051');
    expect(done.data).toEqual({ companyId, origin: 'service', abandoned: 0 });
    const { data } = await cli.json(['sequence', 'list', '--company', rnc]);
    expect(data.slice(0, 2).map(({ next, state }) => [next, state])).toEqual([
      [41, 'Vigente'],
      [null, 'Agotada'],
    ]);
  });

  test('client → service: in the other environment too, a range begins above the vouchers that are there', async () => {
    const rnc = await cli.company();
    const { companyId } = await companyOf(rnc);
    await authorize(rnc, ...range(1, 100), '--environment', 'production');
    await admit(companyId, 'E310000000040', 'production');
    await begunBefore(companyId, 'service');
    expect((await set(rnc, 'service')).code).toBe(0);
    const [registered] = await cli.store.listAuthorizations(companyId, 'production', 31);
    expect(registered?.first).toBe(41);
  });

  test('with adjacent ranges, each --next is matched to its own range', async () => {
    const rnc = await cli.company();
    const { companyId } = await companyOf(rnc);
    await authorize(rnc, ...range(1, 100));
    await authorize(rnc, ...range(101, 200));
    await begunBefore(companyId, 'service');
    expect((await set(rnc, 'service', '--next', 'E310000000101', '--next', 'E310000000101')).code).toBe(0);
    const authorizations = await cli.store.listAuthorizations(companyId, environment, 31);
    expect(authorizations.map(({ first }) => first)).toEqual([101, 101]);
  });

  test('--no-wait stops issuing and says when to finish; cancel resumes issuing as before', async () => {
    const { rnc, companyId } = await serviceCompany();
    const started = await set(rnc, 'client', '--no-wait');
    expect(started).toMatchObject({ code: 0, data: { companyId, changing: true, to: 'client' } });
    expect(Date.parse(started.data.readyAt)).toBeGreaterThan(Date.now());
    expect((await set(rnc, 'client', '--no-wait')).data.readyAt).toBe(started.data.readyAt);
    expect((await companyOf(rnc)).originChange).toMatchObject({ to: 'client' });
    const cancel = ['company', 'origin', 'cancel', rnc];
    expect((await cli.json(cancel)).data).toEqual({ companyId, origin: 'service' });
    expect((await cli.json(cancel)).error).toBe('ORIGIN_NOT_CHANGING');
    expect((await companyOf(rnc)).originChange).toBeUndefined();
  });

  test('waits by itself until the change may finish', async () => {
    // A machine that pauses may start the command when nothing is left to wait for.
    const begun = await until(
      'the command has to wait',
      async () => {
        const { rnc, companyId } = await serviceCompany();
        const begunMs = Date.now() - 50_000;
        await begunBefore(companyId, 'client', Date.now() - begunMs);
        const done = await set(rnc, 'client');
        expect(done).toMatchObject({ code: 0, data: { origin: 'client' } });
        return done.stderr.includes('La emisión está detenida') && begunMs;
      },
      { withinMs: 60_000 },
    );
    expect(Date.now() - begun).toBeGreaterThanOrEqual(60_000);
  }, 150_000);

  test('says from when it can finish, if another person has started the change again meanwhile', async () => {
    const { rnc, companyId } = await serviceCompany();
    await begunBefore(companyId, 'client');
    // The command asks for the ledger's time to see how long it has to wait.
    const asked = jest.spyOn(Db.prototype, 'command').mockImplementationOnce(async () => {
      await cli.store.cancelOriginChange(companyId);
      await cli.store.beginOriginChange(companyId, { to: 'client', environment: 'pre-certification' });
      return { localTime: new Date() };
    });
    const early = await set(rnc, 'client');
    asked.mockRestore();
    expect([early.code, early.error]).toEqual([1, 'TOO_EARLY']);
    const { since } = (await companyOf(rnc)).originChange!;
    expect(JSON.parse(early.stdout)).toMatchObject({
      mensaje: expect.stringContaining('la emisión está detenida') as string,
      readyAt: new Date(since.getTime() + originHoldMs).toISOString(),
    });
  });

  test.each([
    { name: 'its present origin', args: ['service'], error: 'ORIGIN_UNCHANGED', code: 1 },
    { name: 'an unknown origin', args: ['cliente'], error: 'USAGE', code: 2 },
    { name: 'no origin', args: [], error: 'USAGE', code: 2 },
  ])('refuses $name', async ({ args, error, code }) => {
    const { rnc } = await serviceCompany();
    const ran = await set(rnc, ...args);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
  });
});

describe('company environment set', () => {
  const set = (rnc: string, args: string[], env: Record<string, string> = {}) =>
    cli.json(['company', 'environment', 'set', rnc, ...args], { env });

  test('moves a company and says that its tokens are no longer valid', async () => {
    const rnc = await cli.company();
    expect((await set(rnc, ['certification'])).data).toMatchObject({ environment: 'certification' });
    expect(await companyOf(rnc)).toMatchObject({ environment: 'certification' });
    const said = await cli.run(['company', 'environment', 'set', rnc, 'pre-certification']);
    expect(said.stdout).toContain('tokens anteriores ya no valen');
    expect((await cli.run(['company', 'environment', 'set', rnc, 'pre-certification'])).stdout).toContain(
      'ya estaba',
    );
  });

  test('refused while vouchers have no final result, unless --yes is given', async () => {
    const rnc = await cli.company();
    await admit((await companyOf(rnc)).companyId, 'E310000000001');
    const refused = await set(rnc, ['certification']);
    expect([refused.code, refused.error]).toEqual([1, 'DOCUMENTS_NOT_FINAL']);
    expect(await companyOf(rnc)).toMatchObject({ environment });
    expect((await set(rnc, ['certification', '--yes'])).data).toMatchObject({ environment: 'certification' });
  });

  const open = { ECF_ALLOW_PRODUCTION: 'true' };
  test.each([
    {
      name: 'no consent',
      args: ['production'],
      env: {},
      missing: [/ECF_ALLOW_PRODUCTION/, /--allow-production/],
    },
    {
      name: 'only the company’s',
      args: ['production', '--allow-production'],
      env: {},
      missing: [/ECF_ALLOW_PRODUCTION/],
    },
    { name: 'only the service’s', args: ['production'], env: open, missing: [/--allow-production/] },
    {
      name: 'only the service’s and --yes',
      args: ['production', '--yes'],
      env: open,
      missing: [/--allow-production/],
    },
  ])(
    'production needs two consents; with $name it reports what is missing',
    async ({ args, env, missing }) => {
      const rnc = await cli.company();
      const ran = await set(rnc, args, env);
      expect([ran.code, ran.error]).toEqual([1, 'PRODUCTION_NOT_ALLOWED']);
      const reported = (JSON.parse(ran.stdout) as { missing: string[] }).missing;
      expect(reported).toEqual(missing.map((pattern) => expect.stringMatching(pattern)));
      expect(await companyOf(rnc)).toMatchObject({ environment, productionAllowed: false });
    },
  );

  test('both consents allow production; leaving it keeps the company’s consent unless it is withdrawn', async () => {
    const rnc = await cli.company();
    const { companyId } = await companyOf(rnc);
    expect((await set(rnc, ['production', '--allow-production'], open)).data).toEqual({
      companyId,
      environment: 'production',
      productionAllowed: true,
    });
    await set(rnc, [environment]);
    expect(await companyOf(rnc)).toMatchObject({ environment, productionAllowed: true });
    await set(rnc, ['production'], open);
    expect((await set(rnc, [environment, '--deny-production'])).data).toMatchObject({
      productionAllowed: false,
    });
    expect(await companyOf(rnc)).toMatchObject({ environment, productionAllowed: false });
  });

  test('a consent is withdrawn also outside production, and the command says so', async () => {
    const rnc = await cli.company({ productionAllowed: true });
    const said = await cli.run(['company', 'environment', 'set', rnc, environment, '--deny-production']);
    expect(said.stdout).toContain('ya estaba en');
    expect(said.stdout).toContain('consentimiento a producción queda retirado');
    expect(await companyOf(rnc)).toMatchObject({ environment, productionAllowed: false });
  });

  test('a consent stays while an annulment of numbers needs it; one of another environment does not', async () => {
    const rnc = await cli.company({ productionAllowed: true });
    const { companyId } = await companyOf(rnc);
    const annul = (of: Environment) =>
      cli.store.putRangeAnnulment({
        _id: randomUUID(),
        companyId,
        environment: of,
        rnc,
        by: 'ana',
        note: 'x',
        requestedAt: new Date(),
        count: 1,
        ranges: [{ desde: 'E310000000001', hasta: 'E310000000001' }],
        firstCheckMs: 0,
      });
    await annul(environment);
    expect((await set(rnc, [environment, '--deny-production'])).code).toBe(0);
    await set(rnc, ['production', '--allow-production'], open);
    await annul('production');
    const refused = await set(rnc, [environment, '--deny-production']);
    expect([refused.code, refused.error]).toEqual([1, 'DOCUMENTS_NOT_FINAL']);
    expect(await companyOf(rnc)).toMatchObject({ environment: 'production', productionAllowed: true });
  });

  test('a consent given with a refused change is not kept', async () => {
    const rnc = await cli.company();
    await admit((await companyOf(rnc)).companyId, 'E310000000001');
    const refused = await set(rnc, ['production', '--allow-production'], open);
    expect(refused.error).toBe('DOCUMENTS_NOT_FINAL');
    expect(await companyOf(rnc)).toMatchObject({ environment, productionAllowed: false });
  });

  test.each([
    { name: 'an environment that does not exist', args: ['producción'] },
    {
      name: 'consent given and withdrawn at once',
      args: ['production', '--allow-production', '--deny-production'],
    },
    { name: 'production with its consent withdrawn', args: ['production', '--deny-production'] },
    { name: 'consent given with another environment', args: ['certification', '--allow-production'] },
  ])('refuses $name', async ({ args }) => {
    const ran = await set(await cli.company({ productionAllowed: true }), args, open);
    expect({ error: ran.error, code: ran.code }).toEqual({ error: 'USAGE', code: 2 });
  });
});

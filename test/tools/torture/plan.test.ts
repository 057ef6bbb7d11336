/** A torture's plan is a pure function of its seed, and it contains everything that a run must test. */
import { readConfig } from '../../../src/boot/config.js';
import { faultActions as simulated } from '../../../tools/simulator/faults.js';
import { ownEnvironment } from '../../../tools/own-stack/own-environment.js';
import { faultActions, outageKinds, planOf as planWith, vouchersMin } from '../../../tools/torture/plan.mjs';

const companies = [
  { companyId: 1, rnc: '999999901', origin: 'client' },
  { companyId: 2, rnc: '999999902', origin: 'service' },
  { companyId: 3, rnc: '999999903', origin: 'client' },
] as const;
const planOf = (seed: number, count: number) => planWith(seed, count, companies);

const seeds = [0, 1, 2, 3, 4711];

test('the same seed gives the same plan, another seed another plan', () => {
  expect(planOf(7, 40)).toEqual(planOf(7, 40));
  expect(planOf(7, 40)).not.toEqual(planOf(8, 40));
});

test.each(seeds)('seed %d: the plan has every outage, every fault of DGII and every voucher', (seed) => {
  const { rounds } = planOf(seed, 36);
  const outages = rounds.map(({ outage: { part, how } }) => `${part} ${how}`);
  expect(new Set(outages)).toEqual(new Set(outageKinds.map(({ part, how }) => `${part} ${how}`)));
  expect(outages.filter((name) => name === 'temporal forget')).toHaveLength(1);
  const faults = new Set(rounds.flatMap(({ dgii }) => dgii.faults.map(({ action }) => action)));
  expect(faults).toEqual(new Set(faultActions));
  const ids = rounds.flatMap(({ vouchers }) => vouchers.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: 36 }, (_, id) => id));
});

test.each(seeds.flatMap((seed) => [vouchersMin, 300].map((count) => ({ seed, count }))))(
  'seed $seed, $count vouchers: each outage hits its own voucher; trouble with a company hits one numbered by the service',
  ({ seed, count }) => {
    for (const { outage, vouchers } of planOf(seed, count).rounds) {
      const strikes = vouchers.filter(({ strike }) => strike);
      expect(strikes).toHaveLength(1);
      expect(strikes[0]).toMatchObject({ startMs: 0 });
      // A voucher that waits for another one would not be sent.
      expect(strikes[0]?.of).toBeUndefined();
      expect(outage.afterMoves).toBeGreaterThan(0);
      if (outage.part === 'delegation' || outage.part === 'certificate')
        expect(strikes[0]?.company.origin).toBe('service');
    }
  },
);

test('a run of 300 kills and stops every part with data, and makes Temporal lose its data once', () => {
  for (const seed of seeds) {
    const outages = planOf(seed, 300).rounds.map(({ outage: { part, how } }) => `${part} ${how}`);
    for (const name of ['mongod kill', 'mongod stop', 'temporal kill', 'temporal stop', 'delegation lose'])
      expect(outages).toContain(name);
    expect(outages.filter((name) => name === 'temporal forget')).toHaveLength(1);
  }
});

test('the plan has every fault of the simulator except hold, which needs a manual release', () => {
  expect([...faultActions].sort()).toEqual(simulated.filter((action) => action !== 'hold').sort());
});

test.each(seeds)('seed %d: a note refers to an invoice of its company that is sent before it', (seed) => {
  const vouchers = planOf(seed, 300).rounds.flatMap((round) => round.vouchers);
  const notes = vouchers.filter(({ type }) => type === 33 || type === 34);
  expect(notes.length).toBeGreaterThan(5);
  for (const note of notes) {
    const invoice = vouchers.find(({ id }) => id === note.of);
    expect(invoice).toMatchObject({ type: 31, company: note.company });
    expect(invoice?.id).toBeLessThan(note.id);
    expect(['rejected-free', 'rejected-spent']).not.toContain(invoice?.order);
  }
});

test('summaries, service-managed numbers and rejections with a free number occur in a run', () => {
  const vouchers = planOf(1, 300).rounds.flatMap((round) => round.vouchers);
  expect(vouchers.filter(({ summary }) => summary).length).toBeGreaterThan(10);
  expect(vouchers.filter(({ order }) => order === 'rejected-free').length).toBeGreaterThan(10);
  expect(new Set(vouchers.map(({ type }) => type))).toEqual(
    new Set([31, 32, 33, 34, 41, 43, 44, 45, 46, 47]),
  );
  for (const { company, serial, reference } of vouchers)
    expect(company.origin === 'client' ? serial : reference).toBeDefined();
  expect(new Set(vouchers.map(({ company }) => company.companyId)).size).toBe(companies.length);
});

test("a torture's own stack takes no setting of the service from the environment", () => {
  const foreign = {
    ...{ MONGODB_URI: 'mongodb://elsewhere', TEMPORAL_ADDRESS: 'elsewhere:7233', ECF_DATA_DIR: '/elsewhere' },
    ...{ SIMULATOR_DATA_DIR: '/elsewhere', DGII_ECF_HOST: 'https://elsewhere', ECF_ALLOW_PRODUCTION: 'true' },
    ...{ MONGODB_DATABASE: 'elsewhere', ECF_POLL_FIRST_MS: '60000', PORT: '8080', PATH: '/bin' },
  };
  const env = ownEnvironment(foreign, { ECF_DATA_DIR: '/own', PORT: '1' });
  expect(env).toMatchObject({ PATH: '/bin', ECF_DATA_DIR: '/own', PORT: '1' });
  expect(JSON.stringify(env)).not.toContain('elsewhere');
  const own = { ECF_DATA_DIR: '/own', PORT: '1', LOG_LEVEL: 'warn', ECF_CALLS_PER_MINUTE: '0' };
  expect(readConfig(env)).toEqual(readConfig(own));
});

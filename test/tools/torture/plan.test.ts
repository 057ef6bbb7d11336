/** A torture's plan is a pure function of its seed, and it contains everything that a run must test. */
import { readConfig } from '../../../src/boot/config.js';
import type { DemoCompany } from '../../../tools/demo/demo-data.js';
import { ownEnvironment } from '../../../tools/own-stack/own-environment.js';
import { rehearsalPlan } from '../../../tools/rehearsal/rehearsal-plan.js';
import { readBuyer } from '../../../tools/simulator/buyers/buyer-settings.js';
import { busiestService, faultActions, faultsToMeet } from '../../../tools/torture/plan/dgii-plan.js';
import { nameOf, outageKinds, troublesCompany } from '../../../tools/torture/plan/outage-kinds.js';
import { planOf as planWith, vouchersMin, type Plan } from '../../../tools/torture/plan/plan.js';

const companies = (['client', 'service', 'client'] as const).map((origin, index): DemoCompany => ({
  companyId: index,
  rnc: `99999990${index}`,
  razonSocial: 'EMPRESA DE PRUEBA SRL',
  origin,
  environment: 'pre-certification',
  productionAllowed: false,
  signer: `IDCDO-${index}`,
}));
const planOf = (seed: number, count: number) => planWith(seed, count, companies);
const vouchersOf = ({ rounds }: Plan) => rounds.flatMap(({ vouchers }) => vouchers);

test('the same seed gives the same plan, another seed another plan', () => {
  expect(planOf(7, 40)).toEqual(planOf(7, 40));
  expect(planOf(7, 40)).not.toEqual(planOf(8, 40));
});

const runs = [0, 1, 4711].flatMap((seed) => [vouchersMin, 36, 300].map((count) => ({ seed, count })));

test.each(runs)(
  'seed $seed: $count vouchers, every outage with its own, and every fault of DGII',
  ({ seed, count }) => {
    const plan = planOf(seed, count);
    const outages = plan.rounds.map(({ outage }) => nameOf(outage));
    expect(new Set(outages)).toEqual(new Set(outageKinds.map(nameOf)));
    expect(outages).toEqual(expect.arrayContaining(['mongod kill', 'temporal stop', 'delegation lose']));
    expect(outages.filter((name) => name === 'temporal forget')).toHaveLength(1);
    const faults = plan.rounds.flatMap(({ dgii }) => dgii.faults.map(({ action }) => action));
    expect(new Set(faults)).toEqual(new Set(faultActions));
    expect(vouchersOf(plan).map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, id) => id));
    // Most faults must meet a request; those of the last rounds need not.
    const toMeet = faultsToMeet(plan.rounds);
    expect(toMeet.length).toBeGreaterThan(faultActions.length / 2);
    const late = plan.rounds.slice(-5).flatMap(({ dgii }) => dgii.faults.map(({ action }) => action));
    expect(toMeet.filter((action) => late.includes(action))).toEqual([]);
    for (const { outage, vouchers } of plan.rounds) {
      const strikes = vouchers.filter(({ strike }) => strike);
      expect(strikes).toHaveLength(1);
      expect(strikes[0]).toMatchObject({ startMs: 0 });
      // A voucher that waits for another one would not be sent.
      expect(strikes[0]?.modifies).toBeUndefined();
      // Only a company that asks for numbers is refused some while it is in trouble.
      if (troublesCompany(outage)) expect(strikes[0]?.company.origin).toBe('service');
    }
  },
);

test('a long rehearsal has longer rounds and longer lives of workers, and each outage three times', () => {
  const [short, long] = [rehearsalPlan(1, 450), rehearsalPlan(1, 10_000)];
  expect(short.rounds).toHaveLength(9);
  expect(long.rounds).toHaveLength(27);
  const times = new Map<string, number>();
  for (const { outage } of long.rounds) times.set(nameOf(outage), (times.get(nameOf(outage)) ?? 0) + 1);
  expect(times).toEqual(new Map(short.rounds.map(({ outage }) => [nameOf(outage), 3])));
  expect(long.rounds.map(({ vouchers }) => vouchers.length)).toContain(371);
  expect(long.workerLives[0]!.ms / short.workerLives[0]!.ms).toBeGreaterThan(1);
});

test('every fault of DGII fits a service that each run calls all the time', () => {
  expect(faultActions.map(busiestService)).not.toContain(undefined);
});

test('a run has vouchers of every type, summaries, notes, and rejections that leave the number free', () => {
  const vouchers = vouchersOf(planOf(1, 300));
  expect(new Set(vouchers.map(({ type }) => type))).toEqual(
    new Set([31, 32, 33, 34, 41, 43, 44, 45, 46, 47]),
  );
  expect(new Set(vouchers.map(({ company }) => company.companyId)).size).toBe(companies.length);
  expect(vouchers.filter(({ summary }) => summary).length).toBeGreaterThan(10);
  expect(vouchers.filter(({ modifies }) => modifies !== undefined).length).toBeGreaterThan(5);
  expect(vouchers.filter(({ order }) => order === 'rejected-free').length).toBeGreaterThan(10);
});

test.each([0, 1, 4711])(
  'seed %i: vouchers for buyers that answer, that refuse and that nobody reaches',
  (seed) => {
    const { buyers, ...plan } = planOf(seed, 300);
    expect(buyers.map(readBuyer)).not.toContain(undefined);
    expect(new Set(buyers.map(({ rnc }) => rnc)).size).toBe(buyers.length);
    const addressed = new Set(vouchersOf({ ...plan, buyers }).map(({ buyer }) => buyer));
    expect(addressed).toEqual(new Set([undefined, ...buyers.map(({ rnc }) => rnc)]));
    expect(buyers.map(({ address }) => address)).toContainEqual(
      expect.stringMatching(/dead-port|unknown-host/),
    );
    expect(buyers.flatMap(({ answers = [] }) => answers)).toContainEqual(expect.stringMatching(/^reason-/));
  },
);

test('buyers approve, reject, and sign wrongly; nobody approves a voucher that no buyer gets', () => {
  const vouchers = vouchersOf(planOf(1, 300));
  const said = vouchers.flatMap(({ buyerSays }) =>
    buyerSays === null ? [] : [Object.values(buyerSays).join()],
  );
  expect(new Set(said)).toEqual(new Set(['1,none', '2,none', '1,altered']));
  const types = vouchers.flatMap(({ type, buyerSays }) => (buyerSays === null ? [] : [type]));
  expect(new Set(types)).toEqual(new Set([31, 33, 34, 44, 45]));
});

test('a note goes to the buyer of its invoice', () => {
  const vouchers = vouchersOf(planOf(1, 300));
  const notes = vouchers.filter(({ modifies }) => modifies !== undefined);
  for (const { modifies, buyer } of notes) expect(buyer).toBe(vouchers[modifies!.id]!.buyer);
});

test('suppliers send in each round: copies, other bytes under a number, and vouchers with a flaw', () => {
  const { rounds } = planOf(1, 300);
  for (const { supplies } of rounds) expect(supplies.length).toBeGreaterThan(0);
  const supplies = rounds.flatMap((round) => round.supplies);
  expect(new Set(supplies.map(({ type }) => type))).toEqual(new Set(['31', '33', '34', '44', '45']));
  expect(new Set(supplies.map(({ flaw }) => flaw))).toEqual(new Set(['none', 'altered', 'incomplete']));
  expect(supplies.some(({ copies }) => copies > 1)).toBe(true);
  expect(supplies.some(({ otherBytes }) => otherBytes)).toBe(true);
  const decided = new Set(supplies.map(({ decisions }) => decisions.join()));
  expect(decided).toEqual(new Set(['', 'aprobado', 'rechazado', 'aprobado,aprobado', 'aprobado,rechazado']));
  expect(supplies.filter(({ decisions, flaw }) => decisions.length > 0 && flaw !== 'none')).toEqual([]);
  // The number of a spoiled voucher stays free.
  expect(supplies.filter(({ otherBytes, flaw }) => otherBytes && flaw !== 'none')).toEqual([]);
});

test("a torture's own stack takes no setting of the service from the environment", () => {
  const foreign = {
    MONGODB_URI: 'mongodb://elsewhere',
    TEMPORAL_ADDRESS: 'elsewhere:7233',
    ECF_DATA_DIR: '/elsewhere',
    SIMULATOR_DATA_DIR: '/elsewhere',
    DGII_ECF_HOST: 'https://elsewhere',
    ECF_ALLOW_PRODUCTION: 'true',
    MONGODB_DATABASE: 'elsewhere',
    ECF_POLL_FIRST_MS: '60000',
    PORT: '8080',
    PATH: '/bin',
  };
  const env = ownEnvironment(foreign, { ECF_DATA_DIR: '/own', PORT: '1' });
  expect(env).toMatchObject({ PATH: '/bin', ECF_DATA_DIR: '/own', PORT: '1' });
  expect(JSON.stringify(env)).not.toContain('elsewhere');
  const own = { ECF_DATA_DIR: '/own', PORT: '1', LOG_LEVEL: 'warn', ECF_CALLS_PER_MINUTE: '0' };
  expect(readConfig(env)).toEqual(readConfig(own));
});

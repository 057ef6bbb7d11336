/**
 * Sends, repeated sends and questions in any order and at the same time, while DGII fails in every way it can. Every voucher
 * must end accepted, exactly once, with one set of bytes, and no answer may contradict an earlier one.
 *
 * `TEST_SEED=… npm test -- test/flow/random-sends` repeats a plan; simultaneous steps may still interleave differently.
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Answer, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const vouchers = 15;
const stepsMin = 50;
const stepsMax = 70;
/** Steps that run at the same time. */
const together = 6;
const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));

const services = ['semilla', 'validarsemilla', 'recepcion', 'resultado', 'trackids'] as const;
const actions = [
  'accept-then-drop',
  'drop-before-reading',
  'slow',
  'status-500',
  'status-503-html',
  'bare-400-html',
  'unauthorized',
] as const;

const which = fc.integer({ min: 0, max: vouchers - 1 });
const fault = fc.record({
  service: fc.constantFrom(...services),
  action: fc.constantFrom(...actions),
  times: fc.integer({ min: 1, max: 3 }),
  // Below and above the harness's limits for a call to DGII.
  slowMs: fc.constantFrom(200, 2_500),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), which, waitMs: fc.nat(1_500) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disturb' as const),
      faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
      resultDelayMs: fc.constantFrom(0, 100, 800),
    }),
  },
);
const plan = fc.array(step, { minLength: stepsMin, maxLength: stepsMax });

let service: Service;
beforeAll(async () => {
  service = await startService();
}, 60_000);

test('random sends end accepted exactly once', async () => {
  try {
    await play(fc.sample(plan, { seed, numRuns: 1 })[0]!);
  } catch (error) {
    throw new Error(`TEST_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}, 180_000);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function play(steps: readonly Step[]): Promise<void> {
  const next = encfs(31);
  const witnesses = Array.from({ length: vouchers }, () => createWitness(next()));

  for (let at = 0; at < steps.length; at += together) {
    await Promise.all(steps.slice(at, at + together).map((one) => take(one, witnesses)));
  }
  // Send the vouchers that the plan left out, with DGII healthy again.
  await Promise.all(witnesses.map((_, index) => take({ do: 'send', which: index, waitMs: 0 }, witnesses)));
  await service.simulate({ faults: [], resultDelayMs: 0 });

  for (const witness of witnesses) {
    await until(`${witness.encf} is final`, async () => (await ask(witness)).body.data['accepted'] === 1, {
      withinMs: 90_000,
      everyMs: 100,
    });
    const seen = await service.seenByDgii(witness.encf);
    expect({ encf: witness.encf, accepted: seen.accepted, bytes: seen.distinctBytes }).toEqual({
      encf: witness.encf,
      accepted: 1,
      bytes: 1,
    });
    expect({ encf: witness.encf, created: witness.created }).toEqual({ encf: witness.encf, created: 1 });
  }
}

async function take(one: Step, witnesses: readonly Witness[]): Promise<void> {
  switch (one.do) {
    case 'send': {
      const witness = witnesses[one.which]!;
      const { encf } = witness;
      const path = `/api/v2/dgii-ecf/send?waitForFinal=${one.waitMs}ms`;
      witness.hear(await service.post(path, sampleEcf({ encf })));
      return;
    }
    case 'ask':
      await ask(witnesses[one.which]!);
      return;
    case 'disturb':
      await service.simulate({ faults: one.faults, resultDelayMs: one.resultDelayMs });
  }
}

async function ask(witness: Witness): Promise<Answer> {
  const known = witness.created > 0;
  const answer = await service.get(`/api/v2/dgii-ecf/document-status/${witness.encf}`);
  // Unknown before the first send was admitted, and never unknown afterwards.
  if (answer.status !== 404 || known) witness.hear(answer);
  return answer;
}

/** Remembers what answers about one voucher said, and throws when a later answer contradicts them. */
interface Witness {
  readonly encf: string;
  /** How many answers said that their request created the voucher. */
  readonly created: number;
  hear(answer: Answer): void;
}

function createWitness(encf: string): Witness {
  const said = new Map<string, unknown>();
  let created = 0;
  return {
    encf,
    get created() {
      return created;
    },
    hear: ({ status, body }) => {
      const what = `${encf} ${JSON.stringify(body).slice(0, 400)}`;
      if (status !== 200) throw new Error(`HTTP ${status}: ${what}`);
      if (body.data['alreadyProcessed'] === false) created += 1;
      for (const member of ['accepted', 'securityCode', 'qrUrl']) {
        const value = body.data[member];
        if (value === null || value === '' || value === undefined) continue;
        if (said.has(member) && said.get(member) !== value)
          throw new Error(`${member} was ${String(said.get(member))}: ${what}`);
        said.set(member, value);
      }
    },
  };
}

/** The schedules of any-order.test.ts: what may happen to one voucher, made from a seed. Every choice is within its action, so that an action can be left out. */
import fc from 'fast-check';
import {
  neverMs,
  noLags,
  type ContentVerdict,
  type Habits,
  type Lags,
  type SignerRefusal,
} from './dgii-model.js';

/**
 * What happens to a delivery on its way. `lost`: it does not arrive. `no-answer`: it arrives, and its answer is lost. `late`: it arrives after
 * `laterMs`, and the sender has no answer. `twice`: a proxy sends it again after `laterMs`. `twice-first-unheard`: two arrive, and DGII's
 * answer to the second one comes back. `refused-copy`: it arrives, and DGII refuses the repeated request at the door.
 */
export const nets = [
  'ok',
  'lost',
  'no-answer',
  'late',
  'twice',
  'twice-first-unheard',
  'refused-copy',
  'refused-transient',
  'refused-other',
  'unreachable',
  'throttled',
  'transient-kept',
  'transient-not-kept',
] as const;

export interface Fates {
  readonly net: (typeof nets)[number];
  readonly laterMs: number;
  readonly lags: Lags;
  /** Of the copy that a proxy made. */
  readonly copyLags: Lags;
  /** Which questions get no usable answer. */
  readonly unanswered: readonly ('trackIds' | 'state' | 'result' | 'queryRfce')[];
}

interface Steps {
  readonly passMs: number;
  readonly count: number;
  readonly dieAt?: number;
}

export type Action =
  /** A process takes the next steps, after a pause. It dies before its call `dieAt`, or stands still there until `thaw`. */
  | ({ do: 'step'; process: 0 | 1; fates: Fates; stopAt?: number; recent: boolean } & Steps)
  /** Two processes take them at the same time. `order` says whose call is next. */
  | ({ do: 'race'; fates: readonly [Fates, Fates]; order: readonly number[] } & Steps)
  | { do: 'thaw' }
  | { do: 'clock'; process: 0 | 1; aheadMs: number }
  | { do: 'signer'; refusal: SignerRefusal; everyCertificate: boolean }
  | { do: 'delegate' }
  | { do: 'resume' }
  | { do: 'certificate' }
  /** `sameContent`: the client sends the same content again with `reenviar=si`, and DGII judges it anew. */
  | { do: 'correct'; verdict: ContentVerdict; sameTotal: boolean; sameContent?: boolean }
  | { do: 'person'; decision: 'confirm' | 'force' | 'annul' }
  | { do: 'foreign'; sameTotal: boolean; verdict: ContentVerdict }
  | { do: 'restore'; back: number };

export interface Schedule {
  readonly kind: 'e-CF' | 'summary' | 'e-CF in certification' | 'summary in certification';
  readonly habits: Habits;
  readonly verdict: ContentVerdict;
  readonly actions: readonly Action[];
}

const verdict = fc.oneof(
  { weight: 5, arbitrary: fc.constant<ContentVerdict>('accepted') },
  { weight: 1, arbitrary: fc.constant<ContentVerdict>('conditionally-accepted') },
  { weight: 3, arbitrary: fc.constant<ContentVerdict>('rejected-free') },
  { weight: 1, arbitrary: fc.constant<ContentVerdict>('rejected-used') },
);
const lagMs = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constantFrom(3_000, 20_000, 120_000) },
  { weight: 1, arbitrary: fc.constant(neverMs) },
);
const slow = fc.record({
  judgeMs: fc.constantFrom(0, 0, 3_000, 60_000),
  resultMs: lagMs,
  listMs: lagMs,
  stateMs: lagMs,
});
const quick = fc.constant(noLags);
/** Each delivery is shown at once, or some of its answers come late: a step may take the other ones for the whole truth. */
const partlyHidden = fc.oneof(
  quick,
  fc
    .record({
      lateMs: fc.constantFrom(3_000, 20_000, 120_000, neverMs),
      late: fc.subarray(['resultMs', 'listMs', 'stateMs'] as const, { minLength: 1 }),
    })
    .map(({ lateMs, late }): Lags => ({ ...noLags, ...Object.fromEntries(late.map((of) => [of, lateMs])) })),
);
/** The frequent ones make several copies of a voucher, and the ledger does not know all of them. */
const netsToDraw = [
  ...nets,
  ...(['no-answer', 'no-answer', 'twice', 'twice-first-unheard', 'twice-first-unheard'] as const),
];
/** One in `times`. The option `freq` of fc.option means the opposite. */
const rarely = <T>(times: number, of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of });

/** Each schedule has only some of the faults, so that the same few meet each other often. */
const fatesWith = (some: readonly Fates['net'][], lags: fc.Arbitrary<Lags>): fc.Arbitrary<Fates> =>
  fc.record({
    net: fc.constantFrom('ok' as const, ...some),
    laterMs: fc.constantFrom(0, 2_000, 40_000, 300_000),
    lags,
    copyLags: lags,
    unanswered: fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.subarray(['trackIds', 'state', 'result', 'queryRfce'] as const, { minLength: 1 }),
      },
    ),
  });
const callNumber = fc.integer({ min: 0, max: 24 });
const passMs = fc.constantFrom(0, 0, 1_000, 6_000, 30_000, 30_000, 60_000, 240_000);
const steps = { passMs, count: fc.integer({ min: 1, max: 4 }) };
const process = fc.constantFrom(0 as const, 1 as const);
const refusal = fc.record({
  where: fc.constantFrom('token' as const, 'door' as const, 'verdict' as const),
  cause: fc.constantFrom('certificate' as const, 'not-delegated' as const),
});
const stepWith = (fates: fc.Arbitrary<Fates>) =>
  fc
    .record({
      ...steps,
      process,
      fates,
      ends: rarely(4, fc.tuple(fc.boolean(), callNumber)),
      recent: fc.boolean(),
    })
    .map(({ ends, ...one }): Action => {
      if (ends === undefined) return { do: 'step', ...one };
      const [dies, at] = ends;
      return { do: 'step', ...one, ...(dies ? { dieAt: at } : { stopAt: at }) };
    });
const raceWith = (fates: fc.Arbitrary<Fates>) =>
  fc
    .record({
      ...steps,
      fates: fc.tuple(fates, fates),
      order: fc.array(fc.nat(1), { minLength: 3, maxLength: 8 }),
      dieAt: rarely(4, callNumber),
    })
    .map(({ dieAt, ...one }): Action => ({ do: 'race', ...one, ...(dieAt === undefined ? {} : { dieAt }) }));
const correct = fc
  .record({ verdict, sameTotal: fc.boolean(), sameContent: fc.boolean() })
  .map((one): Action => ({ do: 'correct', ...one }));
const disturbances: readonly fc.Arbitrary<Action>[] = [
  fc.constant<Action>({ do: 'thaw' }),
  fc
    .record({ process, aheadMs: fc.constantFrom(0, 2_000, -2_000, 50_000, -50_000, 14_400_000) })
    .map((one): Action => ({ do: 'clock', ...one })),
  fc.record({ refusal, everyCertificate: fc.boolean() }).map((one): Action => ({ do: 'signer', ...one })),
  fc.constantFrom<Action>({ do: 'delegate' }, { do: 'resume' }),
  fc.constant<Action>({ do: 'certificate' }),
  fc
    .constantFrom('confirm' as const, 'force' as const, 'annul' as const)
    .map((decision): Action => ({ do: 'person', decision })),
];
const rareActions = fc.oneof(
  fc.record({ sameTotal: fc.boolean(), verdict }).map((one): Action => ({ do: 'foreign', ...one })),
  fc.integer({ min: 1, max: 8 }).map((back): Action => ({ do: 'restore', back })),
);

/** Most actions are steps of the voucher. Every fourth schedule has an action that may make a person necessary. */
const actionList = fc
  .record({
    some: fc.subarray(netsToDraw, { minLength: 1, maxLength: 3 }),
    lags: fc.constantFrom(quick, slow, partlyHidden),
    disturbed: fc.subarray([...disturbances], { maxLength: 3 }),
    rare: rarely(4, fc.tuple(rareActions, fc.nat(11))),
  })
  .chain(({ some, lags, disturbed, rare }) => {
    const fates = fatesWith(some, lags);
    const action = fc.oneof(
      { weight: 12, arbitrary: stepWith(fates) },
      { weight: 3, arbitrary: raceWith(fates) },
      { weight: 5, arbitrary: correct },
      ...disturbed.map((arbitrary) => ({ weight: 2, arbitrary })),
    );
    const list = fc.array(action, { minLength: 4, maxLength: 12, size: 'max' });
    return list.map((all) =>
      rare === undefined ? all : all.toSpliced(Math.min(rare[1], all.length), 0, rare[0]),
    );
  });

/** DGII rejects the first attempt, perhaps twice, and the client corrects it. */
const corrected = fc
  .record({ fates: fatesWith(['twice', 'twice-first-unheard'], quick), correction: correct })
  .map(({ fates, correction }): readonly Action[] => [
    { do: 'step', process: 0, passMs: 0, count: 3, recent: false, fates },
    correction,
  ]);

const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    first: rarely(3, corrected),
    kind: fc.constantFrom(
      'e-CF' as const,
      'e-CF' as const,
      'summary' as const,
      'e-CF in certification' as const,
      'summary in certification' as const,
    ),
    habits: fc.record({
      statesOfRejected: fc.boolean(),
      shows: fc.constantFrom('first' as const, 'last' as const),
      statesInProcess: fc.boolean(),
    }),
    verdict,
    actions: actionList,
  })
  .map(({ first, ...rest }) =>
    first === undefined ? rest : { ...rest, verdict: 'rejected-free', actions: [...first, ...rest.actions] },
  );

export function scheduleOf(seed: number): Schedule {
  return fc.sample(schedule, { seed, numRuns: 1 })[0]!;
}

/** Leaves out every action without which the schedule still fails, one at a time, until none is left. */
export async function shortest(
  failing: Schedule,
  fails: (one: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  let best = failing;
  for (let at = best.actions.length - 1; at >= 0; at -= 1) {
    const without = { ...best, actions: best.actions.toSpliced(at, 1) };
    if (!(await fails(without))) continue;
    best = without;
    // What was needed before may be needless now.
    at = best.actions.length;
  }
  return best;
}

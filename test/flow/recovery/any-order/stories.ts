/** Schedules that once ended wrongly, or would without a certain check. any-order.test.ts plays them before the random ones. */
import type { DocumentState, WaitingReason } from '../../../../src/ecf/model/document-states.js';
import { noLags, type Judgement, type Lags } from './dgii-model.js';
import { wellFates } from './network.js';
import type { Action, Fates, Schedule } from './schedule.js';

export interface Story extends Schedule {
  readonly name: string;
  /** What DGII decides about each delivery that reaches it. It shows that the story happened. */
  readonly judged: readonly Judgement[];
  readonly ends: DocumentState;
  /** What the voucher waits for before DGII becomes well. */
  readonly waitsFor?: WaitingReason;
}

const secondMs = 1_000;
/** The lease of an earlier delivery is over. It is also long enough to ask again after "not found". */
const afterLeaseMs = 30 * secondMs;

/** A process takes up to `count` steps: sign, deliver, ask. */
const steps = (passMs: number, fates: Partial<Fates> = {}, count = 4): Action => ({
  do: 'step',
  process: 0,
  recent: false,
  passMs,
  count,
  fates: { ...wellFates, ...fates },
});
const signed = steps(0, {}, 1);
const rejected = steps(0);
/** DGII received it twice and rejected both copies. The ledger knows one of them. */
const rejectedTwice = steps(0, { net: 'twice' });
const corrected = { do: 'correct', verdict: 'accepted', sameTotal: true } as const;
const repeated = { ...corrected, sameContent: true } as const;

/** How long DGII does not show a delivery. */
const hidden = (ms: number): Lags => ({ judgeMs: 0, resultMs: ms, listMs: ms, stateMs: ms });
const hiddenCopy = (copyLags: Lags) => steps(0, { net: 'twice-first-unheard', copyLags });
const longHidden: Lags = hidden(600 * secondMs);
/** DGII has the delivery and hides it. After "not found" twice the same bytes go out again, and DGII calls the number used. */
const hiddenDelivery = (lags: Lags) => [
  steps(0, { net: 'no-answer', lags }),
  steps(afterLeaseMs),
  steps(afterLeaseMs),
  steps(afterLeaseMs),
];

const common = {
  habits: { statesOfRejected: true, shows: 'first', statesInProcess: true },
  verdict: 'rejected-free',
  ends: 'accepted',
} as const;
const noStates = { statesOfRejected: false, shows: 'first', statesInProcess: false } as const;

export const stories: readonly Story[] = [
  {
    ...common,
    name: 'a corrected e-CF was delivered twice, and DGII hides the accepted copy',
    kind: 'e-CF',
    actions: [rejected, corrected, hiddenCopy(hidden(20 * secondMs))],
    judged: ['rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'a corrected e-CF was delivered twice, and DGII has its state before it lists the accepted copy',
    kind: 'e-CF',
    actions: [rejected, corrected, hiddenCopy({ ...hidden(20 * secondMs), stateMs: 0 })],
    judged: ['rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'a corrected e-CF went out again, while DGII hid the first delivery',
    kind: 'e-CF',
    actions: [rejected, corrected, ...hiddenDelivery(longHidden)],
    judged: ['rejected-free', 'accepted', 'already-used'],
    waitsFor: 'CONFIRM_BY_HAND',
  },
  {
    ...common,
    name: 'the same e-CF was sent again and delivered twice, and DGII has its state before it lists the accepted copy',
    kind: 'e-CF',
    actions: [rejected, repeated, hiddenCopy({ ...hidden(20 * secondMs), stateMs: 0 })],
    judged: ['rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'the same summary was sent again, while DGII hid the first delivery of that attempt',
    kind: 'summary',
    actions: [rejected, repeated, ...hiddenDelivery(longHidden)],
    judged: ['rejected-free', 'accepted', 'already-used'],
    waitsFor: 'CONFIRM_BY_HAND',
  },
  {
    ...common,
    name: 'a corrected summary was delivered twice, and DGII hides the accepted copy',
    kind: 'summary',
    actions: [rejected, corrected, hiddenCopy(hidden(20 * secondMs))],
    judged: ['rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'a corrected summary went out again, and DGII has the state of its number before it shows the first delivery',
    kind: 'summary',
    actions: [rejected, corrected, ...hiddenDelivery({ ...longHidden, stateMs: 0 })],
    judged: ['rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'a corrected summary went out again, while DGII hid the first delivery',
    kind: 'summary',
    actions: [rejected, corrected, ...hiddenDelivery(longHidden)],
    judged: ['rejected-free', 'accepted', 'already-used'],
    waitsFor: 'CONFIRM_BY_HAND',
  },
  {
    ...common,
    name: 'DGII lists a rejected copy of the first attempt, and hides the accepted copy of the corrected one',
    kind: 'e-CF',
    actions: [rejectedTwice, corrected, hiddenCopy(hidden(20 * secondMs))],
    judged: ['rejected-free', 'rejected-free', 'accepted', 'already-used'],
  },
  {
    ...common,
    name: 'DGII lists a rejected copy of the first attempt, and hides the first delivery of the corrected one',
    kind: 'e-CF',
    habits: noStates,
    actions: [rejectedTwice, corrected, ...hiddenDelivery(longHidden)],
    judged: ['rejected-free', 'rejected-free', 'accepted', 'already-used'],
    waitsFor: 'CONFIRM_BY_HAND',
  },
  {
    ...common,
    name: 'DGII has the state of the corrected e-CF, and lists only a rejected copy of the first attempt',
    kind: 'e-CF',
    actions: [
      rejectedTwice,
      corrected,
      steps(0, { net: 'no-answer', lags: { ...longHidden, stateMs: 0 } }),
      steps(0),
    ],
    judged: ['rejected-free', 'rejected-free', 'accepted'],
  },
  {
    ...common,
    name: 'after a restore a rejected summary goes out again, and DGII has accepted the corrected one',
    kind: 'summary',
    actions: [signed, rejected, corrected, steps(0), { do: 'restore', back: 3 }],
    judged: ['rejected-free', 'accepted', 'already-used'],
    ends: 'rejected',
  },
  {
    ...common,
    name: 'after a restore a rejected summary goes out again, and DGII has rejected the corrected one and used its number',
    kind: 'summary',
    actions: [
      signed,
      rejected,
      { ...corrected, verdict: 'rejected-used' },
      steps(0),
      { do: 'restore', back: 3 },
    ],
    judged: ['rejected-free', 'rejected-used', 'already-used'],
    ends: 'rejected',
  },
  {
    ...common,
    name: 'the answer to a corrected e-CF is lost, and DGII has a state of it: in process',
    kind: 'e-CF',
    habits: { ...noStates, statesInProcess: true },
    actions: [
      rejected,
      corrected,
      steps(0, { net: 'no-answer', lags: { ...noLags, judgeMs: 60 * secondMs } }, 2),
      steps(secondMs, {}, 1),
    ],
    judged: ['rejected-free', 'accepted'],
  },
  {
    ...common,
    name: 'the answer to a corrected e-CF is lost, and DGII lists it as in process',
    kind: 'e-CF',
    habits: noStates,
    actions: [
      rejected,
      corrected,
      steps(0, { net: 'no-answer', lags: { ...noLags, judgeMs: 60 * secondMs } }, 2),
      steps(secondMs, {}, 1),
    ],
    judged: ['rejected-free', 'accepted'],
  },
  ...(['e-CF', 'summary'] as const).map((kind) => ({
    ...common,
    name: `a proxy delivered one ${kind} twice, we heard only the refusal of one copy, and DGII hides the accepted one`,
    kind,
    habits: noStates,
    verdict: 'accepted' as const,
    actions: [
      signed,
      steps(0, { net: 'refused-copy', lags: longHidden }, 1),
      steps(afterLeaseMs),
      steps(afterLeaseMs),
      steps(afterLeaseMs),
    ],
    judged: ['accepted', 'already-used'] as const,
    waitsFor: 'CONFIRM_BY_HAND' as const,
  })),
  {
    ...common,
    name: 'DGII lists only a rejected voucher of another system, and hides our accepted one',
    kind: 'e-CF',
    habits: noStates,
    verdict: 'accepted',
    actions: [{ do: 'foreign', sameTotal: false, verdict: 'rejected-free' }, ...hiddenDelivery(longHidden)],
    judged: ['rejected-free', 'accepted', 'already-used'],
    waitsFor: 'CONFIRM_BY_HAND',
  },
];

/** A DGII that is slow, and does nothing else wrong. */
import type { DgiiFaults } from '../torture/outages/dgii-faults.js';
import type { DgiiPlan } from '../torture/plan/dgii-plan.js';

/** What is slow, and how slow: each answer takes between nothing and `slowMs`, on average the half. */
type Slow = Required<Pick<DgiiPlan['plan'], 'seed' | 'services' | 'slowMs'>>;

export function slowDgii(dgii: Pick<DgiiFaults, 'begin'>, slow: Slow): Promise<void> {
  const plan = { ...slow, perMille: 1_000, actions: ['slow'] } as const;
  return dgii.begin({
    faults: [],
    plan,
    resultDelayMs: 0,
    resultPolls: 0,
    maintenanceMs: 0,
    tokenSeconds: 3_600,
  });
}

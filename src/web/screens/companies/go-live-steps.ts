/** The steps from nothing to production, and which of them are done. */
import type { CompanyDetails, Sequence, Summary } from '../../api/answers.js';
import { count } from '../../shared/format.js';
import { goLive } from '../../texts/go-live.js';

export type StepName = (typeof stepNames)[number];

export const stepNames = [
  'certificate',
  'numbers',
  'trial',
  'certification',
  'production',
  'consent',
  'move',
] as const;

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
  readonly detail: string;
}

/** Undefined: it is not known. The step then counts as open. */
export interface Known {
  readonly company: Pick<CompanyDetails, 'environment' | 'origin' | 'consents'>;
  readonly certificate: Summary['certificate'] | undefined;
  readonly trialNumbers: readonly Sequence[] | undefined;
  readonly productionNumbers: readonly Sequence[] | undefined;
  readonly trialAccepted: boolean | undefined;
}

export function stepsOf(known: Known): readonly Step[] {
  const { company, certificate, trialAccepted } = known;
  const { environment, origin, consents } = company;
  const isLive = environment === 'production';
  const isOwn = origin === 'client';
  const hasNumbers = (list: readonly Sequence[] | undefined) => isOwn || list?.some(isUsable) === true;
  const isValid = certificate != null && certificate.daysLeft >= 0;
  const of = (name: StepName, isDone: boolean, done: string = goLive[name].done as string): Step => {
    return { name, isDone, detail: isDone ? done : goLive[name].missing };
  };
  return [
    of('certificate', isValid, isValid ? goLive.certificate.done(count(certificate.daysLeft)) : ''),
    // Who is past it needs no test numbers any more.
    of('numbers', isLive || hasNumbers(known.trialNumbers), isOwn ? goLive.numbers.own : goLive.numbers.done),
    of('trial', isLive || trialAccepted === true),
    of('certification', isLive),
    of(
      'production',
      hasNumbers(known.productionNumbers),
      isOwn ? goLive.production.own : goLive.production.done,
    ),
    of('consent', consents.service && consents.company),
    of('move', isLive),
  ];
}

function isUsable({ next }: Sequence): boolean {
  return next !== null;
}

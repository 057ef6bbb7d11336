/** The counts of a run, for a person. */
import type { PlayedPlan } from './play-plan.js';
import { arrivalsOf } from './clients/event-clients.js';
import type { LedgerDelivery } from './check/buyer-evidence.js';
import type { Plan } from './plan/plan.js';

const parts = [
  ...['api', 'worker', 'worker-2', 'worker-3', 'temporal', 'postgres'],
  ...['mongod', 'mongod-secondary', 'simulator'],
];

type Line = readonly [name: string, text: string];

export function reportOf(plan: Plan, played: PlayedPlan, took: number): string {
  const { seed, rounds, workers } = plan;
  const count = rounds.reduce((sum, { vouchers }) => sum + vouchers.length, 0);
  const lines: Line[] = [
    ['seed', `${seed}, ${count} vouchers, ${rounds.length} rounds, ${workers} worker(s), ${took} s`],
    ...evidenceLines(played),
    ...eventLines(played),
    ...clientLines(played.counts),
    ...coverageLines(played),
    ...parts
      .map((part) => ({ part, ...played.downtimes.of(part) }))
      .filter(({ times }) => times > 0)
      .map(({ part, times, ms }): Line => [`${part} down`, `${times} times, ${(ms / 1_000).toFixed(1)} s`]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

function evidenceLines({ evidence, counts }: PlayedPlan): Line[] {
  const { documents, attempts, reservations, received, refused, numbers } = evidence;
  const accepted = received.filter(({ verdict }) => verdict.outcome !== 'rejected').length;
  const types = documents.map(({ tipoeCF, signed }) => (signed?.summary ? 'RFCE' : String(tipoeCF)));
  const deliveries = documents.reduce((sum, { submissionCount }) => sum + submissionCount, 0);
  return [
    ['vouchers', tally(documents.map(({ state }) => state))],
    ['types', tally(types)],
    ['attempts', `${attempts.length} before the last one, ${counts.newAttempts} requested by clients`],
    ['deliveries', `${deliveries} started`],
    [
      'DGII received',
      `${received.length}: ${accepted} accepted, ${received.length - accepted} not; ` +
        `${refused.length} more posts that a fault answered`,
    ],
    ['numbers', `${numbers.length} delivered, ${reservations.length} in the ledger`],
    ...buyerLines(evidence),
  ];
}

function buyerLines(evidence: PlayedPlan['evidence']): Line[] {
  const { documents, atBuyers, emitted, answered, receptions, incomingApprovals } = evidence;
  const deliveries: readonly LedgerDelivery[] = documents;
  const states = deliveries.flatMap(({ buyerDelivery }) => buyerDelivery?.state ?? []);
  const legs = receptions.flatMap(({ approval }) => approval ?? []);
  const arrived = atBuyers.map(({ answer = 'at DGII’s own buyer' }) => answer);
  return [
    ['to buyers', `${tally(states)}; ${atBuyers.length} arrived: ${tally(arrived)}`],
    ['received', `${emitted.length} sent ${answered.length} times, ${receptions.length} in the ledger`],
    ['approvals of buyers', `${incomingApprovals.length} in the ledger`],
    [
      'our approvals',
      `to issuers: ${tally(legs.map(({ issuer }) => issuer.state))}; ` +
        `to DGII: ${tally(legs.map(({ dgii }) => dgii.state))}`,
    ],
  ];
}

function eventLines({ heard: { feeds, webhooks }, listening: { did, answered } }: PlayedPlan): Line[] {
  const { events, arrived, deliveries } = arrivalsOf(webhooks, feeds);
  const counts = (map: ReadonlyMap<string, number>) =>
    [...map].map(([name, times]) => `${times} ${name}`).join(', ');
  return [
    ['events', `${events} in ${feeds.length} feeds; readers: ${counts(did)}`],
    ['webhooks', `${arrived} arrived for ${deliveries} deliveries; answers: ${counts(answered)}`],
  ];
}

function clientLines(counts: PlayedPlan['counts']): Line[] {
  const { requests, sends, questions, unanswered, refusedForNow, suspended, signerRejected } = counts;
  return [
    [
      'clients',
      `${requests} requests: ${sends} sends, ${questions} questions; ` +
        `${unanswered} without an answer, ${refusedForNow} asked to come later`,
    ],
    [
      'suspended',
      `${suspended} times a number was refused; ` +
        `${signerRejected} vouchers went out again after DGII rejected their signer`,
    ],
  ];
}

function coverageLines({ met, faults }: PlayedPlan): Line[] {
  const hit = Object.entries(faults).filter(([, times]) => times > 0);
  const missed = Object.keys(faults).filter((name) => faults[name] === 0);
  return [
    ...Object.entries(met).map(([name, vouchers]): Line => [
      name,
      `met ${vouchers.join(', ')} vouchers under way`,
    ]),
    ['faults', hit.map(([name, times]) => `${times} ${name}`).join(', ')],
    ...(missed.length === 0 ? [] : [['no request met', missed.join(', ')] as const]),
  ];
}

function tally(list: readonly string[]): string {
  const found = new Map<string, number>();
  for (const one of list) found.set(one, (found.get(one) ?? 0) + 1);
  return [...found].map(([name, times]) => `${times} ${name}`).join(', ');
}

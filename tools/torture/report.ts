/** The counts of a run, for a person. */
const parts = ['api', 'worker', 'worker-2', 'temporal', 'mongod', 'simulator'];

export function reportOf({ seed, count, plan, took, counts, met, faults, downtimes, evidence }) {
  const { documents, attempts, reservations, record, numbers } = evidence;
  const received = record.filter(({ kind }) => kind === 'received');
  const accepted = received.filter(({ verdict }) => verdict.outcome !== 'rejected');
  const lines = [
    [
      'seed',
      `${seed}, ${count} vouchers, ${plan.rounds.length} rounds, ${plan.workers} worker(s), ${took} s`,
    ],
    ['vouchers', tally(documents.map(({ state }) => state))],
    ['types', tally(documents.map(({ tipoeCF, signed }) => (signed?.summary ? 'RFCE' : tipoeCF)))],
    ['attempts', `${attempts.length} before the last one, ${counts.newAttempts} asked for by clients`],
    ['deliveries', `${documents.reduce((sum, { submissionCount }) => sum + submissionCount, 0)} begun`],
    [
      'DGII received',
      `${received.length}: ${accepted.length} accepted, ${received.length - accepted.length} not; ` +
        `${record.length - received.length} more posts that a fault answered`,
    ],
    ['numbers', `${numbers.length} delivered, ${reservations.length} in the ledger`],
    [
      'clients',
      `${counts.requests} requests: ${counts.sends} sends, ${counts.questions} questions; ` +
        `${counts.unanswered} without an answer, ${counts.refusedForNow} told to come later`,
    ],
    [
      'suspended',
      `${counts.suspended} times a number was refused; ` +
        `${counts.signerRejected} vouchers went out again after DGII rejected their signer`,
    ],
    ...Object.entries(met).map(([name, vouchers]) => [name, `met ${vouchers.join(', ')} vouchers under way`]),
    ['faults', tallyOf(Object.fromEntries(Object.entries(faults).filter(([, times]) => times > 0)))],
    ...unmet(faults),
    ...parts
      .map((part) => [part, downtimes.of(part)])
      .filter(([, { times }]) => times > 0)
      .map(([part, { times, ms }]) => [`${part} down`, `${times} times, ${(ms / 1_000).toFixed(1)} s`]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

function unmet(faults) {
  const names = Object.keys(faults).filter((name) => faults[name] === 0);
  return names.length === 0 ? [] : [['no request met', names.join(', ')]];
}

function tally(list) {
  const found = {};
  for (const one of list) found[one] = (found[one] ?? 0) + 1;
  return tallyOf(found);
}

function tallyOf(found) {
  return Object.entries(found)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ');
}

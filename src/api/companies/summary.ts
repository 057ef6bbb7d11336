/** The first page of a company: what needs somebody's attention today. */
import { dayMs } from '../../ecf/durations.js';
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import { acceptedStates } from '../../ecf/codes/reception-states.js';
import { localDate, startOfDay } from '../../ecf/model/dates.js';
import type { Involved } from '../../ledger/mongo/involved.js';
import { clientMayNumber, type SequenceStatus } from '../../ledger/numbers/numbers.js';
import { currentExpiry } from '../../services/certificates/list-certificates.js';
import { decidableStates, overdueBefore } from '../../services/received/decide-reception.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { webSequenceAnswer } from '../numbers/web-ranges.js';
import { createDgiiWatch } from './dgii-watch.js';

/** Counts no further, because a larger number would tell a person nothing more. */
const receivedMax = 1_000;

const latelyDays = 7;
/** How many days back it counts what went wrong with buyers and issuers. They take longer than DGII. */
const otherDays = 30;

export function summaryRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock, config, isProcessing } = deps;
  const dgiiNow = createDgiiWatch(deps);
  return [
    get('/companies/:companyId/:environment/summary', 'read', async ({ company, environment }) => {
      const { companyId } = company;
      const now = clock();
      const today = localDate(now.getTime());
      // Santo Domingo never changes its clocks, so each day has 24 hours.
      const dayBefore = (days: number) => localDate(now.getTime() - (days - 1) * dayMs);
      const [latelyFrom, othersFrom] = [dayBefore(latelyDays), dayBefore(otherDays)];
      const since = {
        today: new Date(startOfDay(today)),
        lately: new Date(startOfDay(latelyFrom)),
        lastWeeks: new Date(startOfDay(othersFrom)),
      };
      const before = overdueBefore(company, now);
      // Two steps, because all counts at once would take most of the connections to MongoDB.
      const counts = await store.countVouchers(companyId, environment, since);
      const [undecided, overdue, undelivered, sequences, certificate, processing] = await Promise.all([
        store.countUndecided({ companyId, environment, dgii: decidableStates(environment) }, receivedMax),
        before && store.countUndecided({ companyId, environment, dgii: acceptedStates, before }, receivedMax),
        store.countUndelivered({ companyId, environment, from: since.lastWeeks }, receivedMax),
        store.sequencesOverview(companyId, environment, today),
        currentExpiry(deps, companyId),
        isProcessing(),
      ]);
      const [involved, ofUndecided, ofDecisions] = await Promise.all([
        store.findInvolved(companyId, environment, since, counts),
        undecided === 0
          ? undefined
          : store.findUndecidedInvolved({ companyId, environment, dgii: decidableStates(environment) }),
        undelivered === 0
          ? undefined
          : store.findUndeliveredInvolved({ companyId, environment, from: since.lastWeeks }),
      ]);
      return {
        open: counts.open,
        finalToday: counts.ended,
        waiting: counts.waiting.map(({ reason, count }) => ({
          reason,
          count,
          involved: involvedAnswer(involved.waiting[reason]),
        })),
        involved: {
          rejected: involvedAnswer(involved.rejected),
          refused: involvedAnswer(involved.refused),
          conditional: involvedAnswer(involved.conditional),
          buyerRejected: involvedAnswer(involved.buyerRejected),
          undelivered: involvedAnswer(involved.undelivered),
          undecided: involvedAnswer(ofUndecided),
          decisionsUndelivered: involvedAnswer(ofDecisions),
        },
        undecided,
        overdue: overdue ?? null,
        lately: {
          from: latelyFrom,
          rejected: counts.rejected,
          refused: counts.refused,
          conditional: counts.conditional,
        },
        decisions: { from: othersFrom, undelivered },
        buyers: { from: othersFrom, rejected: counts.buyerRejected, undelivered: counts.undelivered },
        ranges: sequences
          .map((one) => webSequenceAnswer(one, today, config.numbering))
          .filter(needsAttention),
        numbers: numbersOf({ company, environment }, sequences),
        certificate: certificate === undefined ? null : certificateView(certificate),
        dgii: dgiiNow(environment),
        processing,
        suspended: suspensionIn(company, environment) ?? null,
      };
    }),
  ];
}

function involvedAnswer(involved: Involved | undefined) {
  if (involved === undefined) return null;
  const { amount, names, others, since, only } = involved;
  return { amount: amount ?? null, names, others, since: since.toISOString(), only: only ?? null };
}

/**
 * Whether any type has numbers left. `missing`: none has, and the service must hand them out. In certification it need not, because DGII's
 * set brings its numbers.
 */
function numbersOf(
  { company, environment }: Pick<WebRequest, 'company' | 'environment'>,
  sequences: readonly SequenceStatus[],
): 'left' | 'none' | 'missing' {
  if (sequences.some(({ available }) => available > 0)) return 'left';
  return company.origin === 'service' && clientMayNumber(environment) ? 'missing' : 'none';
}

function needsAttention({ state, advertencias }: ReturnType<typeof webSequenceAnswer>): boolean {
  return state === 'Agotada' || state === 'Vencida' || advertencias.length > 0;
}

function certificateView({
  notAfter,
  daysLeft,
  revokedAt,
}: NonNullable<Awaited<ReturnType<typeof currentExpiry>>>) {
  return { notAfter, daysLeft, revokedAt };
}

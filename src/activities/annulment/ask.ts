/**
 * ask: for numbers whose fate is uncertain, asks DGII whether it has a voucher with each. One that has is not void. DGII has no
 * question whose answer says that a number is void. So the rest stay uncertain: the same bytes go out again a few times, and then the
 * annulment waits for a person who looks into DGII's virtual office.
 */
import type { Credentials } from '../../dgii/client.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbering/range-annulment-record.js';
import type { ActivityDeps } from '../deps.js';
import type { AnnulmentStep } from '../../workflows/contract/annulment.js';
import {
  advance,
  numbersWith,
  readOutcomes,
  replaced,
  resultsOf,
  stateOf,
  wait,
  type Turn,
} from './record.js';
import { applyOutcomes } from './settle.js';

/** One step asks about this many numbers, within its time limit. */
const askedAtOnce = 10;
/** Beyond this many numbers we do not ask DGII: the next delivery's answer, or a person, decides. */
const askedMax = 100;
/** So often the bytes go out without an answer. */
const lostMax = 3;
/** DGII is often away for minutes. Usually the second delivery waits for half a minute, and the third one for three minutes. */
const pauseGrowth = 6;

export async function askAboutNumbers(
  deps: ActivityDeps,
  turn: Turn,
  cancelled: AbortSignal,
): Promise<AnnulmentStep> {
  const { record } = turn;
  const { companyId, environment, asked = { count: 0, last: '' } } = record;
  await applyOutcomes(deps, record);
  const certificate = await deps.certificates.current(companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, turn, 'CERTIFICATE_UNUSABLE');
  const auth: Credentials = { companyId, environment, certificate };
  const outcomes = await readOutcomes(deps, record);
  const open = numbersWith(outcomes, ({ outcome }) => outcome === 'uncertain').sort();
  const room = Math.min(askedAtOnce, askedMax - asked.count);
  const some = open.filter((encf) => encf > asked.last).slice(0, room);
  if (some.length === 0) return goOn(deps, turn, outcomes);

  const answers = await Promise.all(some.map((encf) => hasVoucher(deps, auth, { record, encf }, cancelled)));
  if (answers.includes('unavailable')) return wait(deps, turn, 'DGII_UNAVAILABLE');
  const used = some.filter((_, index) => answers[index] === 'yes');
  const after = replaced(outcomes, used, { outcome: 'refused', reason: 'USED_AT_DGII' });
  return advance(deps, record, {
    ...{ state: stateOf(after), results: resultsOf(after) },
    asked: { count: asked.count + some.length, last: some.at(-1) ?? '' },
  });
}

/** All questions were put, and some numbers are still uncertain. */
async function goOn(
  deps: ActivityDeps,
  turn: Turn,
  outcomes: Awaited<ReturnType<typeof readOutcomes>>,
): Promise<AnnulmentStep> {
  const { record } = turn;
  const { _id: annulmentId, companyId, lost = 0 } = record;
  const last = record.deliveries.at(-1);
  if (last?.outcome === 'lost' && lost < lostMax) {
    const silentMs = deps.clock().getTime() - (last.endedAt ?? last.startedAt).getTime();
    const pauseMs = deps.settings.askAgainMs * pauseGrowth ** lost;
    return silentMs < pauseMs
      ? wait(deps, turn, 'DGII_UNAVAILABLE')
      : advance(deps, record, { resend: true });
  }
  const numbers = numbersWith(outcomes, ({ outcome }) => outcome === 'uncertain').length;
  deps.log.error({ annulmentId, companyId, numbers }, 'a person must look whether DGII voided numbers');
  deps.annulmentEnded?.('uncertain', record.environment);
  return advance(deps, record, {}, ['dueAt']);
}

/** A rejected voucher of an earlier time does not use its number. */
async function hasVoucher(
  { dgii }: ActivityDeps,
  auth: Credentials,
  { record, encf }: { readonly record: RangeAnnulmentRecord; readonly encf: string },
  cancelled: AbortSignal,
): Promise<'yes' | 'no' | 'unavailable'> {
  const number = { rncEmisor: record.rnc, encf };
  const listed = await dgii.trackIds(auth, number, cancelled);
  if (listed.kind === 'unavailable' || listed.kind === 'not-offered') return 'unavailable';
  if (listed.kind === 'found' && listed.trackIds.some(({ state }) => state !== 'rejected')) return 'yes';
  // A summary of a type 32 has no trackId.
  const standing = await dgii.state(auth, number, cancelled);
  if (standing.kind === 'found') return standing.state === 'rejected' ? 'no' : 'yes';
  return standing.kind === 'not-found' ? 'no' : 'unavailable';
}

/**
 * Numbers that people ask DGII to void: candidates, requests, what became of each number, and what a person saw in DGII's virtual office.
 */
import { hourMs } from '../../ecf/durations.js';
import { countOf, type EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import { cancelAnnulment, isUnsent } from '../../services/numbers/cancel-annulment.js';
import { annulmentView, findAnnulment } from '../../services/numbers/find-annulment.js';
import { annulmentCandidates } from '../../services/numbers/list-annulment-candidates.js';
import {
  confirmAnnulment,
  endedDeliveries,
  type AnnulmentFinding,
} from '../../services/numbers/confirm-annulment.js';
import { ServiceError } from '../../shared/errors.js';
import { annulmentAnswer } from './annulments.js';
import { requestIfRoom } from './request-if-room.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import { get, post, type OwnTurn, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';

const list = '/companies/:companyId/:environment/annulments';
const one = `${list}/:annulmentId`;
/** Long enough for DGII's usual answer. If it takes longer, the person sees the result later on the annulment's page. */
const waitMs = 5_000;

interface RequestBody {
  readonly ranges: readonly EncfRange[];
  readonly note: string;
  readonly count: number;
}

export function annulmentRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock, config, limits } = deps;
  const turn: OwnTurn = ({ company: { companyId } }, work) => limits.annulments.run(companyId, work);
  return [
    get(list, 'read', async (request) =>
      pageAnswer(await store.listRangeAnnulments(pageAsked(request)), annulmentRow),
    ),
    get(`${list}/candidates`, 'read', async ({ company: { companyId }, environment, query }) => {
      const before = new Date(clock().getTime() - Number(query['olderThanHours'] ?? 24) * hourMs);
      const found = await annulmentCandidates(deps, { companyId, environment }, before);
      const { unused, remaining, more } = found;
      return { unused: unused.map(withCount), remaining: remaining.map(withCount), more };
    }),
    get(one, 'read', async (request) => shown(deps, await annulmentOf(deps, request))),
    post(
      list,
      { permission: 'annulments', audit: 'annulment.request', freshCode: true, turn },
      async ({ company: { companyId, rnc }, environment, actor, body, about, leaveTurn }) => {
        const { ranges, note, count } = body as RequestBody;
        about(ranges.map(({ desde, hasta }) => `${desde}-${hasta}`).join(' '));
        const isWrong = ranges.some((range) => countOf(range) === 0);
        if (!isWrong && ranges.reduce((sum, range) => sum + countOf(range), 0) !== count)
          throw new WebError('COUNT_NOT_RETYPED');
        const order = { company: { companyId, environment, rnc }, ranges, note, by: actor.by };
        const asked = await requestIfRoom(deps, { ...order, firstCheckMs: config.firstCheckMs });
        const { record, reused } = doneOr(asked, ({ refusal, facts }) => {
          if (refusal === 'NOTE_INVALID') return { campo: 'note' };
          return 'mensaje' in facts ? { campo: 'ranges', mensaje: facts.mensaje } : { campo: 'ranges' };
        });
        leaveTurn();
        if (!record.final) await deps.issuing.annul(record, waitMs);
        return { ...(await shown(deps, (await store.findRangeAnnulment(record._id)) ?? record)), reused };
      },
    ),
    post(`${one}/cancel`, { permission: 'annulments', audit: 'annulment.cancel' }, async (request) => {
      const { _id: id, companyId } = await annulmentOf(deps, request);
      const { note } = request.body as { readonly note: string };
      const order = { note, by: request.actor.by };
      const { record } = doneOr(await cancelAnnulment(deps, { id, companyId }, order), detailOf);
      return shown(deps, record);
    }),
    post(
      `${one}/confirm`,
      { permission: 'annulments', audit: 'annulment.confirm', freshCode: true },
      async (request) => {
        const { _id: id, companyId } = await annulmentOf(deps, request);
        const { annulled, deliveries, note } = request.body as Omit<AnnulmentFinding, 'by'>;
        const finding = { annulled, deliveries, note, by: request.actor.by };
        const { record } = doneOr(await confirmAnnulment(deps, { id, companyId }, finding), detailOf);
        return shown(deps, record);
      },
    ),
  ];
}

function detailOf({ refusal }: { readonly refusal: string }) {
  if (refusal === 'NOTE_INVALID') return { campo: 'note' };
  if (refusal === 'CHANGED_MEANWHILE')
    return { mensaje: 'La anulación avanzó después de lo que usted vio. Revísela de nuevo.' };
  return {};
}

async function annulmentOf(
  deps: RouteDeps,
  { company: { companyId }, environment, params }: WebRequest,
): Promise<RangeAnnulmentRecord> {
  const record = await findAnnulment(deps, { id: params['annulmentId'] ?? '', companyId, environment });
  if (record === undefined) throw new ServiceError('ANNULMENT_NOT_FOUND');
  return record;
}

function annulmentRow(record: RangeAnnulmentRecord) {
  return { ...annulmentView(record), por: record.by };
}

async function shown(deps: RouteDeps, record: RangeAnnulmentRecord) {
  const { cancelled, confirmed } = record;
  const wordOf = (said: typeof confirmed) =>
    said === undefined ? null : { por: said.by, nota: said.note, fecha: said.at };
  const answer = await annulmentAnswer(deps, record);
  return {
    ...answer,
    ...annulmentRow(record),
    resultado: answer.resultado.map(withCount),
    // True if DGII has received nothing of it, so a person may cancel it.
    unsent: isUnsent(record),
    deliveries: endedDeliveries(record),
    cancelled: wordOf(cancelled),
    confirmed: wordOf(confirmed),
  };
}

function withCount<Range extends EncfRange>(range: Range) {
  return { ...range, count: countOf(range) };
}

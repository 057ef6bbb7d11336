/** What other taxpayers sent to the company. */
import { voucherUnder } from '../../ledger/received/displacements.js';
import type { InboxQuery } from '../../ledger/received/inbox.js';
import { acceptedStates, type DgiiState } from '../../ecf/codes/reception-states.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { ReceptionKey } from '../../ledger/received/receptions.js';
import {
  decidableStates,
  decideReception,
  listRefused,
  overdueBefore,
  type DecisionOrder,
} from '../../services/received/decide-reception.js';
import type { Paper } from '../../documents/print/papers.js';
import type { PrintOrder } from '../../documents/print/print-voucher.js';
import { soughtAsked } from '../vouchers/search-asked.js';
import { pdfAnswer, readPaper } from '../vouchers/document-print.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import {
  downloadXml,
  FileAnswer,
  get,
  post,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../web/web-route.js';
import { contentAnswer } from '../web/content-answer.js';
import { daysAsked, issueDaysAsked } from '../days-asked.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';
import { refusedAnswer } from './refused-receptions.js';
import { webReceivedAnswer } from './web-received-answer.js';

const list = '/companies/:companyId/:environment/received';
const one = `${list}/:rncEmisor/:encf`;

export function inboxRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock, limits } = deps;
  const shown = (reception: ReceptionRecord, { company }: WebRequest) =>
    webReceivedAnswer(reception, company, clock());
  return [
    get(list, 'read', async (request) => {
      const now = clock();
      const query = queryOf(request, now);
      const [page, unindexed] = await Promise.all([
        store.findReceptions(query),
        query.sought === undefined ? 0 : store.countUnindexedReceptions(query.companyId),
      ]);
      if (page === 'too-slow') throw new WebError('FILTER_TOO_BROAD');
      return { ...pageAnswer(page, (row) => webReceivedAnswer(row, request.company, now)), unindexed };
    }),
    get(`${list}/refused`, 'read', async (request) =>
      pageAnswer(await listRefused(deps, pageAsked(request)), (row) => ({
        ...refusedAnswer(row),
        id: row._id,
      })),
    ),
    get(one, 'read', async (request) => shown(await findReception(deps, request), request)),
    get(`${one}/xml`, 'read', async (request) => {
      const reception = await findReception(deps, request);
      const voucher = voucherAskedFor(reception, request);
      const which = voucher.sha256 === reception.sha256 ? '' : `-${voucher.sha256.slice(0, 8)}`;
      return downloadXml(deps, `${reception.rncEmisor}${reception.encf}${which}.xml`, voucher);
    }),
    get(`${one}/content`, 'read', async (request) => {
      const reception = await findReception(deps, request);
      const { companyId, environment, rncEmisor } = reception;
      const { file } = voucherAskedFor(reception, request);
      const content = await deps.checker.readable(companyId, await store.getFileBytes(file), 'xml');
      return contentAnswer(content, async (encf) => {
        const found = await store.findReception({ companyId, environment, rncEmisor, encf });
        return found !== undefined;
      });
    }),
    get(`${one}/acknowledgement`, 'read', async (request) => {
      const { arecf, rncEmisor, encf } = await findReception(deps, request);
      if (arecf === undefined) throw new WebError('NOT_ACKNOWLEDGED');
      return downloadXml(deps, `ARECF${rncEmisor}${encf}.xml`, arecf);
    }),
    get(`${one}/print`, { permission: 'read', turn: 'none' }, async (request) => {
      const reception = await findReception(deps, request);
      const { format, xmlSha256 = reception.sha256 } = request.query;
      // DGII's answer is about the voucher that has the number, so one that had it before is not printed.
      if (xmlSha256 !== reception.sha256) throw new WebError('RECEIVED_CHANGED');
      const paper = readPaper(format);
      const order = printOrderOf(reception, paper);
      if (order === undefined) throw new WebError('NOT_PRINTABLE');
      const { companyId, rncEmisor, encf, file } = reception;
      const pdf = await limits.prints.run(companyId, async () =>
        deps.checker.printReceived(companyId, await store.getFileBytes(file), order),
      );
      const { body, headers } = pdfAnswer(pdf, `${rncEmisor}${encf}-${paper}.pdf`);
      return new FileAnswer('application/pdf', body, headers);
    }),
    get(`${one}/approval`, 'read', async (request) => {
      const { approval, rncEmisor, encf } = await findReception(deps, request);
      if (approval === undefined) throw new WebError('NO_APPROVAL');
      return downloadXml(deps, `ACECF${rncEmisor}${encf}.xml`, approval);
    }),
    post(`${one}/approval`, { permission: 'decisions', audit: 'received.decide' }, async (request) => {
      const { estado, motivo, xmlSha256 } = request.body as Omit<DecisionOrder, 'by'>;
      const { rncEmisor, encf } = keyOf(request);
      request.about(`${rncEmisor} ${encf} ${estado}`);
      const order = { estado, motivo, xmlSha256, by: request.actor.by };
      const decided = await decideReception(deps, keyOf(request), order);
      return shown(doneOr(decided, refusalAt).reception, request);
    }),
  ];
}

/**
 * Undefined until DGII shows a result: before that, the printed form depends on how the issuer sends the voucher, and only the issuer knows
 * that. The form has no logo and no colour, because our company's are not the issuer's.
 */
function printOrderOf(reception: ReceptionRecord, paper: Paper): PrintOrder | undefined {
  const { environment, dgii, securityCode, fechaFirma, fechaEmision, montoTotal } = reception;
  switch (dgii?.estado) {
    case 'accepted':
    case 'conditionally-accepted':
    case 'rejected':
      return {
        environment,
        state: dgii.estado,
        paper,
        contingency: false,
        look: {},
        signature: { securityCode, fechaFirma, received: { fechaEmision, montoTotal } },
      };
    default:
      return undefined;
  }
}

function refusalAt({ refusal }: { readonly refusal: string }) {
  return refusal.startsWith('MOTIVO_') ? { campo: 'motivo' } : {};
}

function keyOf({ company: { companyId }, environment, params }: WebRequest): ReceptionKey {
  return { companyId, environment, rncEmisor: params['rncEmisor'] ?? '', encf: params['encf'] ?? '' };
}

async function findReception({ store }: RouteDeps, request: WebRequest): Promise<ReceptionRecord> {
  const reception = await store.findReception(keyOf(request));
  if (reception === undefined) throw new WebError('RECEPTION_NOT_FOUND');
  return reception;
}

function voucherAskedFor(reception: ReceptionRecord, { query }: WebRequest) {
  const voucher = voucherUnder(reception, query['xmlSha256'] as string | undefined);
  if (voucher === undefined) throw new WebError('RECEPTION_NOT_FOUND');
  return voucher;
}

function queryOf(request: WebRequest, now: Date): InboxQuery {
  const { company, environment, query } = request;
  const { rncEmisor, encf, decision, dgii, search, order } = query as Readonly<
    Record<string, string | undefined>
  >;
  const { before: receivedBefore, ...states } = statesAsked({ company, environment, decision, dgii }, now);
  const days = daysAsked(query, ['from', 'to']);
  const last = earlier(days.before, receivedBefore);
  return {
    ...pageAsked(request),
    ...(rncEmisor !== undefined && { rncEmisor }),
    ...(encf !== undefined && { encf: encf.toUpperCase() }),
    ...soughtAsked('search', search),
    ...(order === 'deadline' && { oldestFirst: true }),
    ...states,
    ...days,
    ...(last !== undefined && { before: last }),
    ...issueDaysAsked(query, ['issuedFrom', 'issuedTo']),
  };
}

interface StatesQuestion extends Pick<WebRequest, 'company' | 'environment'> {
  readonly decision: string | undefined;
  readonly dgii: string | undefined;
}

/** `por-decidir` and `atrasado` mean both: undecided, in some states at DGII. */
function statesAsked(
  { company, environment, decision, dgii }: StatesQuestion,
  now: Date,
): Pick<InboxQuery, 'estado' | 'dgii' | 'before'> {
  const asked = dgii === undefined ? undefined : [dgii === 'unknown' ? null : (dgii as DgiiState)];
  const undecidedIn = (states: readonly (DgiiState | null)[]) =>
    ({ estado: 'pendiente', dgii: asked?.filter((state) => states.includes(state)) ?? states }) as const;
  if (decision === 'por-decidir') return undecidedIn(decidableStates(environment));
  if (decision === 'atrasado') {
    const before = overdueBefore(company, now);
    return before === undefined ? undecidedIn([]) : { ...undecidedIn(acceptedStates), before };
  }
  return {
    ...(decision !== undefined && { estado: decision as NonNullable<InboxQuery['estado']> }),
    ...(asked && { dgii: asked }),
  };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

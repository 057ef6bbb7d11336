/** ecf-received: the vouchers that other taxpayers sent to the company, and its decision about each (version 2 only). */
import { encfAsked } from '../encf-asked.js';
import { voucherUnder } from '../../ledger/received/displacements.js';
import type { InboxQuery } from '../../ledger/received/inbox.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import {
  decideReception,
  type DecidedReception,
  type DecisionOrder,
} from '../../services/received/decide-reception.js';
import { ServiceError } from '../../shared/errors.js';
import { daysAsked, issueDaysAsked, periodTooLong } from '../days-asked.js';
import { pageAnswer, pageAsked } from '../page-cursor.js';
import type { ApiDeps } from '../deps.js';
import { processedJson } from '../http/envelope.js';
import { successAnswer, type Answer, type CompanyRequest, type JsonRequest } from '../handler.js';
import { receivedAnswer } from './received-answer.js';

const limitDefault = 100;

export async function listReceived({ store, clock }: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const page = await store.findReceptions(queryOf(request));
  if (page === 'too-slow') throw periodTooLong();
  const data = page.rows.map((reception) => receivedAnswer(reception, request.company, clock()));
  return pageAnswer('Comprobantes recibidos.', data, page.next);
}

export async function showReceived(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const reception = await receptionAskedFor(deps, request);
  return successAnswer('Comprobante recibido.', receivedAnswer(reception, request.company, deps.clock()));
}

export async function receivedXml(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const { file } = await voucherAskedFor(deps, request);
  return { body: await deps.store.getFileBytes(file), type: 'xml' };
}

/** Returns a voucher's content as JSON, with the names and types that `send` takes. No rule has checked it. */
export async function receivedJson(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const { file } = await voucherAskedFor(deps, request);
  const { companyId } = request.company;
  const content = await deps.checker.receivedJson(companyId, await deps.store.getFileBytes(file));
  return { body: processedJson('Contenido del comprobante recibido.', content) };
}

/** `xmlSha256` may name a voucher that lost its number to another one. Without it: the voucher that has the number. */
async function voucherAskedFor(deps: ApiDeps, request: CompanyRequest) {
  const reception = await receptionAskedFor(deps, request);
  const voucher = voucherUnder(reception, request.query['xmlSha256'] as string | undefined);
  if (voucher === undefined)
    throw new ServiceError('RECEPTION_NOT_FOUND', {
      mensaje: 'Ningún comprobante recibido con este número tiene ese xmlSha256.',
    });
  return voucher;
}

export async function decideReceived(deps: ApiDeps, request: JsonRequest): Promise<Answer> {
  const { principal } = request;
  // The body may have taken a minute. A decision is final, so nobody decides whose token was revoked meanwhile.
  const company = await principal.readAgain();
  const order = request.body as Omit<DecisionOrder, 'by'>;
  const decided = await decideReception(deps, keyOf(request, company), { ...order, by: principal.usuario });
  if (decided.outcome === 'refused') throw refusal(decided);
  return successAnswer('Decisión registrada.', receivedAnswer(decided.reception, company, deps.clock()));
}

function refusal(decided: Extract<DecidedReception, { outcome: 'refused' }>): ServiceError {
  switch (decided.refusal) {
    case 'RECEPTION_NOT_FOUND':
    case 'RECEIVED_CHANGED':
      return new ServiceError(decided.refusal);
    case 'APPROVAL_DECIDED':
      return new ServiceError('APPROVAL_DECIDED', { data: { estado: decided.facts.estado } });
    default:
      return new ServiceError('REQUEST_INVALID', { campo: 'motivo', mensaje: motivoTexts[decided.refusal] });
  }
}

const motivoTexts = {
  MOTIVO_MISSING: 'Un rechazo lleva su motivo.',
  MOTIVO_EXTRA: 'Una aprobación no lleva motivo.',
  MOTIVO_TOO_LONG: 'motivo tiene como máximo 250 caracteres.',
} as const;

async function receptionAskedFor({ store }: ApiDeps, request: CompanyRequest): Promise<ReceptionRecord> {
  const reception = await store.findReception(keyOf(request));
  if (reception === undefined) throw new ServiceError('RECEPTION_NOT_FOUND');
  return reception;
}

function keyOf({ company: asked, params }: CompanyRequest, company = asked) {
  const encf = encfAsked(params['encf']);
  const { companyId, environment } = company;
  return { companyId, environment, rncEmisor: params['rncEmisor'] ?? '', encf: encf.text };
}

function queryOf(request: CompanyRequest): InboxQuery {
  const { rncEmisor, estado } = request.query as Partial<InboxQuery>;
  return {
    ...pageAsked(request, limitDefault),
    ...(rncEmisor === undefined ? {} : { rncEmisor }),
    ...(estado === undefined ? {} : { estado }),
    ...daysAsked(request.query, ['desde', 'hasta']),
    ...issueDaysAsked(request.query, ['emitidoDesde', 'emitidoHasta']),
  };
}

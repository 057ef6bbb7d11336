/** `ecf-sequences/annulments`: asks DGII to void numbers that will never be used (ANECF), and shows what became of them. */
import { messageTexts } from '../../ecf/messages/dgii-messages.js';
import { numberReasons } from '../../ecf/annulment/number-reasons.js';
import type { EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import {
  annulmentNumbers,
  annulmentView,
  findAnnulment,
  numberEstados,
  type AnnulmentView,
} from '../../services/numbers/find-annulment.js';
import { cancelAnnulment } from '../../services/numbers/cancel-annulment.js';
import { ServiceError } from '../../shared/errors.js';
import { pageAnswer, pageAsked } from '../page-cursor.js';
import type { ApiDeps } from '../deps.js';
import {
  successAnswer,
  type Answer,
  type CompanyRequest,
  type HandlerDeps,
  type JsonRequest,
} from '../handler.js';
import { requestIfRoom, type AnnulmentAnswered } from './request-if-room.js';

/** DGII answers an annulment at once. After this time the client asks again. */
const waitMs = 10_000;
const limitDefault = 20;

const alreadyAnnulled = 'Estos números ya estaban anulados: es la anulación que se solicitó antes.';
const alreadyRequested = 'Estos números ya se habían pedido: es la solicitud anterior.';

export async function requestAnnulments(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const { principal, company } = request;
  const { ranges, note = '' } = request.body as { ranges: readonly EncfRange[]; note?: string };
  const { firstCheckMs } = deps.config;
  const requested = await deps.limits.annulments.run(company.companyId, async () => {
    const order = { company: await principal.readAgain(), ranges, note, by: principal.usuario, firstCheckMs };
    return requestIfRoom(deps, order);
  });
  if (requested.outcome === 'refused') throw errorOf(requested);
  const { record, reused } = requested;
  if (!record.final) await deps.issuing.annul(record, waitMs);
  const after = (await deps.store.findRangeAnnulment(record._id)) ?? record;
  const data = await annulmentAnswer(deps, after);
  const mensaje = reused ? repeatedMessage(data) : requestedMessage(data);
  return successAnswer(mensaje, { ...data, reused });
}

const messages: Readonly<Record<AnnulmentView['estado'], string>> = {
  pendiente: 'Anulación solicitada: la DGII todavía no ha respondido.',
  anulado: 'La DGII anuló todos los números.',
  parcial: 'La DGII anuló los números, salvo los rechazados: data.resultado dice por qué.',
  rechazado: 'No se anuló ningún número: data.resultado dice por qué.',
  incierto:
    'La DGII no dio una respuesta clara: los números inciertos siguen bloqueados hasta que el operador los confirme en la Oficina Virtual.',
};

function repeatedMessage(data: Shown): string {
  return data.estado === 'anulado' ? alreadyAnnulled : `${alreadyRequested} ${requestedMessage(data)}`;
}

function requestedMessage({ estado, resultado }: Shown): string {
  const open = estado === 'pendiente' || estado === 'incierto';
  const someRefused = open && resultado.some((range) => range.estado === numberEstados.refused);
  return someRefused
    ? `${messages[estado]} Otros números se rechazaron: data.resultado dice por qué.`
    : messages[estado];
}

export async function annulmentStatus(
  deps: ApiDeps,
  { company: { companyId }, params }: CompanyRequest,
): Promise<Answer> {
  const record = await findAnnulment(deps, { id: params['annulmentId'] ?? '', companyId });
  if (record === undefined) throw new ServiceError('ANNULMENT_NOT_FOUND');
  return successAnswer('Estado de la anulación.', await annulmentAnswer(deps, record));
}

/** A repeated cancellation is answered alike. */
export async function cancelAnnulments(deps: ApiDeps, request: JsonRequest): Promise<Answer> {
  const { companyId } = await request.principal.readAgain();
  const { note = '' } = request.body as { note?: string };
  const id = request.params['annulmentId'] ?? '';
  const order = { by: request.principal.usuario, note };
  const cancelled = await cancelAnnulment(deps, { id, companyId }, order);
  if (cancelled.outcome === 'done')
    return successAnswer('Anulación cancelada.', await annulmentAnswer(deps, cancelled.record));
  switch (cancelled.refusal) {
    case 'NOTE_INVALID':
      throw new ServiceError('REQUEST_INVALID', { campo: 'note' });
    case 'CHANGED_MEANWHILE':
      throw new ServiceError('ANNULMENT_SENT');
    default:
      throw new ServiceError(cancelled.refusal);
  }
}

export async function listAnnulments({ store }: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const { rows, next } = await store.listRangeAnnulments(pageAsked(request, limitDefault));
  return pageAnswer('Anulaciones.', rows.map(annulmentView), next);
}

type Shown = Awaited<ReturnType<typeof annulmentAnswer>>;

export async function annulmentAnswer(deps: Pick<ApiDeps, 'store'>, record: RangeAnnulmentRecord) {
  const numbers = await annulmentNumbers(deps, record);
  return {
    ...annulmentView(record),
    resultado: numbers.map(shownNumber),
    mensajesDgii: messageTexts(record.dgii?.mensajes),
  };
}

function shownNumber({ desde, hasta, outcome, reason }: NumberResult) {
  const motivo = reason === undefined ? {} : { motivo: reason, mensaje: numberReasons[reason] };
  return { desde, hasta, estado: numberEstados[outcome], ...motivo };
}

function errorOf(refusal: Extract<AnnulmentAnswered, { outcome: 'refused' }>): ServiceError {
  switch (refusal.refusal) {
    case 'ANNULMENT_NOT_OFFERED':
      return new ServiceError('NOT_AVAILABLE_IN_ENVIRONMENT', {
        mensaje: 'La DGII no ofrece la anulación de secuencias en el ambiente de certificación.',
      });
    case 'ANNULMENT_RANGE_INVALID':
    case 'ANNULMENT_RANGES_OVERLAP':
    case 'ANNULMENT_TOO_LARGE': {
      const { index, mensaje } = refusal.facts;
      return new ServiceError('REQUEST_INVALID', {
        campo: index === undefined ? 'ranges' : `ranges[${index}]`,
        mensaje,
      });
    }
    case 'NOTE_INVALID':
      return new ServiceError('REQUEST_INVALID', { campo: 'note' });
  }
}

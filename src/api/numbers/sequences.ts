/** The sequence endpoints (spec §4.4): numbers for companies whose numbering the service keeps. */
import { hourMs } from '../../ecf/durations.js';
import { originChanging } from '../../services/vouchers/admit-voucher.js';
import { localDate } from '../../ecf/model/dates.js';
import { parseEcfType, type EcfType } from '../../ecf/model/ecf-types.js';
import { assertNever, ServiceError } from '../../shared/errors.js';
import { throwRefused } from '../throw-refused.js';
import { createLaterReads } from '../../shared/later-reads.js';
import { pageAnswer, pageAsked } from '../page-cursor.js';
import {
  isClientReference,
  type HandedOut,
  type NextNumber,
  type SequenceStatus,
} from '../../ledger/numbers/numbers.js';
import type { Company } from '../../ledger/companies/company.js';
import type { Caller } from '../../ledger/people/user.js';
import { callerRefused } from '../session/principals.js';
import type { ApiDeps } from '../deps.js';
import {
  successAnswer,
  type Answer,
  type CompanyRequest,
  type HandlerDeps,
  type JsonRequest,
} from '../handler.js';
import { sequenceAnswer, unusedAnswer } from './number-answers.js';
import { reservedAgain } from './reserved-again.js';

/** Retry-After when `next` is busy: too many requests wait, or too many processes want the same numbers. */
const busyRetrySeconds = 2;

/** One day: a newer number may belong to a voucher that is still being written, so it is not a gap. */
const olderThanHoursDefault = 24;
const limitDefault = 100;

const suspensionTexts = {
  CERTIFICATE_MISSING: 'no tiene un certificado cargado',
  CERTIFICATE_NOT_YET_VALID: 'su certificado todavía no está vigente',
  CERTIFICATE_EXPIRED: 'su certificado venció',
  CERTIFICATE_REFUSED: 'la DGII no admite su certificado',
  NOT_DELEGATED: 'el firmante no está delegado en la DGII para su RNC',
} as const;

export async function nextSequence(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const { company } = request;
  const { ecfType, ref } = readNext(request.body);
  refuseCertification(company);
  const { companyId, environment } = company;
  const next = await deps.store.nextNumber({
    companyId,
    environment,
    ecfType,
    ...(ref !== undefined && { ref }),
    clock: deps.clock,
    caller: request.principal.caller,
  });
  const number = numberFrom(next, ecfType, request.principal.caller);
  const { encf, expiresOn, reservedAt, reused } = number;
  deps.watchStock(company, number);
  // Only a number that was sent costs this read.
  const sent = reused && (number.state === 'used' || number.attempt !== undefined);
  const document = sent ? await deps.store.findDocument(companyId, environment, encf) : undefined;
  const { mensaje, warning, resultadoAnterior } = reused
    ? reservedAgain(number, document, deps.clock())
    : { mensaje: 'Número reservado.' };
  return successAnswer(mensaje, {
    encf,
    ecfType,
    sequenceExpiresOn: expiresOn,
    externalReference: ref ?? '',
    reservedAt: reservedAt.toISOString(),
    reused,
    ...(warning && { advertencias: [warning] }),
    ...(resultadoAnterior && { resultadoAnterior }),
  });
}

/** Throws why the company gets no number. */
export function numberFrom(number: NextNumber, ecfType: EcfType, caller?: Caller): HandedOut {
  switch (number.outcome) {
    case 'handed-out':
      return number;
    case 'not-available':
      throw noneAvailable(number.reason, ecfType);
    case 'client-origin':
      throw new ServiceError('SEQUENCE_MANAGED_EXTERNALLY');
    case 'origin-changing':
      return throwRefused(originChanging());
    case 'caller-refused':
    case 'other-environment':
      throw callerRefused(caller);
    case 'suspended':
      throw new ServiceError('ISSUING_SUSPENDED', {
        mensaje: `La empresa no puede emitir ahora: ${suspensionTexts[number.reason]}. No se reservó ningún número.`,
        data: { reason: number.reason },
      });
    case 'busy':
      throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: busyRetrySeconds });
    default:
      return assertNever(number);
  }
}

export function noneAvailable(reason: keyof typeof notAvailableTexts, ecfType: EcfType): ServiceError {
  return new ServiceError('SEQUENCE_NOT_AVAILABLE', {
    mensaje: `${notAvailableTexts[reason]} La autorización se registra o se renueva en el maestro de comprobantes.`,
    data: { reason, ecfType },
  });
}

const notAvailableTexts = {
  SIN_RANGO: 'No hay autorizaciones registradas para este tipo de comprobante.',
  VENCIDA: 'Las autorizaciones de este tipo de comprobante vencieron.',
  AGOTADA: 'Se agotaron los números autorizados para este tipo de comprobante.',
} as const;

/** Many tills of a company may ask at one moment, so they share reads. */
export function createSequenceStatus() {
  const laterReads = createLaterReads<readonly SequenceStatus[]>();
  return async (deps: ApiDeps, { company }: CompanyRequest): Promise<Answer> => {
    refuseOtherNumbering(company);
    const { companyId, environment } = company;
    const today = localDate(deps.clock().getTime());
    const overview = await laterReads(`${companyId}:${environment}:${today}`, () =>
      deps.store.sequencesOverview(companyId, environment, today),
    );
    const { numbering } = deps.config;
    return successAnswer(
      'Estado de las secuencias.',
      overview.map((status) => sequenceAnswer(status, today, numbering)),
    );
  };
}

export async function unusedNumbers({ store, clock }: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const asked = pageAsked(request, limitDefault);
  refuseOtherNumbering(request.company);
  const now = clock();
  const hours = Number(request.query['olderThanHours'] ?? olderThanHoursDefault);
  const page = await store.unused({ ...asked, reservedBefore: new Date(now.getTime() - hours * hourMs) });
  const data = page.numbers.map((number) => unusedAnswer(number, now));
  const more = page.next === undefined ? '' : ' Hay más: use el cursor del encabezado X-Next-Cursor.';
  return pageAnswer(`Números reservados que no se han enviado.${more}`, data, page.next);
}

function readNext(body: unknown): { readonly ecfType: EcfType; readonly ref: string | undefined } {
  const { ecfType, externalReference: ref } = body as { ecfType: unknown; externalReference?: string };
  const type = parseEcfType(ecfType);
  if (type === undefined) throw new ServiceError('ECF_TYPE_INVALID', { campo: 'ecfType' });
  // A client that sends blanks for all its documents would get one number for all of them.
  if (ref !== undefined && !isClientReference(ref))
    throw new ServiceError('EXTERNAL_REFERENCE_INVALID', { mensaje: referenceText });
  return { ecfType: type, ref };
}

export const referenceText =
  'externalReference no puede estar en blanco, ni empezar o terminar con un espacio, ni llevar caracteres de control o invisibles.';

function refuseCertification({ environment }: Company): void {
  if (environment === 'certification') throw new ServiceError('SEQUENCE_CERTIFICATION_WEB_ONLY');
}

/** Throws what `next` answers in certification, and to a company that numbers its vouchers itself. */
export function refuseOtherNumbering(company: Company): void {
  refuseCertification(company);
  if (company.origin === 'client') throw new ServiceError('SEQUENCE_MANAGED_EXTERNALLY');
}

/** external-status: asks DGII for the state of a voucher that another company issued to this one. */
import { encfAsked } from '../encf-asked.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { assertNever, ServiceError } from '../../shared/errors.js';
import type {
  AccessRefusal,
  ExternalStatusAnswer,
  ExternalStatusQuestion,
  Refused,
} from '../../ledger/inquiries/inquiries.js';
import type { Company } from '../../ledger/companies/company.js';
import { successAnswer, type Answer, type CompanyRequest, type HandlerDeps } from '../handler.js';

const processRetrySeconds = 10;
/** When DGII is down, it is down for minutes. */
const dgiiRetrySeconds = 30;

export async function externalStatus(
  { processes, limits }: HandlerDeps,
  { company, query }: CompanyRequest,
): Promise<Answer> {
  const question = questionOf(query, company);
  if (company.environment === 'certification') throw new ServiceError('NOT_AVAILABLE_IN_ENVIRONMENT');
  const { companyId, environment } = company;
  const asked = await limits.questions.run(companyId, () =>
    processes.ask('external-status', { companyId, environment, question }),
  );
  if (asked.outcome === 'refused')
    throw new ServiceError('PROCESS_UNAVAILABLE', { retryAfterSeconds: processRetrySeconds });
  return answerTo(question, asked.answer, company);
}

function questionOf(query: CompanyRequest['query'], company: Company): ExternalStatusQuestion {
  const { rncEmisor, encf, rncComprador, codigoSeguridad } = query as Readonly<
    Record<string, string | undefined>
  >;
  if (rncEmisor === undefined) throw new Error('openapi.yaml lets rncEmisor be absent');
  return {
    rncEmisor,
    encf: encfAsked(encf).text,
    rncComprador: rncComprador ?? company.rnc,
    // A code has no blanks. A blank here was a plus sign that the client did not encode.
    ...(codigoSeguridad === undefined ? {} : { codigoSeguridad: codigoSeguridad.replaceAll(' ', '+') }),
  };
}

function answerTo(
  question: ExternalStatusQuestion,
  answer: ExternalStatusAnswer,
  company: Pick<Company, 'rnc'>,
): Answer {
  switch (answer.outcome) {
    case 'found':
      return successAnswer('Estado del comprobante en la DGII.', dataOf(question, answer));
    case 'not-found':
      throw new ServiceError('EXTERNAL_ECF_NOT_FOUND', { mensaje: notFoundText(question, company) });
    case 'not-offered':
      throw new ServiceError('NOT_AVAILABLE_IN_ENVIRONMENT');
    case 'refused':
      throw refusal(answer);
    case 'unavailable':
      throw new ServiceError('DGII_UNAVAILABLE', { retryAfterSeconds: dgiiRetrySeconds });
    default:
      return assertNever(answer);
  }
}

/**
 * DGII says only that it has no such voucher. It also compares the buyer: the client may have left the buyer out, and a summary often has
 * none.
 */
function notFoundText(
  { rncEmisor, encf, rncComprador }: ExternalStatusQuestion,
  { rnc }: Pick<Company, 'rnc'>,
): string {
  const text = `La DGII no tiene el comprobante ${encf} de ${rncEmisor} para el comprador ${rncComprador} con esos datos.`;
  const own = rncEmisor === rnc ? [' Es de su empresa: consulte document-status.'] : [];
  const summary = encf.startsWith('E32')
    ? [
        ' De una factura de consumo menor de RD$ 250,000 la DGII solo tiene el resumen (RFCE), y no lo encuentra por el comprador si la factura no lo identifica.',
      ]
    : [];
  return [text, ...summary, ...own].join('');
}

type Found = Extract<ExternalStatusAnswer, { outcome: 'found' }>;

function dataOf(question: ExternalStatusQuestion, found: Found): object {
  // What DGII calls in process is our state `submitted`.
  const state = found.standing === 'in-process' ? 'submitted' : found.standing;
  const { status, accepted } = documentStates[state];
  return {
    rncEmisor: found.rncEmisor ?? question.rncEmisor,
    encf: question.encf,
    // Empty when DGII has no buyer for the voucher, null when DGII does not say.
    rncComprador: found.rncComprador,
    status,
    accepted,
    montoTotal: numberOf(found.montoTotal),
    totalITBIS: numberOf(found.totalITBIS),
    fechaEmision: found.fechaEmision,
    fechaFirma: found.fechaFirma,
    codigoSeguridad: found.codigoSeguridad,
  };
}

function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

const refusalTexts: Readonly<Record<AccessRefusal, string>> = {
  CERTIFICATE_MISSING: 'La empresa no tiene certificado: la DGII no se puede consultar en su nombre.',
  CERTIFICATE_NOT_YET_VALID: 'El certificado de la empresa todavía no es válido.',
  CERTIFICATE_EXPIRED: 'El certificado de la empresa está vencido.',
  CERTIFICATE_UNREADABLE: 'El certificado de la empresa no se puede abrir: avise al soporte.',
  CERTIFICATE_REFUSED: 'La DGII no acepta el certificado de la empresa.',
  NOT_DELEGATED: 'El firmante no está delegado en la DGII para consultar en nombre de la empresa.',
  QUERY_REFUSED: 'La DGII no responde esta consulta a la empresa: solo al emisor y al comprador.',
};

function refusal({ reason, mensajes }: Refused): ServiceError {
  return new ServiceError('DGII_ACCESS_REFUSED', {
    mensaje: refusalTexts[reason],
    data: { reason, ...(mensajes.length === 0 ? {} : { mensajes }) },
  });
}

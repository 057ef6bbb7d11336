/** document-status: returns a voucher's state from the ledger. It works while Temporal and DGII are down. */
import { encfAsked } from '../encf-asked.js';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, CompanyRequest } from '../handler.js';
import { consultaUrlOf } from '../buyers/consulta-url.js';
import { statusAnswer } from './document-answer.js';

export async function documentStatus(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const document = await documentAskedFor(deps, request);
  return statusAnswer(document, await consultaUrlOf(deps, document));
}

/** The voucher that the path names. @throws ENCF_INVALID, REQUEST_INVALID or ECF_NOT_FOUND */
export async function documentAskedFor(
  { store }: Pick<ApiDeps, 'store'>,
  { company, params, query }: CompanyRequest,
): Promise<DocumentRecord> {
  const encf = encfAsked(params['encf']);
  const environment = readEnvironment(query['environment']) ?? company.environment;
  const document = await store.findDocument(company.companyId, environment, encf.text);
  if (document === undefined) {
    throw new ServiceError('ECF_NOT_FOUND', {
      mensaje: `No existe un comprobante con el e-NCF ${encf.text}. Si un send no tuvo respuesta, puede seguir en curso: repita el mismo send.`,
    });
  }
  return document;
}

/** The company may ask about an environment that it used before. */
export function readEnvironment(value: unknown): Environment | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && Object.hasOwn(environments, value)) return value as Environment;
  const mensaje = `environment debe ser uno de: ${Object.keys(environments).join(', ')}.`;
  throw new ServiceError('REQUEST_INVALID', { campo: 'environment', mensaje });
}

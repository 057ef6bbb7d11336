/** consult-rnc: a taxpayer as the imported copy of DGII's registry tells of him. Nobody is asked for it at that moment. */
import { checkDigitFits, isRnc } from '../../ecf/model/rnc.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { processed, type Answer } from '../http/envelope.js';
import type { CompanyRequest } from '../operations.js';

export async function consultRnc(
  { store }: Pick<ApiDeps, 'store'>,
  request: CompanyRequest,
): Promise<Answer> {
  const rnc = rncAskedFor(request);
  const { registry, taxpayer } = await store.findTaxpayer(rnc);
  if (registry === undefined) throw new ServiceError('RNC_REGISTRY_EMPTY');
  const advertencia = checkDigitFits(rnc)
    ? null
    : `El dígito verificador de ${rnc} no corresponde: confirme el número.`;
  if (taxpayer === undefined) {
    const mensaje = `El RNC o cédula ${rnc} no está en el registro de contribuyentes al ${registry.dataDate}.`;
    throw new ServiceError('RNC_NOT_FOUND', {
      mensaje: advertencia === null ? mensaje : `${mensaje} ${advertencia}`,
    });
  }
  const data = {
    ...taxpayer,
    // The registry does not tell; null says that nobody does (docs/adr/0011).
    esEmisorElectronico: null,
    fechaActualizacion: registry.dataDate,
    advertencia,
  };
  return { body: processed('Contribuyente encontrado.', data) };
}

/** Version 1 names it in its path, version 2 in the query. Throws RNC_INVALID. */
export function rncAskedFor({ params, query }: Pick<CompanyRequest, 'params' | 'query'>): string {
  const rnc = params['rnc'] ?? query['rnc'];
  if (typeof rnc !== 'string' || !isRnc(rnc)) throw new ServiceError('RNC_INVALID', { campo: 'rnc' });
  return rnc;
}

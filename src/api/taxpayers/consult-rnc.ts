/** consult-rnc: returns a taxpayer from our imported copy of DGII's registry. It does not call DGII. */
import { checkDigitFits, isRnc } from '../../ecf/model/rnc.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { successAnswer, type Answer, type CompanyRequest } from '../handler.js';

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
    // The registry does not contain this; null means unknown (docs/develop/adr/0011).
    esEmisorElectronico: null,
    fechaActualizacion: registry.dataDate,
    advertencia,
  };
  return successAnswer('Contribuyente encontrado.', data);
}

/** Throws RNC_INVALID. */
export function rncAskedFor({ params, query }: Pick<CompanyRequest, 'params' | 'query'>): string {
  const rnc = params['rnc'] ?? query['rnc'];
  if (rnc === undefined)
    throw new ServiceError('RNC_INVALID', {
      campo: 'rnc',
      mensaje: 'Falta el parámetro rnc: RNC (9 dígitos) o cédula (11 dígitos), sin guiones.',
    });
  if (typeof rnc !== 'string' || !isRnc(rnc)) throw new ServiceError('RNC_INVALID', { campo: 'rnc' });
  return rnc;
}

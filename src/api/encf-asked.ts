/** The e-NCF that a parameter or a field of a request names. */
import { parseEncf, type Encf } from '../ecf/model/encf.js';
import { ServiceError } from '../shared/errors.js';

/** @throws ServiceError ENCF_INVALID, about `campo` */
export function encfAsked(text: unknown, campo = 'encf'): Encf {
  const encf = parseEncf(text);
  if (encf === undefined) throw new ServiceError('ENCF_INVALID', { campo });
  return encf;
}

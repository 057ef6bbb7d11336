/** Reads a range's number as people type it, up to ten digits or a whole e-NCF of the range's type, and the day of its expiry. */
import { parseEncf } from '../../../ecf/model/encf.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import { ApiError } from '../../api/api-error.js';
import { es } from '../../es.js';
import { swapDay } from '../../shared/format.js';

/** A text that is not a number becomes zero, which the service refuses at this field. @param campo names the field */
export function serialOf(text: string, ecfType: EcfType, campo: string): number {
  const typed = text.replaceAll(/[\s,.]/g, '').toUpperCase();
  const encf = parseEncf(typed);
  if (encf !== undefined && encf.type !== ecfType)
    throw new ApiError(0, { code: 'OTHER_TYPE', mensaje: es.master.otherType(encf.text, ecfType), campo });
  return encf?.serial ?? (/^\d{1,10}$/.test(typed) ? Number(typed) : 0);
}

/** The day as DGII writes it. A browser takes a typed year `27` for the year 27. */
export function expiryOf(day: string): string {
  if (!/^[1-9]\d{3}-/.test(day))
    throw new ApiError(0, { code: 'SHORT_YEAR', mensaje: es.master.shortYear, campo: 'expiresOn' });
  return swapDay(day);
}

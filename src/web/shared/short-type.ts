/** The name of a voucher's type in a list. */
import { ecfTypes, type EcfType } from '../../ecf/model/ecf-types.js';
import { capitalized } from './format.js';

/** Leaves out "electrónica": every type is electronic, and the list need not repeat it in each row. */
export function shortType(ecfType: EcfType): string {
  const name = ecfTypes[ecfType].nombre
    .replace(/ electrónic[ao]/, '')
    .replace(/^Comprobante (de |para )?/, '');
  return capitalized(name);
}

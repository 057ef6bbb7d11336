/**
 * Currencies that DGII accepts in OtraMoneda (Formato e-CF v1.0 p.29). The official list has CHY and SCP, which are not in
 * ISO 4217, and VEF, which is obsolete. It does not have DOP.
 */
import { codeTable } from './code-table.js';
import names from './currencies.json' with { type: 'json' };

export const monedas = codeTable('TipoMoneda', Object.entries(names));

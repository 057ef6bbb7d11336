/** Additional taxes: 001-005 others, 006-022 specific and 023-039 ad valorem selective tax (Formato e-CF v1.0, Tabla I). */
import { codeTable } from './code-table.js';
import names from './additional-taxes.json' with { type: 'json' };

export const impuestosAdicionales = codeTable('TipoImpuesto', Object.entries(names));

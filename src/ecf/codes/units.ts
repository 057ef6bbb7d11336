/** Units of measure (Formato e-CF v1.0, Tabla IV). */
import { codeTable } from './code-table.js';
import names from './units.json' with { type: 'json' };

export const unidades = codeTable('UnidadMedida', Object.entries(names));

/** Provinces, municipalities and municipal districts: one list for Municipio and Provincia (Formato e-CF v1.0, Tabla III). */
import { codeTable } from './code-table.js';
import names from './provinces.json' with { type: 'json' };

// An object has the keys that look like numbers before those that start with 0.
export const provinciasMunicipios = codeTable('ProvinciaMunicipio', Object.entries(names).sort());

/** The long code tables of DGII. Their rows are in the JSON files of this folder. */
import taxes from './additional-taxes.json' with { type: 'json' };
import { codeTable } from './code-table.js';
import currencies from './currencies.json' with { type: 'json' };
import places from './provinces.json' with { type: 'json' };
import units from './units.json' with { type: 'json' };

/** 001-005 others, 006-022 specific and 023-039 ad valorem selective tax (Formato e-CF v1.0, Tabla I). */
export const impuestosAdicionales = codeTable('TipoImpuesto', Object.entries(taxes));

/**
 * Provinces, municipalities and municipal districts: one list for Municipio and Provincia (Formato e-CF v1.0, Tabla III). An object has
 * the keys that look like numbers before those that start with 0, hence the sorting.
 */
export const provinciasMunicipios = codeTable('ProvinciaMunicipio', Object.entries(places).sort());

/** Units of measure (Formato e-CF v1.0, Tabla IV). */
export const unidades = codeTable('UnidadMedida', Object.entries(units));

/**
 * Currencies that DGII accepts in OtraMoneda (Formato e-CF v1.0 p.29). The official list has CHY and SCP, which are not in ISO 4217, and
 * VEF, which is obsolete. It does not have DOP.
 */
export const monedas = codeTable('TipoMoneda', Object.entries(currencies));

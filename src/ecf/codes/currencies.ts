/** Currencies DGII accepts in OtraMoneda (Formato e-CF v1.0 p.29). CHY and SCP are not ISO 4217 and VEF is obsolete, yet official; DOP is not in the list. */
import { codeTable } from './code-table.js';

export const monedas = codeTable('TipoMoneda', [
  ['BRL', 'REAL BRASILENO'],
  ['CAD', 'DOLAR CANADIENSE'],
  ['CHF', 'FRANCO SUIZO'],
  ['CHY', 'YUAN CHINO'],
  ['XDR', 'DERECHO ESPECIAL DE GIRO'],
  ['DKK', 'CORONA DANESA'],
  ['EUR', 'EURO'],
  ['GBP', 'LIBRA ESTERLINA'],
  ['JPY', 'YEN JAPONES'],
  ['NOK', 'CORONA NORUEGA'],
  ['SCP', 'LIBRA ESCOCESA'],
  ['SEK', 'CORONA SUECA'],
  ['USD', 'DOLAR ESTADOUNIDENSE'],
  ['VEF', 'BOLIVAR FUERTE VENEZOLANO'],
  ['HTG', 'GURDA HAITIANA'],
  ['MXN', 'PESO MEXICANO'],
  ['COP', 'PESO COLOMBIANO'],
]);

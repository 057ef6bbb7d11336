/**
 * Currencies that DGII accepts in OtraMoneda (Formato e-CF v1.0 p.29). The official list has CHY and SCP, which are not in
 * ISO 4217, and VEF, which is obsolete. It does not have DOP.
 */
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

/** For whom a voucher is, as the form names the person. */

export interface Person {
  /** RNC or cédula; `''` for a consumer without one. */
  readonly rnc: string;
  /** `''` until the person who issues types it. */
  readonly name: string;
}

export const buyer = 'ECF.Encabezado.Comprador';
export const taxCredit = 31;
export const consumption = 32;

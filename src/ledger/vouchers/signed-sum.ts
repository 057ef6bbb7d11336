/** Sums over vouchers, in which credit notes are subtracted. */
import { subtracted } from '../../ecf/model/ecf-types.js';

/**
 * For the `$group` of an aggregation.
 * @param amount an expression whose value is a decimal, or null for nothing
 * @param type the member that has the voucher's type
 */
export function signedSum(amount: object, type: `$${string}` = '$tipoeCF') {
  return { $sum: { $cond: [{ $eq: [type, subtracted] }, { $multiply: [amount, -1] }, amount] } };
}

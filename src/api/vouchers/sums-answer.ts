/** The sums of a list of vouchers, as the web application answers them. */
import type { VoucherSum, VoucherSums } from '../../ledger/vouchers/lists/voucher-sums.js';

export function sumsAnswer({ count, isCut, sums }: VoucherSums, unindexed: number) {
  const ofSide = (side: VoucherSum['of']) => sums.filter(({ of }) => of === side).map(sumView);
  return { count, isCut, ventas: ofSide('sales'), compras: ofSide('purchases'), unindexed };
}

/** Sums of amounts that a double holds exactly, so the number has the same cents as the text. */
function sumView({ currency, count, total, itbis }: VoucherSum) {
  return {
    tipoMoneda: currency ?? null,
    count,
    montoTotal: Number(total),
    totalITBIS: itbis === undefined ? null : Number(itbis),
  };
}

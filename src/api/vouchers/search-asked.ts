/** What a request about a list of vouchers looks for: words, and a range of amounts. */
import { amountOf } from '../../ecf/model/amounts.js';
import { soughtIn, soughtMax, type Sought } from '../../ecf/search-words.js';
import type { ApiStore } from '../../ledger/ledger.js';
import type { AmountRange } from '../../ledger/vouchers/lists/voucher-search.js';
import type { VoucherQuery } from '../../ledger/vouchers/lists/voucher-pages.js';
import { ServiceError } from '../../shared/errors.js';

/** The message names the parameter and never repeats the words: they are a buyer's name or RNC. @throws ServiceError REQUEST_INVALID */
export function soughtAsked(campo: string, text: string | undefined): { sought?: Sought } {
  if (text === undefined) return {};
  const sought = soughtIn(text);
  if (sought === 'nothing') throw invalid(campo, `${campo} debe tener una letra o un dígito.`);
  if (sought === 'too-much') throw invalid(campo, `${campo} admite hasta ${soughtMax} palabras.`);
  return { sought };
}

/** @throws ServiceError REQUEST_INVALID about the greatest amount if it is below the least one */
export function amountsAsked(
  query: Readonly<Record<string, unknown>>,
  names: readonly [string, string],
): { amount?: AmountRange } {
  const [from, to] = names.map((name) => query[name] as string | undefined);
  if (from === undefined && to === undefined) return {};
  if (from !== undefined && to !== undefined && amountOf(to).lt(amountOf(from)))
    throw invalid(names[1], `${names[1]} no puede ser menor que ${names[0]}.`);
  return { amount: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } };
}

function invalid(campo: string, mensaje: string): ServiceError {
  return new ServiceError('REQUEST_INVALID', { campo, mensaje });
}

/** How many of the company's vouchers a search does not find yet. */
export async function unindexedFor(
  store: Pick<ApiStore, 'countUnindexed'>,
  { companyId, sought, amount }: Pick<VoucherQuery, 'companyId' | 'sought' | 'amount'>,
): Promise<number> {
  return sought === undefined && amount === undefined ? 0 : store.countUnindexed(companyId);
}

export function unindexedText(unindexed: number): string {
  if (unindexed === 0) return '';
  return ` La búsqueda todavía no incluye ${unindexed} comprobantes anteriores; se añaden solos.`;
}

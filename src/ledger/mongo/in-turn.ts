/**
 * Companies take turns when the workers' rounds claim records. So a company with ten thousand due records delays only its own records. An
 * index has the due records by company, then by time. MongoDB jumps in it from one company to the next, so a company's other records cost
 * nothing.
 */

export type Companies = { readonly $gt: number } | { readonly $lte: number };

/** @param after the company that had the previous turn. After the last company the first one follows. */
export async function inTurn<T>(
  after: number,
  find: (companies: Companies) => Promise<T | null>,
): Promise<T | null> {
  return (await find({ $gt: after })) ?? find({ $lte: after });
}

/** Claims up to `limit` records, each of the next company. It remembers whose turn it is from one call to the next. */
export function createTurns<T extends { readonly companyId: number }>() {
  let last = 0;
  return async (limit: number, claim: (companies: Companies) => Promise<T | null>): Promise<T[]> => {
    const claimed: T[] = [];
    while (claimed.length < limit) {
      const one = await inTurn(last, claim);
      if (one === null) break;
      last = one.companyId;
      claimed.push(one);
    }
    return claimed;
  };
}

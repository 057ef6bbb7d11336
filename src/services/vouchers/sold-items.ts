/** What a company sold last, for the form in which a person issues. */
import type { Checker } from '../../documents/threads/checker.js';
import { bought } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { SoldItem } from '../../ecf/sold-items.js';
import type { Store } from '../../ledger/ledger.js';
import { BodyLostError, ObjectStoreUnavailableError } from '../../ledger/unavailable.js';
import { contentsOf } from './voucher-contents.js';

interface ItemDeps {
  readonly store: Pick<Store, 'findVouchers' | 'findDocument' | 'getFileBytes'>;
  readonly checker: Pick<Checker, 'soldItems'>;
}

/** Enough for what a shop sells in a day or two. */
const vouchersRead = 50;
const bytesMax = 1_000_000;
/** A note names what was sold before. */
const notSold: ReadonlySet<number> = new Set([33, 34, ...bought]);

/**
 * The items of the newest vouchers, the newest first. A person can do without them, so none are given if MongoDB is too slow, or the object
 * store does not answer.
 */
export async function lastSoldItems(
  { store, checker }: ItemDeps,
  place: { readonly companyId: number; readonly environment: Environment },
): Promise<readonly SoldItem[]> {
  const page = await store.findVouchers({ ...place, limit: vouchersRead });
  if (page === 'too-slow') return [];
  const sales = page.rows.filter(({ tipoeCF }) => !notSold.has(tipoeCF));
  // The newest may be old: of a company that has sold nothing for long.
  const contents = await contentsOf(store, place, sales, bytesMax).catch((error: unknown) => {
    if (error instanceof ObjectStoreUnavailableError || error instanceof BodyLostError) return [];
    throw error;
  });
  return checker.soldItems(
    place.companyId,
    contents.map(({ content }) => content),
  );
}

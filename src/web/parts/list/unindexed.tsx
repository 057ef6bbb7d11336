/** Says that a search does not find everything yet: vouchers of an earlier version are still being indexed. */
import { es } from '../../es.js';
import { count } from '../../shared/format.js';
import { Notice } from '../notice.js';

export function Unindexed({ vouchers }: { readonly vouchers: number }) {
  if (vouchers === 0) return null;
  return <Notice tone="warn">{es.search.unindexed(count(vouchers), vouchers === 1)}</Notice>;
}

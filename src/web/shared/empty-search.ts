/** What an empty list says of a search. */
import { es } from '../es.js';
import { emptyText } from './list-filters.js';

/** Says what was searched, so that a person sees a typing error. */
export function emptySearch(
  { buscar, ...others }: { readonly buscar?: string },
  texts: Parameters<typeof emptyText>[1],
): string {
  if (buscar === undefined) return emptyText(others, texts);
  return Object.keys(others).length === 0 ? es.search.noMatch(buscar) : es.search.noMatchFiltered(buscar);
}

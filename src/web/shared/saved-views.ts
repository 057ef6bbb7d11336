/**
 * Lists that a person has given a name: the search and the filters, nothing that they find. They stay in this browser, under the person and
 * the company, so that another person of the same browser does not see them.
 */
import { useState } from 'react';
import { tryStorage } from './browser-storage.js';

export const savedViewsMax = 12;
const nameMax = 40;

export interface SavedView<Filters> {
  readonly name: string;
  readonly filters: Filters;
}

export function useSavedViews<Filters extends object>(
  key: string,
  filtersOf: (search: Record<string, unknown>) => Filters,
) {
  const storedAs = `vistas/${key}`;
  const [views, setViews] = useState(() => read(storedAs, filtersOf));
  const put = (next: readonly SavedView<Filters>[]) => {
    setViews(next);
    tryStorage(() => localStorage.setItem(storedAs, JSON.stringify(next)));
  };
  return {
    views,
    /** One with the same name is replaced. */
    save: (name: string, filters: Filters) =>
      put([...views.filter((one) => one.name !== name), { name, filters }].slice(-savedViewsMax)),
    remove: (name: string) => put(views.filter((one) => one.name !== name)),
  };
}

/** Somebody may have changed what the browser keeps, and an older version may have kept something else. */
function read<Filters>(
  storedAs: string,
  filtersOf: (search: Record<string, unknown>) => Filters,
): readonly SavedView<Filters>[] {
  const kept: unknown = tryStorage<unknown>(() => JSON.parse(localStorage.getItem(storedAs) ?? '[]'));
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).slice(0, savedViewsMax).flatMap((one) => {
    const { name, filters } = (one ?? {}) as { readonly name?: unknown; readonly filters?: unknown };
    if (typeof name !== 'string' || name === '' || typeof filters !== 'object' || filters === null) return [];
    return [{ name: name.slice(0, nameMax), filters: filtersOf(filters as Record<string, unknown>) }];
  });
}

export function isSameFilters(one: object, other: object): boolean {
  const text = (filters: object) => JSON.stringify(Object.entries(filters).sort());
  return text(one) === text(other);
}

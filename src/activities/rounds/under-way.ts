/** What a round has begun and does not wait for: how much there may be at once, and how much of one company. */
import { setMaxListeners } from 'node:events';
import { unlessAborted, within } from '../../shared/within.js';

interface UnderWayLimits {
  readonly most: number;
  readonly mostOfCompany: number;
}

export type UnderWay = ReturnType<typeof createUnderWay>;

export function createUnderWay({ most, mostOfCompany }: UnderWayLimits) {
  const works = new Map<string, { readonly companyId: number; readonly ended: Promise<void> }>();

  return {
    room: () => most - works.size,
    has: (id: string) => works.has(id),

    /** The companies that have their share. */
    fullCompanies: (): readonly number[] => {
      const counts = new Map<number, number>();
      for (const { companyId } of works.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      return [...counts].flatMap(([companyId, count]) => (count >= mostOfCompany ? [companyId] : []));
    },

    /** @param work never rejects */
    begin: (id: string, companyId: number, work: () => Promise<void>): void => {
      works.set(id, { companyId, ended: work().finally(() => works.delete(id)) });
    },

    /** Waits until one of them ends, for at most `limitMs`. */
    oneEnded: async (limitMs: number, stopping: AbortSignal): Promise<void> => {
      const first = Promise.race([...works.values()].map(({ ended }) => ended));
      await within(limitMs, unlessAborted(first, stopping), undefined);
    },

    ended: async (): Promise<void> => {
      await Promise.all([...works.values()].map(({ ended }) => ended));
    },
  };
}

/** A signal that everything under way listens to. Node would report more than ten listeners as a leak. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

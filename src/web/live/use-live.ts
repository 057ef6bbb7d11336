/** Keeps what the pages of a company show current: an event repeats the queries that it concerns. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Place } from '../api/vouchers.js';
import { concernedBy } from './concerned.js';
import { followEvents } from './follow-events.js';
import { createRefreshes } from './refreshes.js';

export function useLive(shown: Place | undefined, personId: string): void {
  const queries = useQueryClient();
  const { companyId, environment } = shown ?? {};
  useEffect(() => {
    if (companyId === undefined || environment === undefined) return undefined;
    const place = { companyId, environment };
    const refreshes = createRefreshes(queries);
    const end = followEvents({
      place,
      personId,
      onEvents: (events) => refreshes.repeat(concernedBy(place, events)),
      onSkipped: refreshes.repeatAll,
    });
    return () => {
      end();
      refreshes.stop();
    };
  }, [queries, personId, companyId, environment]);
}

/** Says above every page that the service does not answer, and since when. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLostSince, watchConnection } from '../api/connection.js';
import { isAway } from '../api/polling.js';
import { es } from '../es.js';
import { Notice } from '../parts/notice.js';
import { timeOf } from '../shared/format.js';
import { useNow } from '../shared/use-now.js';

export function ConnectionNotice() {
  const queries = useQueryClient();
  useEffect(
    () =>
      watchConnection(() => {
        // The first touch repeats the queries of a page that nobody touches.
        if (!isAway()) void queries.invalidateQueries();
      }),
    [queries],
  );
  const since = useLostSince();
  const now = useNow();
  if (since === undefined) return null;
  return (
    <div className="above">
      <Notice tone="bad" title={es.connection.lost} urgent>
        {es.connection.lostText(timeOf(since, Math.max(since, now)))}
      </Notice>
    </div>
  );
}

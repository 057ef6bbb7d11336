/** The latest events of a company, for people. Programs read the whole feed (events.ts). */
import { get, type RouteDeps, type WebRoute } from '../web/web-route.js';
import { shownEvent } from '../../services/events/shown-event.js';

/** As many as a person looks through on one page. */
const latestMax = 50;

export function eventRoutes({ store }: RouteDeps): readonly WebRoute[] {
  return [
    get(
      '/companies/:companyId/:environment/events',
      'read',
      async ({ company: { companyId }, environment }) => {
        // A feed has no gaps.
        const after = Math.max(0, (await store.latestSeq({ companyId, environment })) - latestMax);
        const { events } = await store.readFeed({ companyId, environment, after, limit: latestMax });
        return { items: events.map(shownEvent).reverse() };
      },
    ),
  ];
}

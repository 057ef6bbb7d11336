/** Numbers that were handed out and never sent: the list, and the action that records that DGII voided one. */
import { hourMs } from '../../ecf/durations.js';
import { doneOr } from '../web/operator-refusal.js';
import { get, post, type RouteDeps, type WebRoute } from '../web/web-route.js';
import { pageAnswer, pageAsked } from '../web/list-page.js';
import { unusedAnswer } from './number-answers.js';

const path = '/companies/:companyId/:environment/unused';

export function unusedRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock } = deps;
  return [
    get(path, 'read', async (request) => {
      const hours = Number(request.query['olderThanHours'] ?? 0);
      const now = clock();
      const reservedBefore = new Date(now.getTime() - hours * hourMs);
      const { numbers: rows, next } = await store.unused({ ...pageAsked(request), reservedBefore });
      return pageAnswer({ rows, next }, (number) => unusedAnswer(number, now));
    }),
    post(
      `${path}/:encf/annul`,
      { permission: 'annul', audit: 'number.annul', freshCode: true },
      async ({ company: { companyId }, environment, params, body, actor }) => {
        const { note } = body as { readonly note: string };
        const encf = params['encf'] ?? '';
        const number = { companyId, environment, encf, note, by: actor.by, now: clock() };
        const annulled = await store.annulReservation(number);
        const { before } = doneOr(annulled, ({ refusal }) => {
          return refusal === 'NOTE_INVALID' ? { campo: 'note' } : {};
        });
        return { encf, annulledBefore: before ?? null };
      },
    ),
  ];
}

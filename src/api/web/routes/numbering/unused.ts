/** Numbers that were handed out and never sent: the list, and the action that records that DGII voided one. */
import { hourMs } from '../../../../ecf/durations.js';
import { annulNumber } from '../../../../operator/numbering.js';
import { doneOr } from '../../refusals/operator-refusal.js';
import type { RouteDeps } from '../../route-deps.js';
import { get, post, type WebRoute } from '../../web-route.js';
import { pageCursor, pageSize } from '../list-page.js';
import { cursorText } from '../../../../shared/page-cursor.js';

const path = '/companies/:companyId/:environment/unused';

export function unusedRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock } = deps;
  return [
    get(path, 'read', async ({ company: { companyId }, environment, query }) => {
      const hours = Number(query['olderThanHours'] ?? 0);
      const cursor = pageCursor(query);
      const { numbers, next } = await store.unused({
        companyId,
        environment,
        limit: pageSize(query),
        reservedBefore: new Date(clock().getTime() - hours * hourMs),
        ...(cursor !== undefined && { cursor }),
      });
      const items = numbers.map(({ encf, ecfType, ref, reservedAt, expiresOn }) => {
        return { encf, ecfType, reference: ref ?? null, reservedAt: reservedAt.toISOString(), expiresOn };
      });
      return { items, next: next === undefined ? null : cursorText(next) };
    }),
    post(
      `${path}/:encf/annul`,
      { permission: 'annul', audit: 'number.annul', freshCode: true },
      async ({ company: { companyId }, environment, params, body }) => {
        const { note } = body as { readonly note: string };
        const encf = params['encf'] ?? '';
        const annulled = await annulNumber(deps, { companyId, environment, encf, note });
        const { before } = doneOr(annulled, ({ refusal }) => {
          return refusal === 'NOTE_INVALID' ? { campo: 'note' } : {};
        });
        return { encf, annulledBefore: before?.toISOString() ?? null };
      },
    ),
  ];
}

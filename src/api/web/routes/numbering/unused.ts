/** Numbers that were handed out and never sent: the list, and the note that DGII voided one. */
import type { UnusedCursor } from '../../../../ledger/numbering/numbering.js';
import { annulNumber } from '../../../../operator/numbers.js';
import { doneOr } from '../../refusals/operator-refusal.js';
import type { RouteDeps } from '../../route-deps.js';
import type { WebRoute } from '../../web-route.js';
import { cursorInvalid, pageSize } from '../list-page.js';
import { cursorText, parseCursor } from '../../../../shared/page-cursor.js';

const path = '/companies/:companyId/:environment/unused';
const hourMs = 3_600_000;

export function unusedRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock } = deps;
  return [
    {
      ...{ method: 'get', path, permission: 'read' },
      handle: async ({ company: { companyId }, environment, query }) => {
        const hours = Number(query['olderThanHours'] ?? 0);
        const cursor = readCursor(query['cursor']);
        const { numbers, next } = await store.unused({
          ...{ companyId, environment, limit: pageSize(query) },
          reservedBefore: new Date(clock().getTime() - hours * hourMs),
          ...(cursor !== undefined && { cursor }),
        });
        const items = numbers.map(({ encf, ecfType, ref, reservedAt, expiresOn }) => {
          return { encf, ecfType, reference: ref ?? null, reservedAt: reservedAt.toISOString(), expiresOn };
        });
        return { items, next: next === undefined ? null : cursorText({ at: next.reservedAt, id: next.id }) };
      },
    },
    {
      ...{ method: 'post', path: `${path}/:encf/annul`, permission: 'annul', audit: 'number.annul' },
      freshCode: true,
      handle: async ({ company: { companyId }, environment, params, body }) => {
        const { note } = body as { readonly note: string };
        const encf = params['encf'] ?? '';
        const annulled = await annulNumber(deps, { companyId, environment, encf, note });
        const { before } = doneOr(annulled, ({ refusal }) => {
          return refusal === 'NOTE_INVALID' ? { campo: 'note' } : {};
        });
        return { encf, annulledBefore: before?.toISOString() ?? null };
      },
    },
  ];
}

function readCursor(text: unknown): UnusedCursor | undefined {
  if (text === undefined) return undefined;
  const cursor = typeof text === 'string' ? parseCursor(text) : undefined;
  if (cursor === undefined) throw cursorInvalid();
  return { reservedAt: cursor.at, id: cursor.id };
}

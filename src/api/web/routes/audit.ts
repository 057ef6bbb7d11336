/** The audit log of a company, newest first. */
import type { AuditEntry } from '../../../ledger/people/audit.js';
import type { Company } from '../../../ledger/companies/company.js';
import { messageOf } from '../web-error.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web-route.js';
import { daysAsked } from '../../days-asked.js';
import { pageAnswer, pageCursor } from './list-page.js';

const pageMax = 50;

export function auditRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [get('/companies/:companyId/audit', 'audit', ({ company, query }) => page(deps, company, query))];
}

async function page(
  { store }: RouteDeps,
  { companyId }: Company,
  query: WebRequest['query'],
): Promise<object> {
  const { action, person } = query as Partial<Record<'action' | 'person', string>>;
  const cursor = pageCursor(query);
  const asked = {
    companyId,
    ...daysAsked(query, ['from', 'to']),
    limit: pageMax,
    ...(action === undefined ? {} : { action }),
    ...(person === undefined ? {} : { personId: person }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const acts = await store.listActs(asked);
  const names = await namesOf(store, acts.rows);
  return pageAnswer(acts, (entry) => viewOf(entry, names));
}

/** The names of the people in these entries. The log itself keeps none, so that it says nothing about a person who is gone. */
async function namesOf(store: RouteDeps['store'], entries: readonly AuditEntry[]) {
  const ids = [...new Set(entries.map(({ personId }) => personId))];
  return new Map((await store.findPeople(ids)).map(({ personId, email }) => [personId, email]));
}

function viewOf(entry: AuditEntry, names: ReadonlyMap<string, string>): object {
  const { actId, at, action, personId, session, ip, environment, target, correlationId, result } = entry;
  return {
    actId,
    at,
    action,
    personId,
    email: names.get(personId) ?? null,
    session,
    ip,
    correlationId,
    environment: environment ?? null,
    target: result?.target ?? target ?? null,
    outcome: result?.outcome ?? 'unknown',
    code: result?.code ?? null,
    // The message that the person saw, without its details. Null if this version no longer has the code.
    reason: messageOf(result?.code ?? '') ?? null,
  };
}

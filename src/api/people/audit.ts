/** The audit log of a company, and the one of the platform, newest first. */
import type { AuditEntry } from '../../ledger/people/audit.js';
import type { Company } from '../../ledger/companies/company.js';
import { listInvitations } from '../../services/people/list-people.js';
import { messageOf } from '../web/web-error.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { daysAsked } from '../days-asked.js';
import { pageAnswer, pageCursor } from '../web/list-page.js';

const pageMax = 50;

export function auditRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    get('/companies/:companyId/audit', 'audit', ({ company, query }) => page(deps, company, query)),
    // What people of the platform do anywhere, and what belongs to no company. A company sees what touches it in its own log.
    get('/audit', 'platformAudit', ({ query }) => page(deps, undefined, query)),
  ];
}

async function page(
  deps: RouteDeps,
  company: Company | undefined,
  query: WebRequest['query'],
): Promise<object> {
  const { action, person } = query as Partial<Record<'action' | 'person', string>>;
  const cursor = pageCursor(query);
  const asked = {
    ...(company === undefined ? {} : { companyId: company.companyId }),
    ...daysAsked(query, ['from', 'to']),
    limit: pageMax,
    ...(action === undefined ? {} : { action }),
    ...(person === undefined ? {} : { personId: person }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const acts = await deps.store.listActs(asked);
  const names = await namesOf(deps, company, acts.rows);
  return pageAnswer(acts, (entry) => ({
    ...viewOf(entry, names),
    // A company must not learn to which other companies a person belongs.
    ...(company === undefined && { companyIds: entry.companyIds }),
  }));
}

/**
 * The names of the people in these entries: who acted, and who was invited or changed. The log itself keeps only the address of a withdrawn
 * invitation, so that it says nothing about a person who is gone. That an invited address has an account is no secret here: the page of the
 * invitation shows it to the same people.
 */
async function namesOf(deps: RouteDeps, company: Company | undefined, entries: readonly AuditEntry[]) {
  const ids = new Set(
    entries.flatMap((entry) => [entry.personId, personChanged(entry)]).filter((id) => id !== undefined),
  );
  const keyIds = new Set(entries.map(keyChanged).filter((id) => id !== undefined));
  const hasInvitation = entries.some(({ action }) => action === 'person.invite');
  const [people, keys, invitations] = await Promise.all([
    deps.store.findPeople([...ids]),
    keyIds.size === 0 ? [] : deps.store.findApiKeys([...keyIds]),
    hasInvitation && company !== undefined ? listInvitations(deps, company) : [],
  ]);
  return new Map([
    ...keys.map(({ keyId, name }) => [keyId, name] as const),
    ...invitations.map(({ invitationId, email }) => [invitationId, email] as const),
    ...people.map(({ personId, email }) => [personId, email] as const),
  ]);
}

/**
 * The id of the person or invitation that an act on people was about: the first word of its target. Undefined for an act that was not done,
 * because its id may be of a person of another company.
 */
function personChanged({ action, target, result }: AuditEntry): string | undefined {
  if (result?.outcome !== 'done' || !action.startsWith('person.')) return undefined;
  return (result.target ?? target)?.split(' ')[0];
}

function keyChanged({ action, target, result }: AuditEntry): string | undefined {
  if (result?.outcome !== 'done' || !action.startsWith('key.')) return undefined;
  return (result.target ?? target)?.split(' ')[0];
}

function targetOf(entry: AuditEntry, names: ReadonlyMap<string, string>): string | undefined {
  const target = entry.result?.target ?? entry.target;
  const id = personChanged(entry) ?? keyChanged(entry) ?? '';
  return target?.replace(id, (found) => names.get(found) ?? found);
}

function viewOf(entry: AuditEntry, names: ReadonlyMap<string, string>): object {
  const { actId, at, action, personId, session, ip, environment, correlationId, operator, result } = entry;
  const { keyName } = entry;
  const { support = false } = entry;
  return {
    actId,
    at,
    action,
    personId: personId ?? null,
    support,
    email: names.get(personId ?? '') ?? null,
    session: session ?? null,
    ip: ip ?? null,
    correlationId: correlationId ?? null,
    operator: operator ?? null,
    key: keyName ?? null,
    environment: environment ?? null,
    target: targetOf(entry, names) ?? null,
    outcome: result?.outcome ?? 'unknown',
    code: result?.code ?? null,
    // Null if this version no longer has the code.
    reason: messageOf(result?.code ?? '') ?? null,
  };
}

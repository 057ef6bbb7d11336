/** The filters of the audit log. The page's address holds them, so that a link shows the same list. */
import type { AuditAction, QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { es } from '../../es.js';
import { commonQuestion, day, textIn } from '../../shared/list-filters.js';

export interface AuditFilters {
  readonly accion?: AuditAction;
  /** The person's id. */
  readonly persona?: string;
  /** Days, `yyyy-MM-dd`. */
  readonly desde?: string;
  readonly hasta?: string;
}

export function isAction(text: unknown): text is AuditAction {
  return typeof text === 'string' && Object.hasOwn(es.audit.actions, text);
}

/** Reads the filters from the address and ignores everything else there. */
export function auditFiltersOf(search: Record<string, unknown>): AuditFilters {
  const { accion } = search;
  return {
    ...(isAction(accion) ? { accion } : {}),
    ...textIn(search, 'persona', /^.{1,64}$/),
    ...textIn(search, 'desde', day),
    ...textIn(search, 'hasta', day),
  };
}

/** The query for the service. */
export function auditQuestionOf({ accion, persona, ...days }: AuditFilters): QueryOf<'listAudit'> {
  const { from, to } = commonQuestion(days);
  return given({ action: accion, person: persona, from, to });
}

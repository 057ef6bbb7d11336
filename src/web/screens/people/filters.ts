/** The filters of the audit log. The page's address holds them, so that a link shows the same list. */
import type { AuditAction, QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { commonQuestion, daysIn, textIn, type Days } from '../../shared/list-filters.js';
import { audit as auditTexts } from '../../texts/audit.js';

export interface AuditFilters extends Days {
  readonly accion?: AuditAction;
  /** The person's id. */
  readonly persona?: string;
}

export function isAction(text: unknown): text is AuditAction {
  return typeof text === 'string' && Object.hasOwn(auditTexts.actions, text);
}

export function auditFiltersOf(search: Record<string, unknown>): AuditFilters {
  const { accion } = search;
  return {
    ...(isAction(accion) ? { accion } : {}),
    ...textIn(search, 'persona', /^.{1,64}$/),
    ...daysIn(search),
  };
}

export function auditQuestionOf({ accion, persona, ...days }: AuditFilters): QueryOf<'listAudit'> {
  const { from, to } = commonQuestion(days);
  return given({ action: accion, person: persona, from, to });
}

/** What a run's rows are called: the state of each, and what was said about it. The list and the report share it. */
import { isRejection } from '../../../../ecf/model/fault.js';
import type { CertificationRow, CertificationRun } from '../../../api/answers.js';
import { es } from '../../../es.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

const outcomeTones = { accepted: 'good', conditional: 'warn', rejected: 'bad', 'not-sent': 'bad' } as const;
const useTones = { same: 'info', free: 'plain', annulled: 'bad', open: 'warn', spent: 'warn' } as const;

interface RowState {
  readonly tone: 'good' | 'warn' | 'bad' | 'info' | 'plain';
  readonly text: string;
}

export function rowState(row: CertificationRow): RowState {
  const { outcome, status, faults, use } = row;
  if (outcome !== null) return { tone: outcomeTones[outcome], text: texts.outcomes[outcome] };
  if (status !== null) return { tone: 'info', text: status };
  if (faults.some(isRejection)) return { tone: 'bad', text: texts.withErrors };
  if (use !== null && use !== 'free') return { tone: useTones[use], text: texts.uses[use] };
  if (faults.length > 0) return { tone: 'warn', text: texts.withWarnings };
  return { tone: 'plain', text: texts.pending };
}

export function waitingText({ reason }: Pick<CertificationRow, 'reason'>): string {
  return reason === undefined ? '' : es.waiting[reason];
}

export function saidAbout({ mensajesDgii, confirmation, refusal }: CertificationRow): readonly string[] {
  const confirmed = confirmation === null ? [] : [confirmedText(confirmation)];
  if (refusal === null) return [...mensajesDgii, ...confirmed];
  const { code, mensaje } = refusal;
  return [...mensajesDgii, ...confirmed, mensaje === '' ? code : `${code} ${mensaje}`.trim()];
}

function confirmedText({ found, note, by }: NonNullable<CertificationRow['confirmation']>): string {
  return `${texts.foundTexts[found]} (${by}): ${note}`;
}

/** DGII may have the approval on turn, and sending it again need not show that. */
const doubts: readonly string[] = ['APPROVAL_REPEAT_REFUSED', 'DGII_ANSWER_UNREAD'];

export function rowInDoubt({ reason, rows }: Pick<CertificationRun, 'reason' | 'rows'>) {
  const row = rows.find(({ isNext }) => isNext);
  return reason === 'NOT_SENT' && doubts.includes(row?.refusal?.code ?? '') ? row : undefined;
}

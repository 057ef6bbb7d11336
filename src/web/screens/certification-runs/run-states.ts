/** What a run's rows are called: the state of each, and what was said about it. The list and the report share it. */
import { isRejection } from '../../../ecf/model/fault.js';
import type { CertificationRow } from '../../api/answers.js';
import { es } from '../../es.js';

const texts = es.certificationRuns;

const outcomeTones = { accepted: 'good', conditional: 'warn', rejected: 'bad', 'not-sent': 'bad' } as const;
const useTones = { same: 'info', free: 'plain', annulled: 'bad', open: 'warn', spent: 'warn' } as const;

interface RowState {
  readonly tone: 'good' | 'warn' | 'bad' | 'info' | 'plain';
  readonly text: string;
}

/** What the list and the report call the row's state. */
export function rowState(row: CertificationRow): RowState {
  const { outcome, status, faults, use } = row;
  if (outcome !== null) return { tone: outcomeTones[outcome], text: texts.outcomes[outcome] };
  if (status !== null) return { tone: 'info', text: status };
  if (faults.some(isRejection)) return { tone: 'bad', text: texts.withErrors };
  if (use !== null && use !== 'free') return { tone: useTones[use], text: texts.uses[use] };
  if (faults.length > 0) return { tone: 'warn', text: texts.withWarnings };
  return { tone: 'plain', text: texts.pending };
}

/** Why the row's voucher waits; empty if it does not. */
export function waitingText({ waiting }: Pick<CertificationRow, 'waiting'>): string {
  const reasons: Readonly<Record<string, string>> = es.waiting;
  return waiting === null ? '' : (reasons[waiting] ?? waiting);
}

/** What DGII or the service said about the row. */
export function saidAbout({ messages, refusal }: CertificationRow): readonly string[] {
  if (refusal === null) return messages;
  const { code, mensaje } = refusal;
  return [...messages, mensaje === '' ? code : `${code} ${mensaje}`.trim()];
}

/** The state of a run with a sign, a word and a colour. */
import type { CertificationRun } from '../../../api/answers.js';
import { Badge } from '../../../parts/badge.js';
import { certificationRuns as certificationRunsTexts } from '../../../texts/certification-runs.js';

const tones = { ready: 'plain', running: 'info', paused: 'warn', stopped: 'bad', done: 'good' } as const;

export function RunBadge({ state }: Pick<CertificationRun, 'state'>) {
  return <Badge tone={tones[state]}>{certificationRunsTexts.states[state]}</Badge>;
}

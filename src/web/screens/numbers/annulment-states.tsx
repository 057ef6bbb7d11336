/** What became of an annulment, and of its numbers. */
import type { Annulment } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';

const tones = {
  pendiente: 'info',
  anulado: 'good',
  parcial: 'warn',
  rechazado: 'bad',
  incierto: 'warn',
} as const;

export function AnnulmentState({ estado }: Pick<Annulment, 'estado'>) {
  return <Badge tone={tones[estado]}>{es.annulments.states[estado]}</Badge>;
}

const outcomeTones = { locked: 'info', annulled: 'good', refused: 'bad', uncertain: 'warn' } as const;

export function NumberOutcome({ outcome }: Pick<Annulment['numbers'][number], 'outcome'>) {
  return <Badge tone={outcomeTones[outcome]}>{es.annulments.outcomes[outcome]}</Badge>;
}

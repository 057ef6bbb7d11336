/** What became of an annulment, and of its numbers. */
import type { Annulment } from '../../api/answers.js';
import { Badge } from '../../parts/badge.js';
import { annulments as annulmentsTexts } from '../../texts/annulments.js';

const tones = {
  pendiente: 'info',
  anulado: 'good',
  parcial: 'warn',
  rechazado: 'bad',
  incierto: 'warn',
} as const;

export function AnnulmentState({ estado }: Pick<Annulment, 'estado'>) {
  return <Badge tone={tones[estado]}>{annulmentsTexts.states[estado]}</Badge>;
}

const numberTones = { pendiente: 'info', anulado: 'good', rechazado: 'bad', incierto: 'warn' } as const;

export function NumberState({ estado }: Pick<Annulment['resultado'][number], 'estado'>) {
  return <Badge tone={numberTones[estado]}>{annulmentsTexts.numberStates[estado]}</Badge>;
}

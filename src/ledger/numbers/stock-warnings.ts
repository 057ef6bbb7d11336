/** Warns when a company's numbers run out or expire soon, for the api's answers, its log and the command line. */
import { daysBetween } from '../../ecf/model/dates.js';
import type { SequenceStatus } from './numbers.js';

export interface StockThresholds {
  /** Warn when this many numbers are left, or fewer. */
  readonly lowNumbers: number;
  /** Warn when all numbers expire within this many days. */
  readonly expiryDays: number;
}

export interface StockWarning {
  readonly code: 'SEQUENCE_LOW_STOCK' | 'SEQUENCE_EXPIRING';
  readonly mensaje: string;
  /** Numbers left, or days left. */
  readonly quedan: number;
}

export function stockWarnings(
  { ecfType, state, available, authorizations }: SequenceStatus,
  today: string,
  { lowNumbers, expiryDays }: StockThresholds,
): StockWarning[] {
  if (state !== 'Vigente' && state !== 'Agotada') return [];
  const warnings: StockWarning[] = [];
  if (available <= lowNumbers) {
    const mensaje = `${leftText(available)} del tipo ${ecfType}: solicite otra autorización a la DGII.`;
    warnings.push({ code: 'SEQUENCE_LOW_STOCK', mensaje, quedan: available });
  }
  if (available === 0) return warnings;
  const days = authorizations
    .filter((authorization) => authorization.state === 'Vigente')
    .map(({ expiresOn }) => (expiresOn === null ? Infinity : daysBetween(today, expiresOn)));
  const quedan = Math.max(...days);
  if (quedan <= expiryDays) {
    const when = quedan === 0 ? 'hoy' : quedan === 1 ? 'mañana o antes' : `en ${quedan} días o menos`;
    const mensaje = `Todos los números del tipo ${ecfType} vencen ${when}.`;
    warnings.push({ code: 'SEQUENCE_EXPIRING', mensaje, quedan });
  }
  return warnings;
}

function leftText(available: number): string {
  if (available === 0) return 'No quedan números';
  return available === 1 ? 'Queda 1 número' : `Quedan ${available} números`;
}

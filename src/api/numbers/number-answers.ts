/** Numbers as `ecf-sequences` answers them. The web application's answers add to these. */
import { hourMs } from '../../ecf/durations.js';
import { formatEncf } from '../../ecf/model/encf.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { AuthorizationStatus, SequenceStatus, UnusedNumber } from '../../ledger/numbers/numbers.js';
import { stockWarnings, type StockThresholds } from '../../ledger/numbers/stock-warnings.js';

export function sequenceAnswer(sequence: SequenceStatus, today: string, thresholds: StockThresholds) {
  const { ecfType, next, available, expiresOn, state, authorizations } = sequence;
  return {
    ecfType,
    next: encfOrNull(ecfType, next),
    available,
    expiresOn,
    state,
    advertencias: stockWarnings(sequence, today, thresholds),
    authorizations: authorizations.map(authorizationAnswer),
  };
}

export function authorizationAnswer(authorization: AuthorizationStatus) {
  const { id, ecfType, from, to, next, available, expiresOn, state } = authorization;
  return {
    id,
    from: formatEncf(ecfType, from),
    to: formatEncf(ecfType, to),
    next: encfOrNull(ecfType, next),
    available,
    expiresOn,
    state,
  };
}

export function unusedAnswer({ encf, ecfType, ref, reservedAt, expiresOn }: UnusedNumber, now: Date) {
  return {
    encf,
    ecfType,
    externalReference: ref ?? '',
    reservedAt: reservedAt.toISOString(),
    ageHours: Math.floor((now.getTime() - reservedAt.getTime()) / hourMs),
    sequenceExpiresOn: expiresOn,
  };
}

function encfOrNull(ecfType: EcfType, serial: number | null): string | null {
  return serial === null ? null : formatEncf(ecfType, serial);
}

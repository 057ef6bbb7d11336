/**
 * What divides type 32 in two: from this amount on it goes to DGII in full and names its buyer; below it, DGII gets its
 * summary, the RFCE (Formato e-CF v1.0 note 4; Descripción técnica de servicios p.15).
 */
import { amountOf, type Amount } from './amounts.js';
import type { EcfType } from './ecf-types.js';

export const consumerThreshold = amountOf('250000');

/** True for a type 32 that DGII gets as RFCE. */
export function goesAsSummary(type: EcfType, montoTotal: Amount): boolean {
  return type === 32 && montoTotal.lt(consumerThreshold);
}

/**
 * This amount divides type 32 in two. From this amount up, DGII gets the full voucher, which names its buyer. Below it,
 * DGII gets a summary, the RFCE (Formato e-CF v1.0 note 4; Descripción técnica de servicios p.15).
 */
import { amountOf, type Amount } from './amounts.js';
import type { EcfType } from './ecf-types.js';

export const consumerThreshold = amountOf('250000');

export function goesAsSummary(type: EcfType, montoTotal: Amount): boolean {
  return type === 32 && montoTotal.lt(consumerThreshold);
}

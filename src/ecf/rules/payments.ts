/** Rules on how and when a voucher is paid (Formato e-CF v1.0 pp.8-10). */
import type { Rule } from './rule.js';

export const paymentRules: readonly Rule[] = [];

/** Rules on global discounts and surcharges (Formato e-CF v1.0 pp.49-50). */
import type { Rule } from './rule.js';

export const adjustmentRules: readonly Rule[] = [];

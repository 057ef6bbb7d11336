/** Rules on withheld ITBIS and ISR (Formato e-CF v1.0 pp.28, 36-37). */
import type { Rule } from './rule.js';

export const withholdingRules: readonly Rule[] = [];

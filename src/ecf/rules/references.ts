/** Rules on the voucher that a note modifies, or that this one replaces (Formato e-CF v1.0 pp.8, 57-58). */
import type { Rule } from './rule.js';

export const referenceRules: readonly Rule[] = [];

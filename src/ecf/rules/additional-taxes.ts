/** Rules on additional taxes, codes 001-039 (Formato e-CF v1.0 pp.23-26). */
import type { Rule } from './rule.js';

export const additionalTaxRules: readonly Rule[] = [];

/** Rules on amounts in another currency (Formato e-CF v1.0 pp.29-34, 44). */
import type { Rule } from './rule.js';

export const otherCurrencyRules: readonly Rule[] = [];

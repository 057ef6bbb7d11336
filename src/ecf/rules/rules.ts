/** Every business rule. A new one is a row in one of these tables. */
import { buyerRules } from './buyer.js';
import { identificationRules } from './identification.js';
import { lineRules } from './lines.js';
import type { Rule } from './rule.js';
import { totalRules } from './totals.js';

export const rules: readonly Rule[] = [...identificationRules, ...buyerRules, ...lineRules, ...totalRules];

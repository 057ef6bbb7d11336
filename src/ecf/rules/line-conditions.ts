/** What a line must or may carry in its type of e-CF (Formato e-CF v1.0 pp.35-45). */
import type { Rule } from './rule.js';

export const lineConditionRules: readonly Rule[] = [];

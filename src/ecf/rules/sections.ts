/** Rules on subtotals and pages (Formato e-CF v1.0 pp.46, 51-56). */
import type { Rule } from './rule.js';

export const sectionRules: readonly Rule[] = [];

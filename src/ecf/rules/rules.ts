/** Every business rule. A new one is a row in one of these tables. */
import { additionalTaxRules } from './additional-taxes.js';
import { adjustmentRules } from './adjustments.js';
import { buyerRules } from './buyer.js';
import { identificationRules } from './identification.js';
import { lineConditionRules } from './line-conditions.js';
import { lineRules } from './lines.js';
import { otherCurrencyRules } from './other-currency.js';
import { paymentRules } from './payments.js';
import { referenceRules } from './references.js';
import type { Rule } from './rule.js';
import { sectionRules } from './sections.js';
import { totalRules } from './totals.js';
import { withholdingRules } from './withholdings.js';

export const rules: readonly Rule[] = [
  ...identificationRules,
  ...paymentRules,
  ...buyerRules,
  ...lineConditionRules,
  ...lineRules,
  ...adjustmentRules,
  ...additionalTaxRules,
  ...totalRules,
  ...withholdingRules,
  ...otherCurrencyRules,
  ...sectionRules,
  ...referenceRules,
];

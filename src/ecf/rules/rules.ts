/** Every business rule, by chapter. A new one is a row in one of these tables. */
import { additionalTaxRules } from './sums/additional-taxes.js';
import { adjustmentRules } from './lines/adjustments.js';
import { buyerRules } from './header/buyer.js';
import { identificationRules } from './header/identification.js';
import { lineConditionRules } from './lines/line-conditions.js';
import { lineRules } from './lines/lines.js';
import { modifiedRules } from './header/modified.js';
import { otherCurrencyRules } from './sums/other-currency.js';
import { pageSumRules } from './sums/page-sums.js';
import { paymentRules } from './header/payments.js';
import { printedFormRules } from './printed-form.js';
import { referenceRules } from './header/references.js';
import type { Rule } from './rule.js';
import { sectionRules } from './lines/sections.js';
import { totalRules } from './sums/totals.js';
import { withholdingRules } from './sums/withholdings.js';

export interface RuleChapter {
  /** Spanish, for docs/integrar/validacion.md. */
  readonly titulo: string;
  readonly rules: readonly Rule[];
}

export const ruleChapters: readonly RuleChapter[] = [
  { titulo: 'Identificación', rules: identificationRules },
  { titulo: 'Pago', rules: paymentRules },
  { titulo: 'Comprador', rules: buyerRules },
  { titulo: 'Lo que llevan las líneas', rules: lineConditionRules },
  { titulo: 'Aritmética de las líneas', rules: lineRules },
  { titulo: 'Descuentos y recargos globales', rules: adjustmentRules },
  { titulo: 'Impuestos adicionales', rules: additionalTaxRules },
  { titulo: 'Totales', rules: totalRules },
  { titulo: 'Retenciones', rules: withholdingRules },
  { titulo: 'Otra moneda', rules: otherCurrencyRules },
  { titulo: 'Subtotales y páginas', rules: sectionRules },
  { titulo: 'Sumas de las páginas', rules: pageSumRules },
  { titulo: 'Referencias y notas', rules: referenceRules },
  {
    titulo: 'El comprobante al que se refiere NCFModificado, si lo emitió este servicio',
    rules: modifiedRules,
  },
  { titulo: 'Representación impresa', rules: printedFormRules },
];

export const rules: readonly Rule[] = ruleChapters.flatMap((chapter) => chapter.rules);

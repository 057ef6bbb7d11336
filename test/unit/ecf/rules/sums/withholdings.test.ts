/** Withheld ITBIS and ISR. */
import { withholdingRules } from '../../../../../src/ecf/rules/sums/withholdings.js';
import { all, item, ruleCases, totales } from '../cases.js';
import { computed, line } from '../computed.js';
import type { Json } from '../../samples.js';

const retencion = (change: Json) => ({
  Retencion: { IndicadorAgenteRetencionoPercepcion: 1, ...change },
});

/** One exempt line of 1,000.00. */
const exempt = (change: Json, totals: Json = {}) =>
  computed([line(4, 1000, change)], { MontoExento: 1000, MontoTotal: 1000, ...totals });

ruleCases(withholdingRules, [
  { name: 'a service with both', type: 41, codes: [] },
  { name: 'a payment abroad', type: 47, codes: [] },
  {
    name: 'goods of a supplier without RNC',
    type: 41,
    change: all(
      item({ IndicadorBienoServicio: 1, ...retencion({ MontoITBISRetenido: 180 }) }),
      totales({ TotalISRRetencion: 0 }),
    ),
    codes: [],
  },
  {
    name: 'goods with an ISR of zero',
    type: 41,
    change: all(
      item({ IndicadorBienoServicio: 1, ...retencion({ MontoITBISRetenido: 180, MontoISRRetenido: 0 }) }),
      totales({ TotalISRRetencion: 0 }),
    ),
    codes: [],
  },
  {
    // Note 53: the ITBIS withheld is written as zero.
    name: 'an exempt service',
    type: 31,
    change: exempt(
      { IndicadorBienoServicio: 2, ...retencion({ MontoITBISRetenido: 0, MontoISRRetenido: 100 }) },
      { TotalITBISRetenido: 0, TotalISRRetencion: 100 },
    ),
    codes: [],
  },
  {
    name: 'only ISR, without the withholding agent',
    type: 31,
    change: all(item({ Retencion: { MontoISRRetenido: 100 } }), totales({ TotalISRRetencion: 100 })),
    codes: ['RETENCION-01'],
  },
  {
    name: 'no amount withheld is given',
    type: 34,
    change: item(retencion({})),
    codes: ['RETENCION-02'],
  },
  {
    name: 'zero withheld',
    type: 34,
    change: item(retencion({ MontoITBISRetenido: 0 })),
    codes: [],
  },
  {
    name: 'an exempt service without the zero',
    type: 33,
    change: exempt(retencion({ MontoISRRetenido: 100 }), { TotalISRRetencion: 100 }),
    codes: ['RETENCION-03'],
  },
  {
    name: 'ITBIS withheld on an exempt line',
    type: 41,
    change: exempt(retencion({ MontoITBISRetenido: 18 }), { TotalITBISRetenido: 18 }),
    codes: ['RETENCION-03'],
  },
  {
    name: 'ISR withheld on goods',
    type: 41,
    change: item({ IndicadorBienoServicio: 1 }),
    codes: ['~RETENCION-04'],
  },
  {
    name: 'a perception',
    type: 31,
    change: item({ Retencion: { IndicadorAgenteRetencionoPercepcion: 2, MontoITBISRetenido: 0 } }),
    codes: ['~RETENCION-05'],
  },
  {
    name: 'a total of perceptions',
    type: 31,
    change: totales({ TotalITBISPercepcion: 20, TotalISRPercepcion: 10 }),
    codes: ['~RETENCION-06', '~RETENCION-06'],
  },
  {
    name: 'totals of perceptions of zero',
    type: 31,
    change: totales({ TotalITBISPercepcion: 0, TotalISRPercepcion: 0 }),
    codes: [],
  },
]);

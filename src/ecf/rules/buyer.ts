/** Rules on the buyer and on what goes with a type 32 of 250,000.00 and above (Formato e-CF v1.0 pp.13-14). */
import { textAt } from '../ecf.js';
import { goesAsSummary } from '../consumer-threshold.js';
import type { Rule } from './rule.js';
import { paths, type Voucher } from './voucher.js';

/** Lines of a type 32 that goes to DGII in full, as its XSD says. */
const sentLinesMax = 1000;

export const buyerRules: readonly Rule[] = [
  {
    code: 'COMPRADOR-01',
    severidad: 'rechazo',
    descripcion: 'Desde RD$ 250,000.00 una factura de consumo lleva RNCComprador o IdentificadorExtranjero.',
    source: 'Formato e-CF v1.0 pp.13-14, note 4',
    types: [32],
    *check(voucher) {
      const { comprador } = voucher;
      if (!isLargeConsumer(voucher)) return;
      if ((textAt(comprador, 'RNCComprador') ?? textAt(comprador, 'IdentificadorExtranjero')) !== undefined)
        return;
      const mensaje =
        'Desde RD$ 250,000.00 la factura de consumo lleva RNCComprador o IdentificadorExtranjero.';
      yield { campo: `${paths.comprador}.RNCComprador`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-02',
    severidad: 'rechazo',
    descripcion: 'Desde RD$ 250,000.00 una factura de consumo lleva RazonSocialComprador.',
    source: 'Formato e-CF v1.0 pp.13-14, note 4',
    types: [32],
    *check(voucher) {
      if (!isLargeConsumer(voucher) || textAt(voucher.comprador, 'RazonSocialComprador') !== undefined)
        return;
      const mensaje = 'Desde RD$ 250,000.00 la factura de consumo lleva RazonSocialComprador.';
      yield { campo: `${paths.comprador}.RazonSocialComprador`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-03',
    severidad: 'rechazo',
    descripcion: 'RNCComprador e IdentificadorExtranjero se excluyen.',
    source: 'Formato e-CF v1.0 notes 7 and 8',
    *check({ comprador }) {
      if (textAt(comprador, 'RNCComprador') === undefined) return;
      if (textAt(comprador, 'IdentificadorExtranjero') === undefined) return;
      const mensaje = 'RNCComprador e IdentificadorExtranjero se excluyen: se envía uno de los dos.';
      yield { campo: `${paths.comprador}.IdentificadorExtranjero`, mensaje };
    },
  },
  {
    code: 'LINEAS-01',
    severidad: 'rechazo',
    descripcion: 'Una factura de consumo que va completa a la DGII lleva hasta 1,000 líneas.',
    source: 'Formato e-CF v1.0 note 48; XSD of type 32',
    types: [32],
    *check(voucher) {
      if (!isLargeConsumer(voucher) || voucher.lines.length <= sentLinesMax) return;
      const mensaje = `Desde RD$ 250,000.00 la factura de consumo lleva hasta ${sentLinesMax} líneas; hay ${voucher.lines.length}.`;
      yield { campo: paths.items, mensaje };
    },
  },
];

function isLargeConsumer({ type, montoTotal }: Voucher): boolean {
  return type === 32 && montoTotal !== undefined && !goesAsSummary(type, montoTotal);
}

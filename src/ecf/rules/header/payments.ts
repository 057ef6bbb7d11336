/** Rules on how and when a voucher is paid (Formato e-CF v1.0 pp.9-10). */
import { amountOf, isWithin, shownMoney, sum, zero, type Amount } from '../../model/amounts.js';
import { compareDates } from '../../model/dates.js';
import { nodeAt, nodesAt, textAt } from '../../model/ecf.js';
import { amountAt, amountText, headerTolerance, sumAt } from '../arithmetic.js';
import { dgii, practica, rechazo, type Finding, type Rule } from '../rule.js';
import { dateAt, paths, type Voucher } from '../voucher.js';

const credito = '2';
const gratuito = '3';
const bonosDeRegalo = '5';

export const paymentRules: readonly Rule[] = [
  {
    code: 'PAGO-01',
    ...rechazo,
    descripcion: 'Con TipoPago 2 (crédito) va FechaLimitePago.',
    source: 'Formato e-CF v1.0 p.9',
    types: [31, 32, 33, 41, 44, 45, 46],
    check: limitOfCredit,
  },
  {
    // The format gives type 34 the same code, but its text is about invoices on credit; nobody pays a credit note.
    code: 'PAGO-02',
    ...practica('La página habla de las facturas a crédito, y una nota de crédito no se paga.'),
    descripcion: 'Con TipoPago 2 (crédito) una nota de crédito también lleva FechaLimitePago.',
    source: 'Formato e-CF v1.0 p.9',
    types: [34],
    check: limitOfCredit,
  },
  {
    code: 'PAGO-03',
    ...rechazo,
    descripcion: 'FechaLimitePago no es anterior a FechaEmision.',
    source: 'Formato e-CF v1.0 p.9',
    types: [31, 32, 33, 34, 41, 44, 45, 46, 47],
    *check({ idDoc, emisor }) {
      const limit = dateAt(idDoc, 'FechaLimitePago');
      const issued = dateAt(emisor, 'FechaEmision');
      if (limit === undefined || issued === undefined || compareDates(limit, issued) >= 0) return;
      const mensaje = `Se esperaba una fecha igual o posterior a FechaEmision (${issued}); se recibió ${limit}.`;
      yield { campo: `${paths.idDoc}.FechaLimitePago`, mensaje };
    },
  },
  {
    code: 'PAGO-04',
    ...rechazo,
    descripcion: 'La forma de pago 5 (bonos o certificados de regalo) es solo de las facturas de consumo.',
    source: 'Formato e-CF v1.0 p.9',
    types: [31, 33, 41, 44, 45, 46, 47],
    *check({ idDoc, type }) {
      const rows = nodesAt(nodeAt(idDoc, 'TablaFormasPago'), 'FormaDePago');
      for (const [index, row] of rows.entries()) {
        if (textAt(row, 'FormaPago') !== bonosDeRegalo) continue;
        const mensaje = `La forma de pago 5 (bonos o certificados de regalo) se usa solo en el tipo 32; el comprobante es del tipo ${type}.`;
        yield { campo: `${paths.idDoc}.TablaFormasPago.FormasDePago[${index}].FormaPago`, mensaje };
      }
    },
  },
  {
    // The XSD of this type leaves it optional, so it is not a certain rejection. DGII answers with code 3, an incomplete IdDoc.
    code: 'PAGO-05',
    ...dgii,
    descripcion: 'Un comprobante de compras lleva TipoPago, aunque el XSD oficial lo deje opcional.',
    source: 'Formato e-CF v1.0 p.9; código 3 de la DGII, observado',
    types: [41],
    *check({ idDoc }) {
      if (idDoc === undefined || textAt(idDoc, 'TipoPago') !== undefined) return;
      const mensaje = 'Se esperaba el tipo de pago (1 contado, 2 crédito, 3 gratuito); no se recibió.';
      yield { campo: `${paths.idDoc}.TipoPago`, mensaje };
    },
  },
  {
    code: 'PAGO-06',
    ...practica('La página dice que no vale para crédito fiscal, no que el tipo 31 no la admita.'),
    descripcion: 'Una factura de crédito fiscal no es por entrega gratuita (TipoPago 3).',
    source: 'Formato e-CF v1.0 p.9',
    types: [31],
    *check({ idDoc }) {
      if (textAt(idDoc, 'TipoPago') !== gratuito) return;
      const mensaje =
        'Una factura por entrega gratuita no es válida para crédito fiscal: se esperaba 1 (contado) o 2 (crédito); se recibió 3.';
      yield { campo: `${paths.idDoc}.TipoPago`, mensaje };
    },
  },
  {
    code: 'PAGO-07',
    ...practica('Ninguna página relaciona la suma de las formas de pago con el total.'),
    descripcion:
      'Los MontoPago de TablaFormasPago suman MontoTotal o el valor a pagar, con lo retenido o sin ello.',
    source: 'Sin página oficial; así suman los comprobantes de los sets de certificación, salvo uno',
    types: [31, 32, 33, 41, 44, 45, 46, 47],
    *check(voucher) {
      const { idDoc, montoTotal } = voucher;
      const rows = nodesAt(nodeAt(idDoc, 'TablaFormasPago'), 'FormaDePago');
      const amounts = rows.flatMap((row) => amountAt(row, 'MontoPago') ?? []);
      // The structure check reports a form without its amount.
      if (rows.length === 0 || amounts.length < rows.length || montoTotal === undefined) return;
      const paid = sum(amounts);
      // Nobody pays for what is free of charge.
      if (textAt(idDoc, 'TipoPago') === gratuito && paid.eq(zero)) return;
      const tolerance = headerTolerance(voucher);
      if (amountsDue(voucher, montoTotal).some((due) => isWithin(tolerance, paid, due))) return;
      const mensaje = `Se esperaba que las formas de pago sumaran ${amountText(montoTotal)}, el MontoTotal; suman ${amountText(paid)}. Tolerancia: ${shownMoney(amountOf(String(tolerance)))}.`;
      yield { campo: `${paths.idDoc}.TablaFormasPago`, mensaje };
    },
  },
];

/** What may be paid for the voucher: its total or the amount to pay, with or without what the buyer withholds. */
function amountsDue({ totales }: Voucher, montoTotal: Amount): readonly Amount[] {
  const notBilled = sumAt(totales, ['MontoNoFacturable']) ?? zero;
  const advance = sumAt(totales, ['MontoAvancePago']) ?? zero;
  const withheld = sumAt(totales, ['TotalITBISRetenido', 'TotalISRRetencion']) ?? zero;
  const whole = [montoTotal, montoTotal.plus(notBilled)];
  const due = [
    ...whole,
    ...whole.map((one) => one.minus(advance)),
    amountAt(totales, 'ValorPagar') ?? montoTotal,
  ];
  return [...due, ...due.map((one) => one.minus(withheld))];
}

function* limitOfCredit({ idDoc }: Voucher): Iterable<Finding> {
  if (textAt(idDoc, 'TipoPago') !== credito || textAt(idDoc, 'FechaLimitePago') !== undefined) return;
  const mensaje = 'TipoPago es 2 (crédito): se esperaba la fecha límite de pago; no se recibió.';
  yield { campo: `${paths.idDoc}.FechaLimitePago`, mensaje };
}

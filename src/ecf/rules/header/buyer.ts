/** Rules on the buyer (Formato e-CF v1.0 pp.13-14): who must be named, and how. */
import { amountOf } from '../../model/amounts.js';
import { consumerThreshold } from '../../model/consumer-threshold.js';
import { textAt } from '../../model/ecf.js';
import { parseEncf } from '../../model/encf.js';
import { excerpt } from '../../model/fault.js';
import { checkDigitFits } from '../../model/rnc.js';
import { practica, rechazo, type Rule } from '../rule.js';
import { paths, type Voucher } from '../voucher.js';

export const buyerRules: readonly Rule[] = [
  {
    code: 'COMPRADOR-01',
    ...rechazo,
    descripcion:
      'Una factura de consumo desde RD$ 250,000.00, y una nota que modifica una así, lleva RNCComprador o IdentificadorExtranjero.',
    source: 'Formato e-CF v1.0 pp.13-14, notas 4 y 7; código 1381 de la DGII, observado',
    types: [32, 33, 34],
    byLedger: true,
    *check(voucher) {
      if (!isLargeConsumption(voucher) || isIdentified(voucher)) return;
      const mensaje = `${largeConsumption(voucher.type)} se esperaba RNCComprador o IdentificadorExtranjero; no se recibió ninguno.`;
      yield { campo: `${paths.comprador}.RNCComprador`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-02',
    ...rechazo,
    descripcion:
      'Una factura de consumo desde RD$ 250,000.00, y una nota que modifica una así, lleva RazonSocialComprador.',
    source: 'Formato e-CF v1.0 p.14',
    types: [32, 33, 34],
    byLedger: true,
    *check(voucher) {
      if (!isLargeConsumption(voucher) || textAt(voucher.comprador, 'RazonSocialComprador') !== undefined)
        return;
      const mensaje = `${largeConsumption(voucher.type)} se esperaba el nombre o razón social del comprador; no se recibió.`;
      yield { campo: `${paths.comprador}.RazonSocialComprador`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-03',
    ...rechazo,
    descripcion: 'RNCComprador e IdentificadorExtranjero se excluyen.',
    source: 'Formato e-CF v1.0 pp.13-14, notas 5, 7 y 8',
    types: [32, 33, 34, 44, 46],
    *check({ comprador }) {
      if (textAt(comprador, 'RNCComprador') === undefined) return;
      if (textAt(comprador, 'IdentificadorExtranjero') === undefined) return;
      const mensaje =
        'RNCComprador e IdentificadorExtranjero se excluyen: se esperaba uno; se recibieron los dos.';
      yield { campo: `${paths.comprador}.IdentificadorExtranjero`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-04',
    ...rechazo,
    descripcion:
      'El comprador lleva RNCComprador o, si es un extranjero sin RNC ni cédula, IdentificadorExtranjero.',
    source: 'Formato e-CF v1.0 pp.13-14, notas 5 y 8; código 1381 de la DGII, observado',
    types: [44],
    *check(voucher) {
      if (voucher.comprador === undefined || isIdentified(voucher)) return;
      const mensaje =
        'Se esperaba RNCComprador o, para un extranjero sin RNC ni cédula, IdentificadorExtranjero; no se recibió ninguno.';
      yield { campo: `${paths.comprador}.RNCComprador`, mensaje };
    },
  },
  {
    code: 'COMPRADOR-05',
    ...practica('Un dígito equivocado se nota así, pero hay números auténticos que no cumplen.'),
    descripcion: 'El dígito verificador de RNCComprador corresponde a los demás dígitos.',
    source: 'Sin página oficial',
    types: [31, 32, 33, 34, 41, 44, 45, 46],
    *check({ comprador }) {
      const rnc = textAt(comprador, 'RNCComprador');
      if (rnc === undefined || checkDigitFits(rnc)) return;
      const mensaje = `El dígito verificador de ${excerpt(rnc)} no corresponde: confirme el RNC o la cédula del comprador.`;
      yield { campo: `${paths.comprador}.RNCComprador`, mensaje };
    },
  },
];

/**
 * A note on a type 32 of 250,000.00 or more names the buyer too. The ledger may know the amount of that voucher. A credit
 * note of 250,000.00 or more is proof in itself: its total cannot exceed the total of the voucher (p.26).
 */
function isLargeConsumption({ type, montoTotal, referencia, facts }: Voucher): boolean {
  if (type === 32) return montoTotal?.gte(consumerThreshold) === true;
  const { referenced } = facts;
  if (referenced?.tipoeCF === 32 && amountOf(referenced.montoTotal).gte(consumerThreshold)) return true;
  if (type !== 34 || montoTotal === undefined || montoTotal.lt(consumerThreshold)) return false;
  return parseEncf(textAt(referencia, 'NCFModificado'))?.type === 32;
}

function isIdentified({ comprador }: Voucher): boolean {
  return (textAt(comprador, 'RNCComprador') ?? textAt(comprador, 'IdentificadorExtranjero')) !== undefined;
}

function largeConsumption(type: number): string {
  return type === 32
    ? 'Desde RD$ 250,000.00 en una factura de consumo'
    : 'En una nota sobre una factura de consumo desde RD$ 250,000.00';
}

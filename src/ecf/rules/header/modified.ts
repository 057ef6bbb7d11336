/**
 * Rules on the voucher that a note modifies, as the ledger knows it (`facts.referenced`): its state, the balance of its
 * total, its buyer, date and currency. If the ledger does not know the voucher, the note passes all these rules. For a type 31 that
 * refers to a consumption voucher (code 5) only the state matters.
 */
import { amountOf, shownMoney, zero, type Amount } from '../../model/amounts.js';
import { compareDates } from '../../model/dates.js';
import { documentStates } from '../../model/document-states.js';
import { textAt } from '../../model/ecf.js';
import { excerpt } from '../../model/fault.js';
import type { Referenced } from '../../model/facts.js';
import { oficial, practica, rechazo, type Rule } from '../rule.js';
import { dateAt, paths, type Voucher } from '../voucher.js';

const anula = '1';

/** Why a note cannot modify a voucher in this state. */
const deadReasons = {
  rejected: 'la DGII lo rechazó',
  refused: 'no se envió a la DGII',
  annulled: 'su número fue anulado',
} as const;

export const modifiedRules: readonly Rule[] = [
  {
    code: 'REFERENCIA-13',
    ...rechazo,
    descripcion:
      'El comprobante que una nota modifica, o al que un tipo 31 se refiere, si lo emitió este servicio, no está rechazado, anulado ni sin enviar, y su número no es uno que el servicio todavía no ha entregado.',
    source: 'Formato e-CF v1.0 p.57; código 614 de la DGII, observado',
    types: [31, 33, 34],
    byLedger: true,
    *check(voucher) {
      const { referenced } = voucher.facts;
      if (referenced === undefined || isAlive(referenced) || mayBeAnothers(referenced, voucher)) return;
      const reason =
        referenced.neverHandedOut === undefined
          ? deadReasons[referenced.state as keyof typeof deadReasons]
          : 'ecf-sequences/next no ha entregado ese número';
      const mensaje = `Se esperaba un comprobante aceptado por la DGII; se recibió ${referenced.encf}: ${reason}.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'NOTA-05',
    ...rechazo,
    descripcion:
      'MontoTotal de una nota de crédito, sumado al de las demás notas de crédito sobre el mismo comprobante, no supera el MontoTotal de este más las notas de débito aceptadas sobre él.',
    source: 'Formato e-CF v1.0 p.26, nota 30; con las notas de débito, la práctica de otro emisor de e-CF',
    types: [34],
    byLedger: true,
    *check(voucher) {
      const { montoTotal } = voucher;
      const referenced = aliveOf(voucher);
      if (referenced === undefined || montoTotal === undefined) return;
      const left = leftOf(referenced).plus(referenced.debited);
      if (montoTotal.lte(left)) return;
      const mensaje = `La nota excede ${balanceText(referenced, left)}; se recibió ${money(montoTotal)}.`;
      yield { campo: `${paths.totales}.MontoTotal`, mensaje };
    },
  },
  {
    code: 'NOTA-12',
    ...practica('Otro emisor de e-CF cuenta las notas de débito aceptadas; qué hace la DGII no consta.'),
    descripcion:
      'Las notas de crédito sobre un comprobante no superan su MontoTotal, aunque haya notas de débito aceptadas sobre él; hasta la suma de ambos es asunto de esta regla, y más allá de NOTA-05.',
    source: 'Formato e-CF v1.0 p.26, nota 30',
    types: [34],
    byLedger: true,
    *check(voucher) {
      const { montoTotal } = voucher;
      const referenced = aliveOf(voucher);
      if (referenced === undefined || montoTotal === undefined) return;
      const left = leftOf(referenced);
      // Beyond the debit notes another rule refuses the note.
      if (montoTotal.lte(left) || montoTotal.gt(left.plus(referenced.debited))) return;
      const { encf, montoTotal: total, debited } = referenced;
      const mensaje = `Las notas de crédito superan el total de ${encf}, ${money(total)}, y caben solo por sus notas de débito aceptadas, que suman ${money(debited)}: la DGII puede rechazarla; se recibió ${money(montoTotal)}.`;
      yield { campo: `${paths.totales}.MontoTotal`, mensaje };
    },
  },
  {
    code: 'NOTA-06',
    ...practica('Lo dice la prensa; el aviso de la DGII no se ha visto.'),
    descripcion: 'Un comprobante que una nota de crédito anuló (código 1) no recibe más notas.',
    source: 'Aviso de la DGII en vigor desde el 23-09-2025, según la prensa',
    types: [33, 34],
    byLedger: true,
    *check(voucher) {
      const referenced = aliveOf(voucher);
      if (referenced?.annulled !== true) return;
      const mensaje = `Otra nota de crédito ya anuló ${referenced.encf} (código 1): no admite más notas.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'NOTA-07',
    ...practica('Lo dice la prensa; el aviso de la DGII no se ha visto.'),
    descripcion:
      'Una nota de crédito que anula (código 1) es por el total del comprobante modificado, o por lo que queda de él.',
    source: 'Aviso de la DGII en vigor desde el 23-09-2025, según la prensa',
    types: [34],
    byLedger: true,
    *check(voucher) {
      const { montoTotal, codigoModificacion } = voucher;
      const referenced = aliveOf(voucher);
      if (referenced === undefined || montoTotal === undefined || codigoModificacion !== anula) return;
      const left = leftOf(referenced);
      // An amount above the balance is reported by the rule on the sum of the notes.
      if (montoTotal.gte(left)) return;
      const mensaje = `El código 1 anula el comprobante completo: se esperaba ${money(left)}, el saldo de ${referenced.encf}; se recibió ${money(montoTotal)}.`;
      yield { campo: `${paths.totales}.MontoTotal`, mensaje };
    },
  },
  {
    code: 'NOTA-08',
    ...practica('La DGII no lo escribe en el formato.'),
    descripcion: 'Una nota lleva el mismo RNCComprador que el comprobante que modifica.',
    source: 'Práctica; la DGII no lo escribe en el formato',
    types: [33, 34],
    byLedger: true,
    *check(voucher) {
      const referenced = aliveOf(voucher);
      const found = textAt(voucher.comprador, 'RNCComprador') ?? '';
      if (referenced === undefined || found === referenced.rncComprador) return;
      // A consumption voucher may leave out its buyer, and the note may still name one.
      if (referenced.rncComprador === '') return;
      const received = found === '' ? 'no se recibió' : `se recibió ${excerpt(found)}`;
      const mensaje = `Se esperaba ${referenced.rncComprador}, el comprador de ${referenced.encf}; ${received}.`;
      yield { campo: `${paths.comprador}.RNCComprador`, mensaje };
    },
  },
  {
    code: 'NOTA-09',
    ...oficial,
    descripcion: 'FechaNCFModificado es la FechaEmision del comprobante que la nota modifica.',
    source: 'Formato e-CF v1.0 p.58',
    types: [33, 34],
    byLedger: true,
    *check(voucher) {
      const referenced = aliveOf(voucher);
      const found = dateAt(voucher.referencia, 'FechaNCFModificado');
      if (referenced === undefined || found === undefined || found === referenced.fechaEmision) return;
      const mensaje = `Se esperaba ${referenced.fechaEmision}, la fecha de emisión de ${referenced.encf}; se recibió ${found}.`;
      yield { campo: `${paths.referencia}.FechaNCFModificado`, mensaje };
    },
  },
  {
    // The balance does not depend on the other currency: MontoTotal is always in pesos.
    code: 'NOTA-10',
    ...practica('La DGII no lo escribe en el formato.'),
    descripcion: 'Una nota con OtraMoneda usa la moneda del comprobante que modifica.',
    source: 'Práctica; la DGII no lo escribe en el formato',
    types: [33, 34],
    byLedger: true,
    *check(voucher) {
      const referenced = aliveOf(voucher);
      const found = textAt(voucher.otraMoneda, 'TipoMoneda');
      if (referenced === undefined || found === undefined || found === referenced.tipoMoneda) return;
      const expected = referenced.tipoMoneda ?? 'solo pesos (sin OtraMoneda)';
      const mensaje = `Se esperaba ${expected}, como en ${referenced.encf}; se recibió ${excerpt(found)}.`;
      yield { campo: `${paths.otraMoneda}.TipoMoneda`, mensaje };
    },
  },
  {
    code: 'NOTA-11',
    ...rechazo,
    descripcion: 'Un comprobante recibe como máximo 10,000 notas de crédito.',
    source: 'este servicio',
    types: [34],
    byLedger: true,
    *check(voucher) {
      const referenced = aliveOf(voucher);
      if (referenced?.full !== true) return;
      const mensaje = `${referenced.encf} ya tiene 10,000 notas de crédito: no admite otra.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
];

function isAlive({ state }: Referenced): boolean {
  return documentStates[state].accepted !== 0;
}

/**
 * True for a number that the service never handed out, if another system may have issued it. That is possible before the range was
 * registered here. In an expired range it is possible too: the company may have used it while it assigned its numbers itself, because a
 * change of origin sets the first number only of ranges that have not expired.
 */
function mayBeAnothers({ neverHandedOut }: Referenced, { facts: { today }, referencia }: Voucher): boolean {
  if (neverHandedOut === undefined) return false;
  const { since, expiresOn } = neverHandedOut;
  if (expiresOn !== null && compareDates(expiresOn, today) < 0) return true;
  const issued = dateAt(referencia, 'FechaNCFModificado');
  return issued === undefined || compareDates(issued, since) < 0;
}

/** Undefined for a rejected, refused or annulled voucher: only the rule on its state reports it. */
function aliveOf({ facts: { referenced } }: Voucher): Referenced | undefined {
  return referenced !== undefined && isAlive(referenced) ? referenced : undefined;
}

function leftOf({ montoTotal, credited }: Referenced): Amount {
  return amountOf(montoTotal).minus(credited);
}

/** Spanish: what a credit note may not exceed, and which notes it counts. */
function balanceText({ encf, montoTotal, credited, debited }: Referenced, left: Amount): string {
  const hasCredits = !amountOf(credited).eq(zero);
  const hasDebits = !amountOf(debited).eq(zero);
  const total = hasDebits
    ? `${money(montoTotal)} más ${money(debited)} de notas de débito aceptadas`
    : money(montoTotal);
  if (!hasCredits) return `el total de ${encf}, que es ${total}`;
  return `el saldo de ${encf}: de ${total} quedan ${money(left)}, porque otras notas de crédito suman ${money(credited)}`;
}

function money(amount: Amount | string): string {
  return shownMoney(typeof amount === 'string' ? amountOf(amount) : amount);
}

/**
 * Drafts a credit or debit note from the voucher that it modifies: the buyer, the reference and the lines (Informe Técnico e-CF v1.0
 * pp.17-18, Formato e-CF v1.0 pp.57-58). The amounts that follow from the lines are left to `usualAmounts`. Pure.
 */
import { fieldsOf } from '../json/fields-of.js';
import { shapeOf } from '../json/shape.js';
import { isObject, member } from '../json/structure.js';
import { daysBetween, parseDate } from '../model/dates.js';
import { creditNoteDaysMax, type NoteType } from '../model/ecf-types.js';
import { noteCodes, type NoteCode } from './note-codes.js';
import { balanceLines, ecfOf, hasCredits, itemsOf, type Credited } from './credited.js';
import {
  amountIn,
  chosenLines,
  chosenShare,
  groupsIn,
  linesWithoutAmounts,
  moneyOf,
  numbered,
  textIn,
  type Group,
  type NoteLine,
} from './note-lines.js';

export interface NoteOrder {
  readonly type: NoteType;
  readonly code: NoteCode;
  /** DD-MM-YYYY, in Santo Domingo. */
  readonly today: string;
  /** With code 3. Absent: the whole voucher, which the person then changes. */
  readonly lines?: readonly NoteLine[];
  /** RazonModificacion: up to 90 characters, which are printed. */
  readonly reason?: string;
}

/**
 * @param content the JSON of the voucher that the note modifies, parsed
 * @param credited what other notes took from the voucher; with it, a note that cancels takes only what is left
 * @returns the JSON of the note, without its number; undefined if the content is not a voucher
 */
export function draftNote(
  content: unknown,
  order: NoteOrder,
  credited?: Credited,
): { readonly ECF: unknown } | undefined {
  const ecf = groupOf(ecfOf(content));
  const header = groupOf(ecf['Encabezado']);
  const { eNCF: encf, FechaVencimientoSecuencia: _expiry, ...idDoc } = groupOf(header['IdDoc']);
  const issuer = groupOf(header['Emisor']);
  const issuedOn = textIn(issuer, 'FechaEmision') ?? '';
  if (encf === undefined || parseDate(issuedOn) === undefined) return undefined;
  const { type, code, today, reason = '' } = order;
  const body = bodyOf(content, order, credited);
  const note = {
    ...body.ecf,
    Encabezado: {
      ...header,
      ...body.header,
      IdDoc: {
        ...idDoc,
        ...body.idDoc,
        TipoeCF: type,
        IndicadorNotaCredito: daysBetween(issuedOn, today) > creditNoteDaysMax ? 1 : 0,
      },
      Emisor: { ...issuer, FechaEmision: today },
    },
    InformacionReferencia: {
      NCFModificado: encf,
      FechaNCFModificado: issuedOn,
      CodigoModificacion: Number(type === 34 ? code : noteCodes.correctsAmounts),
      ...(reason.trim() === '' ? {} : { RazonModificacion: reason.trim() }),
    },
  };
  return { ECF: fieldsOf(note, shapeOf(type)) };
}

interface Body {
  /** The sections beside the header. */
  readonly ecf: Group;
  readonly header?: Group;
  readonly idDoc?: Group;
}

function bodyOf(content: unknown, { type, code, lines }: NoteOrder, credited: Credited | undefined): Body {
  const items = itemsOf(content);
  if (type === 34 && code === noteCodes.correctsText)
    return partOf(content, linesWithoutAmounts(items), { Totales: { MontoTotal: 0 } });
  if (type === 34 && code === noteCodes.cancels && credited !== undefined && hasCredits(credited))
    return {
      ...partOf(content, balanceLines(content, credited)),
      idDoc: { ...withoutPayments, ...pricesWithoutTax(content) },
    };
  if (code === noteCodes.correctsAmounts && lines !== undefined) {
    const part = partOf(content, chosenLines(items, lines));
    return { ...part, ecf: { ...part.ecf, ...adjustments(content, lines) } };
  }
  return { ecf: groupOf(ecfOf(content)) };
}

/** The bases that are left are known without their tax. A voucher without taxed lines has no such indicator. */
function pricesWithoutTax(content: unknown): Group {
  const idDoc = member(member(ecfOf(content), 'Encabezado'), 'IdDoc');
  return textIn(idDoc, 'IndicadorMontoGravado') === undefined ? {} : { IndicadorMontoGravado: 0 };
}

/** The payments of the voucher do not add up to a part of it. */
const withoutPayments = { TablaFormasPago: undefined };

function partOf(content: unknown, lines: readonly Group[], { Totales }: { Totales?: Group } = {}): Body {
  const header = member(ecfOf(content), 'Encabezado');
  const currency = groupOf(member(header, 'OtraMoneda'));
  const { TipoMoneda, TipoCambio } = currency;
  return {
    ecf: { DetallesItems: { Item: numbered(lines) } },
    header: {
      Totales: Totales ?? taxesOf(member(header, 'Totales'), lines),
      OtraMoneda: TipoMoneda === undefined ? undefined : { TipoMoneda, TipoCambio },
    },
    idDoc: withoutPayments,
  };
}

/** The rates of the additional taxes that the lines have. DGII changes some of them each quarter, so the voucher's are the right ones. */
function taxesOf(totals: unknown, lines: readonly Group[]): Group {
  const codes = new Set(
    lines.flatMap((line) =>
      groupsIn(member(line, 'TablaImpuestoAdicional'), 'ImpuestoAdicional').map((tax) =>
        textIn(tax, 'TipoImpuesto'),
      ),
    ),
  );
  const rows = groupsIn(member(totals, 'ImpuestosAdicionales'), 'ImpuestoAdicional')
    .filter((row) => codes.has(textIn(row, 'TipoImpuesto')))
    .map(({ TipoImpuesto, TasaImpuestoAdicional }) => ({ TipoImpuesto, TasaImpuestoAdicional }));
  return rows.length === 0 ? {} : { ImpuestosAdicionales: { ImpuestoAdicional: rows } };
}

/** The discounts and surcharges of the whole voucher, by the part that the chosen units make up. */
function adjustments(content: unknown, chosen: readonly NoteLine[]): Group {
  const share = chosenShare(itemsOf(content), chosen);
  const rows = groupsIn(member(ecfOf(content), 'DescuentosORecargos'), 'DescuentoORecargo')
    .map(({ MontoDescuentooRecargoOtraMoneda: _computed, ...row }) => ({
      ...row,
      MontoDescuentooRecargo: moneyOf(amountIn(row, 'MontoDescuentooRecargo').times(share)),
    }))
    .filter(({ MontoDescuentooRecargo }) => MontoDescuentooRecargo > 0);
  return rows.length === 0 ? {} : { DescuentosORecargos: { DescuentoORecargo: numbered(rows) } };
}

function groupOf(value: unknown): Group {
  return isObject(value) ? value : {};
}

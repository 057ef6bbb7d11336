/** A voucher as people read it: each field with its label from the catalogue, codes in words, and amounts as exact texts. */
import type { FieldType } from '../catalogue/field-types.js';
import { taxCells, type TaxCells } from '../line-taxes.js';
import { amountOf, shownMoney, shownNumber } from '../model/amounts.js';
import { referencedEncf } from '../model/document-facts.js';
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode, type EcfValue } from '../model/ecf.js';
import { voucherToRead } from '../rules/voucher.js';
import { memberAt, repeats, type LeafMember, type Member, type Shape } from './shape.js';

export interface ReadableVoucher {
  readonly sections: readonly ReadableSection[];
  readonly lines: {
    readonly total: number;
    readonly shown: readonly ReadableLine[];
  };
  /** The e-NCF of the same issuer that the voucher refers to. */
  readonly reference: string | null;
}

export interface ReadableSection {
  readonly name: SectionName;
  readonly label: string;
  readonly rows: readonly ReadableRow[];
}

export interface ReadableRow {
  readonly field: string;
  readonly label: string;
  readonly text: string;
}

export interface ReadableLine extends TaxCells {
  readonly number: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string | null;
  readonly unitPrice: string;
  readonly billing: string;
  readonly amount: string;
  readonly others: readonly ReadableRow[];
}

/** One screen has no use for more. The whole voucher is in its JSON, its XML and its printed form. */
export const readableLinesMax = 100;

const sectionPaths = {
  IdDoc: ['Encabezado', 'IdDoc'],
  Emisor: ['Encabezado', 'Emisor'],
  Comprador: ['Encabezado', 'Comprador'],
  InformacionReferencia: ['InformacionReferencia'],
  InformacionesAdicionales: ['Encabezado', 'InformacionesAdicionales'],
  Transporte: ['Encabezado', 'Transporte'],
  Totales: ['Encabezado', 'Totales'],
  OtraMoneda: ['Encabezado', 'OtraMoneda'],
  DescuentosORecargos: ['DescuentosORecargos'],
  Subtotales: ['Subtotales'],
} as const satisfies Record<string, readonly string[]>;

export type SectionName = keyof typeof sectionPaths;

export function readableVoucher(ecf: Ecf): ReadableVoucher {
  const lines = nodesAt(nodeAt(ecf.root, 'DetallesItems'), 'Item');
  const cells = taxCells(voucherToRead(ecf));
  const lineShape = memberAt(ecf.type, ['DetallesItems', 'Item'])?.shape;
  return {
    sections: (Object.keys(sectionPaths) as SectionName[]).flatMap((name) => sectionOf(ecf, name)),
    lines: {
      total: lines.length,
      shown:
        lineShape === undefined
          ? []
          : lines
              .slice(0, readableLinesMax)
              .map((line, index) => ({ ...readableLine(line, lineShape), ...(cells[index] ?? noCells) })),
    },
    reference: referencedEncf(ecf) ?? null,
  };
}

/** Of a line that the rules do not know as one. */
const noCells: TaxCells = { itbis: null, amountWithTaxes: '' };

function sectionOf({ type, root }: Ecf, name: SectionName): readonly ReadableSection[] {
  const path: readonly string[] = sectionPaths[name];
  const member = memberAt(type, path);
  const node = path.reduce<EcfNode | undefined>((parent, step) => nodeAt(parent, step), root);
  if (member?.shape === undefined || node === undefined) return [];
  const rows = rowsOf(node, member.shape);
  return rows.length === 0 ? [] : [{ name, label: member.label, rows }];
}

const columnFields: ReadonlySet<string> = new Set([
  ...['NumeroLinea', 'NombreItem', 'CantidadItem', 'UnidadMedida'],
  ...['PrecioUnitarioItem', 'IndicadorFacturacion', 'MontoItem'],
]);

function readableLine(line: EcfNode, shape: Shape): Omit<ReadableLine, keyof TaxCells> {
  const cell = (name: string) => {
    const text = textAt(line, name);
    return text === undefined ? undefined : leafText(text, shape.byName.get(name)?.type);
  };
  return {
    number: cell('NumeroLinea') ?? '',
    name: cell('NombreItem') ?? '',
    quantity: cell('CantidadItem') ?? '',
    unit: cell('UnidadMedida') ?? null,
    unitPrice: cell('PrecioUnitarioItem') ?? '',
    billing: cell('IndicadorFacturacion') ?? '',
    amount: cell('MontoItem') ?? '',
    others: rowsOf(line, shape).filter(({ field }) => !columnFields.has(field)),
  };
}

function rowsOf(node: EcfNode, { members }: Shape): readonly ReadableRow[] {
  return members.flatMap((member) => {
    const value = node[member.name];
    return value === undefined ? [] : memberRows(member, value);
  });
}

function memberRows(member: Member, value: EcfValue): readonly ReadableRow[] {
  const { name: field, label } = member;
  const values = repeats(member) ? (value as readonly EcfValue[]) : [value];
  if (member.type !== undefined) {
    return [{ field, label, text: values.map((one) => leafText(one as string, member.type)).join(', ') }];
  }
  if (!repeats(member)) return rowsOf(value as EcfNode, member.shape);
  return values.map((one, index) => ({
    field,
    label: values.length === 1 ? label : `${label} ${index + 1}`,
    text: rowsOf(one as EcfNode, member.shape)
      .map((row) => `${row.label}: ${row.text}`)
      .join('; '),
  }));
}

/** A received voucher may have a decimal in a form that we never write. Its text stays as it is. */
const decimalForm = /^-?[0-9]+(?:\.[0-9]+)?$/;

function leafText(text: string, type: LeafMember['type'] | undefined): string {
  switch (type?.kind) {
    case 'code':
      return type.table.codes.get(text) ?? text;
    case 'decimal':
      if (!decimalForm.test(text)) return text;
      return isMoney(type) ? shownMoney(amountOf(text)) : shownNumber(amountOf(text));
    default:
      return text;
  }
}

/** Prices are amounts of money, too. Quantities, weights, percentages and exchange rates are not. */
function isMoney({ name }: Extract<FieldType, { kind: 'decimal' }>): boolean {
  return name.startsWith('Monto') || name === 'Precio';
}

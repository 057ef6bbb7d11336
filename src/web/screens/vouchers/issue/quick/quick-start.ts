/** What the short form starts with: the usual sale, which a person then fills in. */
import { memberAt } from '../../../../../ecf/json/shape.js';
import type { EcfType } from '../../../../../ecf/model/ecf-types.js';
import {
  isList,
  numberOrText,
  objectOf,
  parseJson,
  type Json,
  type JsonObject,
} from '../../../../shared/exact-json.js';
import { valueAt, withFields, type FieldChange } from '../put-fields.js';
import { emptyVoucher, type Issuer } from '../start-voucher.js';

const idDoc = ['Encabezado', 'IdDoc'];

export const cash = '1';
export const credit = '2';

/** IndicadorFacturacion: what of the ITBIS a line pays. */
export const taxes = { 1: '18 %', 2: '16 %', 3: '0 %', 4: 'Exento' } as const;
export type Tax = keyof typeof taxes;

/** Sales of these types have no ITBIS: exempt, and exports at a rate of zero. */
export function taxesOf(type: EcfType): readonly Tax[] {
  if (type === 43 || type === 44 || type === 47) return [4];
  return type === 46 ? [3] : [1, 2, 3, 4];
}

export function hasField(type: EcfType, path: readonly string[]): boolean {
  return memberAt(type, path) !== undefined;
}

/** @param seller what the last voucher said about the issuer, such as its address */
export function quickStart(type: EcfType, issuer: Issuer, seller: JsonObject | undefined): string {
  const empty = emptyVoucher(type, issuer);
  const usual: readonly (readonly [name: string, value: Json])[] = [
    ['IndicadorMontoGravado', numberOrText('0')],
    ['TipoIngreso', '01'],
    ['TipoPago', numberOrText(cash)],
  ];
  const changes: FieldChange[] = usual
    .filter(([name]) => hasField(type, [...idDoc, name]))
    .filter(([name]) => name !== 'IndicadorMontoGravado' || taxesOf(type).includes(1))
    .map(([name, value]) => [`ECF.Encabezado.IdDoc.${name}`, value]);
  const ofSeller: FieldChange[] = Object.entries(seller ?? {}).map(([name, value]) => [
    `ECF.Encabezado.Emisor.${name}`,
    value,
  ]);
  return withFields(empty, type, [...changes, ...ofSeller, ['ECF.DetallesItems.Item', [newLine(type, 1)]]]);
}

export function newLine(type: EcfType, number: number, given: JsonObject = {}): JsonObject {
  return {
    NumeroLinea: numberOrText(String(number)),
    IndicadorFacturacion: numberOrText(String(taxesOf(type)[0])),
    IndicadorBienoServicio: numberOrText('1'),
    CantidadItem: numberOrText('1'),
    ...given,
  };
}

/** What belongs to one voucher, and not to the issuer. */
const ofOneVoucher = [
  ...['RNCEmisor', 'RazonSocialEmisor', 'FechaEmision', 'NumeroFacturaInterna', 'NumeroPedidoInterno'],
  ...['CodigoVendedor', 'ZonaVenta', 'RutaVenta', 'InformacionAdicionalEmisor'],
];

/** The issuer's own data in the JSON of a voucher: its address, telephones and so on. */
export function sellerIn(content: string): JsonObject {
  const tree = parseJson(content);
  const voucher = objectOf(tree);
  const seller = objectOf(valueAt('ECF' in voucher ? voucher['ECF'] : voucher, 'Encabezado.Emisor'));
  return Object.fromEntries(Object.entries(seller).filter(([name]) => !ofOneVoucher.includes(name)));
}

export function linesIn(tree: Json | undefined): readonly JsonObject[] {
  const items = valueAt(tree, 'ECF.DetallesItems.Item');
  return isList(items) ? items.map(objectOf) : [];
}

/** The text with other lines, numbered from one. */
export function withLines(text: string, type: EcfType, lines: readonly JsonObject[]): string {
  const numbered = lines.map((line, index) => ({ ...line, NumeroLinea: numberOrText(String(index + 1)) }));
  return withFields(text, type, [['ECF.DetallesItems.Item', numbered]]);
}

/**
 * The fields that the printed form must show, with the text of each (Formato e-CF v1.0, column "I"): `I` as it is, `P` in words.
 * Written from the format and not from the program, so that a field that the program forgets is missed.
 */
import { provinciasMunicipios, unidades } from '../../../src/ecf/codes/long-tables.js';

type Kind = 'text' | 'money' | 'quantity' | 'percent' | 'place' | 'unit' | 'modification' | 'type';

const fields: Readonly<Record<string, Kind>> = {
  'Encabezado.IdDoc.TipoeCF': 'type',
  'Encabezado.IdDoc.eNCF': 'text',
  'Encabezado.IdDoc.FechaVencimientoSecuencia': 'text',
  'Encabezado.Emisor.RNCEmisor': 'text',
  'Encabezado.Emisor.RazonSocialEmisor': 'text',
  'Encabezado.Emisor.NombreComercial': 'text',
  'Encabezado.Emisor.Sucursal': 'text',
  'Encabezado.Emisor.DireccionEmisor': 'text',
  'Encabezado.Emisor.Municipio': 'place',
  'Encabezado.Emisor.Provincia': 'place',
  'Encabezado.Emisor.FechaEmision': 'text',
  'Encabezado.Comprador.RNCComprador': 'text',
  'Encabezado.Comprador.IdentificadorExtranjero': 'text',
  'Encabezado.Comprador.RazonSocialComprador': 'text',
  'Encabezado.Comprador.PaisComprador': 'text',
  'Encabezado.Totales.MontoGravadoTotal': 'money',
  'Encabezado.Totales.MontoExento': 'money',
  'Encabezado.Totales.TotalITBIS': 'money',
  'Encabezado.Totales.MontoImpuestoAdicional': 'money',
  'Encabezado.Totales.MontoTotal': 'money',
  'DetallesItems.Item.NombreItem': 'text',
  'DetallesItems.Item.CantidadItem': 'quantity',
  'DetallesItems.Item.UnidadMedida': 'unit',
  'DetallesItems.Item.GradosAlcohol': 'percent',
  'DetallesItems.Item.PrecioUnitarioReferencia': 'money',
  'DetallesItems.Item.PrecioUnitarioItem': 'money',
  'DetallesItems.Item.DescuentoMonto': 'money',
  'DetallesItems.Item.RecargoMonto': 'money',
  'DetallesItems.Item.MontoItem': 'money',
  'DescuentosORecargos.DescuentoORecargo.DescripcionDescuentooRecargo': 'text',
  'DescuentosORecargos.DescuentoORecargo.TipoValor': 'text',
  'DescuentosORecargos.DescuentoORecargo.ValorDescuentooRecargo': 'percent',
  'DescuentosORecargos.DescuentoORecargo.MontoDescuentooRecargo': 'money',
  'InformacionReferencia.NCFModificado': 'text',
  'InformacionReferencia.CodigoModificacion': 'modification',
};

/** Informe Técnico p.33. */
const modifications = [
  '',
  'Anula el NCF modificado',
  'Corrige Texto del Comprobante Fiscal modificado',
  'Corrige montos del NCF modificado',
  'Reemplazo NCF emitido en contingencia',
  'Referencia Factura Consumo Electrónica',
];

/** Informe Técnico p.12 and the models. */
const types: Readonly<Record<string, string>> = {
  31: 'Factura de Crédito Fiscal Electrónica',
  32: 'Factura de Consumo Electrónica',
  33: 'Nota de Débito Electrónica',
  34: 'Nota de Crédito Electrónica',
  41: 'Comprobante Electrónico de Compras',
  43: 'Comprobante Electrónico para Gastos Menores',
  44: 'Comprobante Electrónico para Regímenes Especiales',
  45: 'Comprobante Electrónico Gubernamental',
  46: 'Comprobante Electrónico para Exportaciones',
  47: 'Comprobante Electrónico para Pagos al Exterior',
};

export interface PrintedField {
  readonly path: string;
  readonly text: string;
}

/** Each field of the voucher that must be printed, once for each repetition. */
export function printedFieldsOf(ecf: object): PrintedField[] {
  return Object.entries(fields).flatMap(([path, kind]) =>
    valuesAt(ecf, path.split('.')).map((value) => ({ path, text: shown(String(value), kind) })),
  );
}

function valuesAt(value: unknown, names: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, names));
  const [name, ...rest] = names;
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest);
}

function shown(value: string, kind: Kind): string {
  switch (kind) {
    case 'money':
      return grouped(value, 2);
    case 'percent':
      return `${grouped(value, 2)}%`;
    case 'quantity':
      return grouped(value, 0);
    case 'place':
      return provinciasMunicipios.codes.get(value) ?? 'unknown place';
    case 'unit':
      return unidades.codes.get(value) ?? 'unknown unit';
    case 'modification':
      return modifications[Number(value)] ?? 'unknown code';
    case 'type':
      return types[value] ?? 'unknown type';
    case 'text':
      return value;
  }
}

function grouped(value: string, decimalsMin: number): string {
  const [whole = '', decimals = ''] = value.split('.');
  const padded = decimals.padEnd(decimalsMin, '0');
  const text = Number(whole).toLocaleString('en-US');
  return padded === '' ? text : `${text}.${padded}`;
}

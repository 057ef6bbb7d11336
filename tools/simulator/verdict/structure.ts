/** What DGII's schemas require, in outline, from Formato e-CF v1.0 and Formato RFCE v1.0. The schemas run before it. */
import { voucherTypes, withoutExpiry } from './sequences.js';
import { find, textAt, type Element } from './xml-tree.js';

interface Section {
  readonly path: string;
  /** Children in order. Those with `!` are required in every type; others may be missing. */
  readonly children: readonly string[];
  /** Tolerates other children, because the section lists only some of them. */
  readonly outline?: boolean;
}

const ecfSections: readonly Section[] = [
  {
    path: '',
    children: [
      'Encabezado!',
      'DetallesItems!',
      'Subtotales',
      'DescuentosORecargos',
      'Paginacion',
      'InformacionReferencia',
      'FechaHoraFirma!',
    ],
  },
  {
    path: 'Encabezado',
    children: [
      'Version!',
      'IdDoc!',
      'Emisor!',
      'Comprador',
      'InformacionesAdicionales',
      'Transporte',
      'Totales!',
      'OtraMoneda',
    ],
  },
  { path: 'Encabezado/IdDoc', children: ['TipoeCF!', 'eNCF!', 'FechaVencimientoSecuencia'], outline: true },
  {
    path: 'Encabezado/Emisor',
    children: ['RNCEmisor!', 'RazonSocialEmisor!', 'DireccionEmisor!', 'FechaEmision!'],
    outline: true,
  },
  { path: 'Encabezado/Totales', children: ['MontoTotal!'], outline: true },
];

const rfceSections: readonly Section[] = [
  { path: '', children: ['Encabezado!'] },
  {
    path: 'Encabezado',
    children: ['Version!', 'IdDoc!', 'Emisor!', 'Comprador!', 'Totales!', 'CodigoSeguridadeCF!'],
  },
  {
    path: 'Encabezado/IdDoc',
    children: ['TipoeCF!', 'eNCF!', 'TipoIngresos!', 'TipoPago!', 'TablaFormasPago'],
  },
  { path: 'Encabezado/Emisor', children: ['RNCEmisor!', 'RazonSocialEmisor!', 'FechaEmision!'] },
  {
    path: 'Encabezado/Comprador',
    children: ['RNCComprador', 'IdentificadorExtranjero', 'RazonSocialComprador'],
  },
  {
    path: 'Encabezado/Totales',
    children: [
      ...['MontoGravadoTotal', 'MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3', 'MontoExento'],
      ...['TotalITBIS', 'TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3'],
      ...[
        'MontoImpuestoAdicional',
        'ImpuestosAdicionales',
        'MontoTotal!',
        'MontoNoFacturable',
        'MontoPeriodo',
      ],
    ],
  },
];

const item: Section = {
  path: 'DetallesItems/Item',
  children: [
    'NumeroLinea!',
    'IndicadorFacturacion!',
    'NombreItem!',
    'IndicadorBienoServicio!',
    'CantidadItem!',
    'PrecioUnitarioItem!',
    'MontoItem!',
  ],
  outline: true,
};

const withComprador: readonly string[] = ['31', '32', '41', '44', '45', '46'];
const withReference: readonly string[] = ['33', '34'];

export function structureFault(root: Element, document: 'ECF' | 'RFCE' = 'ECF'): string | undefined {
  if (root.name !== document) return `El elemento raíz '${root.name}' no es ${document}.`;
  const emptyName = firstEmpty(root);
  if (emptyName !== undefined) return `El elemento '${emptyName}' está vacío.`;
  for (const section of document === 'ECF' ? ecfSections : rfceSections) {
    const element = section.path === '' ? root : find(root, section.path);
    const fault = element === undefined ? `Falta '${section.path}'.` : sectionFault(element, section);
    if (fault !== undefined) return fault;
  }
  return document === 'ECF'
    ? (linesFault(root) ?? typeFault(root) ?? formatFault(root, ecfFormats))
    : (encfFault(root, ['32']) ?? formatFault(root, rfceFormats));
}

function linesFault(ecf: Element): string | undefined {
  const items = find(ecf, 'DetallesItems')?.children ?? [];
  if (items.length === 0) return `El elemento 'DetallesItems' no tiene líneas.`;
  for (const [index, line] of items.entries()) {
    const fault = line.name === 'Item' ? sectionFault(line, item) : `'${line.name}' no es un Item.`;
    if (fault !== undefined) return `Línea ${index + 1}: ${fault}`;
  }
  return undefined;
}

function encfFault(root: Element, allowed: readonly string[]): string | undefined {
  const type = textAt(root, 'Encabezado/IdDoc/TipoeCF');
  const encf = textAt(root, 'Encabezado/IdDoc/eNCF');
  if (!allowed.includes(type)) return `TipoeCF '${type}' no es válido.`;
  if (!/^E\d{12}$/.test(encf)) return `El eNCF '${encf}' no es válido.`;
  return encf.slice(1, 3) === type
    ? undefined
    : `El tipo del eNCF '${encf}' no coincide con TipoeCF '${type}'.`;
}

function typeFault(ecf: Element): string | undefined {
  const fault = encfFault(ecf, voucherTypes);
  if (fault !== undefined) return fault;
  const type = textAt(ecf, 'Encabezado/IdDoc/TipoeCF');
  const has = (path: string) => find(ecf, path) !== undefined;
  if (has('Encabezado/IdDoc/FechaVencimientoSecuencia') === withoutExpiry.includes(type))
    return `FechaVencimientoSecuencia ${withoutExpiry.includes(type) ? 'no corresponde a' : 'falta en'} un e-CF tipo ${type}.`;
  if (withComprador.includes(type) && !has('Encabezado/Comprador'))
    return `Falta 'Comprador' en un e-CF tipo ${type}.`;
  if (type === '43' && has('Encabezado/Comprador')) return `'Comprador' no corresponde a un e-CF tipo 43.`;
  if (withReference.includes(type) && !has('InformacionReferencia'))
    return `Falta 'InformacionReferencia' en un e-CF tipo ${type}.`;
  return undefined;
}

type Format = readonly [path: string, pattern: RegExp];

const amount = /^\d{1,16}(\.\d{1,2})?$/;
const date = /^\d{1,2}-\d{1,2}-\d{4}$/;

const commonFormats: readonly Format[] = [
  ['Encabezado/Version', /^1(\.0+)?$/],
  ['Encabezado/Emisor/RNCEmisor', /^(\d{9}|\d{11})$/],
  ['Encabezado/Emisor/FechaEmision', date],
];

const ecfFormats: readonly Format[] = [
  ...commonFormats,
  ['Encabezado/Totales/MontoTotal', amount],
  ['FechaHoraFirma', /^\d{2}-\d{2}-\d{4} ([01]?\d|2[0-3]):[0-5]?\d:[0-5]?\d$/],
];

const rfceFormats: readonly Format[] = [
  ...commonFormats,
  // None or two decimals; an e-CF may also have one.
  ['Encabezado/Totales/MontoTotal', /^\d{1,16}(\.\d{2})?$/],
  ['Encabezado/CodigoSeguridadeCF', /^\S{6}$/],
];

function formatFault(root: Element, formats: readonly Format[]): string | undefined {
  const wrong = formats.find(([path, pattern]) => !pattern.test(textAt(root, path)));
  if (wrong !== undefined) return `El valor de '${wrong[0]}' no es válido.`;
  const expiry = textAt(root, 'Encabezado/IdDoc/FechaVencimientoSecuencia');
  return expiry === '' || date.test(expiry)
    ? undefined
    : `El valor de 'FechaVencimientoSecuencia' no es válido.`;
}

function sectionFault(element: Element, { children, outline }: Section): string | undefined {
  const names = children.map((name) => name.replace('!', ''));
  let last = -1;
  for (const child of element.children) {
    const at = names.indexOf(child.name);
    if (at === -1 && outline === true) continue;
    if (at === -1) return `El elemento '${child.name}' no corresponde a '${element.name}'.`;
    if (at <= last) return `El elemento '${child.name}' está repetido o fuera de orden en '${element.name}'.`;
    last = at;
  }
  const missing = children.find(
    (name) => name.endsWith('!') && find(element, name.slice(0, -1)) === undefined,
  );
  return missing === undefined ? undefined : `Falta '${missing.slice(0, -1)}' en '${element.name}'.`;
}

function firstEmpty(root: Element): string | undefined {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.children.length === 0 && next.text === '') return next.name;
    pending.push(...next.children);
  }
  return undefined;
}

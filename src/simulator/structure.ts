/**
 * What DGII's schemas ask of every e-CF, in outline: sections, their order, the elements no voucher may lack, no empty
 * elements. Written from the format document (Formato e-CF v1.0) for this judge alone; the official XSDs say the rest.
 */
import { find, textAt, type Element } from './xml-tree.js';

interface Section {
  readonly path: string;
  /** Children in their order; those with `!` are obligatory in every type, others may be missing. */
  readonly children: readonly string[];
  /** Other children are tolerated when the section is given in outline only. */
  readonly outline?: boolean;
}

const sections: readonly Section[] = [
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

const types: readonly string[] = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'];
/** Sequences of these never expire, so the element is absent (Formato e-CF, p. 7). */
const withoutExpiry: readonly string[] = ['32', '34'];
const withComprador: readonly string[] = ['31', '32', '41', '44', '45', '46'];
const withReference: readonly string[] = ['33', '34'];

/** @param ecf root as signed, without Signature. @returns the first fault in words, or undefined. */
export function structureFault(ecf: Element): string | undefined {
  if (ecf.name !== 'ECF') return `El elemento raíz '${ecf.name}' no es ECF.`;
  const emptyName = firstEmpty(ecf);
  if (emptyName !== undefined) return `El elemento '${emptyName}' está vacío.`;
  for (const section of sections) {
    const element = section.path === '' ? ecf : find(ecf, section.path);
    const fault = element === undefined ? `Falta '${section.path}'.` : sectionFault(element, section);
    if (fault !== undefined) return fault;
  }
  const items = find(ecf, 'DetallesItems')?.children ?? [];
  if (items.length === 0) return `El elemento 'DetallesItems' no tiene líneas.`;
  for (const [index, line] of items.entries()) {
    const fault = line.name === 'Item' ? sectionFault(line, item) : `'${line.name}' no es un Item.`;
    if (fault !== undefined) return `Línea ${index + 1}: ${fault}`;
  }
  return typeFault(ecf) ?? formatFault(ecf);
}

function typeFault(ecf: Element): string | undefined {
  const type = textAt(ecf, 'Encabezado/IdDoc/TipoeCF');
  const encf = textAt(ecf, 'Encabezado/IdDoc/eNCF');
  if (!types.includes(type)) return `TipoeCF '${type}' no es válido.`;
  if (!/^E\d{12}$/.test(encf)) return `El eNCF '${encf}' no es válido.`;
  if (encf.slice(1, 3) !== type) return `El tipo del eNCF '${encf}' no coincide con TipoeCF '${type}'.`;
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

const formats: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['Encabezado/Version', /^1(\.0+)?$/],
  ['Encabezado/Emisor/RNCEmisor', /^(\d{9}|\d{11})$/],
  ['Encabezado/Emisor/FechaEmision', /^\d{1,2}-\d{1,2}-\d{4}$/],
  ['Encabezado/Totales/MontoTotal', /^\d{1,16}(\.\d{1,2})?$/],
  ['FechaHoraFirma', /^\d{2}-\d{2}-\d{4} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/],
];

function formatFault(ecf: Element): string | undefined {
  const wrong = formats.find(([path, pattern]) => !pattern.test(textAt(ecf, path)));
  if (wrong !== undefined) return `El valor de '${wrong[0]}' no es válido.`;
  const expiry = textAt(ecf, 'Encabezado/IdDoc/FechaVencimientoSecuencia');
  return expiry === '' || /^\d{1,2}-\d{1,2}-\d{4}$/.test(expiry)
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

/** Faults: what validation finds wrong with a voucher. Codes are permanent: clients program against them. */
import { withHiddenShown } from '../hidden-characters.js';

export type Severity = 'rechazo' | 'condicional';

export interface Fault {
  readonly code: string;
  /** JSON path, arrays zero-based: `ECF.DetallesItems.Item[2].MontoItem`. Empty: the body as a whole. */
  readonly campo: string;
  readonly mensaje: string;
  /** `rechazo`: DGII would reject. `condicional`: DGII would accept conditionally. */
  readonly severidad: Severity;
}

export const structureFaults = {
  unknownField: { code: 'ESTRUCTURA-01', nombre: 'El campo no existe en este lugar del formato e-CF.' },
  missing: { code: 'ESTRUCTURA-02', nombre: 'Falta un campo obligatorio.' },
  wrongType: { code: 'ESTRUCTURA-03', nombre: 'El valor no es del tipo esperado.' },
  emptyText: { code: 'ESTRUCTURA-04', nombre: 'El texto está vacío: un campo sin valor no se envía.' },
  tooLong: { code: 'ESTRUCTURA-05', nombre: 'El texto es más largo de lo permitido.' },
  pattern: { code: 'ESTRUCTURA-06', nombre: 'El texto no tiene la forma esperada.' },
  notInTable: { code: 'ESTRUCTURA-07', nombre: 'El valor no está en la tabla de códigos.' },
  tooMany: { code: 'ESTRUCTURA-08', nombre: 'Hay más repeticiones de las permitidas.' },
  tooFew: { code: 'ESTRUCTURA-09', nombre: 'La estructura o la lista está vacía: complétela o no la envíe.' },
  numberFormat: {
    code: 'ESTRUCTURA-10',
    nombre: 'El número tiene más enteros o decimales de los permitidos.',
  },
  numberRange: { code: 'ESTRUCTURA-11', nombre: 'El número está fuera del rango permitido.' },
  date: { code: 'ESTRUCTURA-12', nombre: 'No es una fecha del calendario en la forma DD-MM-AAAA.' },
  forbiddenCharacter: { code: 'ESTRUCTURA-13', nombre: 'El texto contiene caracteres que el XML no admite.' },
  duplicateKey: { code: 'ESTRUCTURA-14', nombre: 'El mismo campo aparece más de una vez.' },
  inexactNumber: {
    code: 'ESTRUCTURA-15',
    nombre: 'El número tiene más dígitos de los que se pueden leer con exactitud.',
  },
  bothSpellings: { code: 'ESTRUCTURA-16', nombre: 'El campo aparece con sus dos nombres a la vez.' },
  notInThisType: { code: 'ESTRUCTURA-17', nombre: 'El campo no se usa en este tipo de e-CF.' },
  ofTheService: { code: 'ESTRUCTURA-18', nombre: 'El servicio pone este campo: no se envía.' },
  tooManyFaults: { code: 'ESTRUCTURA-19', nombre: 'Hay más errores de los que se muestran.' },
} as const satisfies Record<string, { code: string; nombre: string }>;

export type StructureFault = keyof typeof structureFaults;

/** `detail` says what was expected and found here; without it the message is only the table's sentence. */
export function structureFault(kind: StructureFault, campo: string, detail?: string): Fault {
  const { code, nombre } = structureFaults[kind];
  return rejection(code, campo, detail === undefined ? nombre : `${nombre} ${detail}`);
}

export function rejection(code: string, campo: string, mensaje: string): Fault {
  return { code, campo, mensaje, severidad: 'rechazo' };
}

/** DGII would reject the voucher for it. With only the other faults it accepts the voucher conditionally. */
export function isRejection({ severidad }: Pick<Fault, 'severidad'>): boolean {
  return severidad === 'rechazo';
}

const excerptMax = 60;

/** A value as a message may show it: short, on one line, without characters that nobody sees. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  const short = text.length > excerptMax ? `${text.slice(0, excerptMax)}…` : text;
  return withHiddenShown(short.replace(/[\p{Cc}\p{Cs}]/gu, '\u{FFFD}'));
}

export function memberPath(parent: string, name: string): string {
  const key = excerpt(name);
  return parent === '' ? key : `${parent}.${key}`;
}

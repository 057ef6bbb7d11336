/**
 * Types of the catalogue's leaves with their facets, as in the official XSDs and Formato e-CF v1.0. One type has everything
 * about a value: its form in JSON, what is checked, how XSD and OpenAPI describe it.
 */
import type { CodeTable } from '../codes/code-table.js';
import type { EcfType } from '../model/ecf-types.js';

export interface TextForm {
  readonly name: string;
  readonly regexp: RegExp;
  /**
   * For OpenAPI, if `regexp` has classes of Unicode, which Python does not know. It accepts more of the characters beyond ASCII, because PHP
   * compares the bytes of UTF-8, where a punctuation mark of Latin-1 is a part of `í` or `Á`.
   */
  readonly portable?: RegExp;
  readonly xsd: string;
  readonly expected: string;
  /** Matches any character that the form allows somewhere. A message names the first character that does not match. */
  readonly character?: RegExp;
  /** For messages: an example is clearer than the form. Absent if `expected` already has one. */
  readonly example?: string;
}

export interface TextType {
  readonly kind: 'text';
  readonly minLength: number;
  /** In Unicode code points, as XSD counts. */
  readonly maxLength: number;
  readonly form?: TextForm;
}

export interface DecimalType {
  readonly kind: 'decimal';
  readonly name: string;
  /** The most digits before and after the decimal point. */
  readonly integers: number;
  readonly decimals: number;
  readonly sign: 'positive' | 'unsigned' | 'signed';
  /** The XML has exactly this many decimals, never fewer. */
  readonly fixed?: true;
}

export interface IntegerType {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
}

export interface CodeType {
  readonly kind: 'code';
  /** Plain integer codes are JSON numbers; codes with leading zeros or letters are strings. */
  readonly json: 'number' | 'string';
  readonly table: CodeTable;
}

export type FieldType =
  | TextType
  | DecimalType
  | IntegerType
  | CodeType
  /** DD-MM-YYYY. */
  | { readonly kind: 'date' }
  | { readonly kind: 'encf' }
  | { readonly kind: 'tipoEcf' }
  /** FechaHoraFirma: set by the service when it signs, never by the client. */
  | { readonly kind: 'signingTime' };

export function isJsonNumber(type: FieldType): boolean {
  return type.kind === 'code'
    ? type.json === 'number'
    : ['decimal', 'integer', 'tipoEcf'].includes(type.kind);
}

export interface PerType<T> {
  readonly otherwise: T;
  readonly types: Readonly<Partial<Record<EcfType, T>>>;
}

export function byType<T>(otherwise: T, types: Partial<Record<EcfType, T>>): PerType<T> {
  return { otherwise, types };
}

export function text(maxLength: number, form?: TextForm, minLength = 1): TextType {
  return form === undefined
    ? { kind: 'text', minLength, maxLength }
    : { kind: 'text', minLength, maxLength, form };
}

export function integer(min: number, max: number): IntegerType {
  return { kind: 'integer', min, max };
}

export function numberCode(table: CodeTable): CodeType {
  return { kind: 'code', json: 'number', table };
}

export function textCode(table: CodeTable): CodeType {
  return { kind: 'code', json: 'string', table };
}

function decimal(
  name: string,
  sign: DecimalType['sign'],
  digits: Pick<DecimalType, 'integers' | 'decimals' | 'fixed'>,
): DecimalType {
  return { kind: 'decimal', name, sign, ...digits };
}

const money18 = { integers: 16, decimals: 2 };

export const money = decimal('Monto', 'unsigned', money18);
/** Refuses zero: an amount that does not apply is left out. */
export const positiveMoney = decimal('MontoMayorCero', 'positive', money18);
export const signedMoney = decimal('MontoConSigno', 'signed', money18);
/** RFCE and ACECF: DGII may refuse `100` and `100.5`, but never `100.50`. */
const fixed18 = { ...money18, fixed: true } as const;
export const fixedMoney = decimal('MontoDosDecimales', 'unsigned', fixed18);
export const fixedPositiveMoney = decimal('MontoMayorCeroDosDecimales', 'positive', fixed18);
export const fixedSignedMoney = decimal('MontoConSignoDosDecimales', 'signed', fixed18);
export const quantity = decimal('Cantidad', 'positive', money18);
export const price = decimal('Precio', 'unsigned', { integers: 16, decimals: 4 });
export const weight = decimal('Peso', 'unsigned', { integers: 16, decimals: 3 });
export const percent = decimal('Porcentaje', 'positive', { integers: 3, decimals: 2 });
export const exchangeRate = decimal('TipoDeCambio', 'positive', { integers: 3, decimals: 4 });
export const exchangeRateOrZero = decimal('TipoDeCambioOCero', 'unsigned', { integers: 3, decimals: 4 });

export const date = { kind: 'date' } as const;
export const encf = { kind: 'encf' } as const;
export const tipoEcf = { kind: 'tipoEcf' } as const;
export const signingTime = { kind: 'signingTime' } as const;

/**
 * A real day as DD-MM-YYYY, as an XSD pattern. The third alternative is 29 February. `years` matches the century.
 */
export function calendarPattern(years: string): string {
  const leapYears = `${years}(0[48]|[2468][048]|[13579][26])|2000`;
  return [
    `(0[1-9]|1[0-9]|2[0-8])-(0[1-9]|1[0-2])-${years}[0-9]{2}`,
    `(29|30)-(0[13-9]|1[0-2])-${years}[0-9]{2}`,
    `29-02-(${leapYears})`,
    `31-(0[13578]|1[02])-${years}[0-9]{2}`,
  ].join('|');
}

/** ACECF does not accept older dates. */
export const dateFrom2000 = text(10, {
  name: 'FechaDesde2000',
  regexp: new RegExp(`^(?:${calendarPattern('20')})$`, 'u'),
  xsd: calendarPattern('20'),
  expected: 'una fecha del calendario en la forma DD-MM-AAAA, desde el año 2000',
});

/** The first six characters of a SignatureValue in Base64; there is no padding among them. */
export const securityCode = text(
  6,
  {
    name: 'CodigoSeguridad',
    regexp: /^[A-Za-z0-9+/]{6}$/u,
    xsd: '[A-Za-z0-9+/]{6}',
    expected: 'un código de seguridad de seis caracteres',
    example: 'KUyfr9',
  },
  6,
);

export const rnc = text(11, {
  name: 'Rnc',
  regexp: /^(?:[0-9]{9}|[0-9]{11})$/u,
  xsd: '[0-9]{9}|[0-9]{11}',
  expected: '9 u 11 dígitos, sin guiones',
  example: '131880681',
});

export const phone = text(12, {
  name: 'Telefono',
  regexp: /^[0-9]{3}-[0-9]{3}-[0-9]{4}$/u,
  xsd: '[0-9]{3}-[0-9]{3}-[0-9]{4}',
  expected: 'un teléfono en la forma 809-555-0100',
});

/**
 * `\w` of XML Schema: every character except punctuation, separators and others (XML Schema Part 2, F.1.1). The underscore
 * is punctuation, so it does not match; the symbols `$ + < = > ^ | ~` and the back quote match. `\w` of JavaScript differs.
 */
const wordCharacter = String.raw`\p{L}\p{M}\p{N}\p{S}`;
/** The characters of ASCII that do not match it, except the blanks of XML. */
const notWord = String.raw`\x00-\x08\x0b\x0c\x0e-\x1f!-#%-*,-/:;?@\[-\]_{}\x7f`;

/**
 * The official pattern is `\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*`. Ours accepts the same texts, but each in one way
 * only: `\w` already has `+`, and the required point is the first one. So no address makes a backtracking matcher slow.
 */
const emailXsd = String.raw`\w+([\-.]\w+)*@\w+(-\w+)*\.\w+([\-.]\w+)*`;

const emailOf = (character: string) =>
  new RegExp(`^W+(?:[-.]W+)*@W+(?:-W+)*\\.W+(?:[-.]W+)*$`.replaceAll('W', character), 'u');

export const email = text(80, {
  name: 'Correo',
  regexp: emailOf(`[${wordCharacter}]`),
  portable: emailOf(`[^${notWord} \\t\\n\\r]`),
  xsd: emailXsd,
  expected: 'un correo electrónico',
  character: new RegExp(`[${wordCharacter}.@-]`, 'u'),
  example: 'facturas@empresa.com.do',
});

export const terminoPago = text(15, {
  name: 'TerminoPago',
  regexp: new RegExp(`^[${wordCharacter} \\t\\n\\r]*$`, 'u'),
  portable: new RegExp(`^[^${notWord}]*$`, 'u'),
  xsd: String.raw`[\w\s]*`,
  expected: 'solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación',
  example: '30 dias',
  character: new RegExp(`[${wordCharacter} \\t\\n\\r]`, 'u'),
});

export const digits20: TextType = text(20, {
  name: 'Digitos20',
  regexp: /^[0-9]+$/u,
  xsd: '[0-9]+',
  expected: 'solo dígitos',
  example: '1001',
});

/** Names of persons: Spanish letters, comma and blanks; neither dots nor digits. */
export function words(maxLength: number, example: string): TextType {
  return text(maxLength, {
    name: `Palabras${maxLength}`,
    regexp: /^[a-zA-ZñÑáéíóúÁÉÍÓÚ, \t\n\r]*$/u,
    xsd: '[a-zA-ZñÑáéíóúÁÉÍÓÚ,\\s]*',
    expected: 'solo letras, comas y espacios',
    example,
  });
}

/** Countries and terms of trade: at least three characters, no digits, a letter at the end. */
export function country(maxLength: number, example: string): TextType {
  return text(maxLength, {
    name: `SinDigitos${maxLength}`,
    // In the XSD the first character is `\D`: no digit of any script.
    regexp: /^\P{Nd}[^0-9]+[a-zA-ZñÑáéíóúÁÉÍÓÚ]$/u,
    portable: /^[^0-9]{2,}[a-zA-ZñÑáéíóúÁÉÍÓÚ]$/u,
    xsd: '\\D[^0-9]+[a-zA-ZñÑáéíóúÁÉÍÓÚ]',
    expected: 'un texto de tres caracteres o más, sin dígitos y con una letra al final',
    example,
  });
}

/** NCF of series B (11), e-NCF (13) or NCF of series A and P (19). */
export const ncf = text(19, undefined, 11);

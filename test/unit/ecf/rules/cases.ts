/** Test cases for the rule tables: a small sound voucher of each type, a change, and the codes that it causes. */
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { Facts } from '../../../../src/ecf/model/facts.js';
import type { Fault } from '../../../../src/ecf/model/fault.js';
import type { Rule } from '../../../../src/ecf/rules/rule.js';
import { shapeOf, type Member, type Shape } from '../../../../src/ecf/json/shape.js';
import { validate } from '../../../../src/ecf/validate.js';
import { facts, voucher31, voucher32, type Json } from '../samples.js';

export interface RuleCase {
  readonly name: string;
  readonly type: EcfType;
  /** Changes the value of ECF in `soundVoucher(type)`. */
  readonly change?: (ecf: Json) => unknown;
  /** Facts that differ from the facts of the samples. */
  readonly known?: Partial<Facts>;
  /** Codes found by the rules under test, in document order; `~` marks a conditional one. Empty: no rule finds a fault. */
  readonly codes: readonly string[];
}

/** Runs the cases. Each rule needs a case that fails, and a case of one of its types that passes. */
export function ruleCases(rules: readonly Rule[], cases: readonly RuleCase[]): void {
  const own = new Set(rules.map(({ code }) => code));

  test.each(cases)('$type: $name', ({ type, change, known, codes }) => {
    const ecf = soundVoucher(type);
    change?.(ecf);
    const found = codesOf(ecf, known);
    // A case without codes must pass all rules. A fault may also cause faults of other tables, which are not compared.
    const compared =
      codes.length === 0
        ? found
        : found.filter((code) => own.has(code.replace('~', '')) || code.startsWith('ESTRUCTURA'));
    expect(compared).toEqual(codes);
    const faults = faultsOf(ecf, known);
    expect(faults.filter(({ campo }) => !isKnownPath(campo, type))).toEqual([]);
    // The structure check repeats numbers as they were sent; a rule shows amounts as people write them.
    const ofRules = faults.filter((fault) => !fault.code.startsWith('ESTRUCTURA'));
    expect(ofRules.filter(({ mensaje }) => /\d{4,}\.\d{2}\b/.test(mensaje))).toEqual([]);
  });

  test('every rule here has a case that fails and one that passes', () => {
    const failing = (rule: Rule) =>
      cases.some(({ codes }) => codes.some((it) => it.replace('~', '') === rule.code));
    const passing = (rule: Rule) =>
      cases.some(({ type, codes }) => codes.length === 0 && rule.types?.includes(type) !== false);
    expect(rules.filter((rule) => !failing(rule) || !passing(rule)).map(({ code }) => code)).toEqual([]);
  });

  test('every code in the cases belongs to these rules or to the structure check', () => {
    const codes = new Set(cases.flatMap((it) => it.codes.map((code) => code.replace('~', ''))));
    expect([...codes].filter((code) => !own.has(code) && !code.startsWith('ESTRUCTURA'))).toEqual([]);
  });
}

/** Conditional faults first, each kind in document order. `ecf` is the value of ECF. */
export function codesOf(ecf: Json, known: Partial<Facts> = {}): string[] {
  return faultsOf(ecf, known).map(({ code, severidad }) => (severidad === 'condicional' ? `~${code}` : code));
}

/** Conditional faults are permitted here, so that each kind is in its own list. */
function faultsOf(ecf: Json, known: Partial<Facts> = {}): readonly Fault[] {
  const { errores, advertencias } = validate({ ECF: ecf }, { ...facts, conditionalAllowed: true, ...known });
  return [...advertencias, ...errores];
}

/** Checks that a client can find the field: every step of the path is a member of the type. */
function isKnownPath(campo: string, type: EcfType): boolean {
  const [root, ...steps] = campo.replace(/\[\d+\]/gu, '').split('.');
  let shape: Shape | undefined = shapeOf(type);
  for (const step of steps) {
    const member: Member | undefined = shape?.byName.get(step);
    if (member === undefined) return false;
    shape = member.shape;
  }
  return root === 'ECF';
}

/** Issued on 15-06-2026, today in `facts`: one line of 1,000.00 (type 32: 250,000.00). Each call gives a new one. */
export function soundVoucher(type: EcfType): Json {
  const { ECF: ecf } = type === 32 ? voucher32() : voucher31();
  const { Encabezado } = ecf;
  Object.assign(Encabezado.IdDoc, { TipoeCF: type, eNCF: `E${type}0000000001` });
  kinds[type](ecf);
  return ecf;
}

const kinds: Readonly<Record<EcfType, (ecf: Json) => void>> = {
  31: () => undefined,
  32: () => undefined,
  33: (ecf) => {
    ecf.InformacionReferencia = reference(3);
  },
  34: (ecf) => {
    ecf.InformacionReferencia = reference(3);
    ecf.Encabezado.IdDoc.IndicadorNotaCredito = 0;
    delete ecf.Encabezado.IdDoc.FechaVencimientoSecuencia;
  },
  41: (ecf) => {
    delete ecf.Encabezado.IdDoc.TipoIngreso;
    withhold(ecf, { MontoITBISRetenido: 180, MontoISRRetenido: 100 });
    Object.assign(ecf.Encabezado.Totales, { TotalITBISRetenido: 180, TotalISRRetencion: 100 });
  },
  43: (ecf) => {
    exempt(ecf);
    delete ecf.Encabezado.IdDoc.TipoIngreso;
    delete ecf.Encabezado.Comprador;
  },
  44: (ecf) => {
    exempt(ecf);
  },
  45: () => undefined,
  46: (ecf) => {
    delete ecf.Encabezado.IdDoc.IndicadorMontoGravado;
    ecf.DetallesItems.Item[0].IndicadorFacturacion = 3;
    const totals = {
      MontoGravadoTotal: 1000,
      MontoGravadoI3: 1000,
      ITBIS3: 0,
      TotalITBIS: 0,
      TotalITBIS3: 0,
    };
    ecf.Encabezado.Totales = { ...totals, MontoTotal: 1000 };
  },
  47: (ecf) => {
    exempt(ecf);
    delete ecf.Encabezado.IdDoc.TipoIngreso;
    ecf.Encabezado.Comprador = { IdentificadorExtranjero: 'P-123', RazonSocialComprador: 'FOREIGN SUPPLIER' };
    withhold(ecf, { MontoISRRetenido: 270 });
    ecf.Encabezado.Totales.TotalISRRetencion = 270;
  },
};

/** Refers to a type 31 of five days before. */
function reference(code: number): Json {
  return { NCFModificado: 'E310000000009', FechaNCFModificado: '10-06-2026', CodigoModificacion: code };
}

function exempt(ecf: Json): void {
  delete ecf.Encabezado.IdDoc.IndicadorMontoGravado;
  ecf.DetallesItems.Item[0].IndicadorFacturacion = 4;
  ecf.Encabezado.Totales = { MontoExento: 1000, MontoTotal: 1000 };
}

function withhold(ecf: Json, amounts: Json): void {
  ecf.DetallesItems.Item[0].Retencion = { IndicadorAgenteRetencionoPercepcion: 1, ...amounts };
}

/* Changes that many cases need. */
export const idDoc = (change: Json) => (ecf: Json) => Object.assign(ecf.Encabezado.IdDoc, change);
export const comprador = (change: Json) => (ecf: Json) =>
  (ecf.Encabezado.Comprador = { ...ecf.Encabezado.Comprador, ...change });
export const totales = (change: Json) => (ecf: Json) => Object.assign(ecf.Encabezado.Totales, change);
export const item = (change: Json) => (ecf: Json) => Object.assign(ecf.DetallesItems.Item[0], change);
export const all =
  (...changes: readonly ((ecf: Json) => unknown)[]) =>
  (ecf: Json) =>
    changes.forEach((change) => change(ecf));

/** Adds a line of 100.00. */
export const secondLine =
  (indicador: number, change: Json = {}) =>
  (ecf: Json) =>
    ecf.DetallesItems.Item.push({
      ...ecf.DetallesItems.Item[0],
      NumeroLinea: 2,
      IndicadorFacturacion: indicador,
      CantidadItem: 1,
      PrecioUnitarioItem: 100,
      MontoItem: 100,
      ...change,
    });

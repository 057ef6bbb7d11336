/** The specification's §2.4, field by field: each field is accepted as described and refused in any other form. */
import { ecfExamples } from '../../src/ecf/publish/examples.js';
import { ecfTypeList } from '../../src/ecf/model/ecf-types.js';
import { startApi, voucher, type Api } from '../api/harness.js';
import { clause, type Version } from './clause.js';
import type { RowOf } from './specification.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

async function validate({ validate: path }: Version, body: unknown) {
  const answer = await api.call('POST', path, { token: api.tokenOf(1), body });
  expect(answer.status).toBe(200);
  const { valido, errores, xml } = answer.body.data;
  return { valido, xml, faults: errores.map(({ code, campo }) => `${code} ${campo}`), errores };
}

const total = 1000.5;
/** A voucher with every field of the contract. */
function complete() {
  const { ECF } = voucher({ total });
  const { IdDoc, Emisor, Comprador, Totales } = ECF.Encabezado;
  const formas = [
    { FormaPago: 1, MontoPago: 180.59 },
    { FormaPago: 2, MontoPago: 1000 },
  ];
  return {
    ECF: {
      Encabezado: {
        ...ECF.Encabezado,
        IdDoc: { ...IdDoc, TablaFormasPago: { FormasDePago: formas } },
        Emisor: { ...Emisor, NumeroFacturaInterna: 'FAC-000123' },
        Comprador: { ...Comprador, CorreoComprador: 'compras@example.com' },
        Totales,
      },
      DetallesItems: ECF.DetallesItems,
    },
  };
}

type Steps = readonly (string | number)[];
const pathOf = (steps: Steps) =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

/** The voucher with another value at `steps`, or without that field. */
function changed(steps: Steps, value: unknown): unknown {
  const body: unknown = complete();
  let parent = body as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) parent = parent[step] as Record<string | number, unknown>;
  const last = steps.at(-1)!;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return body;
}

interface Field {
  readonly at: Steps;
  /** The XML of the contract's example value. */
  readonly xml: string;
  /** Values of another type or form than the row says. */
  readonly wrong: readonly unknown[];
}
const encabezado = (group: string, name: string): Steps => ['ECF', 'Encabezado', group, name];
const idDoc = (name: string) => encabezado('IdDoc', name);
const totales = (name: string) => encabezado('Totales', name);
const item = (name: string): Steps => ['ECF', 'DetallesItems', 'Item', 0, name];
const noText = [1, true, null, '', [], {}];
const noInteger = ['1', 1.5, true, null, [], {}];
const noNumber = ['1000.50', true, null, [], {}];
const noDate = ['2026-07-01', '1-7-2026', '31-02-2026', '01/07/2026', 20260701, null];
const amount = (at: Steps, xml: string): Field => ({ at, xml, wrong: noNumber });

type FieldRow = Exclude<RowOf<'§2.4'>, 'ECF' | 'dates' | 'amounts'>;
const fields: Readonly<Record<FieldRow, Field>> = {
  Version: { at: ['ECF', 'Encabezado', 'Version'], xml: '<Version>1.0</Version>', wrong: noText },
  TipoeCF: { at: idDoc('TipoeCF'), xml: '<TipoeCF>31</TipoeCF>', wrong: [30, 35, 48, '31', 31.5, null] },
  eNCF: {
    at: idDoc('eNCF'),
    xml: '<eNCF>E310000000001</eNCF>',
    wrong: ['E31000000001', 'E3100000000001', 'e310000000001', 'B310000000001', 'E31000000000A', 31, null],
  },
  FechaVencimientoSecuencia: {
    at: idDoc('FechaVencimientoSecuencia'),
    xml: '<FechaVencimientoSecuencia>31-12-2027</FechaVencimientoSecuencia>',
    wrong: noDate,
  },
  IndicadorMontoGravado: {
    at: idDoc('IndicadorMontoGravado'),
    xml: '<IndicadorMontoGravado>0</IndicadorMontoGravado>',
    wrong: noInteger,
  },
  TipoIngreso: {
    at: idDoc('TipoIngreso'),
    xml: '<TipoIngresos>01</TipoIngresos>',
    wrong: [1, '1', '001', null],
  },
  TipoPago: { at: idDoc('TipoPago'), xml: '<TipoPago>1</TipoPago>', wrong: noInteger },
  FormasDePago: {
    at: [...idDoc('TablaFormasPago'), 'FormasDePago'],
    xml: '<TablaFormasPago><FormaDePago><FormaPago>1</FormaPago><MontoPago>180.59</MontoPago></FormaDePago><FormaDePago>',
    wrong: [{ FormaPago: 1, MontoPago: 1 }, [1], 'x', null],
  },
  RNCEmisor: {
    at: encabezado('Emisor', 'RNCEmisor'),
    xml: '<RNCEmisor>999999992</RNCEmisor>',
    wrong: [999999992, null],
  },
  RazonSocialEmisor: {
    at: encabezado('Emisor', 'RazonSocialEmisor'),
    xml: '<RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor>',
    wrong: noText,
  },
  DireccionEmisor: {
    at: encabezado('Emisor', 'DireccionEmisor'),
    xml: '<DireccionEmisor>CALLE 1 NO. 2</DireccionEmisor>',
    wrong: noText,
  },
  FechaEmision: {
    at: encabezado('Emisor', 'FechaEmision'),
    xml: '<FechaEmision>01-07-2026</FechaEmision>',
    wrong: noDate,
  },
  NumeroFacturaInterna: {
    at: encabezado('Emisor', 'NumeroFacturaInterna'),
    xml: '<NumeroFacturaInterna>FAC-000123</NumeroFacturaInterna>',
    wrong: noText,
  },
  RNCComprador: {
    at: encabezado('Comprador', 'RNCComprador'),
    xml: '<RNCComprador>131880681</RNCComprador>',
    wrong: [131880681, '1-31-88068-1', null],
  },
  RazonSocialComprador: {
    at: encabezado('Comprador', 'RazonSocialComprador'),
    xml: '<RazonSocialComprador>COMPRADOR DE PRUEBA SRL</RazonSocialComprador>',
    wrong: noText,
  },
  CorreoComprador: {
    at: encabezado('Comprador', 'CorreoComprador'),
    xml: '<CorreoComprador>compras@example.com</CorreoComprador>',
    wrong: ['compras', 1, null, ''],
  },
  MontoGravadoTotal: amount(totales('MontoGravadoTotal'), '<MontoGravadoTotal>1000.50</MontoGravadoTotal>'),
  MontoGravadoI1: amount(totales('MontoGravadoI1'), '<MontoGravadoI1>1000.50</MontoGravadoI1>'),
  ITBIS1: { at: totales('ITBIS1'), xml: '<ITBIS1>18</ITBIS1>', wrong: noNumber },
  TotalITBIS: amount(totales('TotalITBIS'), '<TotalITBIS>180.09</TotalITBIS>'),
  TotalITBIS1: amount(totales('TotalITBIS1'), '<TotalITBIS1>180.09</TotalITBIS1>'),
  MontoTotal: amount(totales('MontoTotal'), '<MontoTotal>1180.59</MontoTotal>'),
  Item: {
    at: ['ECF', 'DetallesItems', 'Item'],
    xml: '<DetallesItems><Item><NumeroLinea>',
    wrong: [{}, [1], 'x', null, []],
  },
  NumeroLinea: { at: item('NumeroLinea'), xml: '<NumeroLinea>1</NumeroLinea>', wrong: noInteger },
  IndicadorFacturacion: {
    at: item('IndicadorFacturacion'),
    xml: '<IndicadorFacturacion>1</IndicadorFacturacion>',
    wrong: noInteger,
  },
  NombreItem: { at: item('NombreItem'), xml: '<NombreItem>ARTICULO DE PRUEBA</NombreItem>', wrong: noText },
  IndicadorBienoServicio: {
    at: item('IndicadorBienoServicio'),
    xml: '<IndicadorBienoServicio>1</IndicadorBienoServicio>',
    wrong: noInteger,
  },
  CantidadItem: amount(item('CantidadItem'), '<CantidadItem>1.00</CantidadItem>'),
  PrecioUnitarioItem: amount(item('PrecioUnitarioItem'), '<PrecioUnitarioItem>1000.50'),
  MontoItem: amount(item('MontoItem'), '<MontoItem>1000.50</MontoItem>'),
};

clause({ '§2.4': 'every' }, 'a voucher with every field of the contract', async (paths) => {
  const { valido, faults, xml } = await validate(paths, complete());
  expect([valido, faults]).toEqual([true, []]);
  for (const field of Object.values(fields)) expect(xml).toContain(field.xml);
});

for (const [row, { at, wrong }] of Object.entries(fields) as [FieldRow, Field][])
  clause({ '§2.4': [row] }, `${row} in any other form: the fault names ${pathOf(at)}`, async (paths) => {
    for (const value of wrong) {
      const { valido, errores } = await validate(paths, changed(at, value));
      const named = errores.some(({ campo }) => campo.startsWith(pathOf(at)));
      expect([JSON.stringify(value), valido, named]).toEqual([JSON.stringify(value), false, true]);
    }
  });

clause({ '§2.4': ['ECF'] }, 'the root has both its children', async (paths) => {
  const { ECF } = complete();
  for (const [body, path] of [
    [{}, 'ECF'],
    [{ ECF: { DetallesItems: ECF.DetallesItems } }, 'ECF.Encabezado'],
    [{ ECF: { Encabezado: ECF.Encabezado } }, 'ECF.DetallesItems'],
    [{ ECF, Otro: 1 }, 'Otro'],
  ] as const) {
    const { valido, errores } = await validate(paths, body);
    expect([path, valido, errores.some(({ campo }) => campo.startsWith(path))]).toEqual([path, false, true]);
  }
});

clause({ '§2.4': ['amounts'] }, 'an amount keeps its decimals, and is never rounded', async (paths) => {
  const at = item('MontoItem');
  for (const [written, xml] of [
    ['1000.5', '<MontoItem>1000.50</MontoItem>'],
    ['1000.50', '<MontoItem>1000.50</MontoItem>'],
    ['1.0005e3', '<MontoItem>1000.50</MontoItem>'],
  ] as const) {
    const body = JSON.stringify(changed(at, 'HERE')).replace('"HERE"', written);
    const answer = await validate(paths, body);
    expect([written, answer.faults, answer.xml.includes(xml)]).toEqual([written, [], true]);
  }
  const { valido, errores } = await validate(paths, changed(at, 1000.505));
  expect([valido, errores.some(({ campo }) => campo === pathOf(at))]).toEqual([false, true]);
});

clause(
  { '§2.4': ['TipoeCF', 'eNCF', 'FechaVencimientoSecuencia'] },
  'each of the ten types',
  async (paths) => {
    expect(ecfExamples.map(({ type }) => type)).toEqual(ecfTypeList);
    for (const { type, body } of ecfExamples) {
      const { valido, faults, xml } = await validate(paths, body);
      expect([type, valido, faults]).toEqual([type, true, []]);
      expect(xml).toMatch(new RegExp(`<TipoeCF>${type}</TipoeCF><eNCF>E${type}\\d{10}</eNCF>`));
      // Must be absent for two types and present for the others.
      const without = type === 32 || type === 34;
      expect([type, xml.includes('<FechaVencimientoSecuencia>')]).toEqual([type, !without]);
      const other = structuredClone(body) as { ECF: { Encabezado: { IdDoc: Record<string, unknown> } } };
      const { IdDoc } = other.ECF.Encabezado;
      if (without) IdDoc['FechaVencimientoSecuencia'] = '31-12-2027';
      else Reflect.deleteProperty(IdDoc, 'FechaVencimientoSecuencia');
      const { errores } = await validate(paths, other);
      expect(errores.map(({ campo }) => campo)).toContain('ECF.Encabezado.IdDoc.FechaVencimientoSecuencia');
    }
  },
);

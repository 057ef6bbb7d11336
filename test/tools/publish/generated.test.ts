/** The generated files are current, and their types match what the service accepts. */
import { readdirSync, readFileSync } from 'node:fs';
import { generatedFiles } from '../../../tools/publish/generated-files.js';
import type { EcfBody } from '../../../schemas/vouchers.js';
import { validate } from '../../../src/ecf/validate.js';
import { compileXsd } from '../../../src/documents/check/xsd-validator.js';
import { facts } from '../../unit/ecf/samples.js';

const root = new URL('../../../', import.meta.url);
const files = generatedFiles();

test.each(files)('$path is current: npm run generate', ({ path, text }) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(text);
});

test('schemas/ contains only the XSD of each document and the types', () => {
  const schemas = files.map(({ path }) => path).filter((path) => path.startsWith('schemas/'));
  expect(
    readdirSync(new URL('schemas', root))
      .map((name) => `schemas/${name}`)
      .sort(),
  ).toEqual([...schemas].sort());
  expect(schemas).toHaveLength(15);
});

test.each(files.filter(({ path }) => path.endsWith('.xsd')))('$path is a schema', ({ path }) => {
  compileXsd(readFileSync(new URL(path, root), 'utf8')).dispose();
});

/** tsc checks that it fits the types; validate checks that it is a valid voucher. */
const credit: EcfBody<31> = {
  ECF: {
    Encabezado: {
      Version: '1.0',
      IdDoc: {
        TipoeCF: 31,
        eNCF: 'E310000000001',
        FechaVencimientoSecuencia: '31-12-2028',
        IndicadorMontoGravado: 0,
        TipoIngreso: '01',
        TipoPago: 1,
        TablaFormasPago: { FormasDePago: [{ FormaPago: 1, MontoPago: 118 }] },
      },
      Emisor: {
        RNCEmisor: '999999992',
        RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
        TablaTelefonoEmisor: { TelefonoEmisor: ['809-555-0100'] },
        DireccionEmisor: 'CALLE PRIMERA 1',
        FechaEmision: '15-06-2026',
      },
      Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
      Totales: {
        MontoGravadoTotal: 100,
        MontoGravadoI1: 100,
        ITBIS1: 18,
        TotalITBIS: 18,
        TotalITBIS1: 18,
        MontoTotal: 118,
      },
    },
    DetallesItems: {
      Item: [
        {
          NumeroLinea: 1,
          IndicadorFacturacion: 1,
          NombreItem: 'Artículo de prueba',
          IndicadorBienoServicio: 1,
          CantidadItem: 1,
          UnidadMedida: 43,
          PrecioUnitarioItem: 100,
          MontoItem: 100,
        },
      ],
    },
  },
};

/** Only obligatory fields; a type 32 needs no buyer. */
const consumption: EcfBody<32> = {
  ECF: {
    Encabezado: {
      Version: '1.0',
      IdDoc: { TipoeCF: 32, eNCF: 'E320000000001', TipoIngreso: '01', TipoPago: 1 },
      Emisor: {
        RNCEmisor: '999999992',
        RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
        DireccionEmisor: 'CALLE PRIMERA 1',
        FechaEmision: '15-06-2026',
      },
      Totales: { MontoExento: 100, MontoTotal: 100 },
    },
    DetallesItems: {
      Item: [
        {
          NumeroLinea: 1,
          IndicadorFacturacion: 4,
          NombreItem: 'Artículo de prueba',
          IndicadorBienoServicio: 1,
          CantidadItem: 1,
          PrecioUnitarioItem: 100,
          MontoItem: 100,
        },
      ],
    },
  },
};

test.each<{ name: string; body: EcfBody }>([
  { name: 'a type 31', body: credit },
  { name: 'a type 32', body: consumption },
])('$name that fits the types is valid', ({ body }) => {
  const { errores, advertencias } = validate(body, facts);
  expect({ errores, advertencias }).toEqual({ errores: [], advertencias: [] });
});

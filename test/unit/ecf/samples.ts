/** Vouchers for the tests of the core: small ones written manually, and a full one derived from the catalogue. */
import { readdirSync, readFileSync } from 'node:fs';
import type { FieldType } from '../../../src/ecf/catalogue/field-types.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Facts } from '../../../src/ecf/model/facts.js';
import { shapeOf, type Member, type Shape } from '../../../src/ecf/json/shape.js';

export const facts: Facts = { today: '15-06-2026', company: { rnc: '999999992' } };

/* eslint-disable @typescript-eslint/no-explicit-any -- tests change vouchers in ways that no type allows */
export type Json = any;

/** A type 31 of one line of 1,000.00 plus ITBIS. Each call gives a new one. */
export function voucher31(): Json {
  return {
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
        },
        Emisor: {
          RNCEmisor: '999999992',
          RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
          DireccionEmisor: 'CALLE PRIMERA 1',
          FechaEmision: '15-06-2026',
        },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: {
          MontoGravadoTotal: 1000,
          MontoGravadoI1: 1000,
          ITBIS1: 18,
          TotalITBIS: 180,
          TotalITBIS1: 180,
          MontoTotal: 1180,
        },
      },
      DetallesItems: {
        Item: [
          {
            NumeroLinea: 1,
            IndicadorFacturacion: 1,
            NombreItem: 'Servicio de prueba',
            IndicadorBienoServicio: 2,
            CantidadItem: 2,
            PrecioUnitarioItem: 500,
            MontoItem: 1000,
          },
        ],
      },
    },
  };
}

/** A type 32 of 295,000.00 with its buyer. */
export function voucher32(): Json {
  const voucher = voucher31();
  const { IdDoc, Totales } = voucher.ECF.Encabezado;
  IdDoc.TipoeCF = 32;
  IdDoc.eNCF = 'E320000000001';
  delete IdDoc.FechaVencimientoSecuencia;
  Object.assign(Totales, { MontoGravadoTotal: 250000, MontoGravadoI1: 250000 });
  Object.assign(Totales, { TotalITBIS: 45000, TotalITBIS1: 45000, MontoTotal: 295000 });
  Object.assign(voucher.ECF.DetallesItems.Item[0], { PrecioUnitarioItem: 125000, MontoItem: 250000 });
  return voucher;
}

/** Every field of the type with a valid value, and two items in every list. Its amounts do not add up. */
export function fullVoucher(type: EcfType): Json {
  return { ECF: objectSample(shapeOf(type), type) };
}

function objectSample(shape: Shape, type: EcfType): Json {
  const members = shape.members.filter((member) => member.type?.kind !== 'signingTime');
  return Object.fromEntries(members.map((member) => [member.jsonName, memberSample(member, type)]));
}

function memberSample(member: Member, type: EcfType): Json {
  const single =
    member.type === undefined ? objectSample(member.shape, type) : leafSample(member.type, type, member.name);
  return member.max === undefined ? single : [single, single];
}

function leafSample(field: FieldType, type: EcfType, name: string): Json {
  switch (field.kind) {
    case 'text':
      return field.form === undefined
        ? `${name} & «Ñ»`.padEnd(11, '.').slice(0, field.maxLength)
        : formSample(field.form.name);
    case 'decimal':
      return field.decimals > 2 ? 12.345 : 12.5;
    case 'integer':
      return field.max > 2 ? 3 : field.min;
    case 'code': {
      const [code = ''] = [...field.table.codes.keys()];
      return field.json === 'number' ? Number(code) : code;
    }
    case 'date':
      return name === 'FechaVencimientoSecuencia' ? '31-12-2028' : '29-02-2024';
    case 'encf':
      return `E${type}0000000001`;
    case 'tipoEcf':
      return type;
    case 'signingTime':
      return undefined;
  }
}

function formSample(form: string): string {
  const samples: Record<string, string> = {
    Rnc: '999999992',
    Telefono: '809-555-0100',
    Correo: 'nombre-1.apellido+x$y@correo-1.example',
    TerminoPago: '30 días',
  };
  return samples[form] ?? (form.startsWith('Digitos') ? '0012345' : 'Ana');
}

/** The golden examples of test/examples, by name: `31-small`, `31-full` … */
const examplesDir = new URL('../../examples/', import.meta.url);

export const exampleNames: readonly string[] = readdirSync(examplesDir)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

/** The day on which the examples were issued, and the company that issued them. */
export const exampleFacts: Facts = { today: '01-07-2026', company: { rnc: '999999992' } };

export const exampleSignedAt = '01-07-2026 10:15:00';

export function exampleJson(name: string): Json {
  return JSON.parse(readFileSync(new URL(`${name}.json`, examplesDir), 'utf8'));
}

/** The XML as sent, without the signature. */
export function exampleXml(name: string): string {
  return readFileSync(new URL(`${name}.xml`, examplesDir), 'utf8');
}

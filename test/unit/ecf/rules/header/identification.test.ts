/** Who issues what, under which number and for which period. */
import { ecfTypeList } from '../../../../../src/ecf/model/ecf-types.js';
import { identificationRules } from '../../../../../src/ecf/rules/header/identification.js';
import { validate } from '../../../../../src/ecf/validate.js';
import { facts, type Json } from '../../samples.js';
import { all, idDoc, item, ruleCases, secondLine, soundVoucher, totales } from '../cases.js';

/** Prices with ITBIS and the taxes 002 and 004 inside, 10 off under Norma 10-07: 1,300.00 / 1.30 = 1,000.00. */
const norma1007 = (indicador?: number) =>
  all(
    idDoc({ IndicadorMontoGravado: indicador }),
    item({
      PrecioUnitarioItem: 650,
      MontoItem: 1300,
      TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '002' }, { TipoImpuesto: '004' }] },
    }),
    totales({
      MontoImpuestoAdicional: 120,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '002', TasaImpuestoAdicional: 2, OtrosImpuestosAdicionales: 20 },
          { TipoImpuesto: '004', TasaImpuestoAdicional: 10, OtrosImpuestosAdicionales: 100 },
        ],
      },
      MontoTotal: 1300,
    }),
    (ecf) =>
      (ecf.DescuentosORecargos = {
        DescuentoORecargo: [
          {
            NumeroLinea: 1,
            TipoAjuste: 'D',
            IndicadorNorma1007: 1,
            TipoValor: '$',
            MontoDescuentooRecargo: 10,
            IndicadorFacturacionDescuentooRecargo: 1,
          },
        ],
      }),
  );

const issuedOn = (day: string) => (ecf: Json) => {
  ecf.Encabezado.Emisor.FechaEmision = day;
  if (ecf.InformacionReferencia !== undefined) ecf.InformacionReferencia.FechaNCFModificado = day;
};
const on = (today: string) => ({ today });

ruleCases(identificationRules, [
  ...ecfTypeList.flatMap((type) => [
    {
      name: 'of the month before, until its declaration is due',
      type,
      change: issuedOn('01-05-2026'),
      known: on('20-06-2026'),
      codes: [],
    },
    {
      name: 'of a month whose declaration was due yesterday',
      type,
      change: issuedOn('31-05-2026'),
      known: on('21-06-2026'),
      codes: ['~EMISOR-03'],
    },
  ]),
  {
    name: 'of December, until its declaration is due',
    type: 34,
    change: issuedOn('01-12-2025'),
    known: on('20-01-2026'),
    codes: [],
  },
  {
    name: 'of December, after its declaration was due',
    type: 34,
    change: issuedOn('31-12-2025'),
    known: on('21-01-2026'),
    codes: ['~EMISOR-03'],
  },
  { name: 'of 2020', type: 31, change: issuedOn('15-03-2020'), codes: ['~EMISOR-03'] },
  {
    name: 'of 2020, in certification',
    type: 31,
    change: issuedOn('15-03-2020'),
    known: { company: { ...facts.company, inCertification: true } },
    codes: [],
  },

  { name: 'in order', type: 31, codes: [] },
  { name: 'in order', type: 43, codes: [] },
  {
    name: 'a number of another type',
    type: 31,
    change: idDoc({ eNCF: 'E320000000001' }),
    codes: ['ENCF_TYPE_MISMATCH'],
  },
  {
    name: 'the expiry of the authorization',
    type: 31,
    change: idDoc({ FechaVencimientoSecuencia: '31-12-2027' }),
    known: { reservation: { expiresOn: '31-12-2027' } },
    codes: [],
  },
  {
    name: 'an authorization without expiry',
    type: 34,
    known: { reservation: { expiresOn: null } },
    codes: [],
  },
  {
    name: 'an expiry that differs from the authorization’s',
    type: 31,
    change: idDoc({ FechaVencimientoSecuencia: '30-12-2027' }),
    known: { reservation: { expiresOn: '31-12-2027' } },
    codes: ['SEQUENCE_EXPIRY_MISMATCH'],
  },
  {
    name: 'another company’s voucher',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Emisor.RNCEmisor = '999999982'),
    codes: ['RNC_EMISOR_MISMATCH'],
  },
  {
    name: 'a sequence that expires today',
    type: 31,
    change: idDoc({ FechaVencimientoSecuencia: '15-06-2026' }),
    codes: [],
  },
  {
    name: 'a sequence that expired yesterday',
    type: 31,
    change: idDoc({ FechaVencimientoSecuencia: '14-06-2026' }),
    codes: ['SEQUENCE_EXPIRED'],
  },
  {
    name: 'issued on a day after the sequence ends',
    type: 45,
    known: { today: '31-12-2026' },
    change: all(
      idDoc({ FechaVencimientoSecuencia: '31-12-2026' }),
      (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '01-01-2027'),
    ),
    codes: ['~IDDOC-04', '~EMISOR-01'],
  },
  {
    name: 'issued on the day the sequence ends',
    type: 45,
    known: { today: '31-12-2026' },
    change: all(
      idDoc({ FechaVencimientoSecuencia: '31-12-2026' }),
      (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '31-12-2026'),
    ),
    codes: [],
  },
  {
    name: 'of the first day of electronic vouchers',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '01-01-2018'),
    codes: ['~EMISOR-03'],
  },
  {
    name: 'issued before there were electronic vouchers',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '31-12-2017'),
    codes: ['~EMISOR-02'],
  },
  {
    name: 'an invalid date is reported once',
    type: 31,
    change: idDoc({ FechaVencimientoSecuencia: '31-02-2020' }),
    codes: ['ESTRUCTURA-12'],
  },
  {
    name: 'a note that corrects texts: no amount that could include ITBIS, and no rate',
    type: 34,
    change: (ecf) => {
      delete ecf.Encabezado.IdDoc.IndicadorMontoGravado;
      ecf.InformacionReferencia.CodigoModificacion = 2;
      Object.assign(ecf.DetallesItems.Item[0], { PrecioUnitarioItem: 0, MontoItem: 0 });
      ecf.Encabezado.Totales = { MontoTotal: 0 };
    },
    codes: [],
  },
  // The format of October 2025 requires it, but the XSDs of April 2026 no longer do, and the official set has such a note.
  ...([33, 34] as const).map((type) => ({
    name: 'a note without TipoIngreso',
    type,
    change: idDoc({ TipoIngreso: undefined }),
    codes: [],
  })),
  {
    name: 'taxed lines, without IndicadorMontoGravado',
    type: 31,
    change: idDoc({ IndicadorMontoGravado: undefined }),
    codes: ['IDDOC-01'],
  },
  {
    name: 'the same in purchases',
    type: 41,
    change: idDoc({ IndicadorMontoGravado: undefined }),
    codes: ['IDDOC-01'],
  },
  {
    name: 'exempt lines need no IndicadorMontoGravado',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: undefined }),
      item({ IndicadorFacturacion: 4 }),
      (ecf) => (ecf.Encabezado.Totales = { MontoExento: 1000, MontoTotal: 1000 }),
    ),
    codes: [],
  },
  {
    name: 'one line at 16 % is enough',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: undefined }),
      item({ IndicadorFacturacion: 4 }),
      secondLine(2),
      (ecf) =>
        (ecf.Encabezado.Totales = {
          MontoGravadoTotal: 100,
          MontoGravadoI2: 100,
          MontoExento: 1000,
          ITBIS2: 16,
          TotalITBIS: 16,
          TotalITBIS2: 16,
          MontoTotal: 1116,
        }),
    ),
    codes: ['IDDOC-01'],
  },
  { name: 'a discount of Norma 10-07, ITBIS inside', type: 31, change: norma1007(1), codes: [] },
  { name: 'a discount of Norma 10-07, ITBIS outside', type: 31, change: norma1007(0), codes: ['IDDOC-02'] },
  { name: 'a discount of Norma 10-07, ITBIS not stated', type: 31, change: norma1007(), codes: ['IDDOC-02'] },
  {
    name: 'a period of one day',
    type: 31,
    change: idDoc({ FechaDesde: '01-06-2026', FechaHasta: '01-06-2026' }),
    codes: [],
  },
  {
    name: 'a period that ends before it starts',
    type: 47,
    change: idDoc({ FechaDesde: '01-06-2026', FechaHasta: '31-05-2026' }),
    codes: ['IDDOC-03'],
  },
  { name: 'a period without end', type: 46, change: idDoc({ FechaDesde: '01-06-2026' }), codes: [] },
  {
    name: 'issued on the day itself',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '15-06-2026'),
    codes: [],
  },
  {
    name: 'issued a day ahead, as by a till in UTC',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '16-06-2026'),
    codes: ['~EMISOR-01'],
  },
  ...([31, 32, 33, 34, 44, 45, 46] as const).flatMap((type) => [
    {
      name: 'sent later without DGII’s authorization',
      type,
      change: idDoc({ IndicadorEnvioDiferido: 1 }),
      codes: ['~IDDOC-05'],
    },
    {
      name: 'sent later by a company that DGII authorised',
      type,
      change: idDoc({ IndicadorEnvioDiferido: 1 }),
      known: { company: { ...facts.company, deferredSending: true } },
      codes: [],
    },
  ]),
]);

test('the mark of deferred sending is not the mark of contingency', () => {
  const ecf = soundVoucher(31);
  idDoc({ IndicadorEnvioDiferido: 1 })(ecf);
  const { valido, errores } = validate({ ECF: ecf }, facts);
  expect(valido).toBe(false);
  expect(errores).toMatchObject([{ code: 'IDDOC-05', campo: 'ECF.Encabezado.IdDoc.IndicadorEnvioDiferido' }]);
  expect(errores[0]?.mensaje).toContain('No es la marca de contingencia');
});

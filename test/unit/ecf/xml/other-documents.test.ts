/** ARECF, ACECF and ANECF: golden XML, our XSD and the official one, and every fault. */
import { existsSync } from 'node:fs';
import { acecfFaults, buildAcecf, type Acecf } from '../../../../src/ecf/xml/acecf.js';
import { anecfFaults, buildAnecf, type Anecf, type Anulacion } from '../../../../src/ecf/xml/anecf.js';
import { arecfFaults, buildArecf, type Arecf } from '../../../../src/ecf/xml/arecf.js';
import type { OtherDocumentKind } from '../../../../src/ecf/catalogue/document-kind.js';
import type { OwnDocument } from '../../../../src/ecf/xml/own-document.js';
import { signBuilt } from '../../../../src/signing/keys/sign-built.js';
import { verifyXml } from '../../../../src/signing/verify/verify.js';
import { withDummySignature } from '../../../../src/xsd/dummy-signature.js';
import { createXsdValidator } from '../../../../src/xsd/xsd-validator.js';
import { makeSigner } from '../../signing/fixtures.js';

const at = '15-06-2026 14:05:09';

const officialXsdDir = '../shared/dgii/xsd';
const officialIsHere = existsSync(officialXsdDir);
if (!officialIsHere)
  console.warn(
    `NOT JUDGED: ${officialXsdDir} is not here, so only our own XSDs judged ARECF, ACECF and ANECF.`,
  );
const xsd = createXsdValidator(officialIsHere ? { officialXsdDir } : {});
afterAll(() => xsd.dispose());

const arecf: Arecf = {
  RNCEmisor: '999999992',
  RNCComprador: '999999982',
  eNCF: 'E310000000001',
  Estado: 0,
};
const acecf: Acecf = {
  RNCEmisor: '999999992',
  eNCF: 'E310000000001',
  FechaEmision: '01-06-2026',
  MontoTotal: '1180',
  RNCComprador: '00000000001',
  Estado: 1,
};
const range = (from: string, to = from) => ({ SecuenciaeNCFDesde: from, SecuenciaeNCFHasta: to });
/** The example of Formato ANECF v1.0, annex I. */
const anecf: Anecf = {
  RncEmisor: '999999992',
  anulaciones: [
    {
      TipoeCF: 31,
      secuencias: [range('E310000000001'), range('E310000000005', 'E310000000050')],
    },
    { TipoeCF: 44, secuencias: [range('E440000000010', 'E440000000046')] },
  ],
};

const wireOf = (document: OwnDocument): string => {
  if (!document.ok) throw new Error(JSON.stringify(document.faults));
  return document.built.wire;
};
const faultsOf = (document: OwnDocument): string[] =>
  document.ok ? [] : document.faults.map(({ code, campo }) => `${code} ${campo}`);

const acknowledged =
  '<Version>1.0</Version><RNCEmisor>999999992</RNCEmisor><RNCComprador>999999982</RNCComprador><eNCF>E310000000001</eNCF>';
const approved =
  '<Version>1.0</Version><RNCEmisor>999999992</RNCEmisor><eNCF>E310000000001</eNCF><FechaEmision>01-06-2026</FechaEmision><MontoTotal>1180.00</MontoTotal><RNCComprador>00000000001</RNCComprador>';

const golden: readonly {
  name: string;
  kind: OtherDocumentKind;
  document: OwnDocument;
  root: string;
}[] = [
  {
    name: 'received',
    kind: 'ARECF',
    document: buildArecf(arecf, at),
    root: `<ARECF><DetalleAcusedeRecibo>${acknowledged}<Estado>0</Estado><FechaHoraAcuseRecibo>${at}</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>`,
  },
  {
    name: 'not received',
    kind: 'ARECF',
    document: buildArecf({ ...arecf, Estado: 1, CodigoMotivoNoRecibido: 4 }, at),
    root: `<ARECF><DetalleAcusedeRecibo>${acknowledged}<Estado>1</Estado><CodigoMotivoNoRecibido>4</CodigoMotivoNoRecibido><FechaHoraAcuseRecibo>${at}</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>`,
  },
  {
    name: 'approved',
    kind: 'ACECF',
    document: buildAcecf(acecf, at),
    root: `<ACECF><DetalleAprobacionComercial>${approved}<Estado>1</Estado><FechaHoraAprobacionComercial>${at}</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`,
  },
  {
    name: 'rejected',
    kind: 'ACECF',
    document: buildAcecf({ ...acecf, Estado: 2, DetalleMotivoRechazo: 'Precio > acordado' }, at),
    root: `<ACECF><DetalleAprobacionComercial>${approved}<Estado>2</Estado><DetalleMotivoRechazo>Precio &gt; acordado</DetalleMotivoRechazo><FechaHoraAprobacionComercial>${at}</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`,
  },
  {
    name: 'annulled: the official example',
    kind: 'ANECF',
    document: buildAnecf(anecf, at),
    root: [
      '<ANECF><Encabezado><Version>1.0</Version><RncEmisor>999999992</RncEmisor>',
      `<CantidadeNCFAnulados>84</CantidadeNCFAnulados><FechaHoraAnulacioneNCF>${at}</FechaHoraAnulacioneNCF></Encabezado>`,
      '<DetalleAnulacion><Anulacion><NoLinea>1</NoLinea><TipoeCF>31</TipoeCF><TablaRangoSecuenciasAnuladaseNCF>',
      '<Secuencias><SecuenciaeNCFDesde>E310000000001</SecuenciaeNCFDesde><SecuenciaeNCFHasta>E310000000001</SecuenciaeNCFHasta></Secuencias>',
      '<Secuencias><SecuenciaeNCFDesde>E310000000005</SecuenciaeNCFDesde><SecuenciaeNCFHasta>E310000000050</SecuenciaeNCFHasta></Secuencias>',
      '</TablaRangoSecuenciasAnuladaseNCF><CantidadeNCFAnulados>47</CantidadeNCFAnulados></Anulacion>',
      '<Anulacion><NoLinea>2</NoLinea><TipoeCF>44</TipoeCF><TablaRangoSecuenciasAnuladaseNCF>',
      '<Secuencias><SecuenciaeNCFDesde>E440000000010</SecuenciaeNCFDesde><SecuenciaeNCFHasta>E440000000046</SecuenciaeNCFHasta></Secuencias>',
      '</TablaRangoSecuenciasAnuladaseNCF><CantidadeNCFAnulados>37</CantidadeNCFAnulados></Anulacion></DetalleAnulacion></ANECF>',
    ].join(''),
  },
];

test.each(golden)('$kind, golden: $name', ({ kind, document, root }) => {
  const wire = wireOf(document);
  expect(wire).toBe(`<?xml version="1.0" encoding="utf-8"?>${root}`);
  expect(xsd.validate(kind, withDummySignature(wire))).toEqual([]);
});

describe('signed', () => {
  const { certificate } = makeSigner();

  test.each(golden)('$kind: $name verifies and is valid', ({ kind, document }) => {
    if (!document.ok) throw new Error('no XML');
    const { xml } = signBuilt(document.built, certificate);
    expect(verifyXml(xml)).toMatchObject({ ok: true });
    expect(xsd.validate(kind, xml)).toEqual([]);
  });
});

test.each([
  ['1180', '1180.00'],
  ['1180.5', '1180.50'],
  ['001180.00', '1180.00'],
  ['0', '0.00'],
  ['9999999999999999.99', '9999999999999999.99'],
])('ACECF: an amount of %s is written %s', (MontoTotal, text) => {
  expect(wireOf(buildAcecf({ ...acecf, MontoTotal }, at))).toContain(`<MontoTotal>${text}</MontoTotal>`);
});

const receipt = 'ARECF.DetalleAcusedeRecibo';
test.each([
  { name: 'nothing', change: {}, faults: [] },
  {
    name: 'no reason',
    change: { Estado: 1 },
    faults: [`${arecfFaults.reasonMissing.code} ${receipt}.CodigoMotivoNoRecibido`],
  },
  {
    name: 'a reason too many',
    change: { CodigoMotivoNoRecibido: 1 },
    faults: [`${arecfFaults.reasonExtra.code} ${receipt}.CodigoMotivoNoRecibido`],
  },
  {
    name: 'another reason',
    change: { Estado: 1, CodigoMotivoNoRecibido: 5 },
    faults: [`ESTRUCTURA-07 ${receipt}.CodigoMotivoNoRecibido`],
  },
  { name: 'another state', change: { Estado: 2 }, faults: [`ESTRUCTURA-07 ${receipt}.Estado`] },
  {
    name: 'RNCs of another form',
    change: { RNCEmisor: '99999999', RNCComprador: '999-99998-2' },
    faults: [`ESTRUCTURA-06 ${receipt}.RNCEmisor`, `ESTRUCTURA-06 ${receipt}.RNCComprador`],
  },
  {
    name: 'an e-NCF of another form',
    change: { eNCF: 'B0100000001' },
    faults: [`ENCF_INVALID ${receipt}.eNCF`],
  },
  { name: 'no e-NCF', change: { eNCF: undefined }, faults: [`ESTRUCTURA-02 ${receipt}.eNCF`] },
])('ARECF: $name', ({ change, faults }) => {
  expect(faultsOf(buildArecf({ ...arecf, ...change } as Arecf, at))).toEqual(faults);
});

const approval = 'ACECF.DetalleAprobacionComercial';
test.each([
  { name: 'nothing', change: {}, faults: [] },
  {
    name: 'no reason',
    change: { Estado: 2 },
    faults: [`${acecfFaults.reasonMissing.code} ${approval}.DetalleMotivoRechazo`],
  },
  {
    name: 'a reason too many',
    change: { DetalleMotivoRechazo: 'No' },
    faults: [`${acecfFaults.reasonExtra.code} ${approval}.DetalleMotivoRechazo`],
  },
  {
    name: 'a blank reason',
    change: { Estado: 2, DetalleMotivoRechazo: ' ' },
    faults: [`ESTRUCTURA-04 ${approval}.DetalleMotivoRechazo`],
  },
  {
    name: 'a long reason',
    change: { Estado: 2, DetalleMotivoRechazo: 'x'.repeat(251) },
    faults: [`ESTRUCTURA-05 ${approval}.DetalleMotivoRechazo`],
  },
  {
    name: 'a reason that no XML can hold',
    change: { Estado: 2, DetalleMotivoRechazo: 'x\u{0}' },
    faults: [`ESTRUCTURA-13 ${approval}.DetalleMotivoRechazo`],
  },
  { name: 'another state', change: { Estado: 0 }, faults: [`ESTRUCTURA-07 ${approval}.Estado`] },
  {
    name: 'a day outside the calendar',
    change: { FechaEmision: '31-06-2026' },
    faults: [`ESTRUCTURA-06 ${approval}.FechaEmision`],
  },
  {
    name: 'a year before 2000',
    change: { FechaEmision: '01-06-1999' },
    faults: [`ESTRUCTURA-06 ${approval}.FechaEmision`],
  },
  ...['-1', '1e3', '1.005', '12345678901234567', '', '1,180.00', '.5', '1.'].map((MontoTotal) => ({
    name: `an amount of «${MontoTotal}»`,
    change: { MontoTotal },
    faults: [`ESTRUCTURA-10 ${approval}.MontoTotal`],
  })),
])('ACECF: $name', ({ change, faults }) => {
  expect(faultsOf(buildAcecf({ ...acecf, ...change } as Acecf, at))).toEqual(faults);
});

const blocks = 'ANECF.DetalleAnulacion.Anulacion';
const ranges = (block: number) => `${blocks}[${block}].TablaRangoSecuenciasAnuladaseNCF.Secuencias`;
const of31 = (...secuencias: Anulacion['secuencias']): Anulacion[] => [{ TipoeCF: 31, secuencias }];
const whole = (TipoeCF: Anulacion['TipoeCF']): Anulacion => ({
  TipoeCF,
  secuencias: [range(`E${TipoeCF}0000000001`, `E${TipoeCF}9999999999`)],
});

test.each<{ name: string; anulaciones: readonly Anulacion[]; faults: readonly string[] }>([
  { name: 'one number', anulaciones: of31(range('E310000000001')), faults: [] },
  { name: 'a whole sequence', anulaciones: [whole(31)], faults: [] },
  {
    name: 'neighbours',
    anulaciones: of31(range('E310000000002', 'E310000000003'), range('E310000000001')),
    faults: [],
  },
  { name: 'no blocks', anulaciones: [], faults: [`${anecfFaults.blocks.code} ${blocks}`] },
  {
    name: 'eleven blocks',
    anulaciones: Array.from({ length: 11 }, (_, n) =>
      of31(range(`E31${String(n + 1).padStart(10, '0')}`)),
    ).flat(),
    faults: [`${anecfFaults.blocks.code} ${blocks}`],
  },
  { name: 'no ranges', anulaciones: of31(), faults: [`${anecfFaults.ranges.code} ${ranges(0)}`] },
  {
    name: '10,001 ranges',
    anulaciones: of31(
      ...Array.from({ length: 10_001 }, (_, n) => range(`E31${String(n + 1).padStart(10, '0')}`)),
    ),
    faults: [`${anecfFaults.ranges.code} ${ranges(0)}`],
  },
  {
    name: 'numbers of another type, first and last',
    anulaciones: [{ TipoeCF: 32, secuencias: [range('E310000000001', 'E330000000001')] }],
    faults: [
      `${anecfFaults.otherType.code} ${ranges(0)}[0].SecuenciaeNCFDesde`,
      `${anecfFaults.otherType.code} ${ranges(0)}[0].SecuenciaeNCFHasta`,
    ],
  },
  {
    name: 'another series and number zero',
    anulaciones: of31(range('F310000000001', 'E310000000002'), range('E310000000000', 'E310000000003')),
    faults: [
      `ENCF_INVALID ${ranges(0)}[0].SecuenciaeNCFDesde`,
      `ENCF_INVALID ${ranges(0)}[1].SecuenciaeNCFDesde`,
    ],
  },
  {
    name: 'a range backwards',
    anulaciones: of31(range('E310000000002', 'E310000000001')),
    faults: [`${anecfFaults.reversed.code} ${ranges(0)}[0]`],
  },
  {
    name: 'a number twice, in one block',
    anulaciones: of31(range('E310000000001', 'E310000000009'), range('E310000000005')),
    faults: [`${anecfFaults.overlap.code} ${ranges(0)}[1]`],
  },
  {
    name: 'a number twice, in two blocks',
    anulaciones: [...of31(range('E310000000005')), ...of31(range('E310000000001', 'E310000000005'))],
    faults: [`${anecfFaults.overlap.code} ${ranges(0)}[0]`],
  },
  {
    name: 'more numbers than ten digits count',
    anulaciones: [whole(31), whole(32)],
    faults: [`${anecfFaults.tooMany.code} ${blocks}`],
  },
  {
    name: 'a type that does not exist',
    anulaciones: [{ TipoeCF: 30 as 31, secuencias: [range('E300000000001')] }],
    faults: [`ECF_TYPE_INVALID ${blocks}[0].TipoeCF`],
  },
])('ANECF: $name', ({ anulaciones, faults }) => {
  const document = buildAnecf({ ...anecf, anulaciones }, at);
  expect(faultsOf(document)).toEqual(faults);
  if (document.ok) expect(xsd.validate('ANECF', withDummySignature(document.built.wire))).toEqual([]);
});

test('ANECF: an RNC of another form', () => {
  expect(faultsOf(buildAnecf({ ...anecf, RncEmisor: '1' }, at))).toEqual([
    'ESTRUCTURA-06 ANECF.Encabezado.RncEmisor',
  ]);
});

test('ANECF: the number of faults is limited', () => {
  const secuencias = Array.from({ length: 10_000 }, () => range('x'));
  const anulaciones = Array.from({ length: 10 }, () => ({ TipoeCF: 31 as const, secuencias }));
  expect(faultsOf(buildAnecf({ ...anecf, anulaciones }, at))).toHaveLength(1000);
});

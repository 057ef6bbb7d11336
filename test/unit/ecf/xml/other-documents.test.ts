/** ARECF, ACECF and ANECF: golden XML, our XSD and the official one, and their signature. */
import { existsSync } from 'node:fs';
import { buildAcecf, type Acecf } from '../../../../src/ecf/xml/acecf.js';
import { buildAnecf, type Anecf } from '../../../../src/ecf/xml/anecf.js';
import { buildArecf, type Arecf } from '../../../../src/ecf/xml/arecf.js';
import type { OtherDocumentKind } from '../../../../src/ecf/catalogue/document-kind.js';
import type { BuiltXml } from '../../../../src/ecf/xml/build-xml.js';
import { signBuilt } from '../../../harness/samples/sign-built.js';
import { verifyXml } from '../../../../src/signing/verify/verify.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { makeSigner } from '../../signing/fixtures.js';

const at = '15-06-2026 14:05:09';

const officialXsdDir = '../shared/dgii/xsd';
const officialIsHere = existsSync(officialXsdDir);
if (!officialIsHere)
  console.warn(
    `NOT CHECKED: ${officialXsdDir} is not here, so only our own XSDs checked ARECF, ACECF and ANECF.`,
  );
const xsd = createXsdValidator(officialIsHere ? { officialXsdDir } : {});
afterAll(() => xsd.dispose());

const arecf: Arecf = {
  RNCEmisor: '999999992',
  RNCComprador: '999999982',
  eNCF: 'E310000000001',
};
const acecf: Acecf = {
  RNCEmisor: '999999992',
  eNCF: 'E310000000001',
  FechaEmision: '01-06-2026',
  MontoTotal: '1180',
  RNCComprador: '00000000001',
  Estado: 1,
};
const range = (from: string, to = from) => ({ desde: from, hasta: to });
/** The example of Formato ANECF v1.0, annex I. */
const anecf: Anecf = {
  RncEmisor: '999999992',
  anulaciones: [
    {
      TipoeCF: 31,
      rangos: [range('E310000000001'), range('E310000000005', 'E310000000050')],
    },
    { TipoeCF: 44, rangos: [range('E440000000010', 'E440000000046')] },
  ],
};

const acknowledged =
  '<Version>1.0</Version><RNCEmisor>999999992</RNCEmisor><RNCComprador>999999982</RNCComprador><eNCF>E310000000001</eNCF>';
const approved =
  '<Version>1.0</Version><RNCEmisor>999999992</RNCEmisor><eNCF>E310000000001</eNCF><FechaEmision>01-06-2026</FechaEmision><MontoTotal>1180.00</MontoTotal><RNCComprador>00000000001</RNCComprador>';

const golden: readonly {
  name: string;
  kind: OtherDocumentKind;
  document: BuiltXml;
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
    document: buildArecf({ ...arecf, CodigoMotivoNoRecibido: 4 }, at),
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

test.each(golden)('$kind, golden: $name', ({ kind, document: { wire }, root }) => {
  expect(wire).toBe(`<?xml version="1.0" encoding="utf-8"?>${root}`);
  expect(xsd.validate(kind, withDummySignature(wire))).toEqual([]);
});

describe('signed', () => {
  const { certificate } = makeSigner();

  test.each(golden)('$kind: $name verifies and is valid', ({ kind, document }) => {
    const { xml } = signBuilt(document, certificate);
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
  expect(buildAcecf({ ...acecf, MontoTotal }, at).wire).toContain(`<MontoTotal>${text}</MontoTotal>`);
});

test.each<{ name: string; kind: OtherDocumentKind; document: BuiltXml }>([
  { name: 'an RNC of another form', kind: 'ARECF', document: buildArecf({ ...arecf, RNCEmisor: '1' }, at) },
  {
    name: 'a long reason',
    kind: 'ACECF',
    document: buildAcecf({ ...acecf, DetalleMotivoRechazo: 'x'.repeat(251) }, at),
  },
  { name: 'no block', kind: 'ANECF', document: buildAnecf({ ...anecf, anulaciones: [] }, at) },
])('$kind: $name fails the XSD', ({ kind, document }) => {
  expect(xsd.validate(kind, withDummySignature(document.wire))).not.toEqual([]);
});

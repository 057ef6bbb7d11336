/**
 * The golden examples of test/examples: a small and a full voucher of each type, as a client sends it, with its XML.
 * `NN-small.json` is the example in the published document for the type; `32-anonymous.json` is a sale to a nameless buyer.
 * An intended change of the builder shows here as a difference in the XML: put the new text into the file.
 */
import { existsSync } from 'node:fs';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { ecfTypeList, type EcfType } from '../../../../src/ecf/model/ecf-types.js';
import { ecfExamples } from '../../../../src/ecf/publish/examples.js';
import { shapeOf, type Shape } from '../../../../src/ecf/json/shape.js';
import { validate } from '../../../../src/ecf/validate.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator, type XsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { fileAt, filesIn } from '../../../tidy/project-files.js';
import { exampleFacts, exampleJson, exampleNames, exampleSignedAt, exampleXml } from '../samples.js';

const officialXsdDir = '../shared/dgii/xsd';

let xsd: XsdValidator;
beforeAll(() => {
  const official = existsSync(officialXsdDir);
  if (!official)
    console.warn(`NOT CHECKED: ${officialXsdDir} is not here, so only our own XSDs checked the examples.`);
  xsd = createXsdValidator(official ? { officialXsdDir } : {});
});
afterAll(() => xsd.dispose());

test('each type has a small and a full example', () => {
  const wanted = ecfTypeList.flatMap((type) => [`${type}-small`, `${type}-full`]);
  expect(exampleNames).toEqual(expect.arrayContaining(wanted));
});

describe.each(exampleNames)('%s', (name) => {
  test('has no findings, and its XML is the golden one and passes the XSDs', () => {
    const { errores, advertencias, ecf } = validate(exampleJson(name), exampleFacts);
    expect({ errores, advertencias }).toEqual({ errores: [], advertencias: [] });
    if (ecf === undefined) throw new Error('no XML');
    expect(`${ecf.type}-`).toBe(name.slice(0, 3));
    const { wire } = buildXml(ecf, exampleSignedAt);
    expect(wire).toBe(exampleXml(name));
    expect(xsd.validate(ecf.type, withDummySignature(wire))).toEqual([]);
  });
});

test.each(ecfExamples)('the published document shows the small example of type $type', (example) => {
  expect(example.body).toEqual(exampleJson(`${example.type}-small`));
});

test('the notes modify the example of type 31, whose number no guide issues with another date', () => {
  const numbers = ecfExamples.flatMap(({ body: { ECF } }) => {
    const { NCFModificado } = (ECF.InformacionReferencia ?? {}) as { NCFModificado?: string };
    return NCFModificado ?? (ECF.Encabezado.IdDoc.TipoeCF === 31 ? ECF.Encabezado.IdDoc.eNCF : []);
  });
  const [invoice = ''] = numbers;
  expect(numbers).toEqual([invoice, invoice, invoice]);
  const guides = [fileAt('README.md'), ...filesIn('docs/integrar', '.md')];
  expect(guides.filter(({ text }) => text.includes(invoice)).map(({ path }) => path)).toEqual([]);
});

/** Fields that the full examples leave out, for every type or for the named types. */
const leftOut: readonly {
  readonly reason: string;
  readonly types?: readonly EcfType[];
  readonly fields: readonly string[];
}[] = [
  { reason: 'the service writes it', fields: ['FechaHoraFirma'] },
  { reason: 'for issuers authorised to send later', fields: ['IndicadorEnvioDiferido'] },
  { reason: 'no official document says what it means', fields: ['IndicadorServicioTodoIncluido'] },
  {
    reason: 'perception is not in force (Formato e-CF v1.0 note 52)',
    fields: ['TotalITBISPercepcion', 'TotalISRPercepcion'],
  },
  { reason: 'such a discount asks for other totals than a plain one', fields: ['IndicadorNorma1007'] },
  {
    reason: 'the reference is to a voucher of the issuer',
    types: [31, 32, 34, 41, 43, 44, 45, 46, 47],
    fields: ['RNCOtroContribuyente'],
  },
  { reason: 'a buyer from abroad has no RNC', types: [32, 44, 46], fields: ['Comprador.RNCComprador'] },
  { reason: 'a buyer with RNC is not from abroad', types: [33, 34], fields: ['IdentificadorExtranjero'] },
  { reason: 'paid at once', types: [32], fields: ['FechaLimitePago'] },
  { reason: 'the official pattern takes no name in 33 and 34', types: [33, 34], fields: ['ResponsablePago'] },
  {
    reason: 'the type has no discounts and surcharges, in whatever currency',
    types: [43, 47],
    fields: ['DescuentoOtraMoneda', 'RecargoOtraMoneda'],
  },
  {
    reason: 'all lines of the type are exempt, or at rate zero (Formato e-CF v1.0 notes 50 and 51)',
    types: [44, 46],
    fields: ['MontoNoFacturable', 'SubtotalMontoNoFacturablePagina'],
  },
  { reason: 'no additional taxes', types: [41], fields: ['SubTotalImpuestoAdicional'] },
  {
    reason: 'with ITBIS inside the amounts, its base can be read in two ways',
    types: [45],
    fields: ['OtrosImpuestosAdicionales', 'OtrosImpuestosAdicionalesOtraMoneda', 'SubtotalOtrosImpuesto'],
  },
];

test.each(ecfTypeList)('the full example of type %i has every section and field of the type', (type) => {
  const present = new Set<string>();
  gather((exampleJson(`${type}-full`) as { ECF: object }).ECF, shapeOf(type), '', present);
  const missing = [...pathsOf(shapeOf(type), '')].filter((path) => !present.has(path));
  const excused = leftOut
    .filter(({ types }) => types?.includes(type) !== false)
    .flatMap(({ fields }) => fields);
  const isExcused = (path: string) => excused.some((field) => path.endsWith(`.${field}`));
  expect(missing.filter((path) => !isExcused(path))).toEqual([]);
  expect(excused.filter((field) => [...present].some((path) => path.endsWith(`.${field}`)))).toEqual([]);
});

function* pathsOf(shape: Shape, path: string): Generator<string> {
  for (const member of shape.members) {
    const here = `${path}.${member.name}`;
    yield here;
    if (member.shape !== undefined) yield* pathsOf(member.shape, here);
  }
}

/** The catalogue's paths that occur in a voucher. */
function gather(value: object, shape: Shape, path: string, present: Set<string>): void {
  for (const [key, child] of Object.entries(value) as [string, unknown][]) {
    const member = shape.byName.get(key);
    if (member === undefined) throw new Error(`${path}.${key} is no field`);
    const here = `${path}.${member.name}`;
    present.add(here);
    if (member.shape === undefined) continue;
    for (const single of Array.isArray(child) ? (child as object[]) : [child as object])
      gather(single, member.shape, here, present);
  }
}

test.each([
  { name: 'a tab', text: '\t' },
  { name: 'a line break', text: '\n' },
  { name: 'a carriage return', text: '&#13;' },
  { name: 'an accent', text: 'ñ' },
  { name: '&', text: '&amp;' },
  { name: '<', text: '&lt;' },
  { name: '>', text: '&gt;' },
  { name: '"', text: '&#34;' },
  { name: "'", text: '&#39;' },
  { name: '©', text: '&#169;' },
  { name: '€', text: '&#8364;' },
  { name: '®', text: '&#174;' },
])('$name occurs in the golden XML, and special characters are references', ({ text }) => {
  const all = exampleNames.map(exampleXml);
  expect(all.some((xml) => xml.includes(text))).toBe(true);
  for (const xml of all) expect(xml.replace(/^<\?xml[^>]*>/, '')).not.toMatch(/["'©€®\r]/);
});

test('the parties are fictitious', () => {
  const fictitious = ['999999992', '999999982', '131880681'];
  for (const name of exampleNames) {
    const numbers = JSON.stringify(exampleJson(name)).match(/"RNC\w*":"[^"]*"/g) ?? [];
    for (const number of numbers) expect(fictitious).toContain(number.split('"').at(-2));
  }
});

/** The official certification set: validated, built, and checked against the official XSDs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { decimalText } from '../../src/ecf/model/amounts.js';
import { buildXml } from '../../src/ecf/xml/build-xml.js';
import { normalise, parseNormalised } from '../../src/ecf/json/normalise.js';
import { jsonLimits, readJson } from '../../src/ecf/json/read-json.js';
import { buildRfce, deriveRfce } from '../../src/ecf/xml/rfce.js';
import { validate } from '../../src/ecf/validate.js';
import { withDummySignature } from '../../src/documents/check/dummy-signature.js';
import { createXsdValidator } from '../../src/documents/check/xsd-validator.js';

const official = '../shared/dgii';
const setDir = `${official}/certification-set`;
const signedAt = '15-06-2026 14:05:09';
const securityCode = 'aB3/+z';
const facts = { today: '01-06-2026', company: { rnc: '999999992', inCertification: true } };

/**
 * Two vouchers of the set have prices in another currency, but no such header, and the payments of one do not add up to its total. The
 * rules about it only warn.
 */
const warned: Readonly<Record<string, readonly string[]>> = {
  'E310000000010.json': ['MONEDA-19'],
  'E450000000011.json': ['MONEDA-19'],
  'E470000000010.json': ['PAGO-07'],
};

const files = existsSync(setDir) ? readdirSync(setDir).filter((file) => /^E\d{12}\.json$/.test(file)) : [];

describe('official certification set', () => {
  if (files.length === 0) {
    console.warn(
      `NOT CHECKED: ${setDir} is not here, so no voucher of the official certification set was validated.`,
    );
    test('runs only with the official documents', () => expect(files).toEqual([]));
    return;
  }
  const xsd = createXsdValidator({ officialXsdDir: `${official}/xsd` });
  afterAll(() => xsd.dispose());

  function validated(file: string) {
    const reading = readJson(readFileSync(`${setDir}/${file}`, 'utf8'), jsonLimits);
    if (!reading.ok) throw new Error(reading.reason);
    return validate(reading.value, facts, reading.faults);
  }

  test.each(files)('%s', (file) => {
    const { valido, errores, advertencias, ecf } = validated(file);
    expect({ valido, errores }).toEqual({ valido: true, errores: [] });
    expect(advertencias.map(({ code }) => code)).toEqual(warned[file] ?? []);
    if (ecf === undefined) throw new Error('no XML');
    const built = buildXml(ecf, signedAt);
    expect(xsd.validate(ecf.type, withDummySignature(built.wire))).toEqual([]);
    expect(buildXml(parseNormalised(normalise(ecf)), signedAt)).toEqual(built);
  });

  const summaries = readdirSync(setDir).filter((name) => name.endsWith('-RFCE.json'));

  test.each(summaries)('%s equals the summary of its voucher', (name) => {
    const { ecf } = validated(name.replace('-RFCE', ''));
    if (ecf === undefined) throw new Error('no voucher');
    const { RFCE } = JSON.parse(readFileSync(`${setDir}/${name}`, 'utf8')) as { RFCE: Json };
    const { Encabezado } = texts(RFCE) as { Encabezado: Record<string, unknown> };
    expect(deriveRfce(ecf, securityCode)).toEqual({
      Encabezado: { ...Encabezado, CodigoSeguridadeCF: securityCode },
    });
    expect(xsd.validate('RFCE', withDummySignature(buildRfce(ecf, securityCode).wire))).toEqual([]);
  });
});

type Json = string | number | readonly Json[] | { readonly [name: string]: Json };

/** In the form of the builder: numbers as decimal texts, official names. */
function texts(value: Json): unknown {
  if (typeof value === 'number') return decimalText(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(texts);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name === 'TipoIngreso' ? 'TipoIngresos' : name,
      texts(member),
    ]),
  );
}

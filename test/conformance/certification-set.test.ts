/** The official certification set: validated, built, and judged by the official XSDs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { buildXml } from '../../src/ecf/build-xml.js';
import { normalise, parseNormalised } from '../../src/ecf/normalise.js';
import { jsonLimits, readJson } from '../../src/ecf/read-json.js';
import { validate } from '../../src/ecf/validate.js';
import { withDummySignature } from '../../src/xsd/dummy-signature.js';
import { createXsdValidator } from '../../src/xsd/xsd-validator.js';

const official = '../shared/dgii';
const setDir = `${official}/certification-set`;
const facts = { today: '01-06-2026', company: { rnc: '999999992' } };

const files = existsSync(setDir) ? readdirSync(setDir).filter((file) => /^E\d{12}\.json$/.test(file)) : [];

describe('official certification set', () => {
  if (files.length === 0) {
    console.warn(
      `NOT JUDGED: ${setDir} is not here, so no voucher of the official certification set was validated.`,
    );
    test('is judged only where the official documents are', () => expect(files).toEqual([]));
    return;
  }
  const xsd = createXsdValidator({ officialXsdDir: `${official}/xsd` });
  afterAll(() => xsd.dispose());

  test.each(files)('%s', (file) => {
    const reading = readJson(readFileSync(`${setDir}/${file}`, 'utf8'), jsonLimits);
    if (!reading.ok) throw new Error(reading.reason);
    const { valido, errores, advertencias, ecf } = validate(reading.value, facts, reading.faults);
    expect({ valido, errores, advertencias }).toEqual({ valido: true, errores: [], advertencias: [] });
    if (ecf === undefined) throw new Error('no XML');
    const built = buildXml(ecf, '15-06-2026 14:05:09');
    expect(xsd.validate(ecf.type, withDummySignature(built.wire))).toEqual([]);
    expect(buildXml(parseNormalised(normalise(ecf)), '15-06-2026 14:05:09')).toEqual(built);
  });
});

/** What all tables of rules have in common. */
import { readdirSync, readFileSync } from 'node:fs';
import { ecfTypeList } from '../../../../src/ecf/ecf-types.js';
import { structureFaults } from '../../../../src/ecf/fault.js';
import { rules } from '../../../../src/ecf/rules/rules.js';
import { validate } from '../../../../src/ecf/validate.js';
import { facts } from '../samples.js';
import { codesOf, soundVoucher } from './cases.js';

const folder = (path: string) => new URL(path, import.meta.url);

test.each(ecfTypeList)('a small voucher of type %i has no fault', (type) => {
  expect(codesOf(soundVoucher(type))).toEqual([]);
});

test('codes are unique, also among those of the structure check', () => {
  const codes = [...rules, ...Object.values(structureFaults)].map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('every rule says what it demands, in one sentence, and who says so', () => {
  const mute = rules.filter(
    ({ descripcion, source, types }) => !descripcion.endsWith('.') || source === '' || types?.length === 0,
  );
  expect(mute.map(({ code }) => code)).toEqual([]);
});

test('every table of rules has its test, in which each rule has a case that passes and one that fails', () => {
  const rulesText = readFileSync(folder('../../../../src/ecf/rules/rules.ts'), 'utf8');
  const tables = [...rulesText.matchAll(/from '\.\/(.+)\.js'/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'rule');
  const tested = readdirSync(folder('.')).filter((name) =>
    /\bruleCases\(/.test(readFileSync(folder(name), 'utf8')),
  );
  const untested = tables.filter((name) => !tested.includes(`${name}.test.ts`));
  expect(untested).toEqual([]);
});

test('messages tell what was expected and what was found', () => {
  const ecf = soundVoucher(31);
  ecf.Encabezado.Totales.MontoTotal = 1200;
  const [fault] = validate({ ECF: ecf }, facts).advertencias;
  expect(fault?.mensaje).toContain('1180.00');
  expect(fault?.mensaje).toContain('1200.00');
});

test('a type that does not exist is refused with its own code', () => {
  const ecf = soundVoucher(31);
  Object.assign(ecf.Encabezado.IdDoc, { TipoeCF: 35, eNCF: 'E350000000001' });
  expect(codesOf(ecf)).toEqual(['ECF_TYPE_INVALID']);
});

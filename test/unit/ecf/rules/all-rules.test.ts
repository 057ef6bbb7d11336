/** What must be true of every table of rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { structureFaults } from '../../../../src/ecf/model/fault.js';
import { rules } from '../../../../src/ecf/rules/rules.js';
import { amountOf, shownMoney } from '../../../../src/ecf/model/amounts.js';
import { faultsMax, validate } from '../../../../src/ecf/validate.js';
import { facts } from '../samples.js';
import { codesOf, soundVoucher } from './cases.js';

const folder = (path: string) => new URL(path, import.meta.url);

test.each(ecfTypeList)('a small voucher of type %i has no fault', (type) => {
  expect(codesOf(soundVoucher(type))).toEqual([]);
});

test('codes are unique, including those of the structure check', () => {
  const codes = [...rules, ...Object.values(structureFaults)].map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('every rule says in one sentence what it requires, and names its source', () => {
  const mute = rules.filter(
    ({ descripcion, source, types }) => !descripcion.endsWith('.') || source === '' || types?.length === 0,
  );
  expect(mute.map(({ code }) => code)).toEqual([]);
});

test('a conditional rule names its evidence, or says why it has none', () => {
  const named = {
    DGII: /código \d+ de la DGII/u,
    oficial: /^(?:Formato e-CF|Informe Técnico e-CF) v1\.0 pp?\.\d/u,
  };
  const unproven = rules.filter((rule) => {
    if (rule.severidad !== 'condicional') return false;
    const { evidencia, source } = rule;
    return typeof evidencia === 'string' ? !named[evidencia].test(source) : !evidencia.practica.endsWith('.');
  });
  expect(unproven.map(({ code }) => code)).toEqual([]);
});

describe('a conditional fault', () => {
  const wrongTotal = () => {
    const ecf = soundVoucher(31);
    ecf.Encabezado.Totales.MontoTotal = 1200;
    return { ECF: ecf };
  };
  const withoutBuyer = () => {
    const { ECF } = wrongTotal();
    delete ECF.Encabezado.Comprador.RNCComprador;
    return { ECF };
  };
  const codesIn = (faults: readonly { code: string }[]) => faults.map(({ code }) => code);

  test('with evidence is an error', () => {
    const { valido, errores, advertencias } = validate(wrongTotal(), facts);
    expect([valido, codesIn(errores), codesIn(advertencias)]).toEqual([false, ['TOTALES-11'], []]);
  });

  test('is a warning when permitted', () => {
    const { valido, errores, advertencias } = validate(wrongTotal(), { ...facts, conditionalAllowed: true });
    expect([valido, codesIn(errores), codesIn(advertencias)]).toEqual([true, [], ['TOTALES-11']]);
  });

  test('comes after the faults that DGII would reject', () => {
    expect(codesIn(validate(withoutBuyer(), facts).errores)).toEqual(['ESTRUCTURA-02', 'TOTALES-11']);
  });

  test('never hides a fault that DGII would reject, even in thousands', () => {
    const ecf = soundVoucher(33);
    ecf.DetallesItems.Item = Array.from({ length: faultsMax + 1 }, (_, n) => ({
      ...ecf.DetallesItems.Item[0],
      NumeroLinea: n + 1,
      MontoItem: 1,
    }));
    ecf.InformacionReferencia.CodigoModificacion = 5;
    const { errores } = validate({ ECF: ecf }, facts);
    expect(errores[0]).toMatchObject({ code: 'REFERENCIA-03', severidad: 'rechazo' });
    expect(errores.at(-1)).toMatchObject({ code: 'ESTRUCTURA-19', severidad: 'condicional' });
  });
});

test('every table of rules has its test, in which each rule has a case that passes and one that fails', () => {
  const rulesText = readFileSync(folder('../../../../src/ecf/rules/rules.ts'), 'utf8');
  const tables = [...rulesText.matchAll(/from '\.\/(.+)\.js'/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'rule');
  const tested = readdirSync(folder('.'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => /\bruleCases\(/.test(readFileSync(folder(name), 'utf8')));
  const untested = tables.filter((name) => !tested.includes(`${name}.test.ts`));
  expect(untested).toEqual([]);
});

test('messages say what was expected and what was found', () => {
  const ecf = soundVoucher(31);
  ecf.Encabezado.Totales.MontoTotal = 1200;
  const [fault] = validate({ ECF: ecf }, facts).errores;
  expect(fault?.mensaje).toContain('Se esperaba 1,180.00 ');
  expect(fault?.mensaje).toContain('se recibió 1,200.00.');
});

test.each([
  ['0', '0.00'],
  ['-0.5', '-0.50'],
  ['999.9', '999.90'],
  ['1000', '1,000.00'],
  ['-1234567.89', '-1,234,567.89'],
  ['1500.1234', '1,500.1234'],
])('messages show %s as %s', (text, shown) => {
  expect(shownMoney(amountOf(text))).toBe(shown);
});

test('a type that does not exist is refused with its own code', () => {
  const ecf = soundVoucher(31);
  Object.assign(ecf.Encabezado.IdDoc, { TipoeCF: 35, eNCF: 'E350000000001' });
  expect(codesOf(ecf)).toEqual(['ECF_TYPE_INVALID']);
});

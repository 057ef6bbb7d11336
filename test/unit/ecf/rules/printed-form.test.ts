/** A warning for each text that the printed form cannot draw. */
import { printedFormRules } from '../../../../src/ecf/rules/printed-form.js';
import { validate } from '../../../../src/ecf/validate.js';
import { facts, type Json } from '../samples.js';
import { comprador, item, ruleCases, soundVoucher } from './cases.js';

const emisor = (change: Json) => (ecf: Json) => Object.assign(ecf.Encabezado.Emisor, change);
const named = (name: string) => comprador({ RazonSocialComprador: name });

ruleCases(printedFormRules, [
  { name: 'Spanish', type: 31, change: named('Ñandú & Güira, S.R.L. «ª» €'), codes: [] },
  { name: 'Greek and Cyrillic', type: 31, change: named('Ελλάς Россия'), codes: [] },
  { name: 'Arabic and Hebrew', type: 31, change: named('شركة التجارة בית'), codes: [] },
  { name: 'full-width letters', type: 31, change: named('ＡＢＣ（１２）㎏'), codes: [] },
  { name: 'an emoji of the font, with its colour', type: 31, change: named('Café ☕\ufe0f 😀'), codes: [] },
  { name: 'letters in two characters', type: 31, change: named('Pen\u0303a q\u0303'), codes: [] },
  { name: 'Chinese', type: 31, change: named('广州贸易有限公司'), codes: ['~IMPRESION-01'] },
  { name: 'Thai', type: 31, change: named('ศูนย์'), codes: ['~IMPRESION-01'] },
  { name: 'Korean in letters', type: 31, change: named('\u1112\u1161\u11ab'), codes: ['~IMPRESION-01'] },
  { name: 'a skin colour', type: 31, change: named('Bien 👍🏽'), codes: ['~IMPRESION-01'] },
  { name: 'a flag', type: 31, change: named('Hotel 🇩🇴'), codes: ['~IMPRESION-01'] },
  { name: 'a mark that the font has not', type: 31, change: named('a\u1ab0'), codes: ['~IMPRESION-01'] },
  {
    name: 'issuer and address',
    type: 32,
    change: emisor({ NombreComercial: '北京', DireccionEmisor: '日本 1' }),
    codes: ['~IMPRESION-01', '~IMPRESION-01'],
  },
  { name: 'an item', type: 32, change: item({ NombreItem: 'Té 茶' }), codes: ['~IMPRESION-01'] },
]);

test('it never stops a voucher, and names the field and the characters', () => {
  const ecf: Json = soundVoucher(31);
  ecf.Encabezado.Comprador.RazonSocialComprador = '广州贸易有限公司, 广州';
  const { valido, advertencias } = validate({ ECF: ecf }, facts);
  expect(valido).toBe(true);
  expect(advertencias).toEqual([
    {
      code: 'IMPRESION-01',
      campo: 'ECF.Encabezado.Comprador.RazonSocialComprador',
      mensaje:
        'Se esperaban caracteres que la representación impresa puede dibujar; mostrará □ en lugar de 广 (U+5E7F), 州 (U+5DDE), 贸 (U+8D38), 易 (U+6613), 有 (U+6709), 限 (U+9650), 公 (U+516C), 司 (U+53F8).',
      severidad: 'condicional',
    },
  ]);
});

test('a message names eight characters and counts the others', () => {
  const ecf: Json = soundVoucher(31);
  ecf.DetallesItems.Item[0].NombreItem = '一二三四五六七八九十';
  const [warning] = validate({ ECF: ecf }, facts).advertencias;
  expect(warning?.mensaje).toMatch(/ 八 \(U\+516B\) y 2 más\.$/);
});

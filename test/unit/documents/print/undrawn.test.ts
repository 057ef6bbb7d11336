/** Validation warns of a box on the printed form exactly where the form draws one. */
import { drawnText, unknownCharacter } from '../../../../src/ecf/drawn-text.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { validate } from '../../../../src/ecf/validate.js';
import { contentOf } from '../../../../src/documents/print/content/content.js';
import { loadFonts } from '../../../../src/documents/print/pdf/fonts.js';
import { squeezed, textOf } from '../../../harness/print/open-pdf.js';
import { ecfOf, print, signature } from '../../../harness/print/print.js';
import { facts, fullVoucher, voucher31, type Json } from '../../ecf/samples.js';

const chinese = '广';

describe.each(ecfTypeList)('type %i', (type) => {
  test('warns of each text that is printed, and of no other', () => {
    const paths = textPathsOf(fullVoucher(type));
    const found = paths.map((path) => {
      const voucher = withTextAt(fullVoucher(type), path, chinese);
      const { errores, advertencias } = validate(voucher, facts);
      const content = contentOf(ecfOf(voucher), 'production', signature, 'sin-itbis');
      const campo = campoOf(path);
      return {
        campo,
        // A code, a number or a date cannot be Chinese.
        refused: errores.some((fault) => fault.campo === campo),
        printed: JSON.stringify(content).includes(chinese),
        warned: advertencias.some((fault) => fault.campo === campo && fault.code === 'IMPRESION-01'),
      };
    });
    const texts = found.filter(({ refused }) => !refused);
    expect(texts.filter(({ printed, warned }) => printed !== warned)).toEqual([]);
    expect(texts.filter(({ warned }) => warned).map(({ campo }) => campo)).toContain(
      'ECF.DetallesItems.Item[0].NombreItem',
    );
  });
});

test('each character of the text that is drawn is in both fonts', () => {
  const { characters } = loadFonts();
  const wrong: string[] = [];
  for (let code = 0x20; code < 0x20000; code++) {
    const { text, missing } = drawnText(String.fromCodePoint(code));
    const isDrawn = Array.from(text).every((character) => characters.has(character.codePointAt(0) ?? 0));
    const isBox = code !== 0x25a1 && text.includes(unknownCharacter);
    if (!isDrawn || isBox !== missing.length > 0) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('a character outside the fonts is a box on the form', async () => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Comprador.RazonSocialComprador = '广州 Ltd ＡＢＣ';
  expect(squeezed(await textOf(print(voucher)))).toContain('RazónSocialCliente:□□LtdABC');
});

/** The names and indexes that lead to a text. */
type Path = readonly (string | number)[];

function textPathsOf(tree: unknown, path: Path = []): Path[] {
  if (typeof tree === 'string') return [path];
  if (Array.isArray(tree)) return tree.flatMap((one, index) => textPathsOf(one, [...path, index]));
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => textPathsOf(value, [...path, name]));
}

function withTextAt(voucher: Json, path: Path, text: string): Json {
  const parent = path.slice(0, -1).reduce((node: Json, step) => node[step], voucher);
  parent[path.at(-1) ?? ''] = text;
  return voucher;
}

function campoOf(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

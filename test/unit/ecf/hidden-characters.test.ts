/** Characters that nobody sees are shown to people, wherever a stranger's text appears, and are refused in names and notes. */
import { buyerPage } from '../../../src/api/buyers/buyer-page.js';
import { fields, table } from '../../../src/cli/terminal/result.js';
import { checkValue, withoutForbidden } from '../../../src/ecf/json/check-value.js';
import { hasHidden, withHiddenShown } from '../../../src/ecf/hidden-characters.js';
import { excerpt } from '../../../src/ecf/model/fault.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { isNote } from '../../../src/ledger/numbers/numbers.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { isCompanyName, isPersonName, isUsuario } from '../../../src/services/input-rules.js';
import { isEmail } from '../../../src/services/people/email.js';
import { printable } from '../../../src/documents/print/pdf/printable.js';

const hidden: readonly [string, string][] = [
  ...['061C', '200E', '200F', '202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069'],
  ...['200B', '200C', '200D', '2060', '2061', '2064', '206A', '206F', 'FEFF', '00AD', '034F', '115F', '1160'],
  ...[
    '17B4',
    '180B',
    '180E',
    '3164',
    'FFA0',
    '2800',
    'FFF9',
    'FFFB',
    'FE00',
    'FE0F',
    'E0001',
    'E0041',
    'E0100',
  ],
  ...['0000', '0007', '001B', '007F', '0085', '009B', '2028', '2029'],
].map((point) => [point, String.fromCodePoint(parseInt(point, 16))]);

const voucher = {
  encf: 'E310000000001',
  tipoeCF: 31,
  state: 'admitted',
  montoTotal: '1',
  fechaEmision: '20-11-2026',
  rncEmisor: '101000001',
  rncComprador: '131880681',
};

const shownAnywhere: readonly [string, (text: string) => string][] = [
  ['a text of a page or of a list in a file', withHiddenShown],
  ['a message about a value', excerpt],
  ['a table of the command line', (text) => table([{ text }], '', { Nombre: (row) => row.text })],
  ['the fields of the command line', (text) => fields({ Nombre: text })],
  [
    'the page behind a buyer’s link',
    (text) =>
      buyerPage(
        { ...voucher, razonSocialEmisor: text } as DocumentRecord,
        { razonSocial: text } as Company,
        't',
      ),
  ],
  ['the printed form', printable],
];

describe.each(shownAnywhere)('%s', (_, show) => {
  test.each(hidden)('has no U+%s', (_point, character) => {
    const shown = show(`ACME${character}SRL`);
    expect(shown).not.toContain(`ACME${character}SRL`);
    expect(shown).toContain('SRL');
  });

  test('leaves usual texts as they are', () => {
    const text = 'Café Ñandú & Compañía, S.R.L. «Nº 5» — 漢字';
    expect(show(text).replaceAll('&amp;', '&')).toContain(
      text.replace(/漢字/, show === printable ? '□□' : '漢字'),
    );
  });
});

test('names the character', () => {
  expect(withHiddenShown('a\u202Eb\u{E0041}')).toBe('a[U+202E]b[U+E0041]');
});

test.each(['Café ☕️', '👩‍🚀 SRL', '👩🏽‍🚀', '👩‍❤️‍👨', '1️⃣', 'línea\notra\tcolumna'])(
  'takes %j as a usual text',
  (text) => {
    expect([hasHidden(text), withHiddenShown(text)]).toEqual([false, text]);
  },
);

test.each(hidden)('names, addresses and notes with U+%s are refused', (_point, character) => {
  const text = `ACME${character}SRL`;
  const taken = [isCompanyName(text), isPersonName(text), isUsuario(text), isNote(text)];
  expect([...taken, isEmail(`ana${character}b@empresa.example`)]).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each(hidden)(
  'U+%s becomes a space in the reason of a decision, and a reference with it is refused',
  (_point, character) => {
    expect(withoutForbidden(`a${character}b`)).toBe('a b');
  },
);

test('a voucher may have them, because DGII takes them and pasted telephone numbers often have them', () => {
  const type = { kind: 'text', minLength: 1, maxLength: 20 } as const;
  expect(checkValue('809\u202D555\u202C', type)).toEqual({ text: '809\u202D555\u202C' });
});

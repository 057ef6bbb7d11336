/** What the printed form of this service cannot show. DGII gets the voucher as it is, so these rules only warn. */
import { drawnText, unknownCharacter } from '../drawn-text.js';
import { textAt, type EcfNode } from '../model/ecf.js';
import { excerpt } from '../model/fault.js';
import { practica, type Rule } from './rule.js';
import { paths, type Voucher } from './voucher.js';

/** The texts of a person that the form prints. The other fields that it prints are codes, dates and amounts. */
const issuerTexts = ['RazonSocialEmisor', 'NombreComercial', 'Sucursal', 'DireccionEmisor'] as const;
const buyerTexts = ['IdentificadorExtranjero', 'RazonSocialComprador', 'PaisComprador'] as const;

/** More of them would hide the sentence that says what they mean. */
const namedMax = 8;

export const printedFormRules: readonly Rule[] = [
  {
    code: 'IMPRESION-01',
    ...practica(
      'La DGII recibe el texto completo: solo la representación impresa de este servicio no lo muestra.',
    ),
    descripcion:
      'La letra de la representación impresa tiene los caracteres de los nombres, las direcciones y las descripciones que imprime: no tiene, por ejemplo, los del chino ni todos los emojis.',
    source: 'Representación impresa de este servicio (DejaVu Sans)',
    *check(voucher) {
      for (const [campo, text] of printedTexts(voucher)) {
        const { missing } = drawnText(text);
        if (missing.length === 0) continue;
        const mensaje = `Se esperaban caracteres que la representación impresa puede dibujar; mostrará ${unknownCharacter} en lugar de ${named(missing)}.`;
        yield { campo, mensaje };
      }
    },
  },
];

function* printedTexts(voucher: Voucher): Iterable<readonly [campo: string, text: string]> {
  yield* textsOf(voucher.emisor, paths.emisor, issuerTexts);
  yield* textsOf(voucher.comprador, paths.comprador, buyerTexts);
  for (const { node, path } of voucher.lines) yield* textsOf(node, path, ['NombreItem']);
  for (const { node, path } of voucher.adjustments)
    yield* textsOf(node, path, ['DescripcionDescuentooRecargo']);
}

function* textsOf(
  node: EcfNode | undefined,
  path: string,
  fields: readonly string[],
): Iterable<readonly [campo: string, text: string]> {
  for (const field of fields) {
    const text = textAt(node, field);
    if (text !== undefined) yield [`${path}.${field}`, text];
  }
}

/** `广 (U+5E7F), 州 (U+5DDE) y 6 más`. */
function named(characters: readonly string[]): string {
  const shown = characters.slice(0, namedMax).map((character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `${excerpt(character)} (U+${point})`;
  });
  const rest = characters.length - shown.length;
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} y ${rest} más`;
}

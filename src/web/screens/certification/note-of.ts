/** What the form starts with for a note: the voucher that it modifies, and the reference to it. */
import { shapeOf, type Shape } from '../../../ecf/json/shape.js';
import { daysBetween, parseDate } from '../../../ecf/model/dates.js';
import { creditNoteDaysMax, type NoteType } from '../../../ecf/model/ecf-types.js';
import {
  isList,
  isObject,
  numberOrText,
  parseJson,
  textOf,
  typedText,
  type Json,
  type JsonObject,
} from '../../shared/exact-json.js';

/** The usual reason, and the only one of a debit note: the note corrects amounts. */
const correctsAmounts = '3';

/**
 * A note of today for the whole amount of the voucher, which the person then changes. It has the fields that its type allows.
 * @param today DD-MM-YYYY
 * @returns undefined if the content is not a voucher
 */
export function noteOf(content: string, type: NoteType, today: string): string | undefined {
  const tree = parseJson(content);
  const ecf = objectAt(tree, 'ECF') ?? (isObject(tree) ? tree : undefined);
  const header = objectAt(ecf, 'Encabezado');
  const { eNCF: number, FechaVencimientoSecuencia: _expiry, ...idDoc } = objectAt(header, 'IdDoc') ?? {};
  const issuer = objectAt(header, 'Emisor');
  const issuedOn = typedText(issuer?.['FechaEmision']);
  if (number === undefined || parseDate(issuedOn) === undefined) return undefined;
  const isLate = daysBetween(issuedOn, today) > creditNoteDaysMax;
  const note = {
    ...ecf,
    Encabezado: {
      ...header,
      IdDoc: {
        ...idDoc,
        TipoeCF: numberOrText(String(type)),
        IndicadorNotaCredito: numberOrText(isLate ? '1' : '0'),
      },
      Emisor: { ...issuer, FechaEmision: today },
    },
    InformacionReferencia: {
      NCFModificado: number,
      FechaNCFModificado: issuedOn,
      CodigoModificacion: numberOrText(correctsAmounts),
    },
  };
  return textOf({ ECF: fieldsOf(note, shapeOf(type)) });
}

/** The fields that the type has, in the order of DGII's format. */
function fieldsOf(tree: Json, shape: Shape): Json {
  if (isList(tree)) return tree.map((one) => fieldsOf(one, shape));
  if (!isObject(tree)) return tree;
  const fields = shape.members.flatMap(({ name, jsonName, shape: inner }) => {
    const value = tree[jsonName] ?? tree[name];
    if (value === undefined) return [];
    return [[jsonName, inner === undefined ? value : fieldsOf(value, inner)] as const];
  });
  return Object.fromEntries(fields);
}

function objectAt(tree: Json | undefined, name: string): JsonObject | undefined {
  const value = isObject(tree) ? tree[name] : undefined;
  return isObject(value) ? value : undefined;
}

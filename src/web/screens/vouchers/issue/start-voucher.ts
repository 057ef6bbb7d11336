/** What the form starts with: an empty voucher, an example, or a copy of another voucher. */
import { parseEcfType, type EcfType } from '../../../../ecf/model/ecf-types.js';
import { ecfExamples } from '../../../../ecf/publish/examples.js';
import { shapeOf } from '../../../../ecf/json/shape.js';
import { isObject, numberOrText, parseJson, textOf, type Json } from '../../../shared/exact-json.js';
import { fieldsOf } from '../../../../ecf/json/fields-of.js';
import { textAt } from './put-fields.js';

export interface Issuer {
  readonly rnc: string;
  readonly razonSocial: string;
  /** Today in Santo Domingo, DD-MM-YYYY. */
  readonly today: string;
}

export function emptyVoucher(type: EcfType, issuer: Issuer): string {
  return JSON.stringify(
    {
      ECF: {
        Encabezado: {
          Version: '1.0',
          IdDoc: { TipoeCF: type },
          Emisor: emisorOf(issuer),
          Totales: {},
        },
        DetallesItems: { Item: [{ NumeroLinea: 1 }] },
      },
    },
    undefined,
    2,
  );
}

/** The voucher as another type of e-CF: it keeps what that type has too, and gets another number. */
export function ofOtherType(text: string, type: EcfType, issuer: Issuer): string {
  const tree = parseJson(text);
  if (!isObject(tree) || !isObject(tree['ECF'])) return emptyVoucher(type, issuer);
  const typed = change(withoutNumber(tree), ['ECF', 'Encabezado', 'IdDoc'], (idDoc) =>
    isObject(idDoc) ? { ...idDoc, TipoeCF: numberOrText(String(type)) } : idDoc,
  );
  return textOf(change(typed, ['ECF'], (ecf) => fieldsOf(ecf, shapeOf(type)) as Json));
}

export function exampleVoucher(type: EcfType, issuer: Issuer): string {
  const example = ecfExamples.find((one) => one.type === type)?.body;
  if (example === undefined) return emptyVoucher(type, issuer);
  const { ECF } = example;
  const {
    eNCF: _number,
    FechaVencimientoSecuencia: _expiry,
    ...idDoc
  } = ECF.Encabezado.IdDoc as Record<string, unknown>;
  const Encabezado = {
    ...ECF.Encabezado,
    IdDoc: idDoc,
    Emisor: { ...ECF.Encabezado.Emisor, ...emisorOf(issuer) },
  };
  // A note dated today that modifies an invoice of today: other rules apply to older invoices.
  const reference = { ...ECF.InformacionReferencia, FechaNCFModificado: issuer.today };
  const note = 'InformacionReferencia' in ECF ? { InformacionReferencia: reference } : {};
  return JSON.stringify({ ECF: { ...ECF, Encabezado, ...note } }, undefined, 2);
}

function emisorOf({ rnc, razonSocial, today }: Issuer) {
  return { RNCEmisor: rnc, RazonSocialEmisor: razonSocial, FechaEmision: today };
}

/** A new attempt keeps its number and its date. The same sale under another number keeps the company's own number, another sale does not. */
type Kept = 'number' | 'sale' | 'lines';

/**
 * A copy that keeps no e-NCF gets another one, and is issued today.
 * @param today DD-MM-YYYY
 * @returns undefined if the content is not a JSON object
 */
export function copyOf(content: string, today: string, kept: Kept): string | undefined {
  const tree = parseJson(content);
  if (!isObject(tree)) return undefined;
  const voucher = 'ECF' in tree ? tree : { ECF: tree };
  if (kept === 'number') return textOf(voucher);
  const copy = issuedOn(today, withoutNumber(voucher));
  return textOf(kept === 'sale' ? copy : withoutInternal(copy));
}

function withoutInternal(tree: Json): Json {
  return change(tree, ['ECF', 'Encabezado', 'Emisor'], (emisor) => {
    if (!isObject(emisor)) return emisor;
    const { NumeroFacturaInterna: _own, ...rest } = emisor;
    return rest;
  });
}

function withoutNumber(tree: Json): Json {
  return change(tree, ['ECF', 'Encabezado', 'IdDoc'], (idDoc) => {
    if (!isObject(idDoc)) return idDoc;
    const { eNCF: _number, FechaVencimientoSecuencia: _expiry, ...rest } = idDoc;
    return rest;
  });
}

function issuedOn(today: string, tree: Json): Json {
  return change(tree, ['ECF', 'Encabezado', 'Emisor'], (emisor) => {
    return isObject(emisor) ? { ...emisor, FechaEmision: today } : emisor;
  });
}

function change(tree: Json, path: readonly string[], apply: (value: Json) => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return apply(tree);
  if (!isObject(tree)) return tree;
  const value = tree[name];
  return value === undefined ? tree : { ...tree, [name]: change(value, rest, apply) };
}

export function typeIn(tree: Json | undefined): EcfType | undefined {
  return parseEcfType(textAt(tree, 'ECF.Encabezado.IdDoc.TipoeCF'));
}

export function numberIn(tree: Json | undefined): string {
  return textAt(tree, 'ECF.Encabezado.IdDoc.eNCF');
}

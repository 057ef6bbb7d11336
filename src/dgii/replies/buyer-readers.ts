/** Reads DGII's answers about buyers: its directory of electronic taxpayers, and what it made of a commercial approval (ACECF). */
import type { ApprovalReading, DirectoryEntry, DirectoryReading } from './answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { causeOf } from './known-texts.js';
import { fieldsOf, messagesOf, textOf, type Body, type Fields } from './read-body.js';
import { errorBodyOf, faultOf, isNothing, unavailable, unusable } from './readers.js';

/** More than a URL ever needs. A longer one is not an address. */
const urlCharsMax = 500;

/**
 * Directorio por RNC: documented as an array, seen as an object too. `anyRnc`: in pre-certification DGII answers every RNC with its
 * own imitated buyer. Elsewhere an entry of another RNC is no answer: a voucher must not go to a stranger.
 */
export function readDirectoryReply(
  status: number,
  read: Body,
  { rnc, anyRnc }: { readonly rnc: string; readonly anyRnc: boolean },
): DirectoryReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  if (isNothing(status, read)) return { kind: 'not-found' };
  const entries = status === 200 ? rowsOf(read).map(entryOf) : [];
  const listed = entries.filter((entry) => entry !== undefined);
  const own =
    listed.find((entry) => entry.rnc === rnc) ?? listed.find(({ rnc: other }) => anyRnc || other === null);
  if (own !== undefined) return { kind: 'found', entry: own };
  if (listed.length > 0) return unavailable('contradictory', 'entries of other RNCs');
  const mensajes = messagesOf(read);
  const nothing = mensajes.some(({ valor }) =>
    /\bno (se )?(fue |fueron )?encontr|\bno existe/.test(plain(valor)),
  );
  // A bare 404 may come from a proxy, so only DGII's own words count.
  const ownWords = read.form === 'object' || read.form === 'array' || (read.form === 'text' && read.quoted);
  if (nothing && ownWords) return { kind: 'not-found' };
  return unusable(status, read, mensajes);
}

function rowsOf(read: Body): readonly Fields[] {
  if (read.form === 'array') return read.items.map(fieldsOf);
  return read.form === 'object' ? [read.fields] : [];
}

function entryOf(row: Fields): DirectoryEntry | undefined {
  const entry: DirectoryEntry = {
    rnc: textOf(row, 'rnc')?.replace(/\D/g, '') ?? null,
    urlRecepcion: urlOf(row, 'urlRecepcion'),
    urlAceptacion: urlOf(row, 'urlAceptacion'),
    urlOpcional: urlOf(row, 'urlOpcional', 'urlAutenticacion'),
  };
  const { rnc, urlRecepcion, urlAceptacion } = entry;
  return rnc === null && urlRecepcion === null && urlAceptacion === null ? undefined : entry;
}

function urlOf(row: Fields, ...names: readonly string[]): string | null {
  const text = textOf(row, ...names);
  return text === null || text.length > urlCharsMax ? null : text;
}

/**
 * Aprobación comercial: codes 01 and 02 as text, 1 and 2 as documented; the estado in words. In the certification DGII may answer "OK",
 * "Error" or "Incorrecto" (Proceso de Certificación para ser Emisor Electrónico, July 2025, p. 10). `bareOk`: without quotes too, as in
 * the certification. Elsewhere it may come from a proxy.
 */
export function readApprovalReply(
  status: number,
  read: Body,
  { bareOk }: { readonly bareOk: boolean },
): ApprovalReading {
  const { byDgii, codigo, estado, mensajes } = errorBodyOf(read);
  const doubt = (detail: string): ApprovalReading => ({ kind: 'unknown', detail, mensajes });
  if (status >= 500 || (status >= 300 && status < 400) || read.form === 'html')
    return doubt(`HTTP ${status}`);
  const outcome = read.form === 'text' ? oneWords.get(plain(read.text)) : approvalOutcomeOf(codigo, estado);
  const bare = read.form === 'text' && !byDgii;
  if (bare && (outcome === 'rejected' || !bareOk)) return doubt(`HTTP ${status}, text body`);
  if (outcome === 'approved')
    return status < 400
      ? { kind: 'approved', codigo: codigo ?? '', mensajes }
      : doubt(`HTTP ${status} with an approval`);
  if (outcome === undefined && (!byDgii || status < 400)) return doubt(`HTTP ${status}, ${read.form} body`);
  const texts = [...mensajes.map(({ valor }) => valor), ...(outcome === undefined ? [estado ?? ''] : [])].map(
    plain,
  );
  return { kind: 'rejected', cause: rejectionOf(texts) ?? causeOf(mensajes), codigo: codigo ?? '', mensajes };
}

function approvalOutcomeOf(
  codigo: string | null,
  estado: string | null,
): 'approved' | 'rejected' | undefined {
  const code = ({ '1': 'approved', '2': 'rejected' } as const)[codigo?.replace(/^0+/, '') ?? ''];
  const words = plain(estado ?? '');
  const said = /rechazad/.test(words)
    ? 'rejected'
    : /aprobad|satisfactori/.test(words)
      ? 'approved'
      : oneWords.get(words);
  if (code !== undefined && said !== undefined && code !== said) return undefined;
  return said ?? code;
}

const oneWords: ReadonlyMap<string, 'approved' | 'rejected'> = new Map([
  ['ok', 'approved'],
  ['error', 'rejected'],
  ['incorrecto', 'rejected'],
]);

function rejectionOf(texts: readonly string[]): 'known' | 'no-voucher' | 'not-needed' | undefined {
  const says = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  if (says(/\bya (existe|fue|ha sido|esta|se ha|tiene)\b/)) return 'known';
  if (says(/no es requerida/)) return 'not-needed';
  if (says(/factura no encontrada|no se encuentra un e-?cf valido|no se encontro/)) return 'no-voucher';
  return undefined;
}

/** Receives ANECF, which voids numbers that will never be used (Formato ANECF v1.0; web services §3.3, §3.7). */
import type { Environment } from '../../../src/ecf/model/environments.js';
import { negotiated, type Reply } from '../http/reply.js';
import { readPosted, rootOrFault } from '../http/posted.js';
import type { Dgii } from '../dgii.js';
import type { Post } from './reception.js';
import { sha256Of, type AnnulledRange } from '../record.js';
import { authorizedRanges, voucherTypes } from '../verdict/sequences.js';
import type { Refused } from '../http/refusal.js';
import { structureText } from './approval-texts.js';
import { refuserOf } from '../http/unserved.js';
import type { Settings } from '../settings.js';
import { find, textAt, type Element } from '../verdict/xml-tree.js';

const blocksMax = 10;
const rangesMax = 10_000;

interface Block {
  readonly element: Element;
  readonly tipo: string;
  readonly ranges: readonly { readonly desde: string; readonly hasta: string }[];
}

interface AnnulmentAnswer {
  readonly rnc: string;
  readonly codigo: string;
  readonly nombre: string;
  readonly mensajes: readonly string[];
}

export async function annul(dgii: Dgii, post: Post): Promise<Reply> {
  const { record, settings, clock, schemaFault } = dgii;
  const { environment, headers, upload } = post;
  const at = clock();
  const answer = (status: number, body: AnnulmentAnswer) =>
    negotiated(headers, status, 'RespuestaAnulacionRango', { ...body });
  const refuseIt = refuserOf(dgii, { route: { service: 'anulacion', environment }, upload });
  const refuse = (refused: Refused, rnc = '') => {
    const mensajes = [refused.valor, ...(refused.errores ?? [])];
    return refuseIt(refused, () =>
      answer(refused.status, { rnc, codigo: '2', nombre: 'Rechazado', mensajes }),
    );
  };
  const { rejectionStatus: status } = settings.current;

  const posted = readPosted(upload, dgii, at);
  if ('valor' in posted) return refuse(posted);
  const { bytes } = posted;
  const root = rootOrFault(posted, {
    name: 'ANECF',
    called: 'documento',
    rncPath: 'Encabezado/RncEmisor',
    structureFault: () => schemaFault('ANECF', '', posted.xml),
  });
  if (typeof root === 'string') return refuse({ status, valor: root });
  const rnc = textAt(root, 'Encabezado/RncEmisor');
  const blocks = readBlocks(root);
  const wrong = blocksFault(root, blocks) ?? ownershipFault(settings.current, environment, rnc, blocks);
  if (wrong !== undefined) return refuse({ status, valor: wrong }, rnc);

  const asked = blocks.flatMap(({ tipo, ranges }) =>
    ranges.map(({ desde, hasta }) => ({ tipo, desde: serialOf(desde), hasta: serialOf(hasta) })),
  );
  const { free, used, annulled } = split(dgii, post, rnc, asked);
  if (free.length === 0 && used.length === 0)
    return answer(settings.current.rejectionStatus, {
      rnc,
      codigo: '2',
      nombre: 'Rechazado',
      mensajes: named('No fue posible anular las siguientes secuencias', annulled, settings.current),
    });
  if (free.length === 0)
    return refuse({ status, valor: 'Las secuencias que está intentando anular han sido utilizadas' }, rnc);
  await record.keep(
    {
      kind: 'annulled',
      at: at.toISOString(),
      environment,
      sha256: sha256Of(bytes),
      rncEmisor: rnc,
      ranges: free,
    },
    bytes,
  );
  const leftOut = [...used, ...annulled];
  const partly = 'Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle';
  const mensajes =
    leftOut.length === 0
      ? ['Las secuencias fueron anuladas correctamente.']
      : named(partly, leftOut, settings.current);
  return answer(200, { rnc, codigo: '15', nombre: 'Satisfactorio', mensajes });
}

function named(
  sentence: string,
  ranges: readonly AnnulledRange[],
  { exceptedForm }: Pick<Settings, 'exceptedForm'>,
): string[] {
  const spans = ranges.map(({ tipo, desde, hasta }) => `${encfOf(tipo, desde)} - ${encfOf(tipo, hasta)}`);
  switch (exceptedForm) {
    case 'ranges':
      return [sentence, ...spans];
    case 'one-by-one':
      return [sentence, ...ranges.flatMap(encfsOf)];
    case 'in-sentence':
      return [`${sentence}: ${spans.join(', ')}`];
    case 'serials':
      return [sentence, ...ranges.map(({ tipo, desde, hasta }) => `Tipo ${tipo}: ${desde} a ${hasta}`)];
  }
}

function encfsOf({ tipo, desde, hasta }: AnnulledRange): string[] {
  return Array.from({ length: hasta - desde + 1 }, (_, index) => encfOf(tipo, desde + index));
}

function readBlocks(root: Element): Block[] {
  return (find(root, 'DetalleAnulacion')?.children ?? []).map((element) => ({
    element,
    tipo: textAt(element, 'TipoeCF'),
    ranges: (find(element, 'TablaRangoSecuenciasAnuladaseNCF')?.children ?? []).map((range) => ({
      desde: textAt(range, 'SecuenciaeNCFDesde'),
      hasta: textAt(range, 'SecuenciaeNCFHasta'),
    })),
  }));
}

function blocksFault(root: Element, blocks: readonly Block[]): string | undefined {
  if (blocks.length < 1 || blocks.length > blocksMax) return structureText;
  // "Un bloque por tipo" (Formato ANECF v1.0 p. 5).
  if (new Set(blocks.map(({ tipo }) => tipo)).size < blocks.length)
    return `${structureText} Un tipo de comprobante aparece más de una vez.`;
  for (const [index, { element, tipo, ranges }] of blocks.entries()) {
    if (textAt(element, 'NoLinea') !== String(index + 1))
      return 'El campo NoLinea no es válido, no cumple orden secuencial.';
    if (!voucherTypes.includes(tipo)) return 'El tipo de comprobante no es válido';
    if (ranges.length < 1 || ranges.length > rangesMax) return structureText;
    for (const { desde, hasta } of ranges) {
      if (![desde, hasta].every((encf) => /^E\d{12}$/.test(encf) && encf.slice(1, 3) === tipo))
        return 'El tipo de comprobante no es válido';
      if (serialOf(desde) < 1) return `${structureText} El valor de SecuenciaeNCFDesde debe ser mayor a 0.`;
      if (desde > hasta)
        return 'El valor del campo SecuenciaeNCFDesde es mayor al del campo SecuenciaeNCFHasta';
    }
    if (haveCommonNumbers(ranges)) return `${structureText} Una secuencia aparece más de una vez.`;
    if (textAt(element, 'CantidadeNCFAnulados') !== String(sizeOf(ranges))) return countText;
  }
  const total = blocks.reduce((sum, { ranges }) => sum + sizeOf(ranges), 0);
  return textAt(root, 'Encabezado/CantidadeNCFAnulados') === String(total) ? undefined : countText;
}

/** The ends of a range have the same length, so they sort like numbers. */
function haveCommonNumbers(ranges: Block['ranges']): boolean {
  const sorted = [...ranges].sort((a, b) => (a.desde < b.desde ? -1 : 1));
  return sorted.some(({ desde }, index) => index > 0 && desde <= (sorted[index - 1]?.hasta ?? ''));
}

/** The issuer has authorised numbers of each type in this environment (Formato ANECF v1.0 p. 4). */
function ownershipFault(
  { sequences }: Pick<Settings, 'sequences'>,
  environment: Environment,
  rnc: string,
  blocks: readonly Block[],
): string | undefined {
  const owned = authorizedRanges(sequences, environment, rnc);
  const owns = (tipo: string) => owned?.some((one) => one.tipo === tipo) ?? true;
  return blocks.every(({ tipo }) => owns(tipo)) ? undefined : 'El tipo de comprobante no es válido';
}

const countText = 'El valor del campo CantidadeNCFAnulados no coincide con la sumatoria de las secuencias.';

function sizeOf(ranges: Block['ranges']): number {
  return ranges.reduce((sum, { desde, hasta }) => sum + serialOf(hasta) - serialOf(desde) + 1, 0);
}

interface Split {
  readonly free: readonly AnnulledRange[];
  readonly used: readonly AnnulledRange[];
  /** Annulled before, where the setting says that DGII names them. */
  readonly annulled: readonly AnnulledRange[];
}

/** Spent numbers stay as they are, including type 32 numbers sent either way. The rest of each range is voided. */
function split(
  { record, settings }: Dgii,
  { environment }: Post,
  rnc: string,
  asked: readonly AnnulledRange[],
): Split {
  const { sequences, annulledAgain } = settings.current;
  const mine = (one: { readonly environment: string; readonly rncEmisor: string }) =>
    one.environment === environment && one.rncEmisor === rnc;
  const spent = record
    .all()
    .filter((one) => mine(one) && one.verdict.secuenciaUtilizada)
    .map(({ encf }) => ({ tipo: encf.slice(1, 3), desde: serialOf(encf), hasta: serialOf(encf) }));
  const voided = record
    .others()
    .flatMap((one) => (annulledAgain !== 'again' && one.kind === 'annulled' && mine(one) ? one.ranges : []));
  const { inside: authorized, outside: unauthorized } = cut(
    asked,
    authorizedRanges(sequences, environment, rnc) ?? asked,
  );
  const { inside: used, outside: unspent } = cut(authorized, spent);
  const { inside: annulled, outside: free } = cut(unspent, voided);
  return annulledAgain === 'used'
    ? { free, used: [...unauthorized, ...used, ...annulled], annulled: [] }
    : { free, used: [...unauthorized, ...used], annulled };
}

function cut(ranges: readonly AnnulledRange[], others: readonly AnnulledRange[]) {
  const inside: AnnulledRange[] = [];
  const outside: AnnulledRange[] = [];
  for (const { tipo, desde, hasta } of ranges) {
    let from = desde;
    const hits = others
      .filter((one) => one.tipo === tipo && one.desde <= hasta && desde <= one.hasta)
      .sort((a, b) => a.desde - b.desde);
    for (const hit of hits) {
      const [first, last] = [Math.max(from, hit.desde), Math.min(hasta, hit.hasta)];
      if (first > last) continue;
      if (from < first) outside.push({ tipo, desde: from, hasta: first - 1 });
      inside.push({ tipo, desde: first, hasta: last });
      from = last + 1;
    }
    if (from <= hasta) outside.push({ tipo, desde: from, hasta });
  }
  return { inside, outside };
}

function serialOf(encf: string): number {
  return Number(encf.slice(3));
}

function encfOf(tipo: string, serial: number): string {
  return `E${tipo}${String(serial).padStart(10, '0')}`;
}

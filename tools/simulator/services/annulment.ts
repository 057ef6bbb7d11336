/** Receives ANECF, which voids numbers that will never be used (Formato ANECF v1.0; web services §3.3, §3.7). */
import { negotiated, type Reply } from '../http/reply.js';
import { readPosted, signatureRefusal, type Posted } from '../http/posted.js';
import type { Post, ReceptionDependencies } from './reception.js';
import { sha256Of, type AnnulledRange } from '../record.js';
import { refusalReply, type Refused } from '../http/refusal.js';
import { find, textAt, type Element } from '../verdict/xml-tree.js';

const blocksMax = 10;
const rangesMax = 10_000;
const types: readonly string[] = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'];

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

export async function annul(dependencies: ReceptionDependencies, post: Post): Promise<Reply> {
  const { record, settings, clock, officialXsd } = dependencies;
  const { environment, headers, upload } = post;
  const at = clock();
  const bytes = typeof upload === 'string' ? Buffer.alloc(0) : upload.bytes;
  const sha256 = sha256Of(bytes);
  const answer = (status: number, body: AnnulmentAnswer) =>
    negotiated(headers, status, 'RespuestaAnulacionRango', { ...body });
  const refuse = async (refused: Refused, rnc = ''): Promise<Reply> => {
    const fileName = typeof upload === 'string' ? '' : upload.fileName;
    const what = { environment, service: 'anulacion', fileName, reason: refused.valor, sha256 } as const;
    await record.keep({ kind: 'refused', at: at.toISOString(), ...what }, bytes);
    const mensajes = [refused.valor, ...(refused.errores ?? [])];
    return refusalReply(refused, settings.current.refusalForm, () =>
      answer(refused.status, { rnc, codigo: '2', nombre: 'Rechazado', mensajes }),
    );
  };
  const { rejectionStatus: status } = settings.current;

  const posted = readPosted(upload, dependencies, at);
  if ('valor' in posted) return refuse(posted);
  const fault = doorFault(posted, officialXsd('ANECF', '', posted.xml));
  const { root } = posted;
  if (fault !== undefined || root === undefined)
    return refuse({ status, valor: fault ?? 'La firma del documento no es válida' });
  const rnc = textAt(root, 'Encabezado/RncEmisor');
  const blocks = readBlocks(root);
  const wrong = blocksFault(root, blocks);
  if (wrong !== undefined) return refuse({ status, valor: wrong }, rnc);

  const asked = blocks.flatMap(({ tipo, ranges }) =>
    ranges.map(({ desde, hasta }) => ({ tipo, desde: serialOf(desde), hasta: serialOf(hasta) })),
  );
  const { free, used } = split(dependencies, post, rnc, asked);
  if (free.length === 0)
    return refuse({ status, valor: 'Las secuencias que está intentando anular han sido utilizadas' }, rnc);
  await record.keep(
    { kind: 'annulled', at: at.toISOString(), environment, sha256, rncEmisor: rnc, ranges: free },
    bytes,
  );
  const mensajes =
    used.length === 0
      ? ['Las secuencias fueron anuladas correctamente.']
      : [
          'Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle',
          ...used.map(({ tipo, desde, hasta }) => `${encfOf(tipo, desde)} - ${encfOf(tipo, hasta)}`),
        ];
  return answer(200, { rnc, codigo: '15', nombre: 'Satisfactorio', mensajes });
}

function doorFault(posted: Posted, xsdFault: string | undefined): string | undefined {
  const { root, signer, delegatedFor } = posted;
  const signature = signatureRefusal(posted);
  if (signature !== undefined) return signature;
  if (root?.name !== 'ANECF') return 'Tipo de archivo no válido, favor proveer un XML';
  if (xsdFault !== undefined) return `${structureText} ${xsdFault}`;
  const rnc = textAt(root, 'Encabezado/RncEmisor');
  return delegatedFor.includes(rnc)
    ? undefined
    : `El RNC ${signer} del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`;
}

const structureText =
  'La estructura del archivo XML no es válido, favor proveer un XML con una estructura válida, verificar el XSD correspondiente.';

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
  for (const [index, { element, tipo, ranges }] of blocks.entries()) {
    if (textAt(element, 'NoLinea') !== String(index + 1))
      return 'El campo NoLinea no es válido, no cumple orden secuencial.';
    if (!types.includes(tipo)) return 'El tipo de comprobante no es válido';
    if (ranges.length < 1 || ranges.length > rangesMax) return structureText;
    for (const { desde, hasta } of ranges) {
      if (![desde, hasta].every((encf) => /^E\d{12}$/.test(encf) && encf.slice(1, 3) === tipo))
        return 'El tipo de comprobante no es válido';
      if (desde > hasta)
        return 'El valor del campo SecuenciaeNCFDesde es mayor al del campo SecuenciaeNCFHasta';
    }
    if (textAt(element, 'CantidadeNCFAnulados') !== String(sizeOf(ranges))) return countText;
  }
  const total = blocks.reduce((sum, { ranges }) => sum + sizeOf(ranges), 0);
  return textAt(root, 'Encabezado/CantidadeNCFAnulados') === String(total) ? undefined : countText;
}

const countText = 'El valor del campo CantidadeNCFAnulados no coincide con la sumatoria de las secuencias.';

function sizeOf(ranges: Block['ranges']): number {
  return ranges.reduce((sum, { desde, hasta }) => sum + serialOf(hasta) - serialOf(desde) + 1, 0);
}

/** Spent numbers stay as they are, including type 32 numbers sent either way. The rest of each range is voided. */
function split(
  { record, settings }: ReceptionDependencies,
  { environment }: Post,
  rnc: string,
  asked: readonly AnnulledRange[],
): { readonly free: readonly AnnulledRange[]; readonly used: readonly AnnulledRange[] } {
  const { sequences } = settings.current;
  const spent = record
    .all()
    .filter((one) => one.environment === environment && one.rncEmisor === rnc)
    .filter(({ verdict }) => verdict.secuenciaUtilizada);
  const free: AnnulledRange[] = [];
  const used: AnnulledRange[] = [];
  for (const range of asked) {
    if (typeof sequences !== 'string' && !sequences.some((one) => one.rnc === rnc && covers(one, range))) {
      used.push(range);
      continue;
    }
    const { tipo, desde, hasta } = range;
    const serials = spent
      .filter(({ encf }) => encf.slice(1, 3) === tipo)
      .map(({ encf }) => serialOf(encf))
      .filter((serial) => desde <= serial && serial <= hasta);
    let from = desde;
    for (const serial of [...new Set(serials)].sort((a, b) => a - b)) {
      if (from < serial) free.push({ tipo, desde: from, hasta: serial - 1 });
      used.push({ tipo, desde: serial, hasta: serial });
      from = serial + 1;
    }
    if (from <= hasta) free.push({ tipo, desde: from, hasta });
  }
  return { free, used };
}

function covers(
  sequence: { readonly tipo: number; readonly desde: number; readonly hasta: number },
  { tipo, desde, hasta }: AnnulledRange,
): boolean {
  return String(sequence.tipo) === tipo && sequence.desde <= desde && hasta <= sequence.hasta;
}

function serialOf(encf: string): number {
  return Number(encf.slice(3));
}

function encfOf(tipo: string, serial: number): string {
  return `E${tipo}${String(serial).padStart(10, '0')}`;
}

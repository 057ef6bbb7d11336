/** The ZIP of the simulation: the accepted vouchers as DGII got them, those for DGII's portal, and their printed forms. */
import type { Zippable } from 'fflate';
import { localDate } from '../../../../ecf/model/dates.js';
import type { Company } from '../../../../ledger/store.js';
import type { DocumentRecord } from '../../../../ledger/vouchers/document-record.js';
import {
  acceptedInTurn,
  isAccepted,
  simulationOf,
  type KindCount,
} from '../../../../operator/certification/simulation.js';
import { ServiceError } from '../../../../shared/errors.js';
import { printAnswer } from '../../../vouchers/document-print.js';
import type { RouteDeps } from '../../route-deps.js';
import { foldersText, signedFile, zipOf } from './voucher-files.js';

/** DGII takes so many bytes of printed forms in step 5 (Proceso de Certificación, p.13). */
const printsBytesMax = 10_000_000;
/** A usual voucher has 10 KB. The api compresses them all at once, and nothing else runs meanwhile. */
const xmlBytesMax = 16 * 1024 * 1024;
const printFolder = 'representacion-impresa';

export interface SimulationOrder {
  readonly company: Company;
  readonly from: Date;
  /** Whether the browser has closed the connection. */
  readonly hasLeft: () => boolean;
}

type Deps = Pick<RouteDeps, 'store' | 'checker' | 'shares'>;

export async function simulationFiles(
  deps: Deps,
  { company, from, hasLeft }: SimulationOrder,
): Promise<Buffer> {
  const { store, shares } = deps;
  const { companyId } = company;
  const kinds = await shares.lists.run(companyId, () => simulationOf(deps, companyId, from));
  const wanted = acceptedInTurn(kinds);
  const files: Zippable = {};
  const xmlRoom = roomOf(xmlBytesMax);
  const printRoom = roomOf(printsBytesMax);
  const omitted: Omitted = { xml: [], prints: [] };
  // One after the other, so that the other prints of the company have their turns in between.
  for (const { encf, attempt } of wanted) {
    stopIfLeft(hasLeft);
    const document = await store.findDocument(companyId, 'certification', encf);
    // A new attempt since then has no result yet.
    if (document?.attempt !== attempt) continue;
    const xml = await signedFile(deps, document);
    if (xml !== undefined)
      if (xmlRoom.takes(xml.bytes.length)) files[xml.path] = xml.bytes;
      else omitted.xml.push(encf);
    const pdf = await shares.prints.run(companyId, () => {
      stopIfLeft(hasLeft);
      return print(deps, company, document);
    });
    // A PDF is compressed already.
    if (printRoom.takes(pdf.length))
      files[`${printFolder}/${document.rncEmisor}${encf}.pdf`] = [pdf, { level: 0 }];
    else omitted.prints.push(encf);
  }
  return zipOf(files, readmeOf(kinds, from, omitted));
}

async function print(deps: Deps, company: Company, document: DocumentRecord): Promise<Buffer> {
  const printedFor = company.companyId;
  const { body } = await printAnswer(deps, company, document, { paper: 'a4', printedFor });
  return body;
}

/** Nobody reads the answer, so the rest of the work is not done. */
export function stopIfLeft(hasLeft: () => boolean): void {
  if (hasLeft()) throw new ServiceError('REQUEST_INVALID');
}

/** Room for files that are together at most `bytesMax`. One that does not fit takes none, so a smaller one still may. */
function roomOf(bytesMax: number) {
  let used = 0;
  return {
    takes: (bytes: number): boolean => {
      if (used + bytes > bytesMax) return false;
      used += bytes;
      return true;
    },
  };
}

/** The e-NCFs whose files are not in the ZIP, because there was no room. */
interface Omitted {
  readonly xml: string[];
  readonly prints: string[];
}

function readmeOf(kinds: readonly KindCount[], from: Date, omitted: Omitted): string {
  const missing = (what: string, encfs: readonly string[]) =>
    encfs.length === 0
      ? []
      : [
          `No cupieron ${what} de estos comprobantes; guárdelos desde la página de cada uno: ${encfs.join(', ')}.`,
        ];
  return [
    `Comprobantes que la DGII aceptó en la simulación, desde ${localDate(from.getTime())}.`,
    '',
    `${foldersText}${printFolder}: la representación impresa de cada comprobante. En el paso 5 suba 11 PDF, uno por clase; en total hasta 10 MB.`,
    '',
    ...missing('los XML', omitted.xml),
    ...missing('los PDF', omitted.prints),
    'Por clase:',
    ...kinds.map(lineOf),
    '',
  ].join('\n');
}

const kindNames: Readonly<Record<string, string>> = {
  '32-full': '32 desde RD$250,000',
  '32-summary': '32 de menos de RD$250,000',
};

function lineOf({ kind, needed, accepted, vouchers }: KindCount): string {
  const encfs = vouchers
    .filter(isAccepted)
    .map(({ encf, state }) => (state === 'accepted' ? encf : `${encf} (aceptado condicional)`));
  const list = encfs.length === 0 ? '' : `: ${encfs.join(', ')}`;
  return `${kindNames[kind] ?? kind}, ${accepted} de ${needed}${list}`;
}

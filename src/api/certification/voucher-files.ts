/** The files of a ZIP of vouchers, up to so many bytes. What does not fit is named in the ZIP itself. */
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { ServiceError } from '../../shared/errors.js';
import { printAnswer } from '../vouchers/document-print.js';
import type { RouteDeps } from '../web/web-route.js';
import { zipOf } from './zip.js';

/** Where the full consumption invoices lie that a person uploads in DGII's portal. DGII got only their summaries. */
const portalFolder = 'subir-al-portal';
const sentFolder = 'enviados';
const printFolder = 'representacion-impresa';

export const foldersText = `${sentFolder}: los e-CF firmados que se envían completos a la DGII.
${portalFolder}: las facturas de consumo de menos de RD$250,000 completas. La DGII recibe su resumen; súbalas en el portal, una por una.
`;

export const printsText = `${printFolder}: la representación impresa de cada comprobante. En el paso 5 suba 11 PDF, uno por clase; en total hasta 10 MB.
`;

export interface Folders {
  readonly xmlOf: (document: DocumentRecord) => string;
  readonly print: string;
}

/** For the certification: one folder for what DGII got, and another for what a person uploads in DGII's portal. */
const certificationFolders: Folders = {
  xmlOf: ({ signed }) => (signed?.summary === undefined ? sentFolder : portalFolder),
  print: printFolder,
};

/** In bytes, of all files of a ZIP. DGII takes 10 MB of printed forms in step 5 (Proceso de Certificación, p.13). */
const bytesMax = { XML: 16 * 1024 * 1024, PDF: 10_000_000 } as const;
type FileKind = keyof typeof bytesMax;

export function createVoucherFiles(
  deps: Pick<RouteDeps, 'store' | 'limits' | 'checker'>,
  hasLeft: () => boolean,
  folders: Folders = certificationFolders,
) {
  const { store, limits } = deps;
  const files = new Map<string, Uint8Array>();
  const used = { XML: 0, PDF: 0 };
  const omitted: Record<FileKind, string[]> = { XML: [], PDF: [] };

  /** A file that does not fit takes no room, so a smaller one still may. */
  const add = (kind: FileKind, folder: string, { rncEmisor, encf }: DocumentRecord, bytes: Uint8Array) => {
    if (used[kind] + bytes.length > bytesMax[kind]) {
      omitted[kind].push(encf);
      return;
    }
    used[kind] += bytes.length;
    files.set(`${folder}/${rncEmisor}${encf}.${kind.toLowerCase()}`, bytes);
  };

  return {
    stopIfLeft: () => stopIfLeft(hasLeft),
    addXml: async (document: DocumentRecord) => {
      const { signed } = document;
      if (signed === undefined) return;
      stopIfLeft(hasLeft);
      const bytes = await limits.lists.run(document.companyId, () => store.getFileBytes(signed.file));
      add('XML', folders.xmlOf(document), document, bytes);
    },
    addPrint: async (company: Company, document: DocumentRecord) => {
      const printedFor = company.companyId;
      const { body } = await limits.prints.run(printedFor, () => {
        stopIfLeft(hasLeft);
        return printAnswer(deps, company, document, { paper: 'a4', printedFor });
      });
      add('PDF', folders.print, document, body);
    },
    zip: (readme: string): Promise<Buffer> => {
      stopIfLeft(hasLeft);
      const text = [readme, ...(['XML', 'PDF'] as const).flatMap((kind) => missing(kind, omitted[kind]))];
      return zipOf([...files, ['leame.txt', Buffer.from(text.join('\n'))]]);
    },
  };
}

/** Nobody would read the answer, so the rest of the work is not done. */
export function stopIfLeft(hasLeft: () => boolean): void {
  if (hasLeft()) throw new ServiceError('REQUEST_INVALID');
}

function missing(kind: FileKind, encfs: readonly string[]): readonly string[] {
  return encfs.length === 0
    ? []
    : [
        `No cupieron los ${kind} de estos comprobantes; guárdelos desde la página de cada uno: ${encfs.join(', ')}.`,
        '',
      ];
}

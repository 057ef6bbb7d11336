/** Reads the sheets of an .xlsx file (ECMA-376, "Office Open XML"). Pure: bytes in, rows of cells out. */
import { workbookFault, type WorkbookFault } from '../faults.js';
import { openArchive, type Archive } from './archive.js';
import { SheetReader, type SheetRow } from './sheet.js';
import { SharedStrings, textLengthMax } from './strings.js';
import { readXml, type XmlHandler } from './xml.js';

/** Elements of all parts together. DGII's widest sheet has 270,000. */
export const elementsMax = 500_000;
/** The lists of a genuine workbook, which name its parts, have a few kilobytes. */
export const listBytesMax = 1024 * 1024;
/** The longest list that is read to its end. A genuine one has about ten entries. */
const listedMax = 1_000;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export type ReadSheets =
  | {
      readonly ok: true;
      readonly sheets: readonly Sheet[];
      /** Dates count their days from 1904 instead of 1900: a setting of Excel, for files of its first edition for the Macintosh. */
      readonly from1904: boolean;
    }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

/** Returns the sheets in the order of the names. Other sheets are not read. Letter case does not matter, as in Excel. */
export async function readSheets(bytes: Uint8Array, names: readonly string[]): Promise<ReadSheets> {
  const archive = await openArchive(bytes);
  if (!archive.ok) return refused(archive.fault);
  const readPart = partReader(archive);
  const parts = await findParts(readPart);
  if (parts === undefined) return unreadable('Le falta la lista de hojas.');
  const missing = names.filter((name) => !parts.sheets.has(name.toLowerCase()));
  if (missing.length > 0)
    return refused(
      ...missing.map((name) => workbookFault('SHEET_MISSING', { detail: `Falta la hoja ${name}.` })),
    );

  const strings = new SharedStrings();
  if (parts.strings !== undefined) {
    const fault = await readPart(parts.strings, strings);
    if (fault !== undefined) return refused(fault);
    if (strings.done) return unreadable(`Un texto tiene más de ${textLengthMax} caracteres.`);
  }
  const sheets: Sheet[] = [];
  const faults: WorkbookFault[] = [];
  for (const name of names) {
    const reader = new SheetReader(name, strings.texts);
    const fault =
      (await readPart(parts.sheets.get(name.toLowerCase()) ?? '', reader)) ?? problemOf(name, reader);
    if (fault !== undefined) return refused(fault);
    faults.push(...reader.faults);
    sheets.push({ name, rows: reader.rows });
  }
  return faults.length > 0 ? refused(...faults) : { ok: true, sheets, from1904: parts.from1904 };
}

interface Parts {
  /** Names of parts, by the sheets' names in lower case. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly strings: string | undefined;
  readonly from1904: boolean;
}

async function findParts(readPart: ReadPart): Promise<Parts | undefined> {
  const ofPackage = await relationships(readPart, '');
  const workbook = [...(ofPackage?.values() ?? [])].find(isOfType('officeDocument'))?.part;
  const related = workbook === undefined ? undefined : await relationships(readPart, workbook);
  if (workbook === undefined || related === undefined) return undefined;
  const sheets = new Map<string, string>();
  let from1904 = false;
  const list = new ListReader(['workbookPr', 'sheet'], (attributes, name) => {
    if (name === 'workbookPr') {
      from1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      return;
    }
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const found = related.get(id);
    if (found !== undefined && isOfType('worksheet')(found))
      sheets.set((attributes['name'] ?? '').trim().toLowerCase(), found.part);
  });
  if ((await readPart(workbook, list, listBytesMax)) !== undefined) return undefined;
  return { sheets, strings: [...related.values()].find(isOfType('sharedStrings'))?.part, from1904 };
}

interface Relationship {
  readonly type: string;
  readonly part: string;
}

/** The two editions of the standard begin these addresses differently. */
function isOfType(type: string): (relationship: Relationship) => boolean {
  return (relationship) => relationship.type.endsWith(`/${type}`);
}

async function relationships(
  readPart: ReadPart,
  part: string,
): Promise<ReadonlyMap<string, Relationship> | undefined> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const found = new Map<string, Relationship>();
  const list = new ListReader(['Relationship'], ({ Id, Type, Target, TargetMode }) => {
    const base = `zip://package/${folder}`;
    if (Id === undefined || Type === undefined || Target === undefined || !URL.canParse(Target, base)) return;
    if (TargetMode !== 'External')
      found.set(Id, { type: Type, part: new URL(Target, base).pathname.slice(1) });
  });
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  return (await readPart(name, list, listBytesMax)) === undefined ? found : undefined;
}

class ListReader implements XmlHandler {
  private count = 0;

  constructor(
    private readonly wanted: readonly string[],
    private readonly found: (attributes: Readonly<Record<string, string>>, name: string) => void,
  ) {}

  get done(): boolean {
    return this.count >= listedMax;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.wanted.includes(name) || this.done) return;
    this.count += 1;
    this.found(attributes, name);
  }
}

/** Returns why the part cannot be read. */
type ReadPart = (name: string, handler: XmlHandler, bytesMax?: number) => Promise<WorkbookFault | undefined>;

function partReader(archive: Archive): ReadPart {
  const elements = { left: elementsMax };
  return async (name, handler, bytesMax) => {
    const unpacked = await archive.unpack(name, bytesMax);
    if (!unpacked.ok) return unpacked.fault;
    if (readXml(unpacked.bytes, handler, elements)) return undefined;
    return elements.left < 0
      ? workbookFault('WORKBOOK_TOO_LARGE', { detail: `La parte ${name} tiene demasiados datos.` })
      : workbookFault('WORKBOOK_UNREADABLE', { detail: `El XML de la parte ${name} no es válido.` });
  };
}

function problemOf(name: string, { problem }: SheetReader): WorkbookFault | undefined {
  if (problem === undefined) return undefined;
  return problem === 'tooLarge'
    ? workbookFault('WORKBOOK_TOO_LARGE', { detail: `La hoja ${name} tiene demasiados datos.` })
    : workbookFault('WORKBOOK_UNREADABLE', { detail: `La hoja ${name} está dañada.` });
}

function unreadable(detail: string): ReadSheets {
  return refused(workbookFault('WORKBOOK_UNREADABLE', { detail }));
}

function refused(...faults: readonly WorkbookFault[]): ReadSheets {
  return { ok: false, faults };
}

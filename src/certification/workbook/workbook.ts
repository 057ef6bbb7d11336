/** Reads the sheets of an .xlsx file (ECMA-376, "Office Open XML"). Pure: bytes in, rows of cells out. */
import { workbookFault, type WorkbookFault } from '../faults.js';
import { openArchive, type Archive } from './archive.js';
import { SheetReader, type SheetRow } from './sheet.js';
import { SharedStrings, textLengthMax } from './strings.js';
import { readXml, type XmlHandler } from './xml.js';

export interface Sheet {
  /** As the caller asked for it. */
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export type ReadSheets =
  | { readonly ok: true; readonly sheets: readonly Sheet[] }
  | { readonly ok: false; readonly faults: readonly WorkbookFault[] };

/** Returns the sheets in the order of the names. Other sheets are not read. Letter case does not matter, as in Excel. */
export function readSheets(bytes: Uint8Array, names: readonly string[]): ReadSheets {
  const archive = openArchive(bytes);
  if (!archive.ok) return refused(archive.fault);
  const parts = findParts(archive);
  if (parts === undefined) return unreadable('Le falta la lista de hojas.');
  const missing = names.filter((name) => !parts.sheets.has(name.toLowerCase()));
  if (missing.length > 0)
    return refused(
      ...missing.map((name) => workbookFault('SHEET_MISSING', { detail: `Falta la hoja ${name}.` })),
    );

  const strings = new SharedStrings();
  if (parts.strings !== undefined) {
    const fault = readPart(archive, parts.strings, strings);
    if (fault !== undefined) return refused(fault);
    if (strings.done) return unreadable(`Un texto tiene más de ${textLengthMax} caracteres.`);
  }
  const sheets: Sheet[] = [];
  const faults: WorkbookFault[] = [];
  for (const name of names) {
    const reader = new SheetReader(name, strings.texts);
    const fault =
      readPart(archive, parts.sheets.get(name.toLowerCase()) ?? '', reader) ?? problemOf(name, reader);
    if (fault !== undefined) return refused(fault);
    faults.push(...reader.faults);
    sheets.push({ name, rows: reader.rows });
  }
  return faults.length > 0 ? refused(...faults) : { ok: true, sheets };
}

interface Parts {
  /** Names of parts, by the sheets' names in lower case. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly strings: string | undefined;
}

/** Follows the relationships from the package to the workbook, and from there to its sheets and strings. */
function findParts(archive: Archive): Parts | undefined {
  const workbook = [...(relationships(archive, '')?.values() ?? [])].find(isOfType('officeDocument'))?.part;
  const related = workbook === undefined ? undefined : relationships(archive, workbook);
  if (workbook === undefined || related === undefined) return undefined;
  const sheets = new Map<string, string>();
  const list = new Elements('sheet', (attributes) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const found = related.get(id);
    if (found !== undefined && isOfType('worksheet')(found))
      sheets.set((attributes['name'] ?? '').trim().toLowerCase(), found.part);
  });
  if (readPart(archive, workbook, list) !== undefined) return undefined;
  return { sheets, strings: [...related.values()].find(isOfType('sharedStrings'))?.part };
}

interface Relationship {
  readonly type: string;
  /** Name of the entry that it points to. */
  readonly part: string;
}

/** The two editions of the standard begin these addresses differently. */
function isOfType(type: string): (relationship: Relationship) => boolean {
  return (relationship) => relationship.type.endsWith(`/${type}`);
}

/** By their ids. Undefined when the part has none. */
function relationships(archive: Archive, part: string): ReadonlyMap<string, Relationship> | undefined {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const found = new Map<string, Relationship>();
  const list = new Elements('Relationship', ({ Id, Type, Target, TargetMode }) => {
    // The base only makes the address absolute.
    const base = `zip://package/${folder}`;
    if (Id === undefined || Type === undefined || Target === undefined || !URL.canParse(Target, base)) return;
    if (TargetMode !== 'External')
      found.set(Id, { type: Type, part: new URL(Target, base).pathname.slice(1) });
  });
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  return readPart(archive, name, list) === undefined ? found : undefined;
}

/** Calls a function for each element of one name. */
class Elements implements XmlHandler {
  readonly done = false;

  constructor(
    private readonly wanted: string,
    private readonly found: (attributes: Readonly<Record<string, string>>) => void,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === this.wanted) this.found(attributes);
  }

  text(): void {
    return;
  }

  close(): void {
    return;
  }
}

/** @returns why the part cannot be read */
function readPart(archive: Archive, name: string, handler: XmlHandler): WorkbookFault | undefined {
  const unpacked = archive.unpack(name);
  if (!unpacked.ok) return unpacked.fault;
  return readXml(unpacked.bytes, handler)
    ? undefined
    : workbookFault('WORKBOOK_UNREADABLE', { detail: `El XML de la parte ${name} no es válido.` });
}

function problemOf(name: string, { problem }: SheetReader): WorkbookFault | undefined {
  if (problem === undefined) return undefined;
  return problem === 'tooLarge'
    ? workbookFault('WORKBOOK_TOO_LARGE', { detail: `La hoja ${name} tiene demasiadas filas o columnas.` })
    : workbookFault('WORKBOOK_UNREADABLE', { detail: `La hoja ${name} está dañada.` });
}

function unreadable(detail: string): ReadSheets {
  return refused(workbookFault('WORKBOOK_UNREADABLE', { detail }));
}

function refused(...faults: readonly WorkbookFault[]): ReadSheets {
  return { ok: false, faults };
}

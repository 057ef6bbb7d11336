/**
 * XSD validation in process, with libxml2 compiled to WebAssembly. The garbage collector does not free its documents, so each
 * one is disposed in `finally`. The compiled schemas live as long as the validator.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlError, XmlLibError, XsdValidator as CompiledXsd } from 'libxml2-wasm';
import { documentKinds, type DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { documentEntry } from '../../ecf/catalogue/documents.js';
import { xsdOf } from '../../ecf/xml/xsd.js';

export interface XsdFault {
  /** libxml2's own text, in English, for the log and the operator. */
  readonly message: string;
  /** One-based; 0 when unknown. */
  readonly line: number;
  /** Where: `/ECF/Encabezado/IdDoc/eNCF`; `""` when unknown. */
  readonly path: string;
}

export interface XsdValidator {
  /** `xml` must have a Signature; `withDummySignature` adds one to unsigned XML. An empty result means valid. */
  validate(kind: DocumentKind, xml: string): XsdFault[];
  dispose(): void;
}

export interface XsdValidatorOptions {
  /** Folder with DGII's `ecf-31-v1.0.xsd`, `rfce-32-v1.0.xsd` …, used together with our own schemas. */
  readonly officialXsdDir?: string;
  /** Leaves out our own schemas, for a check that must not depend on them. */
  readonly officialOnly?: boolean;
}

export interface FaultPosition {
  readonly line: number;
  readonly element: string;
}

/** The positions of the faults, safe for a log. libxml2's texts quote values, which may be a buyer's data. */
export function withoutValues(faults: readonly XsdFault[]): readonly FaultPosition[] {
  return faults.slice(0, loggedMax).map(({ message, line }) => {
    return { line, element: /^Element '([^']{1,80})'/.exec(message)?.[1] ?? '?' };
  });
}

const loggedMax = 5;

/** A voucher of 10,000 lines may have the same fault on each line. */
const faultsMax = 100;

export function createXsdValidator(options: XsdValidatorOptions = {}): XsdValidator {
  const compiled = new Map<DocumentKind, readonly CompiledXsd[]>();

  function schemasOf(kind: DocumentKind): readonly CompiledXsd[] {
    const known = compiled.get(kind);
    if (known !== undefined) return known;
    const schemas = options.officialOnly === true ? [] : [compileXsd(xsdOf(kind))];
    if (options.officialXsdDir !== undefined) {
      schemas.push(compileXsd(usableOfficialXsd(options.officialXsdDir, kind)));
    }
    compiled.set(kind, schemas);
    return schemas;
  }

  return {
    validate(kind, xml) {
      const faults: XsdFault[] = [];
      const schemas = schemasOf(kind);
      let document: XmlDocument | undefined;
      try {
        document = XmlDocument.fromString(xml);
        for (const schema of schemas) addNew(faults, faultsOf(schema, document));
      } catch (error) {
        faults.push(...toFaults(error));
      } finally {
        document?.dispose();
      }
      return faults.slice(0, faultsMax);
    },
    dispose() {
      for (const schemas of compiled.values()) for (const schema of schemas) schema.dispose();
      compiled.clear();
    },
  };
}

/** The memory that libxml2 has in this thread. It never shrinks. The library shows it only through a view on what it writes. */
export function wasmBytes(): number {
  let bytes = 0;
  const document = XmlDocument.fromString('<a/>');
  try {
    document.save({
      write: (chunk) => {
        bytes = chunk.buffer.byteLength;
        return chunk.length;
      },
      close: () => true,
    });
  } finally {
    document.dispose();
  }
  return bytes;
}

/** The caller must dispose the schema. Throws when the text is not a schema. */
export function compileXsd(xsd: string): CompiledXsd {
  const source = XmlDocument.fromString(xsd);
  try {
    return CompiledXsd.fromDoc(source);
  } finally {
    source.dispose();
  }
}

/**
 * DGII's schema of a document. It has faults that keep libxml2 from loading it; we repair them in memory, and the file stays
 * unchanged. Throws when the folder has no such file.
 */
export function readOfficialXsd(folder: string, kind: DocumentKind): string {
  const published = readFileSync(join(folder, officialFile(kind)), 'utf8');
  return (
    published
      .replace(/^\u{FEFF}/u, '')
      // The file of type 31 has a type name with a leading blank, but its references have no blank.
      .replace(/name="\s+/g, 'name="')
      // XSD's regular expressions do not have `(?:`.
      .replaceAll('(?:', '(')
  );
}

const officialFile = (kind: DocumentKind) => `${documentEntry(kind).file}-v1.0.xsd`;

export function missingOfficialXsds(folder: string): string[] {
  return documentKinds.map(officialFile).filter((file) => !existsSync(join(folder, file)));
}

/**
 * DGII's schema for what we send, without two parts that would refuse valid vouchers. First: the anchors `^` and `$` in 33
 * and 34, which XSD reads as plain characters. Second: the limit of 1,000 lines in type 32. Its XML below 250,000.00 is not
 * sent to DGII (Formato e-CF v1.0 note 48); one of our own rules keeps a larger one to 1,000 lines.
 */
function usableOfficialXsd(folder: string, kind: DocumentKind): string {
  const xsd = readOfficialXsd(folder, kind).replace(/(<xs:pattern value=")\^([^"]*)\$"/g, '$1$2"');
  if (kind !== 32) return xsd;
  return xsd
    .replace('name="Item" minOccurs="1" maxOccurs="1000"', 'name="Item" minOccurs="1" maxOccurs="10000"')
    .replace(/type="(?:NumeroLineaType|Integer4V1To1000ValidationType)"/g, 'type="xs:positiveInteger"');
}

function addNew(faults: XsdFault[], more: readonly XsdFault[]): void {
  for (const fault of more.slice(0, faultsMax)) {
    if (!faults.some(({ message, line }) => message === fault.message && line === fault.line))
      faults.push(fault);
  }
}

function faultsOf(schema: CompiledXsd, document: XmlDocument): XsdFault[] {
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    return toFaults(error);
  }
}

function toFaults(error: unknown): XsdFault[] {
  if (!(error instanceof XmlError)) throw error;
  const details = error instanceof XmlLibError ? error.details : [];
  const faults = details.map(({ message, line, xpath = '' }) => ({
    message: message.trim(),
    line,
    path: xpath,
  }));
  return faults.length > 0 ? faults : [{ message: error.message, line: 0, path: '' }];
}

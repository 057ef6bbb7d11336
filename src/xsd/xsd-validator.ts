/**
 * XSD validation in process, with libxml2 compiled to WebAssembly. Its documents live outside the garbage collector's
 * reach: every one is disposed in `finally`; the compiled schemas live as long as the validator.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlError, XmlLibError, XsdValidator as CompiledXsd } from 'libxml2-wasm';
import type { EcfType } from '../ecf/ecf-types.js';
import { xsdOf } from '../ecf/xsd.js';

export interface XsdFault {
  /** As libxml2 words it, in English, for the log and the operator. */
  readonly message: string;
  /** One-based; 0 when unknown. */
  readonly line: number;
}

export interface XsdValidator {
  /** `xml` with its Signature; unsigned XML first goes through `withDummySignature`. Empty: valid. */
  validate(type: EcfType, xml: string): XsdFault[];
  /** Frees the compiled schemas. */
  dispose(): void;
}

export interface XsdValidatorOptions {
  /** Folder with DGII's `ecf-{type}-v1.0.xsd`, used in addition to our own schemas. */
  readonly officialXsdDir?: string;
}

/** Where the faults are, fit for a log: libxml2's words quote the values, which may be a buyer's. */
export function withoutValues(
  faults: readonly XsdFault[],
): readonly { readonly line: number; readonly element: string }[] {
  return faults.slice(0, loggedMax).map(({ message, line }) => {
    return { line, element: /^Element '([^']{1,80})'/.exec(message)?.[1] ?? '?' };
  });
}

const loggedMax = 5;

/** Enough to find the cause; a voucher of 10,000 lines may repeat one fault on each. */
const faultsMax = 100;

export function createXsdValidator(options: XsdValidatorOptions = {}): XsdValidator {
  const compiled = new Map<EcfType, readonly CompiledXsd[]>();

  function schemasOf(type: EcfType): readonly CompiledXsd[] {
    const known = compiled.get(type);
    if (known !== undefined) return known;
    const schemas = [compileXsd(xsdOf(type))];
    if (options.officialXsdDir !== undefined) {
      schemas.push(compileXsd(readOfficialXsd(options.officialXsdDir, type)));
    }
    compiled.set(type, schemas);
    return schemas;
  }

  return {
    validate(type, xml) {
      const faults: XsdFault[] = [];
      const schemas = schemasOf(type);
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

/** The schema must be disposed. Throws when it is none. */
export function compileXsd(xsd: string): CompiledXsd {
  const source = XmlDocument.fromString(xsd);
  try {
    return CompiledXsd.fromDoc(source);
  } finally {
    source.dispose();
  }
}

/** DGII's schema of a type, with what keeps libxml2 from loading it repaired in memory; the file stays as it is. */
export function readOfficialXsd(folder: string, type: EcfType): string {
  const published = readFileSync(join(folder, `ecf-${type}-v1.0.xsd`), 'utf8');
  return (
    published
      .replace(/^\u{FEFF}/u, '')
      // The file of type 31 has a type name with a leading blank; the references have none.
      .replace(/name="\s+/g, 'name="')
      // Not part of XSD's regular expressions.
      .replaceAll('(?:', '(')
      // libxml2 leaves the underscore out of \w; .NET, which DGII runs, has it: addresses with one are common.
      .replaceAll('[\\s\\d\\w]', '[\\s\\d\\w_]')
      .replace(/\\w(?!_)/g, '[\\w_]')
  );
}

/** Our schema and the official one mostly say the same. */
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

/** What libxml2 objects to is a value; anything else the runtime throws is a broken invariant. */
function toFaults(error: unknown): XsdFault[] {
  if (!(error instanceof XmlError)) throw error;
  const details = error instanceof XmlLibError ? error.details : [];
  const faults = details.map(({ message, line }) => ({ message: message.trim(), line }));
  return faults.length > 0 ? faults : [{ message: error.message, line: 0 }];
}

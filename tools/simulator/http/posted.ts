/** The checks that every service makes first on a posted XML. If one fails, the post is refused before any verdict. */
import { subjectSerialNumber } from '../../../src/signing/verify/subject.js';
import { chainFault, type ChainFault } from '../../../src/signing/verify/chain.js';
import { verifyXml, type Verification } from '../../../src/signing/verify/verify.js';
import { isWellFormed } from '../../../src/signing/verify/xml-document.js';
import type { Dgii } from '../dgii.js';
import { identityOf } from '../verdict/delegations.js';
import { structureText } from '../services/approval-texts.js';
import type { Refused } from './refusal.js';
import type { Upload, UploadFault } from './upload.js';
import { readTree, textAt, type Element } from '../verdict/xml-tree.js';

export interface Posted {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly xml: string;
  readonly verification: Verification;
  /** The root element as signed, without its Signature; undefined when the signature is not valid. */
  readonly root: Element | undefined;
  readonly chainFault: ChainFault | undefined;
  /** SN of the signer's certificate; `""` when the signature is not valid. */
  readonly serialNumber: string;
  /** Cédula or RNC of the signer. */
  readonly signer: string;
  readonly delegatedFor: readonly string[];
}

/** `{RNC}{eNCF}.xml`, with exactly this ending. */
const fileNamePattern = /^(\d{9}|\d{11})(E\d{12})\.xml$/;

/** The RNC and e-NCF in a file name; undefined for a name that DGII does not accept. */
export function readFileName(name: string): { readonly rnc: string; readonly encf: string } | undefined {
  const [, rnc, encf] = fileNamePattern.exec(name) ?? [];
  return rnc === undefined || encf === undefined ? undefined : { rnc, encf };
}

export function readPosted(
  upload: Upload | UploadFault,
  { trusted, delegations, settings }: Dgii,
  at: Date,
): Posted | Refused {
  if (upload === 'too-large') return { status: 413, valor: 'El archivo excede el tamaño permitido' };
  if (upload === 'part-invalid') return { status: 400, valor: 'Archivo no válido' };
  if (typeof upload === 'string') return { status: 400, valor: upload };
  const { fileName, bytes } = upload;
  const xml = textOf(bytes);
  if (xml === undefined) return { status: 400, codigo: '001', valor: 'Archivo no válido' };
  const verification = verifyXml(xml, settings.current.blankText);
  if (!verification.ok && !isWellFormed(xml)) return { status: 400, valor: 'Archivo no válido' };

  const serialNumber = verification.ok ? subjectSerialNumber(verification.certificate) : '';
  const signer = identityOf(serialNumber);
  return {
    fileName,
    bytes,
    xml,
    verification,
    root: verification.ok ? readTree(verification.content) : undefined,
    chainFault: verification.ok ? chainFault(verification.certificate, trusted, at) : undefined,
    serialNumber,
    signer,
    delegatedFor: delegations.of(signer),
  };
}

export const refusedName: Refused = {
  status: 400,
  codigo: '3243',
  valor: 'La longitud del nombre del archivo no es válida',
};

interface DocumentChecks {
  readonly name: 'ANECF' | 'ACECF';
  readonly called: 'documento' | 'XML';
  readonly structureFault: (root: Element) => string | undefined;
  /** Where the document names the taxpayer that the signer must be delegated for. */
  readonly rncPath: string;
}

/** The root of a document that is no voucher, or the text of its first fault. The texts are those of the services that answer at once. */
export function rootOrFault(
  { verification, root, chainFault, signer, delegatedFor }: Posted,
  { name, called, structureFault, rncPath }: DocumentChecks,
): Element | string {
  if (!verification.ok || root === undefined) return `La firma del ${called} no es válida`;
  if (chainFault !== undefined) return 'Tipo de certificado no admitido';
  if (root.name !== name) return 'Tipo de archivo no válido, favor proveer un XML';
  const fault = structureFault(root);
  if (fault !== undefined) return `${structureText} ${fault}`;
  const rnc = textAt(root, rncPath);
  return delegatedFor.includes(rnc)
    ? root
    : `El RNC ${signer} del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`;
}

/** The bytes must be UTF-8 without a byte-order mark. DGII does not accept a byte-order mark. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

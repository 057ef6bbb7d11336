/**
 * Checks a voucher, the same way for validate and send: first the catalogue and the rules, then our own XSD on the XML that
 * would be signed. Pure apart from the XSD library.
 */
import { createHash } from 'node:crypto';
import { normalise } from '../../ecf/json/normalise.js';
import { mainFactsOf, type MainFacts } from '../../ecf/model/document-facts.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import { isRejection, type Fault } from '../../ecf/model/fault.js';
import type { Facts } from '../../ecf/model/facts.js';
import { usualAmounts, type UsualAmount } from '../../ecf/usual-amounts.js';
import { validate } from '../../ecf/validate.js';
import { buildXml, xmlBytesOf } from '../../ecf/xml/build-xml.js';
import { errorTable } from '../../shared/errors.js';
import { withDummySignature } from './dummy-signature.js';
import { withoutValues, type FaultPosition, type XsdValidator } from './xsd-validator.js';
import type { ReadBody } from './read-voucher.js';

export interface Asked {
  readonly facts: Facts;
  /** FechaHoraFirma, as dates.ts writes it. */
  readonly signingTime: string;
  /**
   * What the answer contains: `xml` for validate, which shows it, `content` for send, which admits it, or `json` for totals, which shows the
   * voucher with its amounts. Only that one is built.
   */
  readonly wanted: 'xml' | 'content' | 'json';
  /** Computes the amounts first, as far as our rules decide them, and then checks the voucher that has them. */
  readonly withAmounts?: boolean;
}

export interface CheckedVoucher {
  readonly errores: readonly Fault[];
  readonly advertencias: readonly Fault[];
  /** SHA-256 of the normal form, in hex. Undefined when the body has faults that make a comparison impossible. */
  readonly contentHash?: string;
  readonly content?: Content;
  /**
   * The XML without Signature, as a JSON text in UTF-8, so that the answer contains it as it is. `""` when it is not wanted or
   * cannot be built.
   */
  readonly xmlJson: Uint8Array;
  readonly json?: Uint8Array;
  readonly amounts?: readonly UsualAmount[];
  /** Where a voucher without rejections fails our XSD: a defect of ours, for the log. */
  readonly schemaDefect?: { readonly tipoeCF: EcfType; readonly findings: readonly FaultPosition[] };
}

export interface Content {
  readonly bytes: Uint8Array;
  readonly mainFacts: MainFacts;
}

/** Half of what the ledger unpacks from one file. Mostly escaped texts make an XML this large. */
const xmlBytesMax = 32 * 1024 * 1024;

/** If our XML fails our XSD, the defect is ours. A few findings are enough to see it. */
const xsdFaultsMax = 20;

const encoder = new TextEncoder();
export const noXml: Uint8Array = encoder.encode('""');

export function checkVoucher(body: ReadBody, asked: Asked, xsd: XsdValidator): CheckedVoucher {
  const { facts, wanted } = asked;
  if (asked.withAmounts !== true && wanted !== 'json') return checkRead(body, asked, xsd);
  // A copy: a body may be checked again, with other facts.
  const value = structuredClone(body.value);
  const amounts = asked.withAmounts === true ? usualAmounts(value, facts) : [];
  const checked = checkRead({ ...body, value }, asked, xsd);
  return {
    ...checked,
    amounts,
    ...(wanted === 'json' && { json: encoder.encode(JSON.stringify(value)) }),
  };
}

function checkRead(body: ReadBody, { facts, signingTime, wanted }: Asked, xsd: XsdValidator): CheckedVoucher {
  const { errores, advertencias, ecf } = validate(body.value, facts, body.faults);
  if (ecf === undefined) return { errores, advertencias, xmlJson: noXml };
  const normal = body.faults.length > 0 ? undefined : encoder.encode(normalise(ecf));
  const comparable = normal && { contentHash: createHash('sha256').update(normal).digest('hex') };
  const tooLarge = sizeFault(xmlBytesOf(ecf, signingTime));
  if (tooLarge !== undefined)
    return { errores: [tooLarge, ...errores], advertencias, ...comparable, xmlJson: noXml };

  const { wire } = buildXml(ecf, signingTime);
  // Skip the XSD when the voucher has faults: libxml2 would repeat them in English, and our own messages are clearer.
  const findings = errores.some(isRejection) ? [] : xsd.validate(ecf.type, withDummySignature(wire));
  const all = [...findings.slice(0, xsdFaultsMax).map(xsdFault), ...errores];
  return {
    errores: all,
    advertencias,
    ...comparable,
    ...(wanted === 'content' && normal && all.length === 0
      ? { content: { bytes: normal, mainFacts: mainFactsOf(ecf) } }
      : {}),
    xmlJson: wanted === 'xml' ? encoder.encode(JSON.stringify(wire)) : noXml,
    ...(findings.length === 0
      ? {}
      : { schemaDefect: { tipoeCF: ecf.type, findings: withoutValues(findings) } }),
  };
}

function sizeFault(bytes: number): Fault | undefined {
  if (bytes <= xmlBytesMax) return undefined;
  const detail = `El XML tendría ${bytes} bytes; el máximo es ${xmlBytesMax}.`;
  const mensaje = `${errorTable.ECF_TOO_LARGE.mensaje} ${detail}`;
  return { code: 'ECF_TOO_LARGE', campo: 'ECF', mensaje, severidad: 'rechazo' };
}

function xsdFault({ message, line }: { readonly message: string; readonly line: number }): Fault {
  const mensaje = `Línea ${line} del XML: ${message}`;
  return { code: 'XSD_INVALID', campo: 'ECF', mensaje, severidad: 'rechazo' };
}

/**
 * Signs an XML file that DGII's portal generated (certification steps 1 and 13, and delegations). This service never makes such a file.
 */
import type { PortalXmlRefusal } from '../../ledger/inquiries/inquiries.js';
import type { SigningRefusal } from '../../ledger/inquiries/inquiries.js';
import { readPortalXml } from '../../signing/verify/portal-xml.js';
import type { OperatorDeps, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

interface SignedPortalXml {
  readonly outcome: 'signed';
  readonly root: string;
  readonly xml: Buffer;
  /** Of `xml`, in hexadecimal. */
  readonly sha256: string;
}

type PortalXmlSigning =
  | SignedPortalXml
  /** The file may not be signed here. Nothing was stored. */
  | Refused<PortalXmlRefusal>
  | Refused<Exclude<SigningRefusal, 'CERTIFICATE_UNREADABLE'> | 'CERTIFICATE_NOT_OPENED'>
  | ProcessRefusal;

/** Only a worker opens private keys, so a worker signs. It checks the file once more. */
export async function signPortalXml(
  { processes }: Pick<OperatorDeps, 'processes'>,
  companyId: number,
  file: Uint8Array,
): Promise<PortalXmlSigning> {
  const read = readPortalXml(file);
  if (!read.ok) return refused(read.fault);
  const xml = Buffer.from(file).toString('base64');
  const asked = await processes.ask('portal-signature', { companyId, xml });
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  if (answer.outcome === 'refused')
    return refused(answer.reason === 'CERTIFICATE_UNREADABLE' ? 'CERTIFICATE_NOT_OPENED' : answer.reason);
  return { ...answer, xml: Buffer.from(answer.xml, 'base64') };
}

export function isAboutTheFile(refusal: string): boolean {
  return refusal.startsWith('XML_');
}

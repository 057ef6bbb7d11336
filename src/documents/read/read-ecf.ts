/**
 * Reads an e-CF that an issuer sends to one of our companies. It gives the part of the verdict that needs no ledger: first code 1
 * (specification), then code 2 (signature). These are codes of a voucher that was not received (Formato ARECF v1.0 p.5).
 */
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import { isRnc } from '../../ecf/model/rnc.js';
import type { XsdValidator } from '../check/xsd-validator.js';
import { foreignEncoding, openXml, textAt } from './received-xml.js';
import { padDate, schemaFault } from './schema.js';
import { checkSignature, type SignatureChecks } from './signature.js';

/** What every acknowledgement must name. If one of these is unreadable, no valid ARECF is possible, and the answer is only HTTP 400. */
export interface Parties {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
}

export interface VoucherFacts {
  readonly razonSocialEmisor: string;
  readonly ecfType: EcfType;
  readonly fechaEmision: string;
  readonly montoTotal: string;
  readonly totalITBIS?: string;
  /** The number of the voucher that a note modifies, an e-NCF or an older NCF. */
  readonly ncfModificado?: string;
  readonly securityCode: string;
  readonly signatureHash: string;
  readonly fechaFirma: string;
}

export type ReceivedEcf =
  /** `encoding`: the name of an encoding that we do not read. */
  | { readonly outcome: 'unreadable'; readonly encoding?: string }
  /** `detail` is for people. It may contain values of the voucher, so it must not be logged. */
  | {
      readonly outcome: 'refused';
      readonly parties: Parties;
      readonly code: 1 | 2;
      readonly detail: string;
    }
  | {
      readonly outcome: 'good';
      readonly parties: Parties;
      readonly facts: VoucherFacts;
      readonly signer: SignerFacts;
    };

/**
 * The types that an issuer sends to a buyer; the others go to DGII alone. An issuer need not send a type 45, but buyers approve type 45, so
 * we accept it.
 */
export const receivedTypes: readonly EcfType[] = [31, 33, 34, 44, 45];

export function readEcf(bytes: Uint8Array, checks: SignatureChecks, xsd: XsdValidator): ReceivedEcf {
  const encoding = foreignEncoding(bytes);
  if (encoding !== undefined) return { outcome: 'unreadable', encoding };
  const opened = openXml(bytes);
  if (opened?.root.nodeName !== 'ECF') return { outcome: 'unreadable' };
  const { xml, root } = opened;
  const parties = partiesOf(root);
  const type = parseEncf(parties?.encf)?.type;
  if (parties === undefined || type === undefined) return { outcome: 'unreadable' };

  const refused = (code: 1 | 2, detail: string) => ({ outcome: 'refused', parties, code, detail }) as const;
  if (!receivedTypes.includes(type)) return refused(1, `type ${type} has no receiver`);
  const fault = schemaFault(type, xml, xsd);
  if (fault !== undefined) return refused(1, fault);
  const checked = checkSignature(xml, checks);
  if (!checked.ok) return refused(2, checked.detail);
  const signed = partiesOf(checked.root);
  if (signed === undefined || !isSame(signed, parties)) return refused(2, 'content-altered');
  const { signer, securityCode, signatureHash } = checked;
  const facts = { ...factsOf(checked.root, type), securityCode, signatureHash };
  return { outcome: 'good', parties, facts, signer };
}

function partiesOf(root: Element): Parties | undefined {
  const rncEmisor = textAt(root, 'Encabezado/Emisor/RNCEmisor') ?? '';
  const rncComprador = textAt(root, 'Encabezado/Comprador/RNCComprador') ?? '';
  const encf = textAt(root, 'Encabezado/IdDoc/eNCF') ?? '';
  return isRnc(rncEmisor) && isRnc(rncComprador) ? { rncEmisor, rncComprador, encf } : undefined;
}

function isSame(a: Parties, b: Parties): boolean {
  return a.rncEmisor === b.rncEmisor && a.rncComprador === b.rncComprador && a.encf === b.encf;
}

/** The schema has already made sure that these elements exist. */
function factsOf(root: Element, ecfType: EcfType): Omit<VoucherFacts, 'securityCode' | 'signatureHash'> {
  const at = (path: string) => (textAt(root, path) ?? '').trim();
  const totalITBIS = textAt(root, 'Encabezado/Totales/TotalITBIS')?.trim();
  const ncfModificado = textAt(root, 'InformacionReferencia/NCFModificado')?.trim();
  return {
    razonSocialEmisor: at('Encabezado/Emisor/RazonSocialEmisor'),
    ecfType,
    // With leading zeros, because our approval of this voucher repeats the date and must pass our own schema.
    fechaEmision: padDate(at('Encabezado/Emisor/FechaEmision')),
    montoTotal: at('Encabezado/Totales/MontoTotal'),
    ...(totalITBIS === undefined ? {} : { totalITBIS }),
    ...(ncfModificado === undefined ? {} : { ncfModificado }),
    fechaFirma: at('FechaHoraFirma'),
  };
}

/** Reads a commercial approval (ACECF) that a buyer sends about one of our vouchers: schema, signature and values. */
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { XsdValidator } from '../check/xsd-validator.js';
import { foreignEncoding, openXml, smallXmlBytesMax, textAt } from './received-xml.js';
import { padDate, schemaFault } from './schema.js';
import { checkSignature, type SignatureChecks } from './signature.js';

export interface ApprovalFacts {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  readonly fechaEmision: string;
  /** Decimal text. DGII's own program sends it without decimals. */
  readonly montoTotal: string;
  readonly approved: boolean;
  readonly motivo?: string;
  readonly fecha: string;
}

export type ReceivedApproval =
  | {
      readonly outcome: 'refused';
      readonly reason: 'encoding' | 'xml' | 'schema' | 'signature';
      readonly detail: string;
    }
  | {
      readonly outcome: 'good';
      readonly facts: ApprovalFacts;
      readonly signer: SignerFacts;
      readonly signatureHash: string;
    };

export function readApproval(
  bytes: Uint8Array,
  checks: SignatureChecks,
  xsd: XsdValidator,
): ReceivedApproval {
  const encoding = foreignEncoding(bytes.subarray(0, smallXmlBytesMax));
  if (encoding !== undefined) return { outcome: 'refused', reason: 'encoding', detail: encoding };
  const opened = openXml(bytes, smallXmlBytesMax);
  if (opened?.root.nodeName !== 'ACECF') return { outcome: 'refused', reason: 'xml', detail: 'no ACECF' };
  const fault = schemaFault('ACECF', opened.xml, xsd);
  if (fault !== undefined) return { outcome: 'refused', reason: 'schema', detail: fault };
  const checked = checkSignature(opened.xml, checks);
  if (!checked.ok) return { outcome: 'refused', reason: 'signature', detail: checked.detail };
  const facts = factsOf(checked.root);
  if (parseEncf(facts.encf) === undefined) return { outcome: 'refused', reason: 'schema', detail: 'eNCF' };
  return { outcome: 'good', facts, signer: checked.signer, signatureHash: checked.signatureHash };
}

function factsOf(root: Element): ApprovalFacts {
  // The schema allows white space around a decimal.
  const at = (name: string) => (textAt(root, `DetalleAprobacionComercial/${name}`) ?? '').trim();
  const approved = Number(at('Estado')) === 1;
  const motivo = at('DetalleMotivoRechazo');
  return {
    rncEmisor: at('RNCEmisor'),
    rncComprador: at('RNCComprador'),
    encf: at('eNCF'),
    fechaEmision: padDate(at('FechaEmision')),
    montoTotal: at('MontoTotal'),
    approved,
    // A rejection without a reason is accepted, because DGII accepts it too. If we refused it, DGII would know of the rejection and we
    // would not.
    ...(approved || motivo === '' ? {} : { motivo }),
    fecha: at('FechaHoraAprobacionComercial'),
  };
}

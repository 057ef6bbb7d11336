/**
 * Where a person looks at DGII, in the words of our advice. DGII's virtual office has the vouchers of production. Those of certification
 * appear only in the certification portal, which counts them and offers neither annulment nor delegation.
 */
import type { Environment } from '../model/environments.js';

const virtualOffice = {
  shows: 'la Oficina Virtual de la DGII',
  /** For a voucher that DGII may have. Another system may have issued the same number. */
  lookUp:
    'búsquelo en la Oficina Virtual de la DGII (compare el monto y el código de seguridad, no solo el número)',
  /** A sentence without its full stop, for a signer whom DGII does not know. */
  delegate: 'Delegue al firmante en la Oficina Virtual de la DGII para el RNC de la empresa',
} as const;

type DgiiPlace = Readonly<Record<keyof typeof virtualOffice, string>>;

const certificationPortal: DgiiPlace = {
  shows: 'el portal de certificación de la DGII',
  lookUp: 'mire su contador en el portal de certificación de la DGII',
  delegate:
    'Mire en el portal de certificación de la DGII qué representante está registrado, e importe su certificado',
};

export function dgiiPlace(environment: Environment): DgiiPlace {
  return environment === 'certification' ? certificationPortal : virtualOffice;
}

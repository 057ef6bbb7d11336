/** What other taxpayers send to our companies: vouchers, approvals and seeds, signed when the test runs. */
import { createPublicKey } from 'node:crypto';
import { buildAcecf, type Acecf } from '../../../src/ecf/xml/acecf.js';
import { buildXml } from '../../../src/ecf/xml/build-xml.js';
import { validate } from '../../../src/ecf/validate.js';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { createAuthority, issueCertificate } from '../../../tools/simulator/test-authority.js';
import { sampleEcf } from './sample-ecf.js';
import { certifiedSigner, spareKeys, testAuthority } from './signers.js';

/** The issuer of the samples that companies receive. */
export const issuerRnc = '101000001';

export interface Sent {
  readonly encf: string;
  readonly rncEmisor?: string;
  readonly rncComprador: string;
  readonly price?: number;
  readonly signer?: SigningCertificate;
  /** Changes the XML before it is signed. */
  readonly change?: (xml: string) => string;
}

let usual: SigningCertificate | undefined;

/** The usual issuer's signer: a person other than the issuer, as DGII's delegations allow. */
export function issuerCertificate(): SigningCertificate {
  usual ??= opened(certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00000000001' }));
  return usual;
}

export function certificateOf(period: { readonly notBefore?: Date; readonly notAfter?: Date }) {
  const person = { commonName: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00199999996' };
  return opened(issueCertificate(testAuthority(), { ...person, ...period, keys: spareKeys() }));
}

function opened(issued: { readonly certificatePem: string; readonly privateKeyPem: string }) {
  const pem = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!pem.ok) throw new Error(pem.reason);
  return pem.certificate;
}

/** The unsigned XML of a valid voucher of one line. */
export function unsignedEcf({ encf, rncEmisor = issuerRnc, rncComprador, price }: Sent): string {
  const { ECF } = sampleEcf({ encf, rncEmisor, ...(price === undefined ? {} : { price }) });
  const Encabezado = {
    ...ECF.Encabezado,
    Comprador: { ...ECF.Encabezado.Comprador, RNCComprador: rncComprador },
  };
  const credit = encf.startsWith('E34');
  const noted = encf.startsWith('E33') || credit;
  const IdDoc = { ...Encabezado.IdDoc, ...(credit ? { IndicadorNotaCredito: 0 } : {}) };
  const reference = {
    NCFModificado: 'E310000000099',
    FechaNCFModificado: '20-11-2026',
    CodigoModificacion: 3,
  };
  const json = {
    ECF: {
      ...ECF,
      Encabezado: { ...Encabezado, IdDoc },
      ...(noted ? { InformacionReferencia: reference } : {}),
    },
  };
  const { ecf } = validate(json, { today: '20-11-2026', company: { rnc: rncEmisor } });
  if (ecf === undefined) throw new Error(`The sample ${encf} is no voucher`);
  return buildXml(ecf, '20-11-2026 09:30:00').wire;
}

/** A signed voucher, in UTF-8. */
export function sentEcf(sent: Sent): Buffer {
  const { change = (xml) => xml, signer = issuerCertificate() } = sent;
  return Buffer.from(signXml(change(unsignedEcf(sent)), signer));
}

/** @param montoTotal as it is written into the XML */
export function sentApproval(
  acecf: Acecf,
  { change = (xml: string) => xml, signer = issuerCertificate() } = {},
): Buffer {
  const built = buildAcecf(acecf, '21-11-2026 10:00:00');
  return Buffer.from(signXml(change(built.wire), signer));
}

/**
 * The same signed bytes with another certificate of the usual issuer's key, by an authority that nobody knows. Anybody can make such a copy:
 * a certificate needs the public key alone.
 */
export function certifiedAgain(signed: Buffer): Buffer {
  const publicKey = createPublicKey(issuerCertificate().privateKey).export({ type: 'spki', format: 'pem' });
  const keys = { publicKey: publicKey.toString(), privateKey: '' };
  const person = { commonName: 'OTRA PERSONA', serialNumber: 'IDCDO-00199999996', keys };
  const { certificatePem } = issueCertificate(createAuthority('AUTORIDAD DESCONOCIDA'), person);
  const base64 = certificatePem.replace(/-----[^-]+-----|\s/g, '');
  return Buffer.from(signed.toString('utf8').replace(/(<X509Certificate>)[^<]*/, `$1${base64}`));
}

/** A form with one part `xml`, as our own client of DGII writes it. */
export function formOf(xml: Uint8Array, head = usualHead): { readonly type: string; readonly body: Buffer } {
  const body = [`--limite\r\n${head}\r\n\r\n`, xml, '\r\n--limite--\r\n'].map((part) => Buffer.from(part));
  return { type: 'multipart/form-data; boundary=limite', body: Buffer.concat(body) };
}

const usualHead = 'Content-Disposition: form-data; name="xml"; filename="a.xml"\r\nContent-Type: text/xml';

/** As DGII's own caller writes it: names without quotes, and no type of the part. */
export const plainHead = "Content-Disposition: form-data; name=xml; filename=a.xml; filename*=utf-8''a.xml";

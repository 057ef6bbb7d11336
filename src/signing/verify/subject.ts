/** Who a certificate was issued to, as its subject says. */
import type { X509Certificate } from 'node:crypto';
// Node reads a subject with a part of its TLS. If that part is loaded before the rest (Node 20 to 24), no TLS connection of the process
// opens any more.
import 'node:tls';

/** SN (2.5.4.5): the first one when there are several, `""` when the subject has no SN. */
export function subjectSerialNumber(certificate: X509Certificate): string {
  return attributeOf(certificate, 'serialNumber');
}

/** CN: the person's or the company's name; `""` when the subject has none. */
export function subjectName(certificate: X509Certificate): string {
  return attributeOf(certificate, 'CN');
}

function attributeOf(certificate: X509Certificate, attribute: string): string {
  const subject = certificate.toLegacyObject().subject as unknown as Record<
    string,
    string | string[] | undefined
  >;
  const value = subject[attribute];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

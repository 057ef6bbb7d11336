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

/** The subject or issuer on one line. Node escapes some characters with a backslash; a person should read `PÉREZ, PEDRO` without it. */
export function oneLine(names: string): string {
  return names.split('\n').join(', ').replaceAll(/\\(.)/g, '$1');
}

function attributeOf(certificate: X509Certificate, attribute: string): string {
  const subject = certificate.toLegacyObject().subject as unknown as Record<
    string,
    string | string[] | undefined
  >;
  const value = subject[attribute];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Why a certificate file cannot be used. A message with the facts of the refusal is in services/refusal-messages.ts. */

/** One message for people for each reason. */
export const openFaults = {
  TOO_LARGE: 'El archivo es demasiado grande para ser un certificado.',
  UNREADABLE:
    'El archivo no se puede leer: no es un .p12 ni un PEM con la llave privada y el certificado, o está dañado.',
  WRONG_PASSWORD: 'La clave del certificado no es correcta.',
  NO_PRIVATE_KEY:
    'El archivo no contiene la llave privada: exporte el certificado con ella (.p12), o reúna los dos en un archivo PEM.',
  NO_CERTIFICATE:
    'El archivo contiene la llave privada y ningún certificado: reúna los dos en un archivo PEM, o importe el .p12.',
  NO_MATCHING_CERTIFICATE: 'Ningún certificado del archivo corresponde a la llave privada.',
  KEY_CIPHER_UNSUPPORTED:
    'La llave privada está cifrada con un método antiguo que no se puede abrir: cífrela con AES («openssl pkcs8 -topk8 -v2 aes256»), o importe el .p12.',
  KEY_UNSUPPORTED: 'La llave no es RSA de al menos 2048 bits, la única que acepta la DGII.',
} as const;

/** A pair of key and certificate in a file, for a person who must choose one. */
export interface CertificateCandidate {
  readonly fingerprint: string;
  /** On one line, like the issuer. */
  readonly subject: string;
  readonly issuer: string;
  readonly notAfter: Date;
}

export type OpenFault =
  | { readonly reason: keyof typeof openFaults }
  /** `what` names the part that is not supported, in Spanish. */
  | { readonly reason: 'FORMAT_UNSUPPORTED'; readonly facts: { readonly what: string } }
  /** `rounds`: how often the file has its password hashed; null if its opening took too long although it announced few. */
  | { readonly reason: 'TOO_COSTLY'; readonly facts: { readonly rounds: number | null } }
  /** Several people or companies could sign with the keys of this file. */
  | {
      readonly reason: 'CHOICE_NEEDED';
      readonly facts: { readonly candidates: readonly CertificateCandidate[] };
    };

/** Ends the reading of a file anywhere in its structure. `openCertificateFile` catches it. */
export class OpenError extends Error {
  constructor(readonly fault: OpenFault) {
    super(fault.reason);
    this.name = 'OpenError';
  }
}

export function unreadable(): OpenError {
  return new OpenError({ reason: 'UNREADABLE' });
}

export function unsupported(what: string): OpenError {
  return new OpenError({ reason: 'FORMAT_UNSUPPORTED', facts: { what } });
}

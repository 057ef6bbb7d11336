/** Why DGII could not be asked, in Spanish texts that follow "la DGII". The codes are those of src/dgii/replies/answers.ts. */
const causes: Readonly<Partial<Record<string, string>>> = {
  unreachable: 'no responde: no hay conexión con ella',
  timeout: 'no responde',
  broken: 'cortó la conexión sin responder',
  tls: 'no se pudo identificar: su certificado TLS no es de confianza',
  'auth-unavailable': 'no responde en su servicio de autenticación',
  'seed-invalid': 'dio una semilla que no es válida',
  'server-fault': 'responde con un error propio',
  unreadable: 'respondió algo que no se entiende',
  contradictory: 'respondió sobre otra cosa',
  throttled: 'limita las consultas: espere antes de repetir',
  overloaded: 'no se consultó: el worker tiene demasiadas consultas en curso',
  cancelled: 'no se consultó: el worker se detuvo antes',
};

/** @returns for example `la DGII no responde (timeout)` */
export function unavailableText(cause: string): string {
  return `la DGII ${causes[cause] ?? 'no está disponible'} (${cause})`;
}

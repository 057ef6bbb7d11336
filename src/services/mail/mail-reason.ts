/** Why a mail waits or was not sent, in words for the company's people (docs/operate/mail.md has the codes for the operator). */

const reasons: Readonly<Record<string, string>> = {
  WITHDRAWN: 'el comprobante ya no es el que se envió',
  EXPIRED: 'el servidor de correo no lo tomó a tiempo',
  ADDRESS: 'la dirección no es válida',
  TOO_LARGE: 'es demasiado grande',
};

export function mailReasonOf(code: string): string {
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/^53[0458]$/.test(code)) return `el servidor de correo no acepta al servicio (${code})`;
  if (/^5\d\d$/.test(code)) return `el servidor de correo lo rechazó (${code}): revise la dirección`;
  if (/^4\d\d$/.test(code)) return `el servidor de correo pidió esperar (${code})`;
  return 'no se pudo hablar con el servidor de correo';
}

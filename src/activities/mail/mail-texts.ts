/** What each kind of mail says, in Spanish. */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { FactorChange, MailKind, MailKinds } from '../../ledger/mail/mail-record.js';

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What a person looks up, each with its name. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** voucher-mail.ts has the text of a voucher. */
type PlainKind = Exclude<MailKind, 'voucher'>;

export interface MailFacts {
  /** Empty for a mail about no company. */
  readonly companyName: string;
  readonly expiresAt?: Date;
  readonly role?: string;
  readonly url: string;
}

type Texts = {
  readonly [Kind in PlainKind]: (
    data: MailKinds[Kind],
    facts: MailFacts,
  ) => Omit<MailText, 'links'> & {
    readonly label: string;
  };
};

const environments: Readonly<Record<Environment, string>> = {
  production: 'producción',
  'pre-certification': 'precertificación',
  certification: 'certificación',
};

const factorChanges: Readonly<Record<FactorChange, string>> = {
  enrolled: 'Se activó el segundo factor de su cuenta.',
  replaced: 'Se cambió el autenticador de su cuenta.',
  'recovery-codes': 'Se generaron códigos de recuperación nuevos; los anteriores ya no sirven.',
};

const ifNotYou =
  'Si no fue usted, cambie su clave y avise al administrador de su empresa: alguien más puede estar usando su cuenta.';
const open = 'Abrir la aplicación';

const texts: Texts = {
  invitation: (_data, { companyName, role, expiresAt }) => ({
    subject:
      companyName === ''
        ? 'Invitación a Comprobantes e-CF'
        : `Invitación a los comprobantes de ${companyName}`,
    paragraphs: [
      companyName === ''
        ? 'Le invitan a usar Comprobantes e-CF.'
        : `Le invitan a usar los comprobantes fiscales electrónicos de ${companyName}${role === undefined ? '' : `, con el rol ${role}`}.`,
      `El enlace vale una vez, hasta el ${moment(expiresAt)}. Si no esperaba esta invitación, no haga nada.`,
    ],
    label: 'Aceptar la invitación',
  }),
  'password-reset': (_data, { expiresAt }) => ({
    subject: 'Clave nueva para su cuenta',
    paragraphs: [
      'Se quitó la clave de su cuenta y se terminaron sus sesiones. Con este enlace elige una clave nueva.',
      `El enlace vale una vez, hasta el ${moment(expiresAt)}. Si nadie le dijo que la cambiaría, avise a quien administra el servicio.`,
    ],
    label: 'Elegir una clave nueva',
  }),
  'password-forgotten': (_data, { expiresAt }) => ({
    subject: 'Elija una clave nueva',
    paragraphs: [
      'Alguien pidió en la página de entrada una clave nueva para su cuenta. Con este enlace la elige; su segundo factor sigue igual.',
      `El enlace vale una vez, hasta el ${moment(expiresAt)}. Si no fue usted, no haga nada: su clave no cambió.`,
    ],
    label: 'Elegir una clave nueva',
  }),
  'new-device': ({ at, network }) => ({
    subject: 'Su clave se usó desde un lugar nuevo',
    paragraphs: [
      `Su clave se usó para entrar el ${moment(at)} desde la dirección ${network}, que no se conocía.`,
      ifNotYou,
    ],
    label: open,
  }),
  'failed-codes': ({ at, count }) => ({
    subject: 'Códigos errados en su cuenta',
    paragraphs: [
      `Hasta el ${moment(at)} alguien con su clave escribió ${count} códigos errados del segundo factor.`,
      ifNotYou,
    ],
    label: open,
  }),
  'factor-changed': ({ at, what }) => ({
    subject: 'Cambió el segundo factor de su cuenta',
    paragraphs: [`${factorChanges[what]} Fue el ${moment(at)}.`, ifNotYou],
    label: open,
  }),
  'password-changed': ({ at }) => ({
    subject: 'Cambió la clave de su cuenta',
    paragraphs: [
      `La clave de su cuenta se cambió el ${moment(at)}. Sus otras sesiones terminaron.`,
      ifNotYou,
    ],
    label: open,
  }),
  'recovery-code-used': ({ at, left }) => ({
    subject: 'Se usó un código de recuperación',
    paragraphs: [
      `Un código de recuperación de su cuenta se usó el ${moment(at)}. ${left === 1 ? 'Queda 1' : `Quedan ${left}`}.`,
      ifNotYou,
    ],
    label: open,
  }),
  'numbers-low': ({ ecfType, environment, left }, { companyName }) => ({
    subject: `Quedan pocos números del tipo ${ecfType}`,
    paragraphs: [
      `A ${companyName} le ${left === 1 ? 'queda 1 número' : `quedan ${left} números`} del tipo ${ecfType} en ${environments[environment]}.`,
      'Solicite otra autorización a la DGII y añada el rango. Sin números no se emite.',
    ],
    label: open,
  }),
  'numbers-expiring': ({ ecfType, environment, days }, { companyName }) => ({
    subject: `Vencen los números del tipo ${ecfType}`,
    paragraphs: [
      `Todos los números del tipo ${ecfType} de ${companyName} en ${environments[environment]} vencen ${days === 0 ? 'hoy' : `en ${days} ${days === 1 ? 'día' : 'días'}, o antes`}.`,
      'Solicite otra autorización a la DGII y añada el rango. Con números vencidos no se emite.',
    ],
    label: open,
  }),
  'certificate-expiring': ({ notAfter, daysLeft }, { companyName }) => ({
    subject: daysLeft < 0 ? 'El certificado venció' : 'El certificado vence pronto',
    paragraphs: [
      `El certificado con que firma ${companyName} ${daysLeft < 0 ? 'venció' : 'vence'} el ${moment(notAfter)}.`,
      'Importe uno nuevo. Sin certificado vigente no se firma ningún comprobante.',
    ],
    label: open,
  }),
  'webhook-failing': ({ host, environment, since }, { companyName }) => ({
    subject: 'Un webhook no recibe avisos',
    paragraphs: [
      `El webhook de ${companyName} en ${host} (${environments[environment]}) no recibe avisos desde el ${moment(since)}.`,
      'El servicio sigue intentando. A los cinco días lo desactiva.',
    ],
    label: open,
  }),
  'webhook-disabled': ({ host, environment, since }, { companyName }) => ({
    subject: 'Se desactivó un webhook',
    paragraphs: [
      `El webhook de ${companyName} en ${host} (${environments[environment]}) no recibió avisos desde el ${moment(since)}, y se desactivó.`,
      'Cuando el servidor reciba otra vez, actívelo: continúa donde quedó.',
    ],
    label: open,
  }),
};

export function mailTextOf<Kind extends PlainKind>(
  kind: Kind,
  data: MailKinds[Kind],
  facts: MailFacts,
): MailText {
  const { label, ...text } = texts[kind](data, facts);
  return { ...text, links: [{ label, url: facts.url }] };
}

function moment(instant: Date | undefined): string {
  return instant === undefined ? '' : `${fechaHoraFirma(instant.getTime())} (hora de Santo Domingo)`;
}

/** `person …`: who uses the web application. These commands add the first person; administrators invite the others. */
import { companyRoles } from '../../../ledger/people/person.js';
import { companiesOf } from '../../../services/people/record-act.js';
import { normalEmail } from '../../../services/people/email.js';
import { invitationUrl, invite, type Invited } from '../../../services/people/invite-person.js';
import { mailInvitation } from '../../../services/mail/mail-invitation.js';
import { resetPerson } from '../../../services/people/reset-person.js';
import type { LeftBehind } from '../../../services/people/left-behind.js';
import { listPeople } from '../../../services/people/list-people.js';
import { argument, command, flag, option } from '../../command.js';
import { companyOf, type Begun, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { table } from '../../terminal/result.js';
import { moment, yesNo } from '../../terminal/text.js';
import { anyText } from '../../terminal/values.js';

const personArgument = argument('<correo>', 'correo de la persona', anyText);
const urlOption = option(
  '--url <dirección>',
  'cómo ven las personas este servicio, por ejemplo https://ecf.example; sin ella, ECF_PUBLIC_URL o esta máquina',
  anyText,
);

const linkOnlyOption = flag('--link-only', 'no lo envía por correo: solo muestra el enlace');

const add = command({
  name: 'add',
  does: 'invita a una persona: muestra un enlace que vale una vez, durante 72 horas',
  example: 'ana@empresa.example --company 999999992 --role administrador',
  more: 'El primer administrador invita a los demás en la aplicación web.',
  takes: {
    email: personArgument,
    support: flag('--support', 'pertenece a la plataforma: ve todas las empresas'),
    company: option('--company <empresa>', 'RNC o id de la empresa', anyText),
    role: option('--role <rol>', 'rol en la empresa', companyRoles),
    url: urlOption,
    linkOnly: linkOnlyOption,
  },
  changes: 'person.invite',
  work: async (context, { email, support, company, role, url, linkOnly }) => {
    if ((company === undefined) !== (role === undefined) || (company === undefined && !support))
      throw new CliError('USAGE', 'Indique --company con --role, o --support. La ayuda: --help.');
    const companyId = company === undefined ? undefined : (await companyOf(context, company)).companyId;
    const membership =
      companyId === undefined || role === undefined ? {} : { membership: { companyId, role } };
    const begun = await context.begin({ companyIds: companyId === undefined ? [] : [companyId] });
    const invitedBy = { operator: context.operator };
    const invited = doneOr(await invite(begun, { email, support, invitedBy, ...membership }), {
      EMAIL_LOOKS_LIKE: ({ email: other }) => `El correo se ve casi igual que ${other}, que ya está.`,
    });
    begun.about([invited.personId, role, ...(support ? ['soporte'] : [])].filter(Boolean).join(' '));
    return linkOf(context, invited, { url, mail: await mailed(begun, invited, linkOnly) });
  },
});

const reset = command({
  name: 'reset',
  does: 'quita la clave y el segundo factor de una persona y termina sus sesiones; muestra un enlace para una clave nueva',
  example: 'ana@empresa.example',
  more: 'También retira los enlaces que la persona hizo y nadie usó, y lista lo demás que dejó.',
  takes: {
    email: personArgument,
    url: urlOption,
    linkOnly: linkOnlyOption,
    yes: flag('--yes', 'no pide confirmación'),
  },
  changes: 'person.reset',
  work: async (context, { email, url, linkOnly, yes }) => {
    if (!yes)
      await context.confirm(`¿Quitar la clave y el segundo factor de ${email} y terminar sus sesiones?`);
    const person = await context.store.findPersonByEmail(normalEmail(email));
    if (person === undefined) throw new CliError('PERSON_NOT_FOUND');
    const begun = await context.begin({ companyIds: companiesOf(person), target: person.personId });
    const { left, ...invited } = doneOr(await resetPerson(begun, email, context.operator));
    const mail = await mailed(begun, invited, linkOnly);
    const { data, text } = linkOf(context, invited, { url, mail });
    return { data: { ...data, left }, text: [text, ...left.flatMap(leftLines)].join('\n') };
  },
});

const list = command({
  name: 'list',
  does: 'lista las personas, de una empresa o todas',
  example: '--company 999999992',
  takes: { company: option('--company <empresa>', 'RNC o id de la empresa', anyText) },
  work: async (context, { company }) => {
    const of = company === undefined ? undefined : await companyOf(context, company);
    const people = await listPeople(context, of);
    const text = table(people, 'No hay personas.', {
      Correo: ({ email }) => email,
      Nombre: ({ name }) => name,
      Plataforma: ({ support }) => yesNo(support),
      'Segundo factor': ({ secondFactor }) => yesNo(secondFactor),
      Empresas: ({ memberships }) =>
        memberships.map(({ companyId, role }) => `${companyId} ${role}`).join(', ') || undefined,
    });
    return { data: people, text };
  },
});

export const peopleCommands = [add, list, reset];

function leftLines(left: LeftBehind & { readonly companyId: number }): string[] {
  const { companyId, invitationsWithdrawn, users, keys, people, certificates } = left;
  const lines = [
    invitationsWithdrawn > 0 && `Se retiraron ${invitationsWithdrawn} invitaciones que hizo esta persona.`,
    users.length > 0 &&
      `Puede saber la clave de estos usuarios de integración: ${users.map(({ usuario }) => usuario).join(', ')}.`,
    keys.length > 0 && `Vio enteras estas claves de API: ${keys.map(({ name }) => name).join(', ')}.`,
    people.length > 0 && `Invitó a: ${people.map(({ email }) => email).join(', ')}.`,
    certificates.length > 0 && `Importó estos certificados: ${certificates.join(', ')}.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? [] : [`Empresa ${companyId}. Si alguien más usó la cuenta, revise:`, ...lines];
}

async function mailed(begun: Begun, { invitation }: Invited, linkOnly: boolean): Promise<boolean> {
  return !linkOnly && (await mailInvitation(begun, invitation)).outcome === 'queued';
}

interface Shown {
  readonly url: string | undefined;
  readonly mail: boolean;
}

function linkOf({ webUrl }: CliContext, { token, invitation }: Invited, { url = webUrl, mail }: Shown) {
  const { email, expiresAt } = invitation;
  const link = invitationUrl(url, token);
  const also = mail ? `También se envía por correo a ${email}.\n` : '';
  return {
    data: { email, link, expiresAt, mail },
    text: `${also}Entregue este enlace a ${email}; vale una vez, hasta ${moment(expiresAt)}:\n${link}`,
  };
}

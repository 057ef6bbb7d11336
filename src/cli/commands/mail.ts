/** `mail …`: the mails of the service and how far they came. No command shows a link. */
import { mailKinds, mailStates, noCompanyId, type MailRecord } from '../../ledger/mail/mail-record.js';
import { cursorText } from '../../shared/page-cursor.js';
import { argument, command, option, withDefault } from '../command.js';
import { companyOf } from '../context.js';
import { CliError } from '../terminal/cli-error.js';
import { table } from '../terminal/result.js';
import { moment } from '../terminal/text.js';
import { anyText, cursor, wholeNumber } from '../terminal/values.js';

const idArgument = argument('<id>', 'id del correo, como lo muestra «mail list»', anyText);

const stateTexts: Readonly<Record<MailRecord['state'], string>> = {
  queued: 'en cola',
  sending: 'enviando',
  sent: 'entregado al servidor de correo',
  failed: 'falló',
};

const list = command({
  name: 'list',
  does: 'los correos, los más recientes primero',
  example: '--state failed',
  takes: {
    company: option('--company <empresa>', 'RNC o id de la empresa; sin ella, todos', anyText),
    state: option('--state <estado>', 'solo estos', mailStates),
    kind: option('--kind <clase>', 'solo estos', mailKinds),
    limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, 500), 50),
    cursor: option('--cursor <cursor>', 'continúa después de la página anterior', cursor),
  },
  work: async (context, { company, state, kind, limit, cursor: from }) => {
    const companyId = company === undefined ? undefined : (await companyOf(context, company)).companyId;
    const { rows, next } = await context.store.listMails({
      limit,
      ...(companyId !== undefined && { companyId }),
      ...(state !== undefined && { state }),
      ...(kind !== undefined && { kind }),
      ...(from !== undefined && { cursor: from }),
    });
    const text = table(rows, 'No hay correos.', {
      Id: ({ _id }) => _id,
      Creado: ({ createdAt }) => moment(createdAt),
      Clase: (mail) => mail.kind,
      Para: ({ to }) => to,
      Estado: (mail) => stateTexts[mail.state],
      Intentos: ({ attempts }) => attempts,
      Respuesta: ({ code }) => code,
    });
    const more = next === undefined ? null : cursorText(next);
    return {
      data: { items: rows.map(viewOf), cursor: more },
      text: more === null ? text : `${text}\n\nHay más: --cursor ${more}`,
    };
  },
});

const show = command({
  name: 'show',
  does: 'un correo: para quién, de qué, y la última respuesta del servidor de correo',
  example: '3f9a0c1b-1c5e-4d0a-9b1f-0a1b2c3d4e5f',
  takes: { id: idArgument },
  work: async ({ store }, { id }) => {
    const mail = await store.findMail(id);
    if (mail === undefined) throw new CliError('MAIL_NOT_FOUND');
    return { data: viewOf(mail), text: fieldsOf(mail) };
  },
});

const retry = command({
  name: 'retry',
  does: 'pone otra vez en la cola un correo que falló',
  example: '3f9a0c1b-1c5e-4d0a-9b1f-0a1b2c3d4e5f',
  more: 'Un enlace que ya se usó, se retiró o venció no se envía.',
  takes: { id: idArgument },
  changes: 'mail.retry',
  work: async (context, { id }) => {
    const found = await context.store.findMail(id);
    if (found === undefined) throw new CliError('MAIL_NOT_FOUND');
    const companyIds = found.companyId === noCompanyId ? [] : [found.companyId];
    const { store, clock } = await context.begin({ companyIds, target: id });
    const mail = await store.retryMail(id, clock());
    if (mail === undefined) throw new CliError('MAIL_NOT_FAILED');
    return { data: viewOf(mail), text: 'El correo está otra vez en la cola.' };
  },
});

export const mailCommands = [list, show, retry];

function viewOf({ _id, expireAt: _expiry, ...mail }: MailRecord): object {
  return { id: _id, ...mail };
}

function fieldsOf(mail: MailRecord): string {
  const { _id, kind, to, state, attempts, code, createdAt, triedAt, endedAt } = mail;
  return [
    `Correo ${_id}`,
    `Clase       ${kind}`,
    `Para        ${to}`,
    `Estado      ${stateTexts[state]}`,
    `Intentos    ${attempts}`,
    `Respuesta   ${code ?? '–'}`,
    `Creado      ${moment(createdAt)}`,
    `Intentado   ${moment(triedAt)}`,
    `Terminado   ${moment(endedAt)}`,
  ].join('\n');
}

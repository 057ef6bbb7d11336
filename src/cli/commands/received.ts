/** `received …`: what a company received, and its decision. `company approvals | repeated-reception`: its settings for that. */
import { dayMs } from '../../ecf/durations.js';
import { decideReception, listRefused } from '../../services/received/decide-reception.js';
import { changeSettings } from '../../services/companies/change-settings.js';
import { decisionStates } from '../../ledger/received/reception-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { argument, command, flag, group, option, withDefault } from '../command.js';
import { companyOf, placeOf } from '../context.js';
import { CliError } from '../terminal/cli-error.js';
import { doneOr } from '../terminal/done-or.js';
import { table } from '../terminal/result.js';
import { moment } from '../terminal/text.js';
import { cursorText } from '../../shared/page-cursor.js';
import { anyText, cursor, rnc, sha256, wholeNumber } from '../terminal/values.js';
import { companyArgument, encfArgument, place, settingCommand } from './parts.js';

const list = command({
  name: 'list',
  does: 'los comprobantes recibidos, los más recientes primero',
  example: '--company 999999992 --estado pendiente',
  more: '--estado no-llego muestra los que tienen una decisión que no llegó.',
  takes: {
    ...place,
    estado: option('--estado <estado>', 'solo estos', ['pendiente', ...decisionStates, 'no-llego'] as const),
    limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, 1_000), 50),
  },
  work: async (context, { company: one, environment, estado, limit }) => {
    const company = await companyOf(context, one);
    const page = await context.store.findReceptions({
      companyId: company.companyId,
      environment: environment ?? company.environment,
      limit,
      ...(estado === undefined ? {} : { estado }),
    });
    if (page === 'too-slow') throw new CliError('LEDGER_UNAVAILABLE');
    const text = table(page.rows, 'No hay comprobantes recibidos.', {
      Recibido: ({ receivedAt }) => moment(receivedAt),
      Emisor: ({ rncEmisor }) => rncEmisor,
      'e-NCF': (reception) => reception.encf,
      Total: ({ montoTotal }) => montoTotal,
      Acuse: ({ arecf }) => (arecf === undefined ? 'sin firmar' : 'firmado'),
      DGII: ({ dgii }) => dgii?.estado ?? '—',
      Decisión: ({ decision }) => decision?.estado ?? 'pendiente',
      SHA256: ({ sha256 }) => sha256,
    });
    return { data: { receptions: page.rows }, text };
  },
});

const refused = command({
  name: 'refused',
  does: 'los comprobantes que la empresa no recibió, los más recientes primero; se conservan 90 días',
  example: '--company 999999992',
  takes: {
    ...place,
    limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, 1_000), 50),
    cursor: option('--cursor <texto>', 'continúa donde terminó la página anterior', cursor),
  },
  work: async (context, { company: one, environment: where, limit, cursor }) => {
    const { companyId, environment } = await companyOf(context, one);
    const query = { companyId, environment: where ?? environment, limit, cursor };
    const { rows, next: after } = await listRefused(context, query);
    const next = after === undefined ? null : cursorText(after);
    const text = table(rows, 'No hay comprobantes rechazados al recibirlos.', {
      Llegó: ({ receivedAt }) => moment(receivedAt),
      Emisor: ({ rncEmisor }) => rncEmisor,
      Comprador: ({ rncComprador }) => rncComprador,
      'e-NCF': ({ encf }) => encf,
      Código: ({ code, reason }) => `${code}: ${reason}`,
      Detalle: ({ detail }) => detail,
      Acuse: ({ arecf }) => (arecf === undefined ? 'sin firmar' : 'firmado'),
    });
    const more = next === null ? '' : `\n\nHay más: --cursor ${next}`;
    return { data: { refused: rows, cursor: next }, text: text + more };
  },
});

/** A sender may still wait for the acknowledgement of what it sent a moment ago. */
const removedAfterDays = 1;

const removeRefused = command({
  name: 'remove-refused',
  does: 'elimina los comprobantes que la empresa no recibió, con sus acuses; los recibidos quedan',
  example: '--company 999999992 --older-than-days 1',
  takes: {
    ...place,
    days: withDefault(
      '--older-than-days <n>',
      'solo los que llegaron hace más',
      wholeNumber(0, 90),
      removedAfterDays,
    ),
    yes: flag('--yes', 'no pide confirmación'),
  },
  changes: 'received.removeRefused',
  work: async (context, { company, environment: where, days, yes }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const said = `los comprobantes no recibidos de la empresa ${companyId} en ${environment}, de hace más de ${days} días`;
    if (!yes) await context.confirm(`Se eliminan ${said}.`);
    const begun = await context.begin({ companyIds: [companyId], environment, target: `${days}` });
    const before = new Date(begun.clock().getTime() - days * dayMs);
    const { removed, more } = await begun.store.removeRefused({ companyId, environment, before });
    begun.about(`${days}: ${removed}`);
    const again = more ? ' Quedan más: repita la orden.' : '';
    return { data: { removed, more }, text: `Eliminados: ${removed}.${again}` };
  },
});

const decide = command({
  name: 'decide',
  does: 'aprueba o rechaza un comprobante recibido; la primera decisión queda',
  example: '131880681 E310000000117 aprobado --company 999999992',
  takes: {
    issuer: argument('<emisor>', 'RNC de quien lo emitió', rnc),
    encf: encfArgument,
    estado: argument('<decisión>', 'aprobado o rechazado', decisionStates),
    ...place,
    motivo: option('--motivo <texto>', 'de un rechazo, hasta 250 caracteres', anyText),
    xmlSha256: option(
      '--sha256 <hash>',
      'del XML que se revisó: si otro comprobante tomó el número, no se decide nada',
      sha256,
    ),
  },
  changes: 'received.decide',
  work: async (context, { issuer, encf: number, estado, company, environment: where, motivo, xmlSha256 }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const key = { companyId, environment, rncEmisor: issuer, encf: number.text };
    const order = { estado, motivo, xmlSha256, by: context.operator };
    const target = `${issuer} ${number.text} ${estado}`;
    const begun = await context.begin({ companyIds: [companyId], environment, target });
    const { reception } = doneOr(await decideReception(begun, key, order), {
      APPROVAL_DECIDED: (facts) => `La empresa ya decidió sobre este comprobante: ${facts.estado}.`,
    });
    return { data: { decision: reception.decision }, text: `Decisión registrada: ${estado}.` };
  },
});

export const repeatedReceptionText = {
  stored: 'el mismo acuse',
  duplicate: 'código 3, envío duplicado',
} as const satisfies Record<NonNullable<Company['repeatedReception']>, string>;

export function approvalsText(approvals: Company['approvals'] = { mode: 'manual' }): string {
  switch (approvals.mode) {
    case 'manual':
      return 'decide una persona';
    case 'automatic':
      return 'se aprueba lo que la DGII acepta';
    case 'reminder':
      return `decide una persona, con recordatorio a los ${approvals.days} días`;
  }
}

const approvalModes = ['manual', 'automatic', 'reminder'] as const;

const setCompanyApprovals = command({
  name: 'set',
  does: 'quién decide sobre los comprobantes recibidos',
  example: '999999992 reminder --days 3',
  takes: {
    company: companyArgument,
    mode: argument(
      '<modo>',
      'manual: una persona; automatic: se aprueba lo que la DGII acepta; reminder: una persona, con recordatorio',
      approvalModes,
    ),
    days: option('--days <n>', 'con reminder: días desde la recepción', wholeNumber(1, 365)),
  },
  changes: 'company.approvals',
  work: async (context, { company, mode, days }) => {
    if ((mode === 'reminder') !== (days !== undefined))
      throw new CliError('USAGE', '--days va con reminder, y reminder con --days.');
    const { companyId } = await companyOf(context, company);
    const approvals: NonNullable<Company['approvals']> =
      mode === 'reminder' ? { mode, days: days ?? 1 } : { mode };
    const target = days === undefined ? mode : `${mode} ${days}`;
    const begun = await context.begin({ companyIds: [companyId], target });
    doneOr(await changeSettings(begun, companyId, { approvals }));
    return { data: { companyId, approvals }, text: `Aprobaciones: ${approvalsText(approvals)}.` };
  },
});

const setRepeatedReception = settingCommand({
  setting: 'repeatedReception',
  name: 'set',
  does: 'qué recibe quien envía otra vez los mismos bytes',
  example: '999999992 duplicate',
  takes: ['<respuesta>', 'stored: el mismo acuse; duplicate: código 3'],
  label: 'Recepción repetida',
  texts: repeatedReceptionText,
});

export const receivedCommands = [list, refused, removeRefused, decide];

export const receivedSettingCommands = [
  group('approvals', 'decisiones sobre los comprobantes recibidos', [setCompanyApprovals]),
  group('repeated-reception', 'recepción repetida de los mismos bytes', [setRepeatedReception]),
];

/** `key …`: API keys, of a company or of the platform. A key is shown when it is made, and never again. */
import { InvalidArgumentError } from 'commander';
import { parseDate, startOfDay } from '../../../ecf/model/dates.js';
import { keyScopes, type ApiKey, type KeyScope } from '../../../ledger/people/api-key.js';
import { companyRoles } from '../../../ledger/people/person.js';
import { addKey, type MadeKey } from '../../../services/people/add-key.js';
import {
  endRotation,
  graceHoursDefault,
  graceHoursMax,
  revokeKey,
  rotateKey,
} from '../../../services/people/change-key.js';
import { keyView, listKeys, type KeyView } from '../../../services/people/list-keys.js';
import { argument, command, flag, option, required, withDefault } from '../../command.js';
import { companyOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { table } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';
import { anyText, environmentNames, wholeNumber } from '../../terminal/values.js';

const owner = {
  company: option('--company <empresa>', 'RNC o id de la empresa', anyText),
  platform: flag('--platform', 'de la plataforma: para quien vende un sistema y añade empresas', ['company']),
};
const keyArgument = argument('<id>', 'id de la clave, que muestra key list', anyText);

const add = command({
  name: 'add',
  does: 'crea una clave y la muestra; no se muestra otra vez',
  example: '"ERP principal" --company 999999992 --environment pre-certification --scope vouchers:issue',
  more: 'Una clave de plataforma añade empresas, y solo en ellas vale: sus usuarios, rangos, certificado y representación impresa. No lleva --scope ni --role.',
  takes: {
    name: argument('<nombre>', 'cómo se reconoce la clave', anyText),
    ...owner,
    environment: required('--environment <ambiente>', 'único ambiente en que vale', environmentNames),
    scope: option('--scope <permiso>', `permiso en la API; se repite: ${keyScopes.join(', ')}`, scopes),
    role: option('--role <rol>', 'rol en la API de administración', companyRoles),
    expires: option('--expires <día>', 'día en que vence, DD-MM-YYYY; sin ella no vence', expiry),
  },
  changes: 'key.add',
  work: async (context, { name, company, platform, environment, scope = [], role, expires }) => {
    if (platform && (scope.length > 0 || role !== undefined))
      throw new CliError('USAGE', 'Una clave de plataforma no lleva --scope ni --role.');
    const companyId = await ownerOf(context, company, platform);
    const begun = await context.begin({ companyIds: idsOf(companyId), environment });
    const made = doneOr(
      await addKey(begun, {
        name,
        companyId,
        environment,
        scopes: scope,
        by: { operator: context.operator },
        ...(role && { role }),
        ...(expires && { expiresAt: expires }),
      }),
    );
    begun.about(made.key.keyId);
    return madeResult(made);
  },
});

const rotate = command({
  name: 'rotate',
  does: 'cambia una clave por otra y muestra la nueva; conserva su id, sus permisos y sus empresas',
  example: '5f0c1f6e-2a55-4d0b-9a43-0d8f5f1f7c11',
  more: 'La vieja vale hasta unas horas después del primer uso de la nueva. Con --grace-hours 0 deja de valer ya: para una que otro puede saber.',
  takes: {
    id: keyArgument,
    graceHours: withDefault(
      '--grace-hours <horas>',
      `de 0 a ${graceHoursMax}`,
      wholeNumber(0, graceHoursMax),
      graceHoursDefault,
    ),
  },
  changes: 'key.rotate',
  work: async (context, { id, graceHours }) => {
    const key = await keyOf(context, id);
    const begun = await context.begin({ companyIds: idsOf(key.companyId), target: key.keyId });
    const by = { operator: context.operator };
    return madeResult(doneOr(await rotateKey(begun, key, { graceHours, by })));
  },
});

const keep = command({
  name: 'keep',
  does: 'termina ya el cambio de una clave: queda la vieja o la nueva, y la otra deja de valer',
  example: '5f0c1f6e-2a55-4d0b-9a43-0d8f5f1f7c11 new',
  takes: { id: keyArgument, secret: argument('<cuál>', 'la que queda', ['old', 'new'] as const) },
  changes: 'key.keep',
  work: async (context, { id, secret }) => {
    const key = await keyOf(context, id);
    const begun = await context.begin({
      companyIds: idsOf(key.companyId),
      target: `${key.keyId} ${secret}`,
    });
    doneOr(await endRotation(begun, key, secret));
    return {
      data: { keyId: key.keyId, kept: secret },
      text: `De «${key.name}» queda la clave ${secret === 'old' ? 'vieja' : 'nueva'}.`,
    };
  },
});

const revoke = command({
  name: 'revoke',
  does: 'revoca una clave: deja de valer enseguida y para siempre',
  example: '5f0c1f6e-2a55-4d0b-9a43-0d8f5f1f7c11',
  takes: { id: keyArgument, yes: flag('--yes', 'no pide confirmación') },
  changes: 'key.revoke',
  work: async (context, { id, yes }) => {
    const key = await keyOf(context, id);
    if (!yes)
      await context.confirm(`¿Revocar la clave «${key.name}»? Los sistemas que la usan dejan de entrar.`);
    const begun = await context.begin({ companyIds: idsOf(key.companyId), target: key.keyId });
    doneOr(await revokeKey(begun, key, { operator: context.operator }));
    return { data: { keyId: key.keyId, revoked: true }, text: `Clave «${key.name}» revocada.` };
  },
});

const list = command({
  name: 'list',
  does: 'lista las claves que no se han revocado, de una empresa o de la plataforma',
  example: '--company 999999992',
  takes: owner,
  work: async (context, { company, platform }) => {
    const now = new Date();
    const keys = await listKeys({ ...context, clock: () => now }, await ownerOf(context, company, platform));
    return { data: keys, text: keysTable(keys) };
  },
});

export const keyCommands = [add, rotate, keep, revoke, list];

async function ownerOf(
  context: CliContext,
  company: string | undefined,
  platform: boolean,
): Promise<number | null> {
  if (platform) return null;
  if (company === undefined) throw new CliError('USAGE', 'Indique --company o --platform. La ayuda: --help.');
  return (await companyOf(context, company)).companyId;
}

async function keyOf({ store }: CliContext, keyId: string): Promise<ApiKey> {
  const [key] = await store.findApiKeys([keyId]);
  if (key === undefined || key.revokedAt !== undefined) throw new CliError('KEY_NOT_FOUND');
  return key;
}

const idsOf = (companyId: number | null) => (companyId === null ? [] : [companyId]);

function madeResult({ key, text }: MadeKey) {
  const { madeBy: _madeBy, ...data } = keyView(key, new Date());
  return {
    data: { ...data, text },
    text: `Clave de «${key.name}» (${key.keyId}). Guárdela ahora: no se muestra otra vez.\n${text}`,
  };
}

function keysTable(keys: readonly KeyView[]): string {
  return table(keys, 'No hay claves.', {
    Nombre: ({ name }) => name,
    Clave: ({ shown, rotation }) => (rotation === null ? shown : `${shown} (y ${rotation.shown})`),
    Permisos: ({ scopes: given, role }) =>
      [...given, ...(role === null ? [] : [role])].join(', ') || undefined,
    'Último uso': ({ lastUsedAt }) => (lastUsedAt === null ? undefined : moment(lastUsedAt)),
    Vence: ({ expiresAt }) => (expiresAt === null ? undefined : moment(expiresAt)),
    Id: ({ keyId }) => keyId,
  });
}

function scopes(text: string, earlier: readonly KeyScope[] = []): readonly KeyScope[] {
  const scope = keyScopes.find((one) => one === text);
  if (scope === undefined) throw new InvalidArgumentError(`Los permisos son ${keyScopes.join(', ')}.`);
  return [...earlier, scope];
}

function expiry(text: string): Date {
  if (parseDate(text) === undefined) throw new InvalidArgumentError('Se espera un día, DD-MM-YYYY.');
  return new Date(startOfDay(text));
}

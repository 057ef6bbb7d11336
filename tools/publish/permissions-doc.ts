/**
 * Builds docs/usar/permisos.md from the table of permissions, the routes of the web application and openapi-web.yaml.
 */
import { createLimits } from '../../src/api/limits/limits.js';
import { mayDo, permissions, roles, type Permission, type Role } from '../../src/api/session/permissions.js';
import type { Sessions } from '../../src/api/session/sessions.js';
import { createWebRoutes } from '../../src/api/web/routes.js';
import { readWebDocument, webApi } from '../../src/api/web/web-document.js';
import type { RouteDeps, WebRoute } from '../../src/api/web/web-route.js';
import { readConfig } from '../../src/boot/config.js';
import { quoted, table } from './markdown.js';

const intro = `<!-- Lo genera \`npm run generate\` de src/api/session/permissions.ts, las rutas de la aplicación web y openapi-web.yaml. No se edita. -->

# Permisos

Qué puede hacer cada persona en la aplicación web. El rol es de una persona en una empresa, y lo da un administrador. **Soporte** es de la plataforma: vale en todas las empresas, y solo para lo que dice su columna. Los usuarios de integración no tienen roles: usan la API de su empresa. Una [clave de API](../integrar/claves.md) puede tener el rol de administrador, operador o consulta, y entonces hace por programa lo que dice su columna, salvo lo que pide un código o una clave de persona. Una clave de plataforma es de quien vende un sistema: vale solo en las empresas que añadió.

En el ambiente de certificación decide también quien puede certificar, porque sin eso una certificación no termina.
`;

const roleNames: Readonly<Record<Role, string>> = {
  soporte: 'Soporte',
  administrador: 'Administrador',
  operador: 'Operador',
  consulta: 'Consulta',
  integrador: 'Clave de plataforma',
};

const columns = [...roles, 'integrador'] as const;

export function permissionsDoc(): string {
  const names = Object.keys(permissions) as Permission[];
  const ofRoles = names.filter((name) => permissions[name].roles.length > 0 && name !== 'visitor');
  const rows = ofRoles.map((name) => [
    permissions[name].text,
    ...columns.map((role) => cellOf(name, role)),
    quoted(name),
  ]);
  return [
    intro,
    table(['Qué permite', ...columns.map((role) => roleNames[role]), 'Permiso'], rows),
    '## Qué pide cada acción\n\n«Código» es uno del segundo factor, de hace cinco minutos a lo sumo; «código o clave», para quien no tiene segundo factor, la clave.\n',
    ...actionTables(),
  ].join('\n');
}

function cellOf(permission: Permission, role: Role): string {
  if (mayDo(permission, [role])) return 'sí';
  return mayDo(permission, [role], 'certification') ? 'en certificación' : '—';
}

type Paths = ReturnType<typeof readWebDocument>['paths'];

interface Described {
  readonly summary: string;
  readonly tags: readonly string[];
}

function actionTables(): readonly string[] {
  const { paths } = readWebDocument();
  const actions = webRoutes().map((route) => ({ route, operation: operationOf(paths, route) }));
  const tags = [...new Set(actions.flatMap(({ operation }) => operation.tags))];
  return tags.map((tag) => {
    const rows = actions
      .filter(({ operation }) => operation.tags[0] === tag)
      .map(({ route, operation }) => [operation.summary, quoted(route.permission), proofOf(route)]);
    return `### ${tag}\n\n${table(['Acción', 'Permiso', 'Además'], rows)}`;
  });
}

function proofOf({ freshCode }: WebRoute): string {
  if (freshCode === undefined) return '—';
  return freshCode === true ? 'código' : 'código o clave';
}

/** @throws if openapi-web.yaml lacks the route */
function operationOf(paths: Paths, { method, path }: WebRoute): Described {
  const operation = paths[webApi + path.replaceAll(/:(\w+)/g, '{$1}')]?.[method];
  if (operation === undefined) throw new Error(`openapi-web.yaml has no ${method} ${path}`);
  const { summary, tags } = operation as unknown as Described;
  return { summary, tags };
}

/** Only the rows are read here; nothing is called. */
function webRoutes(): readonly WebRoute[] {
  const config = { limits: readConfig({}).limits, web: { secrets: [{ kid: 'k', secret: 's' }] } };
  return createWebRoutes({ limits: createLimits(), config } as unknown as RouteDeps, {} as Sessions);
}

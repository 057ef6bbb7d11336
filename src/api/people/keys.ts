/**
 * The API keys of a company, and those of the platform. Only people make, replace and end them, with a fresh code: no key makes keys. A key
 * is in the answer that makes it, and in no other.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { KeyScope } from '../../ledger/people/api-key.js';
import type { CompanyRole } from '../../ledger/people/person.js';
import { addKey, type MadeKey } from '../../services/people/add-key.js';
import { endRotation, revokeKey, rotateKey } from '../../services/people/change-key.js';
import { keyView, listKeys, type KeyView } from '../../services/people/list-keys.js';
import { findMakers } from '../web/makers.js';
import { doneOr } from '../web/operator-refusal.js';
import { get, post, remove, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';

interface KeyBody {
  readonly name: string;
  readonly environment: Environment;
  readonly scopes?: readonly KeyScope[];
  readonly role?: CompanyRole | null;
  readonly expiresAt?: string | null;
}

const fieldOf = {
  KEY_NAME_INVALID: { campo: 'name' },
  KEY_EMPTY: { campo: 'scopes' },
  KEY_EXPIRY_INVALID: { campo: 'expiresAt' },
  KEYS_TOO_MANY: {},
} as const;

export function keyRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    ...keysOf(deps, '/companies/:companyId/keys', {
      permission: 'keys',
      freshCode: 'or-password',
      owner: ({ company }) => company.companyId,
    }),
    ...keysOf(deps, '/keys', { permission: 'platformKeys', freshCode: true, owner: () => null }),
  ];
}

interface Owned extends Pick<WebRoute, 'permission' | 'freshCode'> {
  /** The company, or null for the platform. */
  readonly owner: (request: WebRequest) => number | null;
}

function keysOf(deps: RouteDeps, path: string, { owner, ...terms }: Owned): readonly WebRoute[] {
  const one = `${path}/:keyId`;
  const named = (request: WebRequest) => ({
    keyId: request.params['keyId'] ?? '',
    companyId: owner(request),
  });
  const permission = { permission: terms.permission, turn: 'person' } as const;
  return [
    get(path, permission, async (request) => ({
      items: await withMakers(deps, await listKeys(deps, owner(request))),
    })),
    post(path, { ...terms, audit: 'key.add' }, async (request) => {
      const { name, environment, scopes = [], role, expiresAt } = request.body as KeyBody;
      const made = await addKey(deps, {
        name,
        environment,
        scopes,
        companyId: owner(request),
        by: request.actor.maker,
        ...(role && { role }),
        ...(expiresAt && { expiresAt: new Date(expiresAt) }),
      });
      return madeAnswer(
        deps,
        request,
        doneOr(made, ({ refusal }) => fieldOf[refusal]),
      );
    }),
    post(`${one}/rotate`, { ...terms, audit: 'key.rotate' }, async (request) => {
      const { graceHours } = request.body as { readonly graceHours: number };
      const order = { graceHours, by: request.actor.maker };
      return madeAnswer(deps, request, doneOr(await rotateKey(deps, named(request), order)));
    }),
    post(`${one}/keep`, { ...terms, audit: 'key.keep', turn: 'person' }, async (request) => {
      const { secret } = request.body as { readonly secret: 'old' | 'new' };
      request.about(`${named(request).keyId} ${secret}`);
      doneOr(await endRotation(deps, named(request), secret));
      return {};
    }),
    remove(one, { ...terms, audit: 'key.revoke', turn: 'person' }, async (request) => {
      doneOr(await revokeKey(deps, named(request), request.actor.maker));
      return {};
    }),
  ];
}

async function madeAnswer(deps: RouteDeps, { about }: WebRequest, { key, text }: MadeKey): Promise<object> {
  about(key.keyId);
  const [shown] = await withMakers(deps, [keyView(key, deps.clock())]);
  return { key: shown, text };
}

async function withMakers(deps: RouteDeps, keys: readonly KeyView[]): Promise<readonly object[]> {
  const { nameOf } = await findMakers(
    deps,
    keys.map(({ madeBy }) => madeBy),
  );
  return keys.map((key) => ({ ...key, madeBy: nameOf(key.madeBy) }));
}

/** Which settings and secrets each role gets from `npm start`. */
import { readConfig } from '../../../src/boot/config.js';
import {
  roleEnvironment,
  roleSettings,
  stackSettings,
  type Role,
} from '../../../tools/stack/role-environment.js';
import { machineNames, onlyThese } from '../../../tools/stack/processes/machine-environment.js';

/** Every variable that the configuration reads. */
function variablesRead(): string[] {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...names];
}

const roles: readonly Role[] = ['api', 'worker', 'simulator'];
const holdersOf = (name: string) => roles.filter((role) => roleSettings[role].includes(name));

test('every setting that is read belongs to a role or to npm start, and every listed setting is read', () => {
  const given = new Set([...machineNames, ...stackSettings, ...roles.flatMap((role) => roleSettings[role])]);
  expect(variablesRead().filter((name) => !given.has(name))).toEqual([]);
  const read = new Set([...variablesRead(), ...machineNames]);
  expect([...given].filter((name) => !read.has(name))).toEqual([]);
});

test.each<[string, readonly Role[]]>([
  ['ECF_MASTER_KEY', ['worker']],
  ['DGII_STATUS_API_KEY', ['worker']],
  ['ECF_JWT_SECRET', ['api']],
  ['ECF_WEB_SECRET', ['api']],
  ['MONGODB_URI', ['api', 'worker']],
])('%s reaches %p and no other role', (name, holders) => {
  expect(holdersOf(name)).toEqual(holders);
  for (const role of roles)
    expect(name in roleEnvironment(role, { [name]: 'x' })).toBe(holders.includes(role));
});

test('unknown variables stay out; variables to find programs and check certificates are passed on', () => {
  const env = {
    PATH: '/bin',
    AWS_SECRET_ACCESS_KEY: 'x',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    HOME: undefined,
  };
  const expected = { PATH: '/bin', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  for (const role of roles) expect(roleEnvironment(role, env)).toEqual(expected);
  expect(onlyThese(machineNames, { ...env, ECF_MASTER_KEY: 'x' })).toEqual(expected);
});

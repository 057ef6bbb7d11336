/** Which settings and secrets each role gets from `npm start`. */
import {
  roleEnvironment,
  roleSettings,
  stackSettings,
  type Role,
} from '../../../tools/stack/role-environment.js';
import { readConfig } from '../../../src/boot/config.js';
import { readStackConfig } from '../../../tools/stack/stack-config.js';
import { machineNames, onlyThese } from '../../../tools/stack/processes/machine-environment.js';

/** Every variable that this reader of the environment reads. */
function variablesRead(read: (env: Record<string, string | undefined>) => object): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  read(env);
  return [...names];
}

const roles: readonly Role[] = ['api', 'worker', 'simulator'];
const holdersOf = (name: string) => roles.filter((role) => roleSettings[role].includes(name));

test('every setting that is read belongs to a role or to npm start, and every listed setting is read', () => {
  const given = new Set([...machineNames, ...stackSettings, ...roles.flatMap((role) => roleSettings[role])]);
  expect(variablesRead(readStackConfig).filter((name) => !given.has(name))).toEqual([]);
  const read = new Set([...variablesRead(readStackConfig), ...machineNames]);
  expect([...given].filter((name) => !read.has(name))).toEqual([]);
});

test('the service reads no setting that only the simulator or the embedded stack needs', () => {
  const ofOthers = [...roleSettings.simulator, 'TEMPORAL_UI_PORT'].filter(
    (name) => !roleSettings.api.includes(name) && !roleSettings.worker.includes(name),
  );
  expect(variablesRead(readConfig).filter((name) => ofOthers.includes(name))).toEqual([]);
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

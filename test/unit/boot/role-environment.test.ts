/** Which settings and secrets each role gets from `npm start`. */
import { roleEnvironment, settingsOf, type Role } from '../../../tools/stack/role-environment.js';
import { readConfig, serviceSettings } from '../../../src/boot/config.js';
import { rowsOf, type Setting } from '../../../src/boot/settings/setting.js';
import { readStackConfig, stackSettings } from '../../../tools/stack/stack-config.js';
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
const holdersOf = (name: string) => roles.filter((role) => settingsOf(role).includes(name));

test('each variable that is read is one row, and each row is read', () => {
  const names = (rows: readonly Setting[]) => rows.map(({ name }) => name).sort();
  expect(variablesRead(readConfig).sort()).toEqual(names(rowsOf(serviceSettings)));
  expect(variablesRead(readStackConfig).sort()).toEqual(names(rowsOf(stackSettings)));
});

test('each setting has a reader, and the simulator’s own settings reach no other role', () => {
  expect(rowsOf(stackSettings).filter(({ readers }) => readers.length === 0)).toEqual([]);
  const service = new Set(rowsOf(serviceSettings).map(({ name }) => name));
  const own = rowsOf(stackSettings).filter(({ name }) => !service.has(name));
  expect(own.length).toBeGreaterThan(3);
  expect(own.flatMap(({ name }) => holdersOf(name)).filter((role) => role !== 'simulator')).toEqual([]);
});

test('each setting says in one to three sentences what it does, and what it may be', () => {
  const sentences = (text: string) => text.split(/(?<=\.)\s+(?=[A-Z`0-9])/).length;
  const rows = rowsOf(stackSettings);
  expect(rows.filter(({ text }) => !text.endsWith('.') || sentences(text) > 3)).toEqual([]);
  expect(rows.filter(({ allowed }) => allowed === '')).toEqual([]);
  // Without a value, the page must say what happens.
  expect(rows.filter(({ fallback, unset }) => fallback === '' && unset === undefined)).toEqual([]);
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

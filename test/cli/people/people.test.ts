/** `person …`: the first person of the web application, and someone who lost password and authenticator. */
import { acceptInvitation } from '../../../src/services/people/accept-invitation.js';
import type { OperatorDeps } from '../../../src/services/deps.js';
import { openCli, type Cli, type Ran } from '../harness.js';

const clave = 'una-clave-de-prueba';
let cli: Cli;
let rnc: string;
let deps: OperatorDeps;
beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
  deps = { store: cli.store, clock: () => new Date() } as OperatorDeps;
});

const tokenOf = ({ stdout }: Ran, url = /^http:\/\/127\.0\.0\.1:\d+$/) => {
  const [, base, token = ''] = /(\S+)\/app\/invitacion\/([\w-]{43})\s/.exec(stdout) ?? [];
  expect(base).toMatch(url);
  return token;
};
const accept = (token: string, password = clave) => acceptInvitation(deps, token, { name: 'Ana', password });

test('the link of person add creates the person with the role that the command named', async () => {
  const added = await cli.run([
    'person',
    'add',
    'Ana@Prueba.example',
    '--company',
    rnc,
    '--role',
    'administrador',
    '--support',
  ]);
  expect(added.code).toBe(0);
  expect(await cli.store.findPersonByEmail('ana@prueba.example')).toBeUndefined();
  expect(await accept(tokenOf(added))).toMatchObject({ outcome: 'accepted' });
  expect(await cli.store.findPersonByEmail('ana@prueba.example')).toMatchObject({
    name: 'Ana',
    support: true,
    secondFactor: false,
    memberships: [{ companyId: 501, role: 'administrador' }],
  });
  const listed = await cli.run(['person', 'list', '--company', rnc]);
  expect(listed.stdout).toMatch(/ana@prueba\.example +Ana +sí +no +501 administrador/);
});

test('--url names the address that people see', async () => {
  const added = await cli.run([
    'person',
    'add',
    'url@prueba.example',
    '--support',
    '--url',
    'https://ecf.example/',
  ]);
  tokenOf(added, /^https:\/\/ecf\.example$/);
});

test('person reset ends password, second factor and sessions, and its link gives a new password once', async () => {
  const token = tokenOf(await cli.run(['person', 'add', 'olvido@prueba.example', '--support']));
  await accept(token);
  const { personId, generation } = (await cli.store.findPersonByEmail('olvido@prueba.example'))!;
  await cli.store.enrolTotp(personId, { sealedSecret: 'x', lastStep: 1, recoveryCodes: [] });
  const reset = await cli.run(['person', 'reset', 'olvido@prueba.example', '--yes']);
  const after = await cli.store.findPersonWithSecrets({ personId });
  expect(after).toMatchObject({ person: { secondFactor: false }, secrets: { passwordHash: undefined } });
  expect(after!.person.generation).toBeGreaterThan(generation);
  const link = tokenOf(reset);
  expect(await accept(link, 'otra-clave-de-prueba')).toEqual({ outcome: 'accepted', personId });
  expect(await accept(link)).toMatchObject({ refusal: 'INVITATION_NOT_FOUND' });
});

test('person reset withdraws the links that the person made, and says which integration users the person left', async () => {
  const personId = 'deja';
  const memberships = [{ companyId: 501, role: 'administrador' as const }];
  const person = { personId, email: 'deja@prueba.example', name: 'Deja', support: false, memberships };
  await cli.store.addPerson({ ...person, generation: 0, secondFactor: false });
  const { rnc } = (await cli.store.findCompany(501))!;
  const by = { madeBy: { personId }, passwordBy: { personId } };
  await cli.store.addUser({
    usuario: 'erp-dejado',
    rnc,
    companyId: 501,
    passwordHash: 'x',
    disabled: false,
    ...by,
  });
  const now = new Date();
  await cli.store.putInvitation('hash-dejado', {
    invitationId: 'dejada',
    email: 'segunda@prueba.example',
    membership: { companyId: 501, role: 'administrador' },
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    invitedBy: { personId },
  });
  const { data } = await cli.json(['person', 'reset', person.email, '--yes']);
  expect(data).toMatchObject({
    left: [{ companyId: 501, invitationsWithdrawn: 1, users: [{ usuario: 'erp-dejado', disabled: false }] }],
  });
  expect(await cli.store.findInvitation('hash-dejado', now)).toBeUndefined();
  expect((await cli.store.findUser('erp-dejado', rnc))?.passwordBy).toEqual({ personId, left: true });
});

test('a member gets the platform by a link without a role', async () => {
  await cli.store.addPerson({
    personId: 'bea',
    email: 'bea@prueba.example',
    name: 'Bea',
    support: false,
    memberships: [{ companyId: 501, role: 'consulta' }],
    generation: 0,
    secondFactor: false,
  });
  expect((await cli.run(['person', 'add', 'bea@prueba.example', '--support'])).code).toBe(0);
});

test.each([
  [['add', 'sin-arroba', '--support'], 'EMAIL_INVALID', 2],
  [['add', 'm\u0430ria@prueba.example', '--support'], 'EMAIL_INVALID', 2],
  [['add', 'ána@prueba.example', '--support'], 'EMAIL_LOOKS_LIKE', 2],
  [['add', 'ana@prueba.example', '--support'], 'PERSON_EXISTS', 1],
  // The command changes no role, so it must not promise one.
  [['add', 'ana@prueba.example', '--company', '501', '--role', 'consulta'], 'PERSON_EXISTS', 1],
  [
    ['add', 'bea@prueba.example', '--support', '--company', '501', '--role', 'administrador'],
    'PERSON_EXISTS',
    1,
  ],
  [['add', 'x@prueba.example'], 'USAGE', 2],
  [['add', 'x@prueba.example', '--role', 'consulta'], 'USAGE', 2],
  [['reset', 'nadie@prueba.example', '--yes'], 'PERSON_NOT_FOUND', 1],
])('person %p: %s', async (args, error, code) => {
  expect(await cli.json(['person', ...args])).toMatchObject({ error, code });
});

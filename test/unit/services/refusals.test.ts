/** Refusals that the command line cannot show, because it refuses such an input earlier. The web application relies on them. */
import type { Store } from '../../../src/ledger/ledger.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { importCertificate } from '../../../src/services/certificates/import-certificate.js';
import { addCompany } from '../../../src/services/companies/add-company.js';
import { setEnvironment } from '../../../src/services/companies/change-settings.js';
import type { OperatorDeps } from '../../../src/services/deps.js';
import { finishOriginChange } from '../../../src/services/companies/change-origin.js';
import { refused } from '../../../src/shared/refused.js';
import { addUser } from '../../../src/services/people/add-user.js';
import { changePassword } from '../../../src/services/people/change-user.js';
import { testAuthority } from '../../harness/samples/signers.js';

const company: Company = {
  companyId: 1,
  rnc: '499999984',
  razonSocial: 'MI EMPRESA SRL',
  origin: 'client',
  environment: 'pre-certification',
  productionAllowed: true,
};

/** A ledger that knows only these methods, so a test fails when a refused function writes anything else. */
function depsOf(store: Partial<Store> = {}): OperatorDeps {
  const unreached = () => Promise.reject(new Error('no process is asked'));
  return {
    store: store as Store,
    clock: () => new Date('2026-11-20T12:00:00Z'),
    allowProduction: true,
    processes: { ask: unreached, wake: unreached },
  };
}

const added = {
  rnc: company.rnc,
  razonSocial: 'OTRA SRL',
  origin: 'client',
  environment: 'certification',
} as const;
const sealed = {
  companyId: 9,
  fingerprint: 'aa',
  certificatePem: '',
  sealedKey: '',
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2027-01-01'),
};
const credentials = {
  usuario: 'integracion',
  clave: 'una-clave-de-prueba',
  by: { operator: 'ana@servidor' },
};

test.each([
  {
    name: 'a company with an RNC of ten digits',
    act: () => addCompany(depsOf(), { ...added, rnc: '4999999840' }),
    refusal: 'RNC_INVALID',
  },
  {
    name: 'a company with a blank before its name',
    act: () => addCompany(depsOf(), { ...added, razonSocial: ' OTRA SRL' }),
    refusal: 'NAME_INVALID',
  },
  {
    name: 'a company with a line break in its name',
    act: () => addCompany(depsOf(), { ...added, razonSocial: 'OTRA\nSRL' }),
    refusal: 'NAME_INVALID',
  },
  {
    name: 'a certificate for a company that does not exist',
    act: () => importCertificate(depsOf({ findCompany: () => Promise.resolve(undefined) }), sealed),
    refusal: 'COMPANY_NOT_FOUND',
  },
  {
    name: 'a user name with a blank',
    act: () => addUser(depsOf(), company, { ...credentials, usuario: 'a b' }),
    refusal: 'USUARIO_INVALID',
  },
  {
    name: 'a new user with a common password',
    act: () => addUser(depsOf(), company, { ...credentials, clave: 'Password1234!' }),
    refusal: 'PASSWORD_COMMON',
  },
  {
    name: 'a new user whose password is the company with a year',
    act: () => addUser(depsOf(), company, { ...credentials, clave: `${company.rnc}2026` }),
    refusal: 'PASSWORD_COMMON',
  },
  {
    name: 'a common password for a user that exists',
    act: () => changePassword(depsOf(), company, { ...credentials, clave: '123456789012' }),
    refusal: 'PASSWORD_COMMON',
  },
  {
    name: 'a new user with a short password',
    act: () => addUser(depsOf(), company, { ...credentials, clave: 'once-signos' }),
    refusal: 'PASSWORD_INVALID',
  },
  {
    name: 'a change to a password that is too long',
    act: () => changePassword(depsOf(), company, { ...credentials, clave: 'x'.repeat(201) }),
    refusal: 'PASSWORD_INVALID',
  },
  {
    name: 'production together with the withdrawal of the consent to it',
    act: () => setEnvironment(depsOf(), company, { to: 'production', consent: 'deny' }),
    refusal: 'PRODUCTION_NOT_ALLOWED',
  },
])('refuses $name and writes nothing', async ({ act, refusal }) => {
  expect(await act()).toMatchObject({ outcome: 'refused', refusal });
});

test('a change of origin that is finished too early is refused and goes on', async () => {
  const readyAt = new Date('2026-11-20T12:01:00Z');
  const deps = depsOf({ finishOriginChange: () => Promise.resolve(refused('TOO_EARLY', { readyAt })) });
  const finished = await finishOriginChange(deps, { ...company, origin: 'service' }, { to: 'client' });
  expect(finished).toEqual({ outcome: 'refused', refusal: 'TOO_EARLY', facts: { readyAt } });
});

test('a certificate signs from its import on, although the clock was ahead at the import before', async () => {
  const now = new Date();
  const { certificatePem } = testAuthority();
  const valid = { notBefore: new Date(0), notAfter: new Date(now.getTime() + 86_400_000) };
  const importedAt = new Date(now.getTime() + 86_400_000);
  const before = { ...valid, fingerprint: 'other', certificatePem, importedAt };
  const stored: Date[] = [];
  const store = {
    findCompany: () => Promise.resolve(company),
    currentCertificate: () => Promise.resolve(before as never),
    putCertificate: ({ importedAt }: { importedAt: Date }, waitingDueAt?: Date) => {
      stored.push(importedAt);
      expect(waitingDueAt).toBe(now);
      return Promise.resolve();
    },
  };
  expect(
    await importCertificate({ store, clock: () => now }, { ...sealed, ...valid, certificatePem }),
  ).toMatchObject({
    outcome: 'imported',
  });
  expect(stored[0]!.getTime()).toBeGreaterThan(before.importedAt.getTime());
});

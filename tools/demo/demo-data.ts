/** The demo's companies, users and certificates. All of it is fictitious; only the simulator trusts the authority. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { localDate } from '../../src/ecf/model/dates.js';
import { ecfTypeList, ecfTypes } from '../../src/ecf/model/ecf-types.js';
import type { Environment } from '../../src/ecf/model/environments.js';
import type { Taxpayer } from '../../src/ecf/model/taxpayer.js';
import { hashPassword, verifyPassword } from '../../src/shared/passwords.js';
import { openPem } from '../../src/signing/keys/certificate.js';
import { sealCertificate } from '../../src/signing/keys/seal-certificate.js';
import type { MasterKey } from '../../src/signing/keys/seal.js';
import { createAuthority, issueCertificate, type TestAuthority } from '../simulator/test-authority.js';
import { writePrivate } from '../stack/private-files.js';
import type { StackConfig } from '../stack/stack-config.js';
import type { Store } from '../../src/ledger/ledger.js';
import type { Company } from '../../src/ledger/companies/company.js';
import { demoPeople, demoRncs, demoUser } from '../../src/boot/demo-users.js';

export interface DemoCompany extends Company {
  /** Serial number (SN) in the signer's certificate: a person's cédula, as accredited providers write it. */
  readonly signer: string;
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    companyId: 1,
    rnc: demoRncs[0],
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    environment: 'pre-certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000001',
  },
  {
    companyId: 2,
    rnc: demoRncs[1],
    razonSocial: 'COMERCIAL DE PRUEBA SRL',
    origin: 'service',
    environment: 'pre-certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000002',
  },
  {
    companyId: 3,
    rnc: demoRncs[2],
    razonSocial: 'SERVICIOS DE PRUEBA SRL',
    origin: 'service',
    environment: 'certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000003',
  },
];

/** @throws when the demo has no company with this id */
export function demoCompany(companyId: number): DemoCompany {
  const company = demoCompanies.find((one) => one.companyId === companyId);
  if (company === undefined) throw new Error(`No demo company ${companyId}`);
  return company;
}

/** Where the simulator finds the authority that it trusts and the delegations. */
export function demoAuthorityFiles(dataDir: string) {
  const dir = join(dataDir, 'demo-authority');
  return {
    certificate: join(dir, 'ca.pem'),
    key: join(dir, 'ca-key.pem'),
    delegations: join(dir, 'delegations.json'),
  };
}

/** Idempotent: existing data stays. `companies` replaces the demo's companies, for a run that needs more of them. */
export async function ensureDemoData(
  store: Store,
  dataDir: string,
  masterKey: MasterKey,
  companies: readonly DemoCompany[] = demoCompanies,
): Promise<void> {
  const now = new Date();
  const authority = await demoAuthority(dataDir, companies);
  for (const { signer, ...company } of companies) {
    if ((await store.findCompany(company.companyId)) === undefined) await store.putCompany(company);
    await ensureUser(store, company);
    if ((await store.currentCertificate(company.companyId)) === undefined) {
      await issueDemoCertificate(store, authority, masterKey, { ...company, signer });
    }
    if (company.origin === 'service') await ensureAuthorizations(store, company, now);
  }
  await ensurePeople(store, companies);
  await ensureRegistry(store, now);
}

/** Each role in every company, and one person of the platform. */
async function ensurePeople(store: Store, companies: readonly Company[]): Promise<void> {
  const known = await Promise.all(demoPeople.map(({ email }) => store.findPersonByEmail(email)));
  const missing = demoPeople.filter((_, index) => known[index] === undefined);
  if (missing.length === 0) return;
  const passwordHash = await hashPassword(demoUser.clave);
  for (const { email, name, role } of missing) {
    const memberships = role === null ? [] : companies.map(({ companyId }) => ({ companyId, role }));
    const person = { personId: randomUUID(), email, name, support: role === null, memberships };
    await store.addPerson({ ...person, generation: 0, secondFactor: false, demo: true }, passwordHash);
  }
}

async function ensureUser(store: Store, company: Company): Promise<void> {
  const { usuario, clave } = demoUser;
  const user = await store.findUser(usuario, company.rnc);
  if (user?.demo === true && (await verifyPassword(clave, user.passwordHash))) return;
  await store.putUser({
    usuario,
    rnc: company.rnc,
    companyId: company.companyId,
    passwordHash: await hashPassword(clave),
    disabled: false,
    demo: true,
  });
}

const demoNumbers = 1_000_000;
const demoYears = 2;

async function ensureAuthorizations(store: Store, company: Company, now: Date): Promise<void> {
  const { companyId, environment } = company;
  const registered = await store.listAuthorizations(companyId, environment);
  for (const ecfType of ecfTypeList) {
    if (registered.some((authorization) => authorization.ecfType === ecfType)) continue;
    const outcome = await store.addAuthorization({
      companyId,
      environment,
      ecfType,
      from: 1,
      to: demoNumbers,
      expiresOn: ecfTypes[ecfType].sequenceExpires ? `31-12-${now.getUTCFullYear() + demoYears}` : null,
      authorizationNumber: `DEMO-${ecfType}`,
      now,
    });
    if (outcome.outcome === 'refused') throw new Error(`The demo's authorization: ${outcome.refusal}`);
  }
}

export interface DemoPlace {
  readonly dataDir: string;
  /** Who may sign for which company, as the simulator reads it. */
  readonly delegationsFile: string;
}

/** Undefined when the ledger is not the embedded one, or when DGII is not the simulator. */
export function demoPlaceOf({ mongo, dgii, dataDir, simulator }: StackConfig): DemoPlace | undefined {
  if (mongo.uri !== '' || dgii.ecfHost !== 'https://ecf.dgii.gov.do') return undefined;
  const dir = resolve(dataDir);
  return { dataDir: dir, delegationsFile: simulator.delegationsFile || demoAuthorityFiles(dir).delegations };
}

export interface NewDemoCompany extends Pick<Company, 'rnc' | 'razonSocial' | 'origin'> {
  readonly environment: Exclude<Environment, 'production'>;
  readonly usuario: string;
  readonly clave: string;
}

export type DemoCompanyOutcome =
  | { readonly outcome: 'added'; readonly company: Company; readonly signer: string }
  | { readonly outcome: 'rnc-taken' }
  /** This is not the embedded stack with the demo's data. */
  | { readonly outcome: 'no-demo' };

/** Adds a company that can issue at once. Its user has its own password, not the demo's public one. Repeating it is safe. */
export async function addDemoCompany(
  store: Store,
  { dataDir, delegationsFile }: DemoPlace,
  masterKeys: () => Promise<readonly [MasterKey, ...MasterKey[]]>,
  { usuario, clave, ...issuer }: NewDemoCompany,
): Promise<DemoCompanyOutcome> {
  const authority = await readAuthority(dataDir);
  if (authority === undefined) return { outcome: 'no-demo' };
  const [masterKey] = await masterKeys();
  const now = new Date();
  const company = await addedOrUnfinished(store, issuer);
  if (company === undefined) return { outcome: 'rnc-taken' };
  const { companyId, rnc } = company;
  const signer = `IDCDO-${String(companyId).padStart(cedulaDigits, '0')}`;
  if ((await store.currentCertificate(companyId)) === undefined)
    await issueDemoCertificate(store, authority, masterKey, { ...company, signer });
  if (company.origin === 'service') await ensureAuthorizations(store, company, now);
  await delegate(delegationsFile, { [signer]: [rnc] });
  const passwordHash = await hashPassword(clave);
  await store.putUser({ usuario, rnc, companyId, passwordHash, disabled: false });
  return { outcome: 'added', company, signer };
}

/** The user is written last: a company without users was left unfinished by a killed command, which finishes it. */
async function addedOrUnfinished(
  store: Store,
  issuer: Omit<NewDemoCompany, 'usuario' | 'clave'>,
): Promise<Company | undefined> {
  const added = await store.addCompany({ ...issuer, productionAllowed: false });
  if (added.outcome === 'added') return added.company;
  const known = await store.findCompanyByRnc(issuer.rnc);
  if (known === undefined || (await store.listUsers(known.rnc, 1)).length > 0) return undefined;
  const same =
    known.razonSocial === issuer.razonSocial &&
    known.origin === issuer.origin &&
    known.environment === issuer.environment;
  return same ? known : undefined;
}

const cedulaDigits = 11;

function demoTaxpayers(): readonly Taxpayer[] {
  const known = { nombreComercial: null, estado: 'ACTIVO', regimenPagos: 'NORMAL' };
  const companies = demoCompanies.map(({ rnc, razonSocial }) => {
    return { ...known, rnc, razonSocial, actividadEconomica: 'SERVICIOS DE PRUEBA' };
  });
  const trade = { ...known, actividadEconomica: 'VENTA AL POR MENOR DE PRUEBA' };
  return [
    ...companies,
    { ...trade, rnc: '131880681', razonSocial: 'COMPRADOR DE PRUEBA SRL', nombreComercial: 'LA PRUEBA' },
    { ...trade, rnc: '00000000018', razonSocial: 'PERSONA DE PRUEBA', regimenPagos: 'RST' },
    { ...trade, rnc: '101000000', razonSocial: 'CONTRIBUYENTE DE PRUEBA SRL', estado: 'SUSPENDIDO' },
  ];
}

/** Does not replace a registry that an operator imported. */
async function ensureRegistry(store: Store, now: Date): Promise<void> {
  if ((await store.registryStatus()).registry !== undefined) return;
  await store.importTaxpayers({
    batches: inOneBatch(demoTaxpayers()),
    dataDate: localDate(now.getTime()),
    origin: { source: 'demo' },
    rowsShareMin: 0,
    now,
  });
}

async function* inOneBatch(taxpayers: readonly Taxpayer[]): AsyncGenerator<readonly Taxpayer[]> {
  yield await Promise.resolve(taxpayers);
}

async function issueDemoCertificate(
  store: Store,
  authority: TestAuthority,
  masterKey: MasterKey,
  { companyId, signer }: DemoCompany,
): Promise<void> {
  const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(`The demo certificate does not open: ${opened.reason}`);
  await store.putCertificate({
    ...sealCertificate(companyId, opened.certificate, masterKey),
    importedAt: new Date(),
  });
}

async function demoAuthority(dataDir: string, companies: readonly DemoCompany[]): Promise<TestAuthority> {
  const name = 'AUTORIDAD DE PRUEBA (SIN VALIDEZ)';
  const files = demoAuthorityFiles(dataDir);
  await delegate(files.delegations, Object.fromEntries(companies.map(({ signer, rnc }) => [signer, [rnc]])));
  const made = await readAuthority(dataDir);
  if (made !== undefined) return made;
  const authority = createAuthority(name);
  await writePrivate(files.key, authority.privateKeyPem);
  await writePrivate(files.certificate, authority.certificatePem);
  return authority;
}

async function readAuthority(dataDir: string): Promise<TestAuthority | undefined> {
  const files = demoAuthorityFiles(dataDir);
  const certificatePem = await textOf(files.certificate);
  const privateKeyPem = await textOf(files.key);
  if (certificatePem === undefined || privateKeyPem === undefined) return undefined;
  return { certificatePem, privateKeyPem };
}

/** Adds delegations. Those that an operator added for other companies stay. */
async function delegate(path: string, delegations: Readonly<Record<string, string[]>>): Promise<void> {
  const known = JSON.parse((await textOf(path)) ?? '{}') as Record<string, string[]>;
  await writePrivate(path, JSON.stringify({ ...known, ...delegations }, null, 2));
}

/** Undefined when the file does not exist. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

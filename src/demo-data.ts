/**
 * The demo's companies, users, authorizations, certification authority and certificates: made once, at the first start of the embedded
 * stack; a later start finds them. Fictitious throughout; the authority is trusted by the simulator only.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localDate } from './ecf/dates.js';
import { ecfTypeList, ecfTypes } from './ecf/ecf-types.js';
import type { Taxpayer } from './ecf/taxpayer.js';
import { sealContext } from './activities/company-certificates.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { openPem } from './signing/certificate.js';
import { seal, type MasterKey } from './signing/seal.js';
import { createAuthority, issueCertificate, type TestAuthority } from './signing/test-authority.js';
import { writePrivate } from './stack/private-files.js';
import type { Store } from './store/connect.js';
import type { Company } from './store/store.js';

export const demoUser = { usuario: 'integracion', clave: 'demo-2026' } as const;

export interface DemoCompany extends Company {
  /** Serial number (SN) in the signer's certificate: a person's cédula, as accredited providers write it. */
  readonly signer: string;
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    companyId: 1,
    rnc: '999999992',
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    environment: 'pre-certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000001',
  },
  {
    companyId: 2,
    rnc: '999999982',
    razonSocial: 'COMERCIAL DE PRUEBA SRL',
    origin: 'service',
    environment: 'pre-certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000002',
  },
  {
    companyId: 3,
    rnc: '999999974',
    razonSocial: 'SERVICIOS DE PRUEBA SRL',
    origin: 'service',
    environment: 'certification',
    productionAllowed: false,
    signer: 'IDCDO-00000000003',
  },
];

/** Where the simulator finds whom it trusts. */
export function demoAuthorityFiles(dataDir: string) {
  const dir = join(dataDir, 'demo-authority');
  return {
    certificate: join(dir, 'ca.pem'),
    key: join(dir, 'ca-key.pem'),
    delegations: join(dir, 'delegations.json'),
  };
}

/** Idempotent: what is there stays. `companies`: others than the demo's, for a run that needs more of them. */
export async function ensureDemoData(
  store: Store,
  dataDir: string,
  masterKey: MasterKey,
  now: Date,
  companies: readonly DemoCompany[] = demoCompanies,
): Promise<void> {
  const authority = await demoAuthority(dataDir, companies);
  for (const { signer, ...company } of companies) {
    if ((await store.findCompany(company.companyId)) === undefined) await store.putCompany(company);
    await ensureUser(store, company);
    if ((await store.currentCertificate(company.companyId)) === undefined) {
      await issueDemoCertificate(store, authority, masterKey, { ...company, signer }, now);
    }
    if (company.origin === 'service') await ensureAuthorizations(store, company, now);
  }
  await ensureRegistry(store, now);
}

async function ensureUser(store: Store, company: Company): Promise<void> {
  const { usuario, clave } = demoUser;
  const user = await store.findUser(usuario, company.rnc);
  const known = user !== undefined && (await verifyPassword(clave, user.passwordHash));
  if (known && user.demo === true) return;
  const passwordHash = known ? user.passwordHash : await hashPassword(clave);
  await store.putUser({
    usuario,
    rnc: company.rnc,
    companyId: company.companyId,
    passwordHash,
    disabled: false,
    demo: true,
  });
}

/**
 * Whether anybody can log in here with the demo's password, which is public. The mark decides, not the name. Ledgers of
 * earlier versions have the demo's users without it: these are known by the password.
 */
export async function hasDemoUsers(store: Pick<Store, 'hasDemoUsers' | 'findUser'>): Promise<boolean> {
  if (await store.hasDemoUsers()) return true;
  for (const { rnc } of demoCompanies) {
    const user = await store.findUser(demoUser.usuario, rnc);
    if (user !== undefined && (await verifyPassword(demoUser.clave, user.passwordHash))) return true;
  }
  return false;
}

/** Numbers for longer than a demo lives. */
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

/** The demo's companies, the buyer of the examples, and one whose check digit does not fit. */
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

/** Whatever an operator imported stays. */
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
  company: DemoCompany,
  now: Date,
): Promise<void> {
  const { companyId, signer } = company;
  const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(`The demo certificate does not open: ${opened.reason}`);
  const { fingerprint, notBefore, notAfter } = opened.certificate;
  await store.putCertificate({
    companyId,
    fingerprint,
    certificatePem: issued.certificatePem,
    sealedKey: seal(Buffer.from(issued.privateKeyPem), masterKey, sealContext(companyId, fingerprint)),
    notBefore,
    notAfter,
    importedAt: now,
  });
}

async function demoAuthority(dataDir: string, companies: readonly DemoCompany[]): Promise<TestAuthority> {
  const name = 'AUTORIDAD DE PRUEBA (SIN VALIDEZ)';
  const files = demoAuthorityFiles(dataDir);
  const delegations = Object.fromEntries(companies.map(({ signer, rnc }) => [signer, [rnc]]));
  await writePrivate(files.delegations, JSON.stringify(delegations, null, 2));
  try {
    const [certificatePem, privateKeyPem] = await Promise.all([
      readFile(files.certificate, 'utf8'),
      readFile(files.key, 'utf8'),
    ]);
    return { certificatePem, privateKeyPem };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const authority = createAuthority(name);
  await writePrivate(files.key, authority.privateKeyPem);
  await writePrivate(files.certificate, authority.certificatePem);
  return authority;
}

/** Companies for your own stack, registered as the demo's are: two assign their own numbers, two ask for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectStore } from '../../../src/ledger/ledger.js';
import { ensureDemoData, type DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';

export const companies: readonly DemoCompany[] = [
  company(11, 'client'),
  company(12, 'service'),
  company(13, 'client'),
  company(14, 'service'),
];

function company(companyId: number, origin: DemoCompany['origin']): DemoCompany {
  return {
    companyId,
    rnc: `9999999${companyId}`,
    razonSocial: `EMPRESA ${companyId} DE PRUEBA SRL`,
    origin,
    environment: 'pre-certification',
    productionAllowed: false,
    signer: `IDCDO-000000000${companyId}`,
  };
}

export async function registerCompanies({
  mongoUri,
  dataDir,
}: Pick<OwnStack, 'mongoUri' | 'dataDir'>): Promise<void> {
  const store = await connectStore(mongoUri, 'ecf');
  try {
    const masterKey = readFileSync(join(dataDir, 'secrets', 'master-key'), 'utf8').trim();
    await ensureDemoData(store, dataDir, Buffer.from(masterKey, 'base64'), companies);
  } finally {
    await store.close();
  }
}

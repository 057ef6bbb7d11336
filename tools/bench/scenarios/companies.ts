/** Companies for your own stack, registered as the demo's are: two assign their own numbers, two ask for them. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDemoData } from '../../../dist/tools/demo/demo-data.js';
import { connectStore } from '../../../dist/src/ledger/mongo/connect.js';

export const companies = [
  { companyId: 11, rnc: '999999911', origin: 'client', signer: 'IDCDO-00000000011' },
  { companyId: 12, rnc: '999999912', origin: 'service', signer: 'IDCDO-00000000012' },
  { companyId: 13, rnc: '999999913', origin: 'client', signer: 'IDCDO-00000000013' },
  { companyId: 14, rnc: '999999914', origin: 'service', signer: 'IDCDO-00000000014' },
].map((company) => ({
  ...company,
  razonSocial: `EMPRESA ${company.companyId} DE PRUEBA SRL`,
  environment: 'pre-certification',
  productionAllowed: false,
}));

/** The demo's authority issues their certificates, and the simulator trusts it. */
export async function registerCompanies({ mongoUri, dataDir }) {
  const store = await connectStore(mongoUri, 'ecf');
  try {
    const masterKey = readFileSync(join(dataDir, 'secrets', 'master-key'), 'utf8').trim();
    await ensureDemoData(store, dataDir, Buffer.from(masterKey, 'base64'), new Date(), companies);
  } finally {
    await store.close();
  }
}

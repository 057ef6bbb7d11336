/** A service that has the demo's companies, users, ranges of numbers and taxpayers. Their signers are known to DGII here. */
import { demoCompanies, ensureDemoData } from '../../tools/demo/demo-data.js';
import { patient, startService, type Service } from './service.js';

/** @param dir for the demo's own files */
export async function startDemoService(dir: string): Promise<Service> {
  const service = await startService({ env: patient });
  const [first, ...others] = demoCompanies;
  const ids = [service.companyId];
  for (const { signer: _signer, companyId: _demo, ...company } of others)
    ids.push((await service.addCompany(company)).companyId);
  const known = [first, ...others].flatMap((company, index) =>
    company === undefined ? [] : [{ ...company, companyId: ids[index] ?? 0 }],
  );
  await ensureDemoData(service.store, dir, Buffer.from(service.env['ECF_MASTER_KEY'] ?? '', 'base64'), known);
  return service;
}

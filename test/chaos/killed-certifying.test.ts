/** kill -9 of the worker while it sends a certification run: the next worker goes on, and DGII gets each voucher once. */
import { testSetSheets } from '../../tools/demo/test-set/dgii-workbooks.js';
import { encfOf, sampleVoucher } from '../../tools/demo/test-set/sample-set.js';
import { xlsxOf } from '../../tools/demo/test-set/xlsx.js';
import { endLeases } from '../harness/leases.js';
import { startRoleProcess } from '../harness/processes/role-process.js';
import { patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { logIn } from '../flow/web/person.js';

let service: Service;
let serial = 0;

beforeAll(async () => {
  service = await startService({ workerless: true, env: { ...patient, ECF_WEB: 'on' } });
}, 60_000);

/**
 * A row has two writes of the run's record: its attempt after the admission, and its outcome after the verdict. While the worker stands
 * before or after the first one, it also delivers the voucher (`onTurn`). DGII must not get it before the worker dies: in certification
 * the service cannot ask DGII for a delivery whose answer was lost, so a person would have to.
 */
test.each([
  { write: 1, when: 'before', onTurn: 0 },
  { write: 1, when: 'after', onTurn: 0 },
  { write: 2, when: 'before', onTurn: undefined },
  { write: 3, when: 'before', onTurn: 1 },
] as const)(
  'right $when write $write of the record',
  async ({ write, when, onTurn }) => {
    const company = await service.addCompany({ environment: 'certification' });
    const person = await logIn(service, company.companyId, 'operador');
    const vouchers = [(serial += 1), (serial += 1)].map((number) => {
      const voucher = sampleVoucher(31, number);
      voucher.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
      return voucher;
    });
    const encfs = vouchers.map(encfOf);
    const runs = `/companies/${company.companyId}/certification-runs`;
    const workbook = xlsxOf(testSetSheets(vouchers));
    const uploaded = await person.upload(`${runs}?kind=vouchers&fileName=set.xlsx`, workbook);
    const id = String(uploaded.body['id']);

    if (onTurn !== undefined)
      await service.simulate({
        faults: [{ service: 'recepcion', action: 'status-503-html', times: 1_000, encf: encfs[onTurn] }],
      });
    const killed = await startRoleProcess('worker', service.env);
    await killed.hold([id], write, when);
    expect((await person.call('POST', `${runs}/${id}/start`, {})).body).toMatchObject({ state: 'running' });
    await until('the worker stands still', async () => (await killed.held()).length > 0, {
      withinMs: 60_000,
    });
    await killed.kill();
    await endLeases(service);
    const later = await startRoleProcess('worker', service.env);
    // Not before: a request of the dead worker may still arrive.
    await service.simulate({ faults: [] });
    const done = async () => (await service.store.findRun(company.companyId, id))?.state === 'done';
    await until('the run is done', done, { withinMs: 90_000 });
    for (const encf of encfs)
      expect(await service.seenByDgii(encf, company.rnc)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    await later.kill();
  },
  240_000,
);

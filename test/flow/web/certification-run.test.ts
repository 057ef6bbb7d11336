/** Certification runs: DGII's workbook from the upload to its last row, with the worker, the ledger and the simulator. */
import { randomUUID } from 'node:crypto';
import { localDate } from '../../../src/ecf/model/dates.js';
import { patient, startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { approvalSheet, testSetSheets, type Voucher } from '../../../tools/demo/test-set/dgii-workbooks.js';
import { demoSet, smallConsumption } from '../../../tools/demo/test-set/demo-set.js';
import { encfOf, sampleVoucher } from '../../../tools/demo/test-set/sample-set.js';
import { xlsxOf, type SheetContent } from '../../../tools/demo/test-set/xlsx.js';
import { logIn, type LoggedIn } from './person.js';

interface Row {
  readonly encf: string;
  readonly attempt: number | null;
  readonly outcome: string | null;
  readonly status: string | null;
  readonly use: string | null;
  readonly mensajesDgii: readonly string[];
  readonly refusal: { readonly code: string; readonly mensaje: string } | null;
  readonly faults: readonly { readonly code: string; readonly severidad: string }[];
}
interface Run {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly rows: readonly Row[];
}

let service: Service;
let serial = 0;

beforeAll(async () => {
  service = await startService({ env: { ...patient, ECF_WEB: 'on' } });
}, 60_000);

beforeEach(() =>
  service.simulate({
    rejectEncfs: [],
    faults: [],
    certificationSet: 'kept',
    approvedAgain: 'accepted',
    approvalForm: 'observed',
  }),
);

interface Certifying {
  readonly company: OtherCompany;
  readonly operador: LoggedIn;
  /** The voucher with the company as issuer. */
  readonly own: (voucher: Voucher) => Voucher;
  readonly upload: (sheets: readonly SheetContent[], kind?: string) => ReturnType<LoggedIn['call']>;
  readonly uploadVouchers: (vouchers: readonly Voucher[]) => Promise<Run>;
  readonly order: (id: string, verb: string, body?: object) => ReturnType<LoggedIn['call']>;
  /** Waits until the run is in this state. */
  readonly reached: (id: string, state: string, withinMs?: number) => Promise<Run>;
}

async function certifying(): Promise<Certifying> {
  const company = await service.addCompany({ environment: 'certification' });
  const operador = await logIn(service, company.companyId, 'operador');
  const runs = `/companies/${company.companyId}/certification-runs`;
  const upload: Certifying['upload'] = (sheets, kind = 'vouchers') =>
    operador.upload(`${runs}?kind=${kind}&fileName=set.xlsx`, xlsxOf(sheets));
  const own = (voucher: Voucher): Voucher => {
    voucher.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
    return voucher;
  };
  return {
    company,
    operador,
    upload,
    own,
    uploadVouchers: async (vouchers) => {
      const { status, body } = await upload(testSetSheets(vouchers.map(own)));
      expect([status, body]).toEqual([200, expect.objectContaining({ state: 'ready' })]);
      return body as unknown as Run;
    },
    order: (id, verb, body = {}) => operador.call('POST', `${runs}/${id}/${verb}`, body),
    reached: (id, state, withinMs = 50_000) =>
      until(
        `the run is ${state}`,
        async () => {
          const run = (await operador.call('GET', `${runs}/${id}`)).body as unknown as Run;
          return run.state === state && run;
        },
        { withinMs },
      ),
  };
}

const unixSecond = () => Math.floor(Date.now() / 1000);

/** An invoice, a note on it that stands before it in the sheet, and a small consumption voucher. */
function smallSet() {
  serial += 10;
  const invoice = sampleVoucher(31, serial);
  const encf = invoice.ECF.Encabezado.IdDoc.eNCF;
  return [sampleVoucher(33, serial, { modifies: encf }), smallConsumption(serial), invoice];
}

test('a run sends all 25 rows once, in DGII’s order, and gives the files for the portal', async () => {
  const { company, operador, upload, order, reached } = await certifying();
  const vouchers = demoSet({ rnc: company.rnc, razonSocial: 'EMPRESA DE PRUEBA SRL' });
  const uploaded = (await upload(testSetSheets(vouchers))).body as unknown as Run;
  const types = uploaded.rows.map(({ encf }) => Number(encf.slice(1, 3)));
  expect([types.slice(0, 18), types.slice(18, 21), types.slice(21)]).toEqual([
    expect.not.arrayContaining([33, 34]),
    [33, 34, 34],
    [32, 32, 32, 32],
  ]);
  expect(uploaded.rows.flatMap(({ faults }) => faults)).toEqual([]);
  expect((await order(uploaded.id, 'start')).body).toMatchObject({ state: 'running' });
  // Pressed twice, or by another person.
  expect((await order(uploaded.id, 'start')).body['code']).toBe('RUN_ALREADY_STARTED');
  // 25 vouchers, one after the other.
  const run = await reached(uploaded.id, 'done', 150_000);
  expect(run.rows.map(({ outcome, attempt }) => [outcome, attempt])).toEqual(Array(25).fill(['accepted', 1]));
  const seen = await Promise.all(run.rows.map(({ encf }) => service.seenByDgii(encf, company.rnc)));
  expect(seen.map(({ received }) => received.length)).toEqual(Array(25).fill(1));
  const orderSeen = seen.map(({ received }) => (received[0] as unknown as { at: string }).at);
  expect(orderSeen).toEqual([...orderSeen].sort());
  const files = `/companies/${company.companyId}/certification-runs/${run.id}/files`;
  const zip = await operador.call('GET', files);
  expect(zip.status).toBe(200);
  expect(zip.text.match(/subir-al-portal\/\d{9}E32\d{10}\.xml/g)?.length).toBe(8);
}, 240_000);

test('the simulation counts what a person issues, and not the vouchers of a run, and gives the files', async () => {
  const { company, operador, own, uploadVouchers, order, reached } = await certifying();
  const run = await uploadVouchers([sampleVoucher(31, 1)]);
  await order(run.id, 'start');
  await reached(run.id, 'done');
  const { companyId, rnc } = company;
  const [invoice, small] = [own(sampleVoucher(31, 2)), own(smallConsumption(3))];
  await service.simulate({ rejectEncfs: [{ encf: encfOf(invoice), outcome: 'conditionally-accepted' }] });
  for (const voucher of [invoice, small]) {
    const issued = { ecf: JSON.stringify(voucher), number: 'given', reference: randomUUID() };
    const { status, text } = await operador.call(
      'POST',
      `/companies/${companyId}/certification/vouchers`,
      issued,
    );
    expect([status, text]).toEqual([200, expect.stringContaining(encfOf(voucher))]);
  }
  const since = `from=${localDate(Date.now() - 86_400_000)}`;
  const counted = await until(
    'both are accepted',
    async () => {
      const { body } = await operador.call('GET', `/companies/${companyId}/simulation?${since}`);
      const kinds = body['kinds'] as {
        kind: string;
        accepted: number;
        vouchers: { ecf: string; state: string }[];
      }[];
      const some = kinds.filter(({ vouchers }) => vouchers.length > 0);
      return some.length === 2 && some.every(({ accepted }) => accepted === 1) && some;
    },
    { withinMs: 50_000 },
  );
  expect(
    counted.flatMap(({ kind, vouchers }) => vouchers.map(({ ecf, state }) => [kind, ecf, state])),
  ).toEqual([
    ['31', encfOf(invoice), 'conditionally-accepted'],
    ['32-summary', encfOf(small), 'accepted'],
  ]);
  const zip = await operador.call('GET', `/companies/${companyId}/simulation/files?${since}`);
  // Each name stands before its file and in the directory at the end.
  const names = new Set(zip.text.match(/[-a-z]+\/\d{9}E\d{12}\.(?:xml|pdf)/g));
  expect([...names].sort()).toEqual([
    `enviados/${rnc}${encfOf(invoice)}.xml`,
    ...[
      `representacion-impresa/${rnc}${encfOf(invoice)}.pdf`,
      `representacion-impresa/${rnc}${encfOf(small)}.pdf`,
    ],
    `subir-al-portal/${rnc}${encfOf(small)}.xml`,
  ]);
}, 90_000);

test('nothing is sent while a row has faults, and a damaged or foreign workbook is refused by its cells', async () => {
  const { company, own, upload, order } = await certifying();
  const wrong = own(sampleVoucher(31, 500));
  wrong.ECF.DetallesItems.Item[0]!.NumeroLinea = 7;
  const { body } = await upload(testSetSheets([wrong]));
  const { id, rows } = body as unknown as Run;
  expect(rows[0]!.faults.map(({ severidad }) => severidad)).toContain('rechazo');
  expect((await order(id, 'start')).body['code']).toBe('RUN_HAS_FAULTS');
  const foreign = sampleVoucher(31, 501);
  const refused = await upload(testSetSheets([foreign]));
  expect([refused.status, refused.body['code']]).toEqual([400, 'WORKBOOK_INVALID']);
  expect(JSON.stringify(refused.body['detalle'])).toContain(company.rnc);
});

test('a rejection stops the run; a repeated run sends the numbers again after a note', async () => {
  const { uploadVouchers, order, reached, company } = await certifying();
  const vouchers = smallSet();
  const [, , invoice] = vouchers;
  const other = sampleVoucher(31, serial + 1);
  await service.simulate({
    certificationSet: 'starts-again',
    rejectEncfs: [{ encf: encfOf(invoice!), codigo: 999, valor: 'Montos distintos del set.' }],
  });
  const first = await uploadVouchers([other, ...vouchers]);
  await order(first.id, 'start');
  const stopped = await reached(first.id, 'stopped');
  expect(stopped.reason).toBe('REJECTED');
  const outcomes = stopped.rows.map(({ encf, outcome }) => [encf, outcome]);
  expect(outcomes.slice(0, 2)).toEqual([
    [encfOf(other), 'accepted'],
    [encfOf(invoice!), 'rejected'],
  ]);
  expect(outcomes.slice(2).map(([, outcome]) => outcome)).toEqual([null, null]);
  expect(stopped.rows[1]!.mensajesDgii).toEqual(['Montos distintos del set.']);

  await service.simulate({ rejectEncfs: [] });
  const again = (await order(first.id, 'repeat')).body as unknown as Run;
  expect(again.rows.map(({ use }) => use)).toEqual(['same', 'spent', null, null]);
  // The note's voucher was rejected, and the run sends it again before the note.
  expect(again.rows.flatMap(({ faults }) => faults)).toEqual([]);
  const needed = await order(again.id, 'start');
  expect([needed.status, needed.body['code']]).toEqual([409, 'REPETITION_NEEDED']);
  expect(needed.body['detalle']).toEqual({ encfs: [encfOf(invoice!)] });
  await order(again.id, 'start', { again: { note: 'La DGII reinició el set', which: 'all' } });
  const done = await reached(again.id, 'done');
  expect(done.rows.map(({ attempt }) => attempt)).toEqual([2, 2, 1, 1]);
  expect((await service.seenByDgii(encfOf(other), company.rnc)).received).toHaveLength(2);
}, 120_000);

test('what DGII has already stays accepted when a person sends it again by mistake', async () => {
  const { uploadVouchers, order, reached, company } = await certifying();
  const first = await uploadVouchers([sampleVoucher(31, (serial += 10)), smallConsumption(serial)]);
  await order(first.id, 'start');
  await reached(first.id, 'done');
  // DGII has not started the set again, so it answers that both numbers are used.
  const again = (await order(first.id, 'repeat')).body as unknown as Run;
  // A voucher signed twice within one second has the same bytes both times, so DGII's acceptance would be the second attempt's too.
  const endedIn = unixSecond();
  await until('the clock shows a later second', async () => unixSecond() > endedIn);
  await order(again.id, 'start', { again: { note: 'Reinicio supuesto', which: 'all' } });
  const done = await reached(again.id, 'done');
  expect(done.rows.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
    ['accepted', 1],
    ['accepted', 1],
  ]);
  const sent = await Promise.all(done.rows.map(({ encf }) => service.seenByDgii(encf, company.rnc)));
  expect(sent.map(({ received }) => received.length)).toEqual([2, 2]);
  const third = (await order(done.id, 'repeat')).body as unknown as Run;
  expect(third.rows.map(({ use }) => use)).toEqual(['same', 'same']);
  await order(third.id, 'start');
  expect((await reached(third.id, 'done')).rows.map(({ attempt }) => attempt)).toEqual([1, 1]);
}, 120_000);

test('after a conditional acceptance a person decides; a person pauses a run, and only one runs at a time', async () => {
  const { uploadVouchers, order, reached } = await certifying();
  const vouchers = [sampleVoucher(31, (serial += 10)), sampleVoucher(31, serial + 1)];
  const [first, second] = vouchers.map(encfOf);
  await service.simulate({ rejectEncfs: [{ encf: first, outcome: 'conditionally-accepted' }] });
  const run = await uploadVouchers(vouchers);
  await order(run.id, 'start');
  const paused = await reached(run.id, 'paused');
  expect([paused.reason, paused.rows[0]!.outcome, paused.rows[1]!.attempt]).toEqual([
    'CONDITIONAL',
    'conditional',
    null,
  ]);
  await service.simulate({ rejectEncfs: [], resultDelays: [{ encf: second, delayMs: 3_600_000 }] });
  expect((await order(run.id, 'resume')).body).toMatchObject({ state: 'running', reason: null });
  const other = await uploadVouchers([sampleVoucher(31, serial + 2)]);
  expect((await order(other.id, 'start')).body['code']).toBe('RUN_UNDER_WAY');
  expect((await order(run.id, 'pause')).body).toMatchObject({ state: 'paused', reason: 'PERSON' });
  await order(other.id, 'start');
  await reached(other.id, 'done');
  await service.simulate({ resultDelays: [] });
}, 90_000);

test('a run goes on after the api and the worker were gone', async () => {
  const { uploadVouchers, order, reached, company } = await certifying();
  const vouchers = [1, 2, 3].map((n) => sampleVoucher(31, serial + 100 + n));
  const run = await uploadVouchers(vouchers);
  await service.stopWorker();
  await order(run.id, 'start');
  await service.stopApi();
  await service.startWorker();
  await service.startApi();
  await reached(run.id, 'done');
  for (const voucher of vouchers)
    expect(await service.seenByDgii(encfOf(voucher), company.rnc)).toMatchObject({
      accepted: 1,
      distinctBytes: 1,
    });
}, 120_000);

/** A company with vouchers for another one, which approves them. */
async function approving() {
  const issuer = await certifying();
  const buyer = await certifying();
  return {
    ...buyer,
    voucher: () => {
      const voucher = sampleVoucher(31, (serial += 1));
      voucher.ECF.Encabezado.Comprador.RNCComprador = buyer.company.rnc;
      return issuer.own(voucher);
    },
    issue: async (voucher: Voucher) => {
      const { id } = await issuer.uploadVouchers([voucher]);
      // The buyer's RNC may have no valid check digit.
      await issuer.order(id, 'start', { conditionalConfirmed: true });
      await issuer.reached(id, 'done');
    },
    uploadApprovals: async (...vouchers: readonly Voucher[]) => {
      const approvals = vouchers.map((voucher) => ({
        RNCEmisor: issuer.company.rnc,
        eNCF: encfOf(voucher),
        RNCComprador: buyer.company.rnc,
        Estado: 1,
        FechaEmision: voucher.ECF.Encabezado.Emisor.FechaEmision,
        MontoTotal: voucher.ECF.Encabezado.Totales.MontoTotal,
        FechaHoraAprobacionComercial: '02-07-2026 10:00:00',
      }));
      const { body } = await buyer.upload([approvalSheet(approvals)], 'approvals');
      expect(body).toMatchObject({ kind: 'approvals', state: 'ready' });
      return body as unknown as Run;
    },
  };
}

const outcomesOf = ({ rows }: Run) => rows.map(({ outcome }) => outcome);

test.each(['observed', 'estado', 'word'])(
  'the approvals of step 3 are signed and sent, without any voucher in the inbox: answer %s',
  async (approvalForm) => {
    const { voucher, issue, uploadApprovals, order, reached } = await approving();
    const one = voucher();
    await issue(one);
    await service.simulate({ approvalForm });
    const { id } = await uploadApprovals(one);
    await order(id, 'start');
    expect(outcomesOf(await reached(id, 'done'))).toEqual(['accepted']);
  },
  90_000,
);

test('an approval waits for a voucher that DGII does not have yet, and a repeated run sends only the rest', async () => {
  const { voucher, issue, uploadApprovals, order, reached } = await approving();
  const [first, second] = [voucher(), voucher()];
  await issue(first);
  const run = await uploadApprovals(first, second);
  await order(run.id, 'start');
  const paused = await reached(run.id, 'paused');
  expect([paused.reason, ...outcomesOf(paused)]).toEqual(['NOT_SENT', 'accepted', 'not-sent']);
  expect(paused.rows[1]!.refusal?.mensaje).toBe('Factura no encontrada para esta Aprobación comercial.');
  const again = (await order(run.id, 'repeat')).body as unknown as Run;
  expect(outcomesOf(again)).toEqual(['accepted', null]);
  await issue(second);
  await service.simulate({ approvedAgain: 'refused' });
  await order(again.id, 'start');
  expect(outcomesOf(await reached(again.id, 'done'))).toEqual(['accepted', 'accepted']);
  // Nothing is left, so the person wants all of them once more.
  const whole = (await order(again.id, 'repeat')).body as unknown as Run;
  expect(outcomesOf(whole)).toEqual([null, null]);
  await order(run.id, 'resume');
  expect((await reached(run.id, 'paused')).rows[1]!.outcome).toBe('not-sent');
  await service.simulate({ approvedAgain: 'accepted' });
  await order(run.id, 'resume');
  expect(outcomesOf(await reached(run.id, 'done'))).toEqual(['accepted', 'accepted']);
}, 120_000);

test('an approval whose answer was lost, and whose repetition DGII refuses, is not called rejected', async () => {
  const { voucher, issue, uploadApprovals, order, reached } = await approving();
  const one = voucher();
  await issue(one);
  await service.simulate({
    approvedAgain: 'refused',
    faults: [{ service: 'aprobacion', action: 'accept-then-drop', times: 1 }],
  });
  const { id } = await uploadApprovals(one);
  await order(id, 'start');
  const { reason, rows } = await reached(id, 'paused');
  expect([reason, rows[0]!.refusal?.code]).toEqual(['NOT_SENT', 'APPROVAL_REPEAT_REFUSED']);
  // Another run with the same workbook remembers it.
  const again = (await order(id, 'repeat')).body as unknown as Run;
  await order(again.id, 'start');
  expect((await reached(again.id, 'paused')).rows[0]!.refusal?.code).toBe('APPROVAL_REPEAT_REFUSED');
  // Only a person can say what DGII's portal shows.
  const seen = { encf: encfOf(one), tries: 0, note: 'El contador del paso 3.' };
  await order(again.id, 'confirm', { ...seen, found: 'accepted' });
  expect(outcomesOf(await reached(again.id, 'done'))).toEqual(['accepted']);
  await service.simulate({ approvedAgain: 'accepted' });
  await order(id, 'confirm', { ...seen, found: 'not-received' });
  expect(outcomesOf(await reached(id, 'done'))).toEqual(['accepted']);
}, 90_000);

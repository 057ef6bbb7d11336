/** Consumption vouchers below 250,000.00: DGII gets the summary, once, with the security code of the full voucher. */
import { exampleJson } from '../../unit/ecf/samples.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';

let service: Service;
const next = encfs(32);

beforeAll(async () => {
  service = await startService({ env: patient });
}, 60_000);

const sendPath = '/api/v2/dgii-ecf/send?waitForFinal=60s';

/** A sale of 236.00 without a named buyer. */
function sale(encf: string) {
  const body = exampleJson('32-anonymous') as { ECF: { Encabezado: { IdDoc: { eNCF: string } } } };
  body.ECF.Encabezado.IdDoc.eNCF = encf;
  return body;
}

async function expectOnce(encf: string): Promise<void> {
  const seen = await service.seenByDgii(encf);
  expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
}

test('a summary is accepted at once: no trackId, the full voucher’s security code, and the ledger keeps the full voucher', async () => {
  const encf = next();
  const { body } = await service.post(sendPath, sale(encf));
  expect(body.data).toMatchObject({ accepted: 1, status: 'Aceptado', trackId: '', alreadyProcessed: false });
  expect(body.data['qrUrl']).toContain('consultatimbrefc?');
  await expectOnce(encf);

  const document = await service.store.findDocument(service.companyId, 'pre-certification', encf);
  const signed = document?.signed;
  if (signed?.summary === undefined) throw new Error('no summary');
  const full = await service.store.getFile(signed.file);
  const summary = await service.store.getFile(signed.summary.file);
  expect(full).toContain('<RazonSocialComprador>CONSUMIDOR FINAL</RazonSocialComprador>');
  expect(verifyXml(full)).toMatchObject({ ok: true, securityCode: body.data['securityCode'] });
  expect(verifyXml(summary)).toMatchObject({ ok: true });
  expect(summary).toContain(`<CodigoSeguridadeCF>${String(body.data['securityCode'])}</CodigoSeguridadeCF>`);
  const received = (await service.seenByDgii(encf)).received;
  expect(received.map(({ sha256 }) => sha256)).toEqual([signed.summary.sha256]);
  expect(document?.submissions.map(({ outcome }) => outcome)).toEqual(['received']);
  expect(document?.submittedAt).toEqual(document?.finalAt);

  const again = await service.post(sendPath, sale(encf));
  expect(again.body.data).toMatchObject({ accepted: 1, alreadyProcessed: true, sameContent: true });
  await expectOnce(encf);
}, 90_000);

describe('a summary is sent once, whatever happens to the delivery', () => {
  const faults = [
    { name: 'the connection is cut after DGII received it', action: 'accept-then-drop' },
    { name: 'the answer comes too late', action: 'slow', slowMs: 20_000 },
    { name: 'status 500', action: 'status-500' },
    { name: 'status 500 after it was received', action: 'accept-then-500' },
    { name: 'half an answer', action: 'accept-then-truncate' },
    { name: 'a page of a firewall', action: 'bare-400-html' },
    { name: 'a token refused in mid-flight', action: 'unauthorized' },
    { name: 'code 004, try again', action: 'transient-004' },
  ].map((fault) => ({ ...fault, encf: next() }));

  beforeAll(async () => {
    await service.simulate({
      faults: faults.map(({ action, slowMs, encf }) => ({
        service: 'recepcionfc',
        action,
        slowMs,
        encf,
        times: 1,
      })),
    });
    await Promise.all(
      faults.map(({ encf }) => service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sale(encf))),
    );
  }, 60_000);

  test.each(faults)(
    '$name',
    async ({ encf }) => {
      const sent = await service.post(sendPath, sale(encf));
      expect(sent.body.data).toMatchObject({ accepted: 1, status: 'Aceptado' });
      await expectOnce(encf);
    },
    90_000,
  );
});

test('a rejected summary reports why, and its free number can be sent with other content', async () => {
  const encf = next();
  await service.simulate({
    faults: [],
    rejectEncfs: [{ encf, codigo: 145, valor: 'No.', secuenciaUtilizada: false }],
  });
  const rejected = await service.post(sendPath, sale(encf));
  expect(rejected.body.data).toMatchObject({ accepted: 0, status: 'Rechazado', secuenciaUtilizada: false });
  await service.simulate({ rejectEncfs: [] });
  const other = sale(encf) as unknown as { ECF: { Encabezado: { Emisor: { FechaEmision: string } } } };
  other.ECF.Encabezado.Emisor.FechaEmision = '02-07-2026';
  const accepted = await service.post(sendPath, other);
  expect(accepted.body.data).toMatchObject({ accepted: 1, attempt: 2, alreadyProcessed: false });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1 });
}, 90_000);

test('DGII down: it waits, and is sent when DGII is back', async () => {
  const encf = next();
  await service.simulate({
    faults: [{ service: 'recepcionfc', action: 'drop-before-reading', times: 1_000 }],
  });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sale(encf));
  await until('the voucher waits', async () => {
    const { data } = (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
    return data['reason'] === 'DGII_UNAVAILABLE' ? data : undefined;
  });
  await service.simulate({ faults: [] });
  expect((await service.post(sendPath, sale(encf))).body.data).toMatchObject({ accepted: 1 });
  await expectOnce(encf);
}, 90_000);

test.each([
  { total: 249_999.99, root: 'RFCE' },
  { total: 250_000, root: 'ECF' },
])(
  'of $total DGII gets the $root, with the security code of the full voucher',
  async ({ total, root }) => {
    const encf = next();
    const voucher = sampleEcf({ encf });
    const [item] = voucher.ECF.DetallesItems.Item;
    Object.assign(item ?? {}, { IndicadorFacturacion: 4, PrecioUnitarioItem: total, MontoItem: total });
    const { IndicadorMontoGravado: _taxed, ...IdDoc } = voucher.ECF.Encabezado.IdDoc;
    Object.assign(voucher.ECF.Encabezado, { IdDoc, Totales: { MontoExento: total, MontoTotal: total } });
    const { body } = await service.post(sendPath, voucher);
    expect(body.data).toMatchObject({ accepted: 1, status: 'Aceptado' });

    const signed = (await service.store.findDocument(service.companyId, 'pre-certification', encf))?.signed;
    if (signed === undefined) throw new Error('not signed');
    const [received] = (await service.seenByDgii(encf)).received;
    expect(received?.sha256).toBe(root === 'RFCE' ? signed.summary?.sha256 : signed.sha256);
    expect(signed.summary !== undefined).toBe(root === 'RFCE');
    const full = await service.store.getFile(signed.file);
    expect(verifyXml(full)).toMatchObject({ ok: true, securityCode: body.data['securityCode'] });
  },
  90_000,
);

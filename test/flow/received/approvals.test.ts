/** Commercial approvals that buyers send about our vouchers: which are accepted, and what document-status shows of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { approvalsOfNetworkMax } from '../../../src/ledger/received/incoming-approvals.js';
import { openPem } from '../../../src/signing/keys/certificate.js';
import { createAuthority, issueCertificate } from '../../../tools/simulator/test-authority.js';
import { testAuthority } from '../../harness/samples/signers.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { plainHead, sentApproval, sentEcf } from '../../harness/samples/received.js';
import { startService, type Service } from '../../harness/service.js';
import { acknowledged, codeOf, paths, post } from './sender.js';

let service: Service;
let serial = 0;
const nextEncf = () => `E31${String((serial += 1)).padStart(10, '0')}`;
beforeAll(async () => {
  service = await startService();
});

const buyer = '131880681';
const approve = (bytes: Uint8Array, head?: string) =>
  post(service, bytes, { path: paths.aprobacion, ...(head === undefined ? {} : { head }) });
const acecf = (eNCF: string, change: object = {}) => ({
  RNCEmisor: service.rnc,
  eNCF,
  FechaEmision: '20-11-2026',
  MontoTotal: '1180.00',
  RNCComprador: buyer,
  Estado: 1 as const,
  ...change,
});
const shown = async (encf: string) =>
  (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data['aprobacionComercial'];
async function issued(): Promise<string> {
  const encf = nextEncf();
  const answer = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
  expect(answer.body.data['status']).toBe('Aceptado');
  return encf;
}

test('an approval, as DGII writes it, is shown on the voucher', async () => {
  const encf = await issued();
  expect(await shown(encf)).toBeUndefined();
  const change = (xml: string) => xml.replace('1180.00', '1180');
  const answer = await approve(sentApproval(acecf(encf), { change }), plainHead);
  expect(answer.status).toBe(200);
  expect(await shown(encf)).toEqual({
    estado: 'aprobado',
    fecha: '21-11-2026 10:00:00',
    firmante: {
      nombre: 'FIRMANTE DE PRUEBA',
      identificacion: 'IDCDO-00000000001',
      vigencia: 'vigente',
      cadena: 'no verificada',
      sujeto: expect.stringContaining('FIRMANTE DE PRUEBA') as string,
    },
  });
});

test('the voucher shows the buyer’s latest answer with its reason, and an earlier answer that arrives again changes nothing', async () => {
  const encf = await issued();
  const approval = sentApproval(acecf(encf));
  const rejection = sentApproval(acecf(encf, { Estado: 2, DetalleMotivoRechazo: 'No recibida' }));
  for (const bytes of [approval, rejection, approval]) expect((await approve(bytes)).status).toBe(200);
  expect(await shown(encf)).toMatchObject({
    estado: 'rechazado',
    motivo: 'No recibida',
    fecha: '21-11-2026 10:00:00',
  });
});

test.each<[string, string, (encf: string) => Buffer]>([
  ['APPROVAL_MISMATCH', 'another amount', (encf) => sentApproval(acecf(encf, { MontoTotal: '1180.01' }))],
  ['APPROVAL_MISMATCH', 'another date', (encf) => sentApproval(acecf(encf, { FechaEmision: '19-11-2026' }))],
  ['APPROVAL_MISMATCH', 'another buyer', (encf) => sentApproval(acecf(encf, { RNCComprador: '101000001' }))],
  ['APPROVAL_NOT_OURS', 'another issuer', (encf) => sentApproval(acecf(encf, { RNCEmisor: '101000001' }))],
  ['APPROVAL_INVALID', 'no ACECF', () => Buffer.from('<ECF/>')],
  [
    'APPROVAL_INVALID',
    'a changed reason',
    (encf) =>
      Buffer.from(
        sentApproval(acecf(encf, { Estado: 2, DetalleMotivoRechazo: 'Sí' }))
          .toString('utf8')
          .replace('Sí', 'No'),
      ),
  ],
])('%s for %s', async (code, _, make) => {
  const encf = await issued();
  const answer = await approve(make(encf));
  expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  expect(await shown(encf)).toBeUndefined();
});

describe('a self-made certificate', () => {
  const stranger = () => {
    const issued = issueCertificate(createAuthority('AUTORIDAD AJENA'), {
      commonName: 'EL COMPRADOR',
      serialNumber: 'IDCDO-00000000002',
    });
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    return opened.certificate;
  };
  const rejected = { Estado: 2, DetalleMotivoRechazo: 'No la pedí' };
  let caFile: string;
  beforeAll(async () => {
    caFile = join(await mkdtemp(join(tmpdir(), 'authorities-')), 'ca.pem');
    await writeFile(caFile, testAuthority().certificatePem);
  });
  afterAll(async () => {
    await rm(dirname(caFile), { recursive: true });
    await service.startApi();
  });

  test('is shown as untrusted, and does not replace an approval with a trusted one', async () => {
    await service.startApi({ RECEIVER_CA_FILE: caFile });
    const encf = await issued();
    const forged = sentApproval(acecf(encf, rejected), { signer: stranger() });
    expect((await approve(forged)).status).toBe(200);
    expect(await shown(encf)).toMatchObject({
      estado: 'rechazado',
      firmante: { nombre: 'EL COMPRADOR', cadena: 'no confiable' },
    });
    expect((await approve(sentApproval(acecf(encf)))).status).toBe(200);
    const trusted = { estado: 'aprobado', firmante: { cadena: 'confiable' } };
    expect(await shown(encf)).toMatchObject(trusted);
    const other = { ...rejected, DetalleMotivoRechazo: 'Otra vez' };
    expect((await approve(sentApproval(acecf(encf, other), { signer: stranger() }))).status).toBe(200);
    expect(await shown(encf)).toMatchObject(trusted);
  });

  test('has a share of the room of a voucher: then the answer is 503 with the time to wait, and a trusted one is kept', async () => {
    await service.startApi({ RECEIVER_CA_FILE: caFile });
    const encf = await issued();
    for (let n = 0; n < approvalsOfNetworkMax; n += 1)
      expect((await approve(sentApproval(acecf(encf), { signer: stranger() }))).status).toBe(200);
    const refused = await approve(sentApproval(acecf(encf, rejected), { signer: stranger() }));
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
      ...[503, 'APPROVAL_NO_ROOM', '900'],
    ]);
    expect(await shown(encf)).toMatchObject({ estado: 'aprobado', firmante: { cadena: 'no confiable' } });
    const trusted = sentApproval(acecf(encf, { Estado: 2, DetalleMotivoRechazo: 'No recibida' }));
    expect((await approve(trusted)).status).toBe(200);
    expect(await shown(encf)).toMatchObject({ estado: 'rechazado', firmante: { cadena: 'confiable' } });
    const another = await issued();
    expect((await approve(sentApproval(acecf(another), { signer: stranger() }))).status).toBe(200);
  });

  test('is refused where the environment asks for a trusted one; other environments accept it as before', async () => {
    const encf = await issued();
    const forged = sentApproval(acecf(encf, rejected), { signer: stranger() });
    const trustedOnly = { RECEIVER_CA_FILE: caFile, RECEIVER_CERTIFICATES_PRE_CERTIFICATION: 'chain' };
    await service.startApi(trustedOnly);
    expect(codeOf(await approve(forged))).toBe('APPROVAL_SIGNER_REFUSED');
    const ecf = { encf: nextEncf(), rncComprador: service.rnc };
    const answer = acknowledged(await post(service, sentEcf({ ...ecf, signer: stranger() })));
    expect(answer).toMatchObject({ estado: '1', motivo: '2' });
    expect(acknowledged(await post(service, sentEcf(ecf)))).toMatchObject({ estado: '0' });
    expect(await shown(encf)).toBeUndefined();
    await service.startApi({ ...trustedOnly, RECEIVER_CERTIFICATES_PRE_CERTIFICATION: 'record' });
    expect((await approve(forged)).status).toBe(200);
  });
});

test('an approval of an unknown e-NCF is accepted only in DGII’s test environments', async () => {
  const unknown = sentApproval(acecf('E310000009999'));
  expect((await approve(unknown)).status).toBe(200);
  const company = (await service.store.findCompany(service.companyId))!;
  await service.store.putCompany({ ...company, environment: 'production' });
  expect(codeOf(await approve(unknown))).toBe('APPROVAL_NOT_OURS');
  await service.store.putCompany(company);
});

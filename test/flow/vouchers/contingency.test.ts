/** DGII is down: a signed voucher can be printed and handed over, and is sent when DGII is back. */
import { exampleJson } from '../../unit/ecf/samples.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
}, 60_000);

/** A summary's voucher, below 250,000.00. */
function sale(encf: string) {
  const body = exampleJson('32-anonymous') as { ECF: { Encabezado: { IdDoc: { eNCF: string } } } };
  body.ECF.Encabezado.IdDoc.eNCF = encf;
  return body;
}

const [encf31, encf32] = [encfs(31)(), encfs(32)()];

test.each([
  { name: 'an invoice', encf: encf31, body: sampleEcf({ encf: encf31 }), page: '/consultatimbre?' },
  { name: 'a consumption voucher', encf: encf32, body: sale(encf32), page: '/consultatimbrefc?' },
])(
  '$name is issued in contingency',
  async ({ encf, body, page }) => {
    const status = async () => (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;
    await service.simulate({ maintenance: [{ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }] });
    await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', body);
    const down = await until('the voucher waits for DGII', async () => {
      const data = await status();
      return data['reason'] === 'DGII_UNAVAILABLE' ? data : undefined;
    });
    const { signedAt, securityCode, qrUrl } = down as Record<string, string>;
    const dueMs = Date.parse(signedAt ?? '') + 72 * 3_600_000;
    expect(down).toMatchObject({
      accepted: null,
      status: 'En Espera',
      contingencia: {
        leyenda: 'e-CF emitido en modalidad de contingencia',
        enviarAntesDe: new Date(dueMs).toISOString(),
      },
    });
    expect(securityCode).toHaveLength(6);
    expect(qrUrl).toContain(page);
    expect(qrUrl).toContain(`codigoseguridad=${encodeURIComponent(securityCode ?? '')}`);
    // Sending it again gives the same answer.
    const again = await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', body);
    expect(again.body.data).toMatchObject({
      contingencia: down['contingencia'],
      qrUrl,
      alreadyProcessed: true,
    });

    await service.simulate({ maintenance: [] });
    const final = await until('the voucher is accepted', async () => {
      const data = await status();
      return data['accepted'] === 1 ? data : undefined;
    });
    expect(final).not.toHaveProperty('contingencia');
    // The QR code and security code on the printed voucher stay valid.
    expect(final).toMatchObject({ securityCode, qrUrl });
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  },
  90_000,
);

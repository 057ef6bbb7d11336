/** A small voucher of each of the ten types, from the client's JSON to DGII's acceptance. */
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import { startService, type Service } from '../../harness/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
}, 60_000);

test('each type is valid, sent and accepted, once', async () => {
  // In this order, because the notes modify the invoice of type 31.
  for (const { type, body } of ecfExamples) {
    const encf = `E${type}0000000001`;
    const validated = await service.post('/api/v2/dgii-ecf/validate', body);
    expect(validated.body.data).toMatchObject({ valido: true, errores: [], advertencias: [] });
    const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', body);
    expect([sent.status, sent.body.mensaje]).toEqual([200, expect.any(String)]);
    expect(sent.body.data).toMatchObject({
      ecf: encf,
      accepted: 1,
      status: 'Aceptado',
      alreadyProcessed: false,
    });
    const status = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(status.body.data).toMatchObject({ tipoeCF: type, accepted: 1, fechaEmision: '01-07-2026' });
    const seen = await service.seenByDgii(encf);
    expect(seen).toMatchObject({ accepted: 1, distinctBytes: 1 });
    expect(seen.received).toHaveLength(1);
  }
}, 120_000);

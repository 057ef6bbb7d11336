/** ecf-received: the inbox as the API shows it, decisions, and DGII's own state of the received vouchers. */
import { createHash } from 'node:crypto';
import { createQuestionRounds } from '../../../src/activities/received/question-rounds.js';
import type { ReceptionKey } from '../../../src/ledger/received/receptions.js';
import { issuerRnc, sentEcf } from '../../harness/samples/received.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { acknowledged, post } from './sender.js';

let service: Service;
let serial = 0;
const base = '/api/v2/ecf-received';
beforeAll(async () => {
  service = await startService();
});

async function receive(rncEmisor = issuerRnc): Promise<{ readonly encf: string; readonly bytes: Buffer }> {
  const encf = `E31${String((serial += 1)).padStart(10, '0')}`;
  const bytes = sentEcf({ encf, rncEmisor, rncComprador: service.rnc });
  expect(acknowledged(await post(service, bytes))).toMatchObject({ estado: '0' });
  return { encf, bytes };
}
const keyOf = (encf: string): ReceptionKey => {
  return { companyId: service.companyId, environment: 'pre-certification', rncEmisor: issuerRnc, encf };
};
const decide = (encf: string, body: object) => service.post(`${base}/${issuerRnc}/${encf}/approval`, body);

test('shows a received voucher, and its bytes as they arrived', async () => {
  const { encf, bytes } = await receive();
  const { body } = await service.get(`${base}/${issuerRnc}/${encf}`);
  expect(body.data).toMatchObject({
    rncEmisor: issuerRnc,
    encf,
    tipoeCF: 31,
    montoTotal: 1180,
    totalITBIS: 180,
    decision: null,
    dgii: null,
    acuse: { fecha: expect.any(String) as string },
    recordatorio: false,
    firmante: { cadena: 'no verificada', vigencia: 'vigente' },
  });
  const xml = await fetch(`${service.apiUrl}${base}/${issuerRnc}/${encf}/xml`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  expect(Buffer.from(await xml.arrayBuffer())).toEqual(bytes);
});

test('its content as JSON has the form that send takes, for the voucher with the hash that is asked for', async () => {
  const { encf, bytes } = await receive();
  const path = `${base}/${issuerRnc}/${encf}/json`;
  const { status, body } = await service.get(path);
  expect(status).toBe(200);
  const checked = await service.post('/api/v2/dgii-ecf/validate', body.data);
  const codes = (checked.body.data['errores'] as { code: string }[]).map(({ code }) => code);
  // It is another issuer's. Nothing else is wrong with it.
  expect(codes).toEqual(['RNC_EMISOR_MISMATCH']);
  const known = createHash('sha256').update(bytes).digest('hex');
  expect((await service.get(`${path}?xmlSha256=${known}`)).body.data).toEqual(body.data);
  const unknown = await service.get(`${path}?xmlSha256=${'f'.repeat(64)}`);
  expect([unknown.status, unknown.body.data['code']]).toEqual([404, 'RECEPTION_NOT_FOUND']);
  const other = await service.addCompany();
  expect((await other.get(path)).body.data['code']).toBe('RECEPTION_NOT_FOUND');
});

test('its arrival and its decision are events of the company, in this order', async () => {
  const { encf } = await receive();
  await decide(encf, { estado: 'rechazado', motivo: 'No es nuestro' });
  const { companyId, store } = service;
  const feed = { companyId, environment: 'pre-certification', after: 0, limit: 500 } as const;
  const events = await until('both events are in the feed', async () => {
    const found = (await store.readFeed(feed)).events.filter(({ data }) => data['encf'] === encf);
    return found.length >= 2 ? found : undefined;
  });
  expect(events.map(({ type, data }) => [type, data['rncEmisor'], data['decision']])).toEqual([
    ['received.created', issuerRnc, undefined],
    ['received.decided', issuerRnc, 'rechazado'],
  ]);
});

test('another company does not see it', async () => {
  const { encf } = await receive();
  const other = await service.addCompany();
  expect((await other.get(`${base}/${issuerRnc}/${encf}`)).body.data['code']).toBe('RECEPTION_NOT_FOUND');
  expect((await other.get(base)).body.data).toEqual([]);
});

test('lists newest first, page by page, with filters', async () => {
  const issuer = '101000077';
  const encfs = [];
  for (let n = 0; n < 5; n += 1) encfs.unshift((await receive(issuer)).encf);
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ rncEmisor: issuer, limit: '2', ...(cursor && { cursor }) });
    const { body, headers } = await service.get(`${base}?${query}`);
    seen.push(...(body.data as unknown as { encf: string }[]).map(({ encf }) => encf));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(encfs);
  const count = async (query: string) =>
    ((await service.get(`${base}?rncEmisor=${issuer}&${query}`)).body.data as unknown as unknown[]).length;
  expect(await count('estado=pendiente')).toBe(5);
  expect(await count('estado=aprobado')).toBe(0);
  expect(await count('estado=no-llego')).toBe(0);
  expect(await count('desde=01-01-2020')).toBe(5);
  expect(await count('hasta=01-01-2020')).toBe(0);
  expect(await count('emitidoDesde=20-11-2026&emitidoHasta=20-11-2026')).toBe(5);
  expect(await count('emitidoHasta=19-11-2026')).toBe(0);
  for (const campo of ['desde', 'emitidoHasta'])
    expect((await service.get(`${base}?${campo}=31-02-2026`)).body.data['campo']).toBe(campo);
  expect((await service.get(`${base}?cursor=x`)).body.data['campo']).toBe('cursor');
});

test('lists the refused vouchers with their codes, page by page', async () => {
  const altered = sentEcf({ encf: 'E310000000901', rncComprador: service.rnc });
  const sent = [
    Buffer.from(altered.toString('utf8').replace('<RazonSocialEmisor>', '<RazonSocialEmisor>X')),
    sentEcf({ encf: 'E320000000902', rncComprador: service.rnc }),
  ];
  for (const bytes of sent) expect(acknowledged(await post(service, bytes)).estado).toBe('1');
  const first = await service.get(`${base}/refused?limit=1`);
  expect(first.body.data).toMatchObject([
    { rncEmisor: issuerRnc, encf: 'E320000000902', codigo: 1, motivo: 'Error de especificación' },
  ]);
  const second = await service.get(`${base}/refused?cursor=${String(first.headers['x-next-cursor'])}`);
  expect(second.headers['x-next-cursor']).toBeUndefined();
  expect(second.body.data).toMatchObject([
    {
      encf: 'E310000000901',
      codigo: 2,
      motivo: 'Error de firma digital',
      bytes: sent[0]!.length,
      rncComprador: service.rnc,
      acuse: { sha256: expect.any(String) as string },
      xmlSha256: createHash('sha256').update(sent[0]!).digest('hex'),
    },
  ]);
  expect((await service.get(`${base}/refused?cursor=x`)).body.data['campo']).toBe('cursor');
  const other = await service.addCompany();
  expect((await other.get(`${base}/refused`)).body.data).toEqual([]);
});

describe('a decision', () => {
  test('is kept with its author, and makes our approval due', async () => {
    const { encf } = await receive();
    const { status, body } = await decide(encf, { estado: 'rechazado', motivo: 'No recibida' });
    expect(status).toBe(200);
    const decision = { estado: 'rechazado', motivo: 'No recibida', por: 'prueba' };
    expect(body.data['decision']).toMatchObject(decision);
    const waits = { estado: 'pendiente', motivo: null };
    expect(body.data['comunicacion']).toEqual({ emisor: waits, dgii: waits });
    const reception = (await service.store.findReception(keyOf(encf)))!;
    // A worker may have moved the time already.
    expect(reception.approvalDueAt!.getTime()).toBeGreaterThanOrEqual(reception.decision!.at.getTime());
    expect((await decide(encf, { estado: 'rechazado', motivo: 'No recibida' })).status).toBe(200);
    const other = await decide(encf, { estado: 'aprobado' });
    expect([other.status, other.body.data]).toMatchObject([
      409,
      { code: 'APPROVAL_DECIDED', estado: 'rechazado' },
    ]);
  });

  test('names the voucher that the person saw', async () => {
    const { encf, bytes } = await receive();
    const refused = await decide(encf, { estado: 'aprobado', xmlSha256: 'f'.repeat(64) });
    expect([refused.status, refused.body.data['code']]).toEqual([409, 'RECEIVED_CHANGED']);
    const xml = await service.get(`${base}/${issuerRnc}/${encf}/xml?xmlSha256=${'f'.repeat(64)}`);
    expect([xml.status, xml.body.data['code']]).toEqual([404, 'RECEPTION_NOT_FOUND']);
    expect(xml.body.mensaje).toBe('Ningún comprobante recibido con este número tiene ese xmlSha256.');
    const xmlSha256 = createHash('sha256').update(bytes).digest('hex');
    expect((await decide(encf, { estado: 'aprobado', xmlSha256 })).status).toBe(200);
  });

  test('shows why it cannot be sent yet', async () => {
    const { encf } = await receive();
    const reception = (await service.store.findReception(keyOf(encf)))!;
    await decide(encf, { estado: 'aprobado' });
    const reason = 'VOUCHER_NOT_ACCEPTED';
    const held = { state: 'given-up', reason, since: new Date() } as const;
    await until('it is written down', async () => {
      await service.store.holdApproval(reception, held, null);
      return (await service.store.findReception(keyOf(encf)))?.heldApproval?.state === 'given-up';
    });
    const { body } = await service.get(`${base}/${issuerRnc}/${encf}`);
    const shown = { estado: 'sin-entregar', motivo: 'la DGII no muestra el comprobante como aceptado' };
    expect(body.data['comunicacion']).toEqual({ emisor: shown, dgii: shown });
  });

  test('is recorded once when two people decide at the same moment', async () => {
    const { encf } = await receive();
    const answers = await Promise.all([
      decide(encf, { estado: 'aprobado' }),
      decide(encf, { estado: 'rechazado', motivo: 'No recibida' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    [{ estado: 'rechazado' }],
    [{ estado: 'aprobado', motivo: 'sobra' }],
    [{ estado: 'rechazado', motivo: 'x'.repeat(251) }],
    [{ estado: 'otro' }],
  ])('%j is refused', async (body) => {
    const { encf } = await receive();
    expect((await decide(encf, body)).body.data['code']).toBe('REQUEST_INVALID');
  });
});

describe("DGII's own state", () => {
  const dgiiDeps = async (state: string) => {
    const now = new Date(Date.now() + 120_000);
    const answer = { kind: 'found', state, encf: null, codigoSeguridad: null, montoTotal: null };
    return {
      store: service.store,
      log: service.log,
      clock: () => now,
      certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
      dgii: { state: () => Promise.resolve(answer) },
    } as unknown as Parameters<typeof createQuestionRounds>[0];
  };
  const never = new AbortController().signal;
  const find = async (encf: string) => (await service.store.findReception(keyOf(encf)))!;

  test('is asked for until it is final', async () => {
    const { encf } = await receive();
    await createQuestionRounds(await dgiiDeps('in-process'))(never);
    const waiting = await find(encf);
    expect(waiting.dgii?.estado).toBe('in-process');
    expect(waiting.askDgiiAt!.getTime()).toBeGreaterThan(Date.now() + 120_000);
    expect((await service.get(`${base}/${issuerRnc}/${encf}`)).body.data['dgii']).toMatchObject({
      estado: 'En Proceso',
    });
  });

  test('if accepted, ends the questions, and the service approves where the company wants that', async () => {
    const company = (await service.store.findCompany(service.companyId))!;
    await service.store.changeSettings(company.companyId, { approvals: { mode: 'automatic' } });
    const { encf } = await receive();
    await until('the voucher has its turn', async () => {
      await createQuestionRounds(await dgiiDeps('accepted'))(never);
      return (await find(encf)).dgii;
    });
    const accepted = await find(encf);
    expect(accepted.askDgiiAt).toBeUndefined();
    expect(accepted.decision).toMatchObject({ estado: 'aprobado', by: 'aprobación automática' });
    expect(accepted.approvalDueAt).toBeDefined();
    await service.store.changeSettings(company.companyId, { approvals: { mode: 'manual' } });
  });

  test('a reminder comes when DGII accepted it and nobody has decided', async () => {
    const { encf } = await receive();
    await until('the voucher has its turn', async () => {
      await createQuestionRounds(await dgiiDeps('accepted'))(never);
      return (await find(encf)).dgii;
    });
    await service.store.changeSettings(service.companyId, { approvals: { mode: 'reminder', days: 0 } });
    // The api keeps what it knows of a company for a moment.
    await until('the reminder is shown', async () => {
      const { body } = await service.get(`${base}/${issuerRnc}/${encf}`);
      return body.data['recordatorio'] === true;
    });
  });
});

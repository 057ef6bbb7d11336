/** The list of vouchers, one voucher, its files, and decisions about it, as a browser sees them. */
import { createHash, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { adviceOnVerdict } from '../../../../src/api/vouchers/advice.js';
import { hourMs } from '../../../../src/ecf/durations.js';
import { statusData } from '../../../../src/api/vouchers/document-answer.js';
import { legends } from '../../../../src/ecf/model/contingency.js';
import { ecfExamples } from '../../../../src/ecf/publish/examples.js';
import type { DocumentRecord, AdmitInput } from '../../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Content } from '../../../../src/web/api/answers.js';
import { given } from '../../../harness/given.js';
import { admitInput, attemptOf, signedXml } from '../../../harness/ledger.js';
import { until } from '../../../harness/until.js';
import { refusalOf, startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'pre-certification';
const temporalUiUrl = 'http://temporal.example/namespaces/default';
let web: Web;
let company: Company;
let operador: SignedIn;
let consulta: SignedIn;
let soporte: SignedIn;

beforeAll(async () => {
  web = await startWeb({ web: { temporalUiUrl } });
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  consulta = await signedIn(web, 'consulta', company);
  soporte = await signedIn(web, 'soporte');
  web.processes = {
    ...web.processes,
    wake: async ({ encf }) => {
      woken.push(encf);
      return { outcome: 'woken' };
    },
  };
});

const woken: string[] = [];
const base = () => `/companies/${company.companyId}/${environment}/vouchers`;

async function admitted(change: Partial<AdmitInput> = {}): Promise<AdmitInput> {
  const input = admitInput({ companyId: company.companyId, environment, now: new Date(), ...change });
  await web.store.admit(input);
  return input;
}

const get = (path: string, who = consulta) => who.browser.call('GET', base() + path);
const post = (path: string, body: object, who = operador) =>
  who.browser.call('POST', base() + path, { body });

describe('the list', () => {
  test('has pages, newest first, and no vouchers of other companies', async () => {
    const other = await web.addCompany();
    await admitted({ companyId: other.companyId });
    const start = Date.UTC(2026, 5, 1);
    const named = { razonSocialComprador: 'COMPRADOR DE PRUEBA SRL', totalITBIS: '180.00' };
    const inputs = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        admitted({
          correlationId: 'pages',
          now: new Date(start + n * 1_000),
          // The buyer of the others has no name, and they have no ITBIS.
          ...(n === 4 && named),
        }),
      ),
    );
    const newest = inputs.map(({ encf }) => encf).reverse();
    const first = await get('?correlationId=pages&limit=2');
    const encfs = (answer: WebAnswer) => (answer.body['items'] as { ecf: string }[]).map(({ ecf }) => ecf);
    expect(encfs(first)).toEqual(newest.slice(0, 2));
    const second = await get(`?correlationId=pages&limit=2&cursor=${String(first.body['next'])}`);
    const third = await get(`?correlationId=pages&limit=2&cursor=${String(second.body['next'])}`);
    expect([...encfs(second), ...encfs(third)]).toEqual(newest.slice(2));
    expect(third.body['next']).toBeNull();
    expect((first.body['items'] as object[])[0]).toEqual({
      ecf: newest[0],
      correoComprador: null,
      accepted: null,
      externalReference: '',
      updatedAt: new Date(start + 4_000).toISOString(),
      status: 'Recibido',
      securityCode: '',
      trackId: '',
      environment,
      correlationId: 'pages',
      attempt: 1,
      tipoeCF: 31,
      montoTotal: 1180,
      fechaEmision: '20-11-2026',
      signedAt: null,
      submittedAt: null,
      finalAt: null,
      xmlSha256: null,
      rncComprador: '131880681',
      totalITBIS: 180,
      state: 'admitted',
      razonSocialComprador: 'COMPRADOR DE PRUEBA SRL',
      ncfModificado: null,
      numeroFacturaInterna: null,
      atBuyer: null,
      receivedAt: new Date(start + 4_000).toISOString(),
    });
    expect((first.body['items'] as object[])[1]).toMatchObject({
      razonSocialComprador: null,
      totalITBIS: null,
    });
  });

  test('a search finds a voucher by the beginnings of names, number and amount, and its sums', async () => {
    const one = await admitted({
      razonSocialComprador: 'Ferretería Ñandú SRL',
      montoTotal: '54876.60',
      numeroFacturaInterna: 'FV-20108',
    });
    for (const search of ['nandu ferre', 'fv-20108', '54,876.60', one.encf.slice(-3)]) {
      const { body } = await get(`?${new URLSearchParams({ search })}`);
      expect(body['items']).toMatchObject([{ ecf: one.encf, numeroFacturaInterna: 'FV-20108' }]);
    }
    const sums = (query: string) => consulta.browser.call('GET', `${base()}-sums${query}`);
    expect((await sums('?search=nandu&cursor=&limit=1')).status).toBe(400);
    // It has no final result, so it is found and not summed.
    expect((await sums('?search=nandu')).body).toEqual({
      count: 1,
      isCut: false,
      ventas: [],
      compras: [],
      unindexed: 0,
    });
  });

  test.each([
    { query: '?search=%26', campo: 'search' },
    { query: '?search=a+b+c+d+e+f+g+h+i', campo: 'search' },
    { query: '?amountFrom=1,000', campo: 'amountFrom' },
    { query: '?amountFrom=10&amountTo=9', campo: 'amountTo' },
  ])('refuses $query', async ({ query, campo }) => {
    expect(refusalOf(await get(query))).toEqual({ status: 400, code: 'REQUEST_INVALID', campo });
  });

  test('a day ends at midnight in Santo Domingo', async () => {
    const late = await admitted({ correlationId: 'days', now: new Date('2026-03-02T03:59:59Z') });
    await admitted({ correlationId: 'days', now: new Date('2026-03-02T04:00:00Z') });
    const { body } = await get('?correlationId=days&from=01-03-2026&to=01-03-2026');
    expect(body['items']).toMatchObject([{ ecf: late.encf }]);
    expect(body['items']).toHaveLength(1);
  });

  test('days of issue are those of FechaEmision, both included', async () => {
    const march = await admitted({ fechaEmision: '31-03-2025' });
    const april = await admitted({ fechaEmision: '01-04-2025' });
    const encfs = async (query: string) =>
      ((await get(query)).body['items'] as { ecf: string }[]).map(({ ecf }) => ecf);
    expect(await encfs('?issuedFrom=01-03-2025&issuedTo=31-03-2025')).toEqual([march.encf]);
    expect(await encfs('?issuedFrom=31-03-2025&issuedTo=01-04-2025')).toEqual([april.encf, march.encf]);
  });

  test.each([
    { query: 'pending=true&correlationId=filters' },
    { query: 'reason=any&correlationId=filters' },
    { query: 'reason=NOT_DELEGATED' },
    { query: 'state=admitted&type=31&correlationId=filters' },
    { query: 'encf=e31&correlationId=filters' },
    { query: 'rncComprador=131880681&correlationId=filters' },
  ])('filter: $query', async ({ query }) => {
    const one = await admitted({ correlationId: 'filters' });
    const times = { now: new Date(), nextTryAt: new Date(), nextCheckAt: new Date() };
    await web.store.recordWaiting(attemptOf(one), 'NOT_DELEGATED', times);
    const { body } = await get(`?${query}`);
    expect(body['items']).toContainEqual(
      expect.objectContaining({ ecf: one.encf, reason: 'NOT_DELEGATED', status: 'En Espera' }),
    );
  });

  test.each([
    { query: 'cursor=x', campo: 'cursor' },
    // A cursor of an earlier version.
    { query: 'cursor=1780272000000-E310000000001', campo: 'cursor' },
    { query: 'from=31-02-2026', campo: 'from' },
    { query: 'issuedTo=31-02-2026', campo: 'issuedTo' },
    { query: 'state=gone', campo: 'state' },
    { query: 'encf=E31.*', campo: 'encf' },
    { query: 'encf=E3100000000011', campo: 'encf' },
    { query: 'limit=1000', campo: 'limit' },
    { query: 'type=99', campo: 'type' },
  ])('refuses $query at its field', async ({ query, campo }) => {
    expect(refusalOf(await get(`?${query}`))).toEqual({ status: 400, code: 'REQUEST_INVALID', campo });
  });

  test('reads session, person, company and rows, each once', async () => {
    // A session that was not used for a minute would be written, too.
    const reader = await signedIn(web, 'consulta', company);
    const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
    const ledger = client.db(web.database);
    await ledger.setProfilingLevel('all');
    await get('?correlationId=reads', reader).finally(() => ledger.setProfilingLevel('off'));
    const own = { ns: { $ne: `${web.database}.system.profile` }, op: { $ne: 'command' } };
    const commands = await ledger.collection('system.profile').find(own).toArray();
    await client.close();
    const asked = commands.map(({ op, ns }) => `${String(op)} ${String(ns).split('.').slice(1).join('.')}`);
    expect(asked.sort()).toEqual(['query companies', 'query documents', 'query people', 'query sessions']);
  });

  test('of another company is 404, and of an unknown environment too', async () => {
    const other = await web.addCompany();
    const paths = [
      `/companies/${other.companyId}/${environment}/vouchers`,
      `/companies/${company.companyId}/x/vouchers`,
    ];
    for (const path of paths) expect((await consulta.browser.call('GET', path)).status).toBe(404);
  });
});

async function signedVoucher(change: Partial<AdmitInput> = {}) {
  const one = await admitted(change);
  const { companyId } = company;
  const { ref: file, sha256 } = await web.store.keepContent({
    companyId,
    kind: 'signed-xml',
    content: '<ECF/>',
    now: new Date(),
    roomBytes: 1_000,
  });
  const ref = attemptOf(one);
  await web.store.recordSigned(ref, signedXml({ file, sha256 }), new Date());
  return { one, ref };
}

const sent = () => ({
  n: 1,
  startedAt: new Date(Date.now() - 60_000),
  leaseUntil: new Date(Date.now() - 30_000),
  host: 'prueba',
  to: 'ecf.dgii.gov.do',
});

describe('one voucher', () => {
  test('shows its facts, timeline, deliveries and DGII’s messages with advice', async () => {
    const { one, ref } = await signedVoucher({ correlationId: 'one-1' });
    const delivery = sent();
    await web.store.beginDelivery(ref, delivery, new Date(), {});
    await web.store.recordVerdict(
      ref,
      {
        state: 'rejected',
        verdict: {
          trackId: 'TRACK-1',
          codigoDgii: '2',
          estado: 'Rechazado',
          secuenciaUtilizada: true,
          replyFile: null,
          mensajes: [{ codigo: '1381', valor: 'RNCComprador inválido' }],
        },
        ends: { delivery, patch: { outcome: 'received', endedAt: new Date() } },
      },
      new Date(),
    );
    const { body } = await get(`/${one.encf}`);
    const document = (await web.store.findDocument(company.companyId, environment, one.encf))!;
    const { mensajes, ...status } = statusData(document, {});
    expect(body).toMatchObject(status);
    expect(body).toMatchObject({
      ecf: one.encf,
      mensajes,
      estadoDgii: 'Rechazado',
      code: 'DGII_COMPRADOR_INVALIDO',
    });
    expect(body).toMatchObject({
      state: 'rejected',
      status: 'Rechazado',
      final: true,
      latestAttempt: 1,
      correlationId: 'one-1',
      securityCode: 'AbC123',
      qrUrl: null,
      possible: [],
      waitingAdvice: null,
      mensajes: [
        {
          codigo: '1381',
          campo: 'ECF.Encabezado.Comprador.RNCComprador',
          consejo: 'Corrija el RNC o la razón social del comprador.',
        },
      ],
      // Its pages show every company.
      temporalUrl: null,
    });
    const { body: ofSupport } = await get(`/${one.encf}`, soporte);
    expect(ofSupport['temporalUrl']).toBe(
      `${temporalUiUrl}/workflows/ecf-${company.companyId}-${environment}-${one.encf}-1`,
    );
    const timeline = body['timeline'] as { kind: string; texto: string }[];
    expect(timeline.map(({ texto }) => texto)).toContain('Envío 1: la DGII lo recibió');
    const kinds = timeline.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['received', 'signed', 'delivery', 'delivery-ended', 'submitted', 'final']),
    );
  });

  const valid = 'Es válido; no lo emita otra vez. Si hay que corregirlo, es con una nota.';
  const free =
    'El número quedó libre: corrija y envíe otra vez con el mismo e-NCF. Si la causa no está en el comprobante: Enviar otra vez a la DGII.';
  const spent =
    'El número se gastó: emita el corregido con otro número, pedido con otra referencia; no hace falta nota de crédito.';
  const setSpent =
    'El número se gastó: corrija y emita con otro. Solo si la DGII reinició el set, repita con este.';
  const setFree = 'El número quedó libre: corrija y emita otra vez con el mismo e-NCF.';
  const correct = 'Corrija el RNC o la razón social del comprador.';
  test.each([
    { state: 'conditionally-accepted', where: 'pre-certification', used: true, said: [null, valid] },
    { state: 'rejected', where: 'pre-certification', used: false, said: [correct, free] },
    { state: 'rejected', where: 'pre-certification', used: true, said: [correct, spent] },
    { state: 'rejected', where: 'pre-certification', used: null, said: [correct, spent] },
    { state: 'rejected', where: 'certification', used: true, said: [correct, setSpent] },
    { state: 'rejected', where: 'certification', used: false, said: [correct, setFree] },
    { state: 'accepted', where: 'pre-certification', used: true, said: [null, null] },
  ] as const)('$state in $where, number used: $used, says what to do with it', async (row) => {
    const { state, where, used, said } = row;
    const { one, ref } = await signedVoucher({ environment: where });
    const delivery = sent();
    await web.store.beginDelivery(ref, delivery, new Date(), {});
    const mensajes = [{ codigo: '1381', valor: 'RNCComprador inválido' }];
    const verdict = {
      trackId: 'TRACK-1',
      codigoDgii: '2',
      estado: 'Rechazado',
      secuenciaUtilizada: used,
      replyFile: null,
      mensajes,
    };
    const ends = { delivery, patch: { outcome: 'received', endedAt: new Date() } } as const;
    await web.store.recordVerdict(ref, { state, verdict, ends }, new Date());
    const path = `/companies/${company.companyId}/${where}/vouchers/${one.encf}`;
    const { body } = await consulta.browser.call('GET', path);
    const [message] = body['mensajes'] as { consejo: string | null }[];
    expect([message?.consejo, body['verdictAdvice']]).toEqual(said);
  });

  test('of a company that assigns its own numbers needs no other reference', () => {
    expect(adviceOnVerdict({ state: 'rejected', environment }, 'client')).toBe(
      'El número se gastó: emita el corregido con otro número; no hace falta nota de crédito.',
    );
  });

  test.each([
    { environment: 'production', said: free },
    { environment: 'certification', said: setFree },
  ] as const)('that was not sent in $environment leaves its number free', ({ environment: where, said }) => {
    expect(adviceOnVerdict({ state: 'refused', environment: where }, 'client')).toBe(said);
  });

  test.each([
    { name: 'while its lease runs', leaseMs: 60_000, reply: {}, sending: true },
    { name: 'after its lease', leaseMs: -1, reply: {}, sending: false },
    { name: 'after an answer without outcome', leaseMs: 60_000, reply: { httpStatus: 200 }, sending: false },
  ])('a delivery is under way $name: $sending', async ({ leaseMs, reply, sending }) => {
    const { one, ref } = await signedVoucher();
    const delivery = { ...sent(), leaseUntil: new Date(Date.now() + leaseMs) };
    await web.store.beginDelivery(ref, delivery, new Date(), {});
    await web.store.updateDelivery(ref, delivery, reply);
    const { deliveries } = (await get(`/${one.encf}`)).body as { deliveries: object[] };
    expect(deliveries).toMatchObject([{ outcome: null, sending }]);
  });

  test('names the notes that modify it, newest first', async () => {
    const { encf } = await admitted();
    const modifies = { encf, codigo: '3' };
    const numbers = ['E340000000801', 'E330000000802'];
    for (const [n, note] of numbers.entries()) {
      const tipoeCF = note.startsWith('E34') ? 34 : 33;
      await admitted({ encf: note, tipoeCF, modifies, now: new Date(Date.UTC(2026, 5, 1, n)) });
    }
    expect((await get(`/${encf}`)).body['notes']).toMatchObject({
      items: [
        { ecf: numbers[1], tipoeCF: 33, montoTotal: 1180, status: 'Recibido' },
        { ecf: numbers[0], tipoeCF: 34 },
      ],
      more: false,
    });
    expect((await get(`/${numbers[0]}`)).body).toMatchObject({ ncfModificado: encf, notes: { items: [] } });
  });

  test.each([
    { codigo: '3', note: 'E340000000803', montoTotal: '236', left: '944', annulled: false },
    { codigo: '1', note: 'E340000000804', montoTotal: '1180', left: '0', annulled: true },
  ])(
    'says what a note of code $codigo leaves of it',
    async ({ codigo, note, montoTotal, left, annulled }) => {
      const { one, ref } = await signedVoucher();
      const verdict = {
        trackId: 'TRACK-1',
        codigoDgii: '1',
        estado: 'Aceptado',
        mensajes: [],
        replyFile: null,
      };
      const accepted = { ...verdict, secuenciaUtilizada: true };
      await web.store.recordVerdict(ref, { state: 'accepted', verdict: accepted }, new Date());
      const modifies = { encf: one.encf, codigo };
      await admitted({ encf: note, tipoeCF: 34, modifies, montoTotal });
      expect((await get(`/${one.encf}`)).body['notes']).toMatchObject({
        items: [{ ecf: note }],
        balance: { total: '1180.00', debited: '0', credited: montoTotal, left, annulled },
      });
      // A note takes no notes.
      expect((await get(`/${note}`)).body['notes']).toMatchObject({ balance: null });
    },
  );

  test.each([
    { where: 'pre-certification', advice: 'búsquelo en la Oficina Virtual' },
    { where: 'certification', advice: 'mire su contador en el portal de certificación' },
  ] as const)('of a used number has advice for its environment: $where', async ({ where, advice }) => {
    const one = await admitted({ environment: where });
    const now = new Date();
    const times = { now, nextTryAt: now, nextCheckAt: now };
    await web.store.recordWaiting(attemptOf(one), 'CONFIRM_BY_HAND', times);
    const path = `/companies/${company.companyId}/${where}/vouchers/${one.encf}`;
    const { body } = await consulta.browser.call('GET', path);
    expect(body['waitingAdvice']).toContain(advice);
  });

  test.each([
    { deferred: {}, hours: 72, legend: legends.contingency },
    { deferred: { deferred: true as const }, hours: 24, legend: legends.deferred },
  ])(
    'that DGII cannot get has its legend, and $hours hours from its signature',
    async ({ deferred, hours, legend }) => {
      const { one } = await signedVoucher(deferred);
      // A voucher that may be sent later has its legend whether DGII is up or not.
      expect((await get(`/${one.encf}`)).body['contingencia'] !== undefined).toBe('deferred' in deferred);
      const now = new Date();
      const times = { now, nextTryAt: now, nextCheckAt: now };
      await web.store.recordWaiting(attemptOf(one), 'DGII_UNAVAILABLE', times);
      const { body } = await get(`/${one.encf}`);
      const enviarAntesDe = new Date(Date.parse(body['signedAt'] as string) + hours * hourMs).toISOString();
      expect(body['contingencia']).toEqual({ leyenda: legend.leyenda, enviarAntesDe });
    },
  );

  test('that was signed anew: its earlier attempt has no legend and no code, because its bytes are never sent', async () => {
    const { one, ref } = await signedVoucher();
    const now = new Date();
    const times = { now, nextTryAt: now, nextCheckAt: now };
    await web.store.recordWaiting(ref, 'DGII_UNAVAILABLE', times);
    const shown = async (query = '') => {
      const { contingencia, qrUrl } = (await get(`/${one.encf}${query}`)).body;
      return [contingencia !== undefined, qrUrl !== null];
    };
    expect(await shown()).toEqual([true, true]);
    await web.store.signAnew(
      (await web.store.findDocument(company.companyId, ref.environment, one.encf))!,
      now,
    );
    expect(await shown()).toEqual([false, false]);
    expect(await shown('?attempt=1')).toEqual([false, false]);
  });

  test('says that no worker processes it, unless it is final', async () => {
    const { one, ref } = await signedVoucher();
    const processing = async () => (await get(`/${one.encf}`)).body['processing'];
    web.aheadMs = 60_000;
    web.polled = false;
    try {
      expect(await processing()).toBe(false);
      const verdict = { trackId: null, codigoDgii: '1', estado: 'Aceptado', mensajes: [] };
      await web.store.recordVerdict(
        ref,
        { state: 'accepted', verdict: { ...verdict, secuenciaUtilizada: true, replyFile: null } },
        new Date(),
      );
      expect(await processing()).toBeNull();
    } finally {
      web.polled = true;
      web.aheadMs = 0;
    }
  });

  test('that is accepted has the address of its QR code', async () => {
    const { one, ref } = await signedVoucher();
    const verdict = {
      trackId: null,
      codigoDgii: '1',
      estado: 'Aceptado',
      mensajes: [],
      secuenciaUtilizada: true,
    };
    await web.store.recordVerdict(
      ref,
      { state: 'accepted', verdict: { ...verdict, replyFile: null } },
      new Date(),
    );
    const { body } = await get(`/${one.encf}`);
    expect(body['qrUrl']).toMatch(/^https:\/\/ecf\.dgii\.gov\.do\/.*ConsultaTimbre\?RncEmisor=/i);
  });

  describe('its content', () => {
    const { ECF } = ecfExamples.find(({ type }) => type === 34)!.body;
    const noteOn = (encf: string, rncEmisor = '999999992') => ({
      tipoeCF: 34 as const,
      content: JSON.stringify({
        ECF: {
          ...ECF,
          Encabezado: { ...ECF.Encabezado, Emisor: { ...ECF.Encabezado.Emisor, RNCEmisor: rncEmisor } },
          InformacionReferencia: { NCFModificado: encf, CodigoModificacion: 1 },
        },
      }),
    });

    test('names the buyer, the lines and the totals, and refers to a voucher that the ledger has', async () => {
      const invoice = await admitted();
      const note = await admitted(noteOn(invoice.encf));
      const { status, body } = await get(`/${note.encf}/content`);
      expect({ status, body }).toMatchObject({ status: 200, body: { reference: invoice.encf } });
      const { sections, lines } = body as unknown as Content;
      expect(sections.find(({ name }) => name === 'Comprador')?.rows).toContainEqual({
        field: 'RazonSocialComprador',
        label: 'Razón social o nombre del comprador',
        text: expect.stringMatching(/\S/),
      });
      expect(sections.at(-1)?.rows).toContainEqual(
        expect.objectContaining({ field: 'MontoTotal', text: expect.stringMatching(/\.\d\d$/) }),
      );
      expect(lines.total).toBe(lines.shown.length);
      const other = await admitted(noteOn('E319999999999'));
      expect((await get(`/${other.encf}/content`)).body['reference']).toBeNull();
    });

    test('belongs to one attempt, and other companies cannot read it', async () => {
      const { encf } = await admitted(noteOn('E310000000001'));
      expect(refusalOf(await get(`/${encf}/content?attempt=2`))).toMatchObject({ code: 'ATTEMPT_NOT_FOUND' });
      expect(refusalOf(await get('/E319999999999/content'))).toMatchObject({ code: 'ECF_NOT_FOUND' });
      const other = await signedIn(web, 'consulta', await web.addCompany());
      expect((await get(`/${encf}/content`, other)).status).toBe(404);
    });

    test('is in memory for three readers of a company at once; the others wait', async () => {
      const { encf } = await admitted(noteOn('E310000000001'));
      const readFile = web.store.getFileBytes;
      const held: (() => void)[] = [];
      let reading = 0;
      let most = 0;
      const file = jest.spyOn(web.store, 'getFileBytes').mockImplementation(async (wanted) => {
        reading += 1;
        most = Math.max(most, reading);
        await new Promise<void>((resolve) => held.push(resolve));
        reading -= 1;
        return readFile(wanted);
      });
      try {
        const answers = Array.from({ length: 8 }, () => get(`/${encf}/content`));
        for (let n = 0; n < answers.length; n += 1) {
          await until('one of them reads', async () => held.length > Math.min(2, answers.length - n - 1));
          held.shift()?.();
        }
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(most).toBe(3);
      } finally {
        file.mockRestore();
      }
    });
  });

  describe('a voucher and its buyer', () => {
    const accepted = {
      trackId: null,
      codigoDgii: '1',
      estado: 'Aceptado',
      mensajes: [],
      secuenciaUtilizada: true,
      replyFile: null,
    };
    async function acceptedVoucher() {
      const { one, ref } = await signedVoucher();
      await web.store.recordVerdict(ref, { state: 'accepted', verdict: accepted }, new Date());
      return { one, ref };
    }

    test('a delivery that ended can be ordered again, one that arrived cannot', async () => {
      const { one, ref } = await acceptedVoucher();
      const since = new Date();
      const reason = 'BUYER_UNREACHABLE' as const;
      const givenUp = { state: 'given-up' as const, reason, since, attempts: 9, endedAt: since };
      expect(await web.store.changeBuyerDelivery(ref, undefined, givenUp, null)).toBeDefined();
      expect((await get(`/${one.encf}`)).body['entrega']).toMatchObject({
        state: 'given-up',
        status: 'Sin entregar al comprador',
        attempts: 9,
        estado: 'sin-entregar',
        motivo: 'no se pudo conectar con el comprador',
      });
      expect(refusalOf(await post(`/${one.encf}/deliver`, {}, consulta))).toMatchObject({ status: 403 });
      expect(await post(`/${one.encf}/deliver`, { attempt: 1 })).toMatchObject({ status: 200, body: {} });
      expect((await get(`/${one.encf}`)).body['entrega']).toMatchObject({ state: 'waiting' });
      const { buyerDelivery } = (await web.store.findDocument(company.companyId, environment, one.encf))!;
      const delivered = { ...givenUp, state: 'delivered' as const };
      await web.store.changeBuyerDelivery(ref, buyerDelivery, delivered, null);
      expect(refusalOf(await post(`/${one.encf}/deliver`, {}))).toMatchObject({ code: 'ALREADY_DELIVERED' });
    });

    test("the buyer's decision is shown with its reason, and the code of a refusal in words", async () => {
      const { one, ref } = await acceptedVoucher();
      expect((await get(`/${one.encf}`)).body['aprobacionComercial']).toBeUndefined();
      expect(refusalOf(await get(`/${one.encf}/approval`))).toMatchObject({ code: 'NO_APPROVAL' });
      const { companyId } = company;
      const said = { decision: 'rechazado' as const, motivo: 'Precio', fecha: '21-11-2026 09:00:00' };
      await web.store.keepApproval(
        {
          companyId,
          environment,
          encf: one.encf,
          rncComprador: '131880681',
          montoTotal: '1180',
          ...said,
          receivedAt: new Date(),
          signer: {
            subject: 'CN=PRUEBA',
            name: '',
            serialNumber: '',
            fingerprint: 'F',
            chain: 'trusted',
            period: 'usable',
          },
        },
        Buffer.from('<ACECF/>'),
        1,
      );
      const file = await get(`/${one.encf}/approval?attempt=1`);
      expect(file.text).toBe('<ACECF/>');
      const name = `ACECF${one.rncEmisor}${one.encf}.xml`;
      expect(file.headers['content-disposition']).toBe(`attachment; filename=${name}`);
      const refused = { state: 'refused' as const, since: new Date(), attempts: 1, code: '4' };
      await web.store.changeBuyerDelivery(ref, undefined, refused, null);
      expect((await get(`/${one.encf}`)).body).toMatchObject({
        aprobacionComercial: {
          estado: 'rechazado',
          motivo: 'Precio',
          fecha: said.fecha,
          // An older record, from before names were stored.
          firmante: {
            sujeto: 'CN=PRUEBA',
            nombre: '',
            identificacion: '',
            cadena: 'confiable',
            vigencia: 'vigente',
          },
        },
        entrega: { state: 'refused', codigo: '4', codigoTexto: 'RNC comprador no corresponde' },
      });
    });

    test('a rejection by the buyer is found in the list, doubtful unless its certificate is trusted', async () => {
      const { companyId } = company;
      const rejectBy = async (chain: 'trusted' | 'not-trusted') => {
        const { one } = await acceptedVoucher();
        const said = { decision: 'rechazado' as const, motivo: 'Precio', fecha: '21-11-2026 09:00:00' };
        const signer = {
          subject: 'CN=X',
          name: '',
          serialNumber: '',
          fingerprint: 'F',
          period: 'usable' as const,
        };
        const about = { companyId, environment, encf: one.encf, rncComprador: '131880681' } as const;
        await web.store.keepApproval(
          { ...about, ...said, montoTotal: '1180', receivedAt: new Date(), signer: { ...signer, chain } },
          Buffer.from(`<ACECF>${one.encf}</ACECF>`),
          1,
        );
        return one.encf;
      };
      const [trusted, doubtful] = [await rejectBy('trusted'), await rejectBy('not-trusted')];
      const { ref, one } = await acceptedVoucher();
      const refused = { state: 'refused' as const, since: new Date(), attempts: 1, code: '4' };
      await web.store.changeBuyerDelivery(ref, undefined, refused, null);
      const stateOf = async (query: string, encf: string) => {
        const rows = (await get(query)).body['items'] as { ecf: string; atBuyer: string }[];
        return rows.find((row) => row.ecf === encf)?.atBuyer;
      };
      expect(await stateOf('?atBuyer=rejected', trusted)).toBe('rejected');
      expect(await stateOf('?atBuyer=rejected', doubtful)).toBe('rejected-doubtful');
      expect(await stateOf('?atBuyer=rejected', one.encf)).toBeUndefined();
      expect(await stateOf('?atBuyer=undelivered', one.encf)).toBe('not-received');
    });

    test.each([
      { signature: 'valid', signer: 'C=DO, CN=PRUEBA', signatureFault: null },
      {
        signature: 'content-altered',
        signer: null,
        signatureFault: 'El contenido no es el que se firmó: cambió después de la firma.',
      },
    ] as const)(
      "the buyer's acknowledgement is shown, and downloaded byte for byte: $signature",
      async ({ signature, signer, signatureFault }) => {
        const { one, ref } = await acceptedVoucher();
        const none = await get(`/${one.encf}/acknowledgement`);
        expect(refusalOf(none)).toMatchObject({ status: 404, code: 'NOT_ACKNOWLEDGED' });
        // These bytes are not UTF-8: a receiver may answer in any encoding.
        const bytes = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><ARECF>\xf1</ARECF>', 'latin1');
        const now = new Date();
        const kept = await web.store.keepContent({
          companyId: company.companyId,
          kind: 'acknowledgement',
          content: bytes,
          now,
          roomBytes: 3_000,
        });
        const { sha256 } = kept;
        const fechaHora = '20-11-2026 10:05:08';
        const acknowledgement = { file: kept.ref, sha256, signature, signer, fechaHora };
        const refused = { state: 'refused' as const, since: now, attempts: 1, code: '2', acknowledgement };
        await web.store.changeBuyerDelivery(ref, undefined, refused, null);
        expect((await get(`/${one.encf}`)).body['entrega']).toMatchObject({
          acuse: {
            signatureFault,
            fechaHora,
            sha256,
            ...(signer !== null && { firmante: { sujeto: signer } }),
          },
        });
        const file = await get(`/${one.encf}/acknowledgement`);
        expect(file.bytes).toEqual(bytes);
        const name = `ARECF${one.rncEmisor}${one.encf}.xml`;
        expect(file.headers['content-disposition']).toBe(`attachment; filename=${name}`);
      },
    );

    test('a voucher that is not accepted goes to no buyer', async () => {
      const { one } = await signedVoucher();
      expect(refusalOf(await post(`/${one.encf}/deliver`, {}))).toMatchObject({
        status: 409,
        code: 'NOT_FOR_BUYER',
      });
    });
  });

  test('keeps its earlier attempts, each with its own page', async () => {
    const { one, ref } = await signedVoucher();
    const verdict = {
      trackId: null,
      codigoDgii: '2',
      estado: 'Rechazado',
      mensajes: [],
      secuenciaUtilizada: false,
    };
    await web.store.recordVerdict(
      ref,
      { state: 'rejected', verdict: { ...verdict, replyFile: null } },
      new Date(),
    );
    await web.store.admit({ ...one, requestId: randomUUID(), contentHash: 'f'.repeat(64) });
    const latest = await get(`/${one.encf}`);
    expect(latest.body).toMatchObject({
      attempt: 2,
      latestAttempt: 2,
      state: 'admitted',
      attempts: [
        { attempt: 2, status: 'Recibido' },
        { attempt: 1, status: 'Rechazado' },
      ],
    });
    const first = await get(`/${one.encf}?attempt=1`);
    expect(first.body).toMatchObject({ attempt: 1, latestAttempt: 2, state: 'rejected', possible: [] });
    expect(refusalOf(await get(`/${one.encf}?attempt=3`))).toMatchObject({
      status: 404,
      code: 'ATTEMPT_NOT_FOUND',
    });
  });

  test('gives its JSON and its signed XML as files, byte for byte', async () => {
    const { one } = await signedVoucher();
    const json = await get(`/${one.encf}/json`);
    expect(json.text).toBe(one.content);
    expect(json.headers['content-disposition']).toBe(`attachment; filename=${one.encf}.json`);
    const xml = await get(`/${one.encf}/xml`);
    expect(xml.text).toBe('<ECF/>');
    expect(createHash('sha256').update(xml.text).digest('hex')).toBe(
      (await get(`/${one.encf}`)).body['xmlSha256'],
    );
    const unsigned = await admitted();
    expect(refusalOf(await get(`/${unsigned.encf}/xml`))).toMatchObject({
      status: 409,
      code: 'XML_NOT_SIGNED',
    });
  });

  test('that does not exist is 404', async () => {
    expect(refusalOf(await get('/E319999999999'))).toMatchObject({ status: 404, code: 'ECF_NOT_FOUND' });
  });
});

describe('a decision', () => {
  const note = 'Vista en la Oficina Virtual';

  async function openVoucher(): Promise<DocumentRecord> {
    const { one, ref } = await signedVoucher();
    await web.store.beginDelivery(ref, sent(), new Date(), {});
    return (await web.store.findDocument(one.companyId, environment, one.encf))!;
  }

  test('is written with the person’s e-mail and the note, and wakes the voucher', async () => {
    const { encf } = await openVoucher();
    expect((await get(`/${encf}`)).body['possible']).toEqual(['retry', 'confirm', 'force']);
    const { status, body } = await post(`/${encf}/confirm`, {
      note,
      found: 'accepted',
      deliveries: 1,
      attempt: 1,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ecf: encf, state: 'accepted', woken: true },
    });
    expect(woken).toContain(encf);
    const shown = (await get(`/${encf}`)).body;
    expect(shown['decisions']).toMatchObject([
      { action: 'confirm-accepted', por: operador.person.email, nota: note },
    ]);
    expect(shown['timeline']).toContainEqual(expect.objectContaining({ kind: 'decision' }));
  });

  test.each(['pre-certification', 'certification'] as const)(
    'confirm names the deliveries that the person saw, and after another one the person looks again: %s',
    async (where) => {
      const { one, ref } = await signedVoucher({ environment: where });
      const path = `/companies/${company.companyId}/${where}/vouchers/${one.encf}`;
      const { browser } = operador;
      const ended = async () => (await browser.call('GET', path)).body['endedDeliveries'];
      expect(await ended()).toBe(0);
      await web.store.beginDelivery(ref, sent(), new Date(), {});
      expect(await ended()).toBe(1);
      await web.store.beginDelivery(ref, { ...sent(), n: 2 }, new Date(), {});
      const confirm = (deliveries: number) =>
        browser.call('POST', `${path}/confirm`, { body: { note, found: 'rejected', deliveries } });
      const { status, body } = await confirm(1);
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'CHANGED_MEANWHILE', detalle: { deliveries: 2 } },
      });
      expect(body['mensaje']).toContain(where === 'certification' ? 'portal de certificación' : 'Oficina');
      expect((await confirm(2)).body).toMatchObject({ state: 'rejected' });
    },
  );

  test('force is possible only after a delivery, or if the sequence expired before the first one', async () => {
    const { one, ref } = await signedVoucher();
    const possible = async () => (await get(`/${one.encf}`)).body['possible'];
    expect(await possible()).toEqual(['retry', 'annul']);
    const times = { now: new Date(), nextTryAt: new Date(), nextCheckAt: new Date() };
    await web.store.recordWaiting(ref, 'DGII_UNAVAILABLE', times);
    expect(await possible()).toEqual(['retry', 'annul']);
    await web.store.recordWaiting(ref, 'SEQUENCE_EXPIRED', times);
    expect(await possible()).toEqual(['retry', 'force', 'annul']);
  });

  test('force and annul are refused if the voucher had another delivery than those that the person saw', async () => {
    const { encf } = await openVoucher();
    const force = { note, encf };
    const late = await post(`/${encf}/force`, { ...force, deliveries: 0 });
    expect(refusalOf(late)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    const { one } = await signedVoucher();
    const annul = { note, encf: one.encf };
    const other = await post(`/${one.encf}/annul`, { ...annul, deliveries: 1 }, soporte);
    expect(refusalOf(other)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    for (const unchanged of [encf, one.encf])
      expect((await get(`/${unchanged}`)).body['decisions']).toEqual([]);
    expect((await post(`/${encf}/force`, { ...force, deliveries: 1 })).status).toBe(200);
    expect((await post(`/${one.encf}/annul`, { ...annul, deliveries: 0 }, soporte)).status).toBe(200);
  });

  describe('sending again a number that DGII left free', () => {
    async function rejected(secuenciaUtilizada: boolean, where: Partial<AdmitInput> = {}) {
      const input = await admitted(where);
      const verdict = {
        trackId: null,
        codigoDgii: '2',
        estado: 'Rechazado',
        mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo.' }],
        secuenciaUtilizada,
        replyFile: null,
      };
      await web.store.recordVerdict(attemptOf(input), { state: 'rejected', verdict }, new Date());
      await web.store.recordVerdictApplied(attemptOf(input));
      return input;
    }

    test('starts the next attempt, with the person’s e-mail and note, and wakes it', async () => {
      const { encf } = await rejected(false);
      expect((await get(`/${encf}`)).body['possible']).toEqual(['resend']);
      const { status, body } = await post(`/${encf}/resend`, { note, attempt: 1 });
      expect({ status, body }).toMatchObject({ status: 200, body: { ecf: encf, attempt: 2, woken: true } });
      expect(woken).toContain(encf);
      const shown = (await get(`/${encf}`)).body;
      expect(shown).toMatchObject({
        attempt: 2,
        issuedBy: { por: operador.person.email, newAttemptNote: note },
        attempts: [
          { attempt: 2, status: 'Recibido' },
          { attempt: 1, status: 'Rechazado' },
        ],
      });
      // A second click of the same page.
      expect(refusalOf(await post(`/${encf}/resend`, { note, attempt: 1 }))).toMatchObject({
        status: 409,
        code: 'ATTEMPT_OVER',
      });
    });

    test('is not offered, and refused, if the number is not free', async () => {
      const { encf } = await rejected(true);
      expect((await get(`/${encf}`)).body['possible']).toEqual([]);
      const open = await openVoucher();
      for (const one of [encf, open.encf])
        expect(refusalOf(await post(`/${one}/resend`, { note }))).toMatchObject({
          status: 409,
          code: 'NUMBER_NOT_FREE',
        });
    });

    test('needs a note, and a person who may decide', async () => {
      const { encf } = await rejected(false);
      expect(refusalOf(await post(`/${encf}/resend`, { note: ' ' }))).toEqual({
        status: 400,
        code: 'NOTE_INVALID',
        campo: 'note',
      });
      expect(refusalOf(await post(`/${encf}/resend`, { note }, consulta))).toMatchObject({ status: 403 });
    });

    test('is not offered in certification, where people issue again with the form', async () => {
      const where = 'certification';
      const { encf } = await rejected(false, { environment: where });
      const path = `/companies/${company.companyId}/${where}/vouchers/${encf}`;
      expect((await consulta.browser.call('GET', path)).body['possible']).toEqual([]);
      const sent = await operador.browser.call('POST', `${path}/resend`, { body: { note } });
      expect(refusalOf(sent)).toMatchObject({ status: 409, code: 'RESEND_NOT_OFFERED' });
    });
  });

  test('retry writes nothing', async () => {
    const { encf } = await openVoucher();
    expect((await post(`/${encf}/retry`, {})).body).toMatchObject({ state: 'submitting', woken: true });
    expect((await get(`/${encf}`)).body['decisions']).toEqual([]);
  });

  test.each(['force', 'annul'])('%s needs the e-NCF typed again', async (action) => {
    const { encf } = await openVoucher();
    const who = action === 'annul' ? soporte : operador;
    for (const retyped of ['', 'E310000000000', encf.toLowerCase()])
      expect(refusalOf(await post(`/${encf}/${action}`, { note, encf: retyped }, who))).toEqual({
        status: 400,
        code: 'ENCF_NOT_RETYPED',
        campo: 'encf',
      });
    expect((await get(`/${encf}`)).body['decisions']).toEqual([]);
  });

  test('force sends the voucher once more', async () => {
    const { encf } = await openVoucher();
    const { status } = await post(`/${encf}/force`, { note, encf });
    expect(status).toBe(200);
    expect((await get(`/${encf}`)).body['decisions']).toMatchObject([{ action: 'force' }]);
  });

  test.each([
    { where: 'pre-certification', shows: 'Oficina Virtual' },
    { where: 'certification', shows: 'portal de certificación' },
  ] as const)('to annul a voucher that may have arrived names what DGII shows: $where', async (row) => {
    const { one, ref } = await signedVoucher({ environment: row.where });
    await web.store.beginDelivery(ref, sent(), new Date(), {});
    const path = `/companies/${company.companyId}/${row.where}/vouchers/${one.encf}/annul`;
    const { body } = await soporte.browser.call('POST', path, { body: { note, encf: one.encf } });
    expect(body).toMatchObject({ code: 'MAY_HAVE_ARRIVED' });
    expect(body['mensaje']).toContain(row.shows);
  });

  test('the ledger’s refusals keep their codes, at the field', async () => {
    const { encf } = await openVoucher();
    expect(refusalOf(await post(`/${encf}/annul`, { note, encf }, soporte))).toMatchObject({
      status: 409,
      code: 'MAY_HAVE_ARRIVED',
    });
    expect(
      refusalOf(await post(`/${encf}/confirm`, { note: ' ', found: 'accepted', deliveries: 1 })),
    ).toEqual({
      status: 400,
      code: 'NOTE_INVALID',
      campo: 'note',
    });
    const mistyped = { note, found: 'received', trackId: '!', deliveries: 1 };
    expect(refusalOf(await post(`/${encf}/confirm`, mistyped))).toEqual({
      status: 400,
      code: 'TRACK_ID_INVALID',
      campo: 'trackId',
    });
    const ofAnother = { note, found: 'accepted', deliveries: 1, attempt: 2 };
    expect(refusalOf(await post(`/${encf}/confirm`, ofAnother))).toMatchObject({
      status: 409,
      code: 'ATTEMPT_OVER',
    });
    await post(`/${encf}/confirm`, { note, found: 'rejected', deliveries: 1 });
    expect(refusalOf(await post(`/${encf}/retry`, {}))).toMatchObject({ status: 409, code: 'ALREADY_FINAL' });
  });

  test('is recorded even when no worker answers; the workflow finds it later', async () => {
    const { encf } = await openVoucher();
    const { processes } = web;
    web.processes = {
      ...processes,
      wake: async () => ({ outcome: 'refused', refusal: 'WORKER_SILENT', facts: {} }),
    };
    try {
      expect((await post(`/${encf}/confirm`, { note, found: 'accepted', deliveries: 1 })).body).toMatchObject(
        {
          woken: false,
        },
      );
    } finally {
      web.processes = processes;
    }
  });

  test('cannot be taken by people who may only read', async () => {
    const { encf } = await openVoucher();
    for (const [action, body] of [
      ['retry', {}],
      ['confirm', { note, found: 'accepted', deliveries: 1 }],
      ['force', { note, encf }],
      ['annul', { note, encf }],
    ] as const)
      expect(refusalOf(await post(`/${encf}/${action}`, body, consulta))).toMatchObject({ status: 403 });
  });
});

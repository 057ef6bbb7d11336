/** What other taxpayers sent to the company, and decisions about it, as a browser sees them. */
import { createHash } from 'node:crypto';
import { receivedAnswer } from '../../../../src/api/received/received-answer.js';
import { approvalWaits, type ApprovalLegState } from '../../../../src/ecf/codes/buyer-delivery.js';
import type { ReceivedVoucher, ReceptionRecord } from '../../../../src/ledger/received/reception-record.js';
import { localDate } from '../../../../src/ecf/model/dates.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Content } from '../../../../src/web/api/answers.js';
import { unsignedEcf } from '../../../harness/samples/received.js';
import { farFromMidnight, refusalOf, startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'pre-certification';
const issuer = '101000001';
let web: Web;
let company: Company;
let operador: SignedIn;
let consulta: SignedIn;
let serial = 0;

beforeAll(async () => {
  web = await startWeb();
});

/** Each test has a company with an empty inbox. */
beforeEach(async () => {
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  consulta = await signedIn(web, 'consulta', company);
});

const bytes = Buffer.from('<ECF>de prueba</ECF>');
/** The hash that the page shows. */
const shown = createHash('sha256').update(bytes).digest('hex');

function sentVoucher(encf: string): ReceivedVoucher {
  return {
    companyId: company.companyId,
    environment,
    rncEmisor: issuer,
    razonSocialEmisor: 'PROVEEDOR DE PRUEBA SRL',
    ecfType: 31,
    encf,
    fechaEmision: '20-11-2026',
    montoTotal: '1180.00',
    totalITBIS: '180.00',
    rncComprador: company.rnc,
    securityCode: 'aB3+x9',
    fechaFirma: '20-11-2026 10:15:00',
    signer: {
      subject: 'CN=PRUEBA',
      name: '',
      serialNumber: '',
      fingerprint: 'F',
      chain: 'not-checked',
      period: 'usable',
    },
  };
}

async function receive(change: Partial<ReceivedVoucher> = {}, at = new Date()): Promise<ReceptionRecord> {
  serial += 1;
  const voucher = { ...sentVoucher(`E31${String(serial).padStart(10, '0')}`), ...change };
  return (await web.store.claimReception(voucher, bytes, at)).reception;
}

const base = () => `/companies/${company.companyId}/${environment}/received`;
const get = (path: string, who = consulta) => who.browser.call('GET', base() + path);
const decide = (encf: string, body: object, who = operador) =>
  who.browser.call('POST', `${base()}/${issuer}/${encf}/approval`, { body: { xmlSha256: shown, ...body } });
const encfs = ({ body }: WebAnswer) => (body['items'] as { encf: string }[]).map(({ encf }) => encf);

describe('the list', () => {
  test('has pages, newest first, and no vouchers of other companies', async () => {
    const start = Date.UTC(2026, 5, 1);
    const sent = [];
    for (let n = 0; n < 5; n += 1) sent.unshift((await receive({}, new Date(start + n * 1_000))).encf);
    const other = await web.addCompany();
    await receive({ companyId: other.companyId });
    const first = await get('?limit=2');
    expect(encfs(first)).toEqual(sent.slice(0, 2));
    const second = await get(`?limit=2&cursor=${String(first.body['next'])}`);
    const third = await get(`?limit=2&cursor=${String(second.body['next'])}`);
    expect([...encfs(second), ...encfs(third)]).toEqual(sent.slice(2));
    expect(third.body['next']).toBeNull();
    expect((first.body['items'] as object[])[0]).toEqual({
      rncEmisor: issuer,
      razonSocialEmisor: 'PROVEEDOR DE PRUEBA SRL',
      encf: sent[0],
      tipoeCF: 31,
      montoTotal: 1180,
      totalITBIS: 180,
      rncComprador: company.rnc,
      codigoSeguridad: 'aB3+x9',
      fechaEmision: '20-11-2026',
      fechaFirma: expect.any(String) as string,
      firmante: { sujeto: 'CN=PRUEBA', cadena: 'no verificada', vigencia: 'vigente', fingerprint: 'F' },
      environment: company.environment,
      xmlSha256: shown,
      acuse: null,
      dgii: null,
      decision: null,
      recordatorio: false,
      undelivered: null,
      decideBefore: null,
      ncfModificado: null,
      aprobacion: null,
      receivedAt: new Date(start + 4_000).toISOString(),
    });
  });

  test('its filters find a voucher by issuer, number, day and decision', async () => {
    const late = await receive({}, new Date('2026-03-02T03:59:59Z'));
    const early = await receive({ rncEmisor: '131880681' }, new Date('2026-03-02T04:00:00Z'));
    await decide(late.encf, { estado: 'aprobado' });
    expect(encfs(await get('?from=01-03-2026&to=01-03-2026'))).toEqual([late.encf]);
    expect(encfs(await get('?rncEmisor=131880681'))).toEqual([early.encf]);
    expect(encfs(await get(`?encf=${early.encf.toLowerCase()}`))).toEqual([early.encf]);
    expect(encfs(await get('?decision=pendiente'))).toEqual([early.encf]);
    expect(encfs(await get('?decision=aprobado'))).toEqual([late.encf]);
    expect(encfs(await get('?decision=rechazado'))).toEqual([]);
    expect(encfs(await get(`?decision=aprobado&rncEmisor=${issuer}&encf=${late.encf}`))).toEqual([late.encf]);
  });

  test('a voucher of 30 November that arrives on 1 December is of November by its day of issue', async () => {
    const [first, last] = [new Date('2026-12-01T13:00:00Z'), new Date('2026-12-01T14:00:00Z')];
    const december = await receive({ fechaEmision: '01-12-2026' }, first);
    const november = await receive({ fechaEmision: '30-11-2026', ncfModificado: 'E310000000099' }, last);
    const ofNovember = await get('?issuedFrom=01-11-2026&issuedTo=30-11-2026');
    expect(encfs(ofNovember)).toEqual([november.encf]);
    expect(ofNovember.body['items']).toMatchObject([{ ncfModificado: 'E310000000099' }]);
    expect(encfs(await get('?from=01-11-2026&to=30-11-2026'))).toEqual([]);
    // By the days of issue, the last one first.
    const both = await get('?issuedFrom=30-11-2026&limit=1');
    expect(encfs(both)).toEqual([december.encf]);
    const path = `?issuedFrom=30-11-2026&cursor=${String(both.body['next'])}`;
    expect(encfs(await get(path))).toEqual([november.encf]);
    const reversed = await get('?issuedFrom=02-12-2026&issuedTo=01-12-2026');
    expect(refusalOf(reversed)).toMatchObject({ status: 400, campo: 'issuedTo' });
  });

  test('its filters find a voucher by its state at DGII, and those to decide about', async () => {
    const states = ['accepted', 'conditionally-accepted', 'rejected', 'not-confirmed', undefined] as const;
    const sent = [];
    for (const state of states) {
      const reception = await receive();
      sent.push(reception.encf);
      if (state !== undefined) await web.store.recordDgiiState(reception, state, new Date());
    }
    const [accepted, conditional, rejected, , unknown] = sent;
    expect(encfs(await get('?dgii=rejected'))).toEqual([rejected]);
    expect(encfs(await get('?dgii=unknown'))).toEqual([unknown]);
    expect(encfs(await get('?decision=por-decidir'))).toEqual([conditional, accepted]);
    expect(encfs(await get('?decision=por-decidir&dgii=accepted'))).toEqual([accepted]);
    expect(encfs(await get('?decision=por-decidir&dgii=rejected'))).toEqual([]);
    // The link that people kept.
    expect(encfs(await get('?decision=pendiente'))).toEqual([...sent].reverse());
    const undecided = async () => {
      const path = `/companies/${company.companyId}/${environment}/summary`;
      return (await consulta.browser.call('GET', path)).body['undecided'];
    };
    expect(await undecided()).toBe(2);
    for (const encf of [accepted, conditional]) await decide(encf ?? '', { estado: 'aprobado' });
    expect(await undecided()).toBe(0);
  });

  test('is searched by issuer, RNC, number and amount as people type them, and refuses a search for nothing', async () => {
    const one = await receive({ razonSocialEmisor: 'Ferretería Peña, S.R.L.', rncEmisor: '131880681' });
    const other = await receive({ encf: 'E310000912345', montoTotal: '54876.6' });
    const found = async (search: string) => encfs(await get(`?search=${encodeURIComponent(search)}`));
    expect(await found('ferreteria pena')).toEqual([one.encf]);
    expect(await found('131-88068-1')).toEqual([one.encf]);
    expect(await found('RD$54,876.60')).toEqual([other.encf]);
    expect(await found('912345')).toEqual([other.encf]);
    expect(await found('E3100009')).toEqual([other.encf]);
    expect(await found('ferreteria proveedor')).toEqual([]);
    expect(await found('E31 E34')).toEqual([]);
    expect((await get('?search=pena')).body['unindexed']).toBe(0);
    expect(refusalOf(await get(`?search=${encodeURIComponent('--')}`))).toEqual({
      status: 400,
      code: 'REQUEST_INVALID',
      campo: 'search',
    });
  });

  test('by the company’s deadline begins with the nearest one, page by page, and shows it', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
    const sent = [await receive({}, at(0)), await receive({}, at(1)), await receive({}, at(2))];
    for (const one of sent) await web.store.recordDgiiState(one, 'accepted', new Date());
    const path = '?decision=por-decidir&order=deadline&limit=2';
    const first = await get(path);
    const rest = await get(`${path}&cursor=${String(first.body['next'])}`);
    expect([...encfs(first), ...encfs(rest)]).toEqual(sent.map(({ encf }) => encf));
    expect(first.body['items']).toMatchObject([{ decideBefore: null }, { decideBefore: null }]);
    await web.store.changeSettings(company.companyId, { approvals: { mode: 'reminder', days: 5 } });
    await decide(sent[0]?.encf ?? '', { estado: 'aprobado' });
    expect((await get('')).body['items']).toMatchObject([
      { decideBefore: '2026-06-06T12:02:00.000Z' },
      { decideBefore: '2026-06-06T12:01:00.000Z' },
      { decideBefore: null },
    ]);
  });

  test('with the reminder, those that are overdue are marked, found and counted', async () => {
    const path = `/companies/${company.companyId}/${environment}/summary`;
    const overdue = async () => (await consulta.browser.call('GET', path)).body['overdue'];
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const old = await receive({}, daysAgo(3));
    const rejected = await receive({}, daysAgo(3));
    const recent = await receive({}, daysAgo(1));
    for (const one of [old, recent]) await web.store.recordDgiiState(one, 'accepted', new Date());
    await web.store.recordDgiiState(rejected, 'rejected', new Date());
    expect(await overdue()).toBeNull();
    expect(encfs(await get('?decision=atrasado'))).toEqual([]);
    await web.store.changeSettings(company.companyId, { approvals: { mode: 'reminder', days: 2 } });
    expect(await overdue()).toBe(1);
    const found = await get('?decision=atrasado&dgii=accepted');
    expect(found.body['items']).toMatchObject([{ encf: old.encf, recordatorio: true }]);
    expect(encfs(await get('?decision=atrasado&dgii=rejected'))).toEqual([]);
    const day = daysAgo(5).toISOString().slice(0, 10).split('-').reverse().join('-');
    expect(encfs(await get(`?decision=atrasado&to=${day}`))).toEqual([]);
    const rows = (await get('')).body['items'] as { recordatorio: boolean }[];
    expect(rows.map((row) => row.recordatorio)).toEqual([false, false, true]);
    await decide(old.encf, { estado: 'aprobado' });
    expect(await overdue()).toBe(0);
  });

  test('a decision that did not reach the issuer or DGII is marked with the worse of the two, found and counted', async () => {
    const path = `/companies/${company.companyId}/${environment}/summary`;
    const counted = async () => (await consulta.browser.call('GET', path)).body['decisions'];
    const today = farFromMidnight(web).getTime();
    const monthAgo = new Date(today - 31 * 86_400_000);
    const ended = async (issuer: ApprovalLegState, dgii: ApprovalLegState, at = new Date()) => {
      const reception = await receive({}, at);
      const { encf } = reception;
      await decide(encf, { estado: 'aprobado' });
      const kept = { file: 'f', sha256: 's', since: at, signedAt: at };
      const legs = { issuer: { state: issuer, attempts: 1 }, dgii: { state: dgii, attempts: 1 } };
      await web.store.keepSignedApproval(reception, { ...kept, ...legs }, at);
      return encf;
    };
    await ended('delivered', 'delivered');
    await ended('waiting', 'delivered');
    await receive();
    const from = localDate(today - 29 * 86_400_000);
    expect(encfs(await get('?decision=no-llego'))).toEqual([]);
    expect(await counted()).toEqual({ from, undelivered: 0 });
    const old = await ended('given-up', 'delivered', monthAgo);
    const refused = await ended('given-up', 'refused');
    const unlisted = await ended('not-electronic', 'waiting');
    const held = await receive();
    await decide(held.encf, { estado: 'aprobado' });
    const heldApproval = { state: 'given-up', reason: 'VOUCHER_REJECTED', since: new Date() } as const;
    await web.store.holdApproval(held, heldApproval, null);
    expect((await get('?decision=no-llego')).body['items']).toMatchObject([
      { encf: held.encf, undelivered: 'given-up' },
      { encf: unlisted, undelivered: 'not-electronic' },
      { encf: refused, undelivered: 'refused' },
      { encf: old, undelivered: 'given-up' },
    ]);
    expect(encfs(await get(`?decision=no-llego&from=${from}&dgii=rejected`))).toEqual([]);
    expect(await counted()).toEqual({ from, undelivered: 3 });
    expect((await get(`/${issuer}/${refused}`)).body).toMatchObject({ undelivered: 'refused' });
    web.aheadMs = 0;
  });

  test('in certification, which has no directory, an issuer that did not get the decision is no failure', async () => {
    const reception = await receive({ environment: 'certification' });
    const { encf } = reception;
    const base = `/companies/${company.companyId}/certification/received`;
    const approve = { estado: 'aprobado', xmlSha256: shown };
    await operador.browser.call('POST', `${base}/${issuer}/${encf}/approval`, { body: approve });
    const at = new Date();
    const legs = {
      issuer: { state: 'not-electronic', attempts: 1 },
      dgii: { state: 'delivered', attempts: 1 },
    } as const;
    const signed = { file: 'f', sha256: 's', since: at, signedAt: at, ...legs };
    await web.store.keepSignedApproval(reception, signed, at);
    expect(encfs(await consulta.browser.call('GET', `${base}?decision=no-llego`))).toEqual([]);
    const { body } = await consulta.browser.call('GET', base);
    expect(body['items']).toMatchObject([{ encf, undelivered: null }]);
  });

  test('in certification, where DGII gives no state, those without one are to decide about', async () => {
    const { encf } = await receive({ environment: 'certification' });
    const base = `/companies/${company.companyId}/certification`;
    const found = await consulta.browser.call('GET', `${base}/received?decision=por-decidir`);
    expect(encfs(found)).toEqual([encf]);
    const { body } = await consulta.browser.call('GET', `${base}/summary`);
    expect(body['undecided']).toBe(1);
  });

  test('the beginning of a number finds its vouchers, highest number first, page by page', async () => {
    for (const last of ['11', '13', '12', '21']) await receive({ encf: `E3300000005${last}` });
    // Another issuer has the same number.
    await receive({ encf: 'E330000000512', rncEmisor: '131880681' });
    const first = await get('?encf=e33000000051&limit=2');
    expect(encfs(first)).toEqual(['E330000000513', 'E330000000512']);
    const second = await get(`?encf=E33000000051&limit=2&cursor=${String(first.body['next'])}`);
    expect(encfs(second)).toEqual(['E330000000512', 'E330000000511']);
    expect(second.body['next']).toBeNull();
    expect(encfs(await get(`?encf=E3300000005&rncEmisor=131880681`))).toEqual(['E330000000512']);
    expect(encfs(await get('?encf=E34'))).toEqual([]);
  });

  test.each([
    { query: 'encf=31', campo: 'encf' },
    { query: 'cursor=x', campo: 'cursor' },
    { query: 'from=31-02-2026', campo: 'from' },
    { query: 'decision=quizas', campo: 'decision' },
    { query: 'dgii=quizas', campo: 'dgii' },
    { query: 'rncEmisor=12', campo: 'rncEmisor' },
    { query: 'limit=1000', campo: 'limit' },
  ])('refuses $query at its field', async ({ query, campo }) => {
    expect(refusalOf(await get(`?${query}`))).toEqual({ status: 400, code: 'REQUEST_INVALID', campo });
  });
});

test('refused vouchers have pages too, with the code of the answer', async () => {
  const { companyId } = company;
  const encf = 'E310000000077';
  const about = { companyId, environment, rncEmisor: issuer, rncComprador: company.rnc, encf } as const;
  for (const code of [1, 2] as const) {
    const receivedAt = new Date(Date.UTC(2026, 10, code));
    await web.store.refuseReception({
      ...about,
      code,
      receivedAt,
      detail: 'prueba',
      sha256: `s-${code}`,
      bytes: 9,
    });
  }
  const first = await get('/refused?limit=1');
  expect(first.body['items']).toMatchObject([
    { encf, codigo: 2, motivo: 'Error de firma digital', acuse: null, detalle: 'prueba' },
  ]);
  const second = await get(`/refused?cursor=${String(first.body['next'])}`);
  expect(second.body).toMatchObject({ items: [{ codigo: 1, rncEmisor: issuer }], next: null });
  expect(refusalOf(await get('/refused?cursor=x'))).toMatchObject({ status: 400, campo: 'cursor' });
  expect(encfs(await get(''))).toEqual([]);
});

describe('one received voucher', () => {
  test('shows its facts, and its XML byte by byte', async () => {
    const { encf, sha256 } = await receive();
    const { body } = await get(`/${issuer}/${encf}`);
    expect(body).toMatchObject({
      encf,
      montoTotal: 1180,
      totalITBIS: 180,
      rncComprador: company.rnc,
      xmlSha256: sha256,
      acuse: null,
      dgii: null,
      decision: null,
      recordatorio: false,
      firmante: { sujeto: 'CN=PRUEBA', cadena: 'no verificada', vigencia: 'vigente' },
    });
    const file = await get(`/${issuer}/${encf}/xml`);
    expect(file.bytes).toEqual(bytes);
    expect(file.headers['content-disposition']).toBe(`attachment; filename=${issuer}${encf}.xml`);
  });

  test('has its content to read, and refers to a voucher of the same issuer that the company has', async () => {
    const content = async (encf: string) => {
      const note = { encf, rncEmisor: issuer, rncComprador: company.rnc };
      const sent = Buffer.from(unsignedEcf(note).replace('E310000000099', other.encf));
      await web.store.claimReception({ ...sentVoucher(encf), ecfType: 34 }, sent, new Date());
      return (await get(`/${issuer}/${encf}/content`)).body as unknown as Content;
    };
    let other = { encf: 'E310000000099' };
    const { sections, lines, reference } = await content('E340000000001');
    expect(reference).toBeNull();
    expect(sections.find(({ name }) => name === 'Comprador')?.rows).toContainEqual(
      expect.objectContaining({ field: 'RNCComprador', text: company.rnc }),
    );
    expect(sections.at(-1)?.rows).toContainEqual(
      expect.objectContaining({ field: 'MontoTotal', text: '1,180.00' }),
    );
    expect(lines).toMatchObject({ total: 1, shown: [{ number: '1', amount: '1,000.00' }] });
    other = await receive();
    expect((await content('E340000000002')).reference).toBe(other.encf);
  });

  test('has a printed form when DGII shows that it accepted or rejected the voucher', async () => {
    const encf = 'E310000000001';
    const sent = Buffer.from(unsignedEcf({ encf, rncEmisor: issuer, rncComprador: company.rnc }));
    const { reception } = await web.store.claimReception(sentVoucher(encf), sent, new Date());
    const path = `/${issuer}/${encf}/print`;
    expect(refusalOf(await get(path))).toMatchObject({ status: 409, code: 'NOT_PRINTABLE' });
    await web.store.recordDgiiState(reception, 'in-process', new Date());
    expect(refusalOf(await get(path))).toMatchObject({ status: 409, code: 'NOT_PRINTABLE' });
    await web.store.recordDgiiState(reception, 'accepted', new Date());
    const { status, headers, bytes: pdf } = await get(`${path}?format=80mm`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe(`inline; filename="${issuer}${encf}-80mm.pdf"`);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const shownThen = 'a'.repeat(64);
    expect((await get(`${path}?xmlSha256=${reception.sha256}`)).status).toBe(200);
    expect(refusalOf(await get(`${path}?xmlSha256=${shownThen}`))).toMatchObject({
      status: 409,
      code: 'RECEIVED_CHANGED',
    });
    expect(refusalOf(await get(`${path}?format=a5`))).toMatchObject({ status: 400, campo: 'format' });
  });

  test('has its acknowledgement of receipt once the worker signed it', async () => {
    const reception = await receive();
    const { encf } = reception;
    const path = `/${issuer}/${encf}`;
    expect(refusalOf(await get(`${path}/acknowledgement`))).toMatchObject({ code: 'NOT_ACKNOWLEDGED' });
    const { companyId } = company;
    const kept = await web.store.keepContent({
      companyId,
      kind: 'received-ecf',
      content: '<ARECF/>',
      now: new Date(),
      roomBytes: 1_000,
    });
    const arecf = { file: kept.ref, sha256: kept.sha256, signedAt: new Date(), certificate: 'F' };
    await web.store.recordAcknowledgement(reception, arecf);
    expect((await get(path)).body['acuse']).toMatchObject({ sha256: kept.sha256 });
    expect((await get(`${path}/acknowledgement`)).text).toBe('<ARECF/>');
  });

  test('shows the voucher that had its number before, and the bytes of both', async () => {
    const { body: none } = await get(`/${issuer}/${(await receive()).encf}`);
    expect(none).not.toHaveProperty('desplazados');
    const was = await receive();
    const genuine = Buffer.from('<ECF>genuino</ECF>');
    const displacement = {
      was,
      wasState: 'not-found',
      voucher: { ...sentVoucher(was.encf), fechaEmision: '19-11-2026' },
      bytes: genuine,
    } as const;
    const at = new Date('2026-11-22T10:00:00Z');
    expect(await web.store.displaceReception(displacement, at)).toBe(true);
    const path = `/${issuer}/${was.encf}`;
    expect(encfs(await get('?issuedTo=19-11-2026'))).toEqual([was.encf]);
    expect((await get(path)).body['desplazados']).toMatchObject([
      {
        xmlSha256: shown,
        montoTotal: 1180,
        codigoSeguridad: 'aB3+x9',
        acuse: null,
        dgii: { estado: 'No encontrado', fecha: at.toISOString(), state: 'not-found' },
      },
    ]);
    expect((await get(`${path}/xml`)).bytes).toEqual(genuine);
    const earlier = await get(`${path}/xml?xmlSha256=${shown}`);
    expect(earlier.bytes).toEqual(bytes);
    expect(earlier.headers['content-disposition']).toContain(`${was.encf}-${shown.slice(0, 8)}.xml`);
    const unknown = await get(`${path}/xml?xmlSha256=${'f'.repeat(64)}`);
    expect(refusalOf(unknown)).toMatchObject({ status: 404, code: 'RECEPTION_NOT_FOUND' });
    const content = await get(`${path}/content?xmlSha256=${'f'.repeat(64)}`);
    expect(refusalOf(content)).toMatchObject({ status: 404, code: 'RECEPTION_NOT_FOUND' });
  });

  test('reminds people to decide where the company wants that', async () => {
    const { companyId } = company;
    const asked = await receive({}, new Date(Date.now() - 3 * 86_400_000));
    const { encf } = asked;
    await web.store.changeSettings(companyId, { approvals: { mode: 'reminder', days: 2 } });
    expect((await get(`/${issuer}/${encf}`)).body['recordatorio']).toBe(false);
    await web.store.recordDgiiState(asked, 'accepted', new Date());
    expect((await get(`/${issuer}/${encf}`)).body).toMatchObject({
      recordatorio: true,
      dgii: { estado: 'Aceptado', state: 'accepted' },
    });
    await decide(encf, { estado: 'aprobado' });
    expect((await get(`/${issuer}/${encf}`)).body['recordatorio']).toBe(false);
  });

  test('keeps the final state of DGII when an older answer comes late', async () => {
    const asked = await receive();
    const { encf } = asked;
    await web.store.recordDgiiState(asked, 'accepted', new Date());
    await web.store.recordDgiiState(asked, 'in-process', new Date());
    expect((await get(`/${issuer}/${encf}`)).body).toMatchObject({ dgii: { state: 'accepted' } });
  });

  test('is 404 for an unknown number and for another company', async () => {
    const { encf } = await receive();
    const unknown = `/${issuer}/E319999999999`;
    for (const path of [unknown, `${unknown}/xml`, `${unknown}/content`, `/131880681/${encf}`])
      expect(refusalOf(await get(path))).toMatchObject({ status: 404, code: 'RECEPTION_NOT_FOUND' });
    const other = await signedIn(web, 'operador', await web.addCompany());
    expect((await get(`/${issuer}/${encf}`, other)).status).toBe(404);
    expect((await decide(encf, { estado: 'aprobado' }, other)).status).toBe(404);
  });
});

describe('a decision', () => {
  test('is kept with the person’s address, and with the reason of a rejection', async () => {
    const { encf } = await receive();
    const rejection = { estado: 'rechazado', motivo: 'Mercancía no recibida' };
    const decision = { ...rejection, por: operador.person.email, fecha: expect.any(String) as string };
    expect((await decide(encf, rejection)).body).toMatchObject({ decision });
    // The answer of the first request may have been lost.
    expect((await decide(encf, rejection)).body).toMatchObject({ decision });
    const {
      rows: [act],
    } = await web.store.listActs({ companyId: company.companyId, limit: 1 });
    expect(act).toMatchObject({
      action: 'received.decide',
      personId: operador.person.personId,
      result: { outcome: 'done', target: `${issuer} ${encf} rechazado` },
    });
  });

  test('shows whether issuer and DGII have it', async () => {
    const reception = await receive();
    await decide(reception.encf, { estado: 'aprobado' });
    const path = `/${issuer}/${reception.encf}`;
    const shownLeg = {
      estado: 'pendiente',
      motivo: null,
      state: 'waiting',
      status: 'Pendiente',
      attempts: 0,
      to: null,
      lastAt: null,
      endedAt: null,
    };
    expect((await get(path)).body).toMatchObject({
      aprobacion: null,
      comunicacion: { emisor: shownLeg, dgii: shownLeg },
    });
    const decided = await web.store.findReceptionById(reception._id);
    const now = new Date();
    const held = { state: 'given-up', reason: 'VOUCHER_REJECTED', since: now } as const;
    await web.store.holdApproval(decided!, held, null);
    const given = { estado: 'sin-entregar', state: 'given-up', motivo: approvalWaits.VOUCHER_REJECTED };
    expect((await get(path)).body['comunicacion']).toMatchObject({ emisor: given, dgii: given });
    const leg = { state: 'waiting' as const, attempts: 0 };
    const kept = { file: 'f', sha256: 's', since: now, signedAt: now };
    const legs = { issuer: { ...leg, reason: 'BUYER_UNREACHABLE' as const }, dgii: leg };
    await web.store.keepSignedApproval(reception, { ...kept, ...legs }, now);
    const { body } = await get(path);
    expect(body['aprobacion']).toEqual({ fecha: now.toISOString(), sha256: 's' });
    expect(body['comunicacion']).toEqual({
      emisor: { ...shownLeg, motivo: 'no se pudo conectar con el suplidor' },
      dgii: shownLeg,
    });
    const recorded = (await web.store.findReceptionById(reception._id))!;
    expect(body).toMatchObject(receivedAnswer(recorded, company, now));
  });

  test('can be downloaded byte for byte once the worker signed it', async () => {
    const reception = await receive();
    const { encf } = reception;
    await decide(encf, { estado: 'aprobado' });
    const path = `/${issuer}/${encf}/approval`;
    expect(refusalOf(await get(path))).toMatchObject({ status: 404, code: 'NO_APPROVAL' });
    const now = new Date();
    const bytes = Buffer.from('<ACECF>ñ</ACECF>');
    const { companyId } = company;
    const kept = { companyId, kind: 'received-ecf' as const, content: bytes, now, roomBytes: 1_000 };
    const { ref, sha256 } = await web.store.keepContent(kept);
    const leg = { state: 'waiting' as const, attempts: 0 };
    const signed = { file: ref, sha256, since: now, signedAt: now, issuer: leg, dgii: leg };
    await web.store.keepSignedApproval(reception, signed, now);
    const file = await get(path);
    expect(file.bytes).toEqual(bytes);
    expect(file.headers['content-disposition']).toBe(`attachment; filename=ACECF${issuer}${encf}.xml`);
  });

  test('is not changed by a second one, which gets the first decision as its answer', async () => {
    const { encf } = await receive();
    await decide(encf, { estado: 'aprobado' });
    const { status, body } = await decide(encf, { estado: 'rechazado', motivo: 'Tarde' });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_DECIDED', detalle: { estado: 'aprobado' } },
    });
  });

  test('is about the voucher that the page showed', async () => {
    const { encf } = await receive();
    const other = await decide(encf, { estado: 'aprobado', xmlSha256: 'f'.repeat(64) });
    expect(refusalOf(other)).toEqual({ status: 409, code: 'RECEIVED_CHANGED', campo: undefined });
    const unseen = await decide(encf, { estado: 'aprobado', xmlSha256: undefined });
    expect(refusalOf(unseen)).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect((await get(`/${issuer}/${encf}`)).body['decision']).toBeNull();
  });

  test.each([
    { body: { estado: 'rechazado' }, code: 'MOTIVO_MISSING' },
    { body: { estado: 'rechazado', motivo: '  ' }, code: 'MOTIVO_MISSING' },
    { body: { estado: 'aprobado', motivo: 'Bien' }, code: 'MOTIVO_EXTRA' },
    { body: { estado: 'rechazado', motivo: 'x'.repeat(251) }, code: 'MOTIVO_TOO_LONG' },
  ])('is refused at its field: $code', async ({ body, code }) => {
    const { encf } = await receive();
    expect(refusalOf(await decide(encf, body))).toEqual({ status: 400, code, campo: 'motivo' });
    expect((await get(`/${issuer}/${encf}`)).body['decision']).toBeNull();
  });

  test('cannot be taken by people who may only read', async () => {
    const { encf } = await receive();
    expect(refusalOf(await decide(encf, { estado: 'aprobado' }, consulta))).toMatchObject({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
  });
});

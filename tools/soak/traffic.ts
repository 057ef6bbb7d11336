/**
 * What many companies' programs ask of the service in a day, mixed: they validate, send and query vouchers of every type, take
 * numbers, and make some wrong requests. Each operation expects exactly one answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from '../bench/dice.mjs';
import { createHttp } from '../bench/http.mjs';
import { voucherOf } from '../bench/scenarios/vouchers.mjs';
import { demoUser } from '../../dist/src/boot/demo-users.js';

const types = [31, 32, 'rfce', 33, 34, 41, 43, 44, 45, 46, 47];
/** The newest vouchers of each company may be queried again; older ones are queried once, at the end. */
const rememberedMax = 500;
/**
 * When the machine pauses for seconds, the service asks its clients to come later (503 with Retry-After), and they do. This
 * share of the requests may meet that, and a few requests in a short run. More is a fault.
 */
const laterShareMax = 0.01;
const laterFew = 5;

/** @param {{ apiUrl: string, companies: readonly object[], seed: number }} options */
export function createTraffic({ apiUrl, companies, seed }) {
  const http = createHttp(apiUrl);
  const dice = createDice(`${seed}:soak`);
  const clients = companies.map((company) => ({
    ...{ company, headers: {}, serials: new Map() },
    /** Every voucher sent, for the judge. */
    sent: [],
    /** e-NCFs of accepted invoices that notes may modify. */
    invoices: [],
  }));
  const numbers = [];
  const faults = [];
  let references = 0;
  let asked = 0;
  let later = 0;

  /** Each operation with its share in percent. */
  const operations = [
    ['send', 35, sendVoucher],
    ['validate', 25, validate],
    ['status', 20, status],
    ['next', 5, nextAgain],
    ['wrong', 15, wrong],
  ];

  return {
    faults,
    numbers,
    /** How many requests were asked to come later. */
    later: () => later,
    results: () => clients.flatMap(({ sent }) => sent),
    async login() {
      for (const client of clients) {
        const body = { ...demoUser, rnc: client.company.rnc };
        const answer = await ask('POST', '/api/v2/Auth/login', { body });
        if (answer.status !== 200) throw new Error(`login: ${describe(answer)}`);
        client.headers = { authorization: `Bearer ${answer.body.token}` };
      }
    },
    /** Makes one random request. @returns the operation, and how long its answer took */
    async one() {
      let left = dice.between(1, 100);
      const [operation, , act] = operations.find(([, share]) => (left -= share) <= 0);
      const answer = await act(dice.pick(clients));
      return { operation, ms: answer.endedAt - answer.startedAt };
    },
    /** Queries every voucher one last time. */
    async settle() {
      for (const client of clients)
        for (const voucher of client.sent)
          voucher.last = (await statusOf(client, voucher.encf)).body?.data ?? voucher.last;
    },
    /** @returns the company's numbers that were never sent */
    async unused(company) {
      const client = clients.find((one) => one.company === company);
      const answer = await get(client, '/api/v2/ecf-sequences/unused?olderThanHours=0&limit=1000');
      expect(answer, answer.status === 200, 'unused');
      return answer.body.data.map(({ encf }) => encf);
    },
    close: () => http.close(),
  };

  async function sendVoucher(client) {
    const { encf, body } = await newVoucher(client);
    const voucher = { companyId: client.company.companyId, rnc: client.company.rnc, encf };
    client.sent.push(voucher);
    const answer = await post(client, '/api/v2/dgii-ecf/send?waitForFinal=10s', body);
    const data = answer.body?.data;
    expect(answer, answer.status === 200 && [1, null].includes(data?.accepted), 'send');
    voucher.last = data;
    if (data?.accepted === 1 && encf.startsWith('E31')) client.invoices.push(encf);
    return answer;
  }

  /** Its number belongs to nobody: a validate has no effect. */
  async function validate(client) {
    const type = dice.pick([31, 32, 41, 43, 44, 45, 46, 47]);
    const body = voucherOf({ type, encf: `E${type}0009999999`, company: client.company });
    const answer = await post(client, '/api/v2/dgii-ecf/validate', body);
    // For a company whose numbers the service assigns, the expected answer says that this number is not among them.
    const { valido, errores = [] } = answer.body?.data ?? {};
    const own = client.company.origin === 'client';
    expect(answer, answer.status === 200 && (valido === true || (!own && errores.length === 1)), 'validate');
    return answer;
  }

  async function status(client) {
    const known = client.sent.slice(-rememberedMax);
    if (known.length === 0) return validate(client);
    const answer = await statusOf(client, dice.pick(known).encf);
    // It was sent a moment ago and may not be admitted yet.
    expect(answer, answer.status === 200 || answer.body?.data?.code === 'ECF_NOT_FOUND', 'status');
    return answer;
  }

  /** Asks with the same reference again: no further number is used. */
  async function nextAgain(client) {
    const managed = client.company.origin === 'service' ? client : clients.find(isManaged);
    const known = numbers
      .filter(({ companyId }) => companyId === managed.company.companyId)
      .slice(-rememberedMax);
    if (known.length === 0) return validate(client);
    const { encf, reference } = dice.pick(known);
    const body = { ecfType: Number(encf.slice(1, 3)), externalReference: reference };
    const answer = await post(managed, '/api/v2/ecf-sequences/next', body);
    const data = answer.body?.data;
    expect(answer, answer.status === 200 && data?.reused === true && data.encf === encf, 'next');
    return answer;
  }

  async function wrong(client) {
    const [expected, act] = dice.pick([
      [404, () => get(client, '/api/v2/nothing')],
      [405, () => get(client, '/api/v2/dgii-ecf/send')],
      [401, () => ask('GET', '/api/v2/dgii-ecf/document-status/E310000000001')],
      [401, () => get({ headers: { authorization: 'Bearer x.y.z' } }, '/api/v2/ecf-sequences')],
      [400, () => get(client, '/api/v2/dgii-ecf/document-status/E3100')],
      [400, () => post(client, '/api/v2/dgii-ecf/send?waitForFinal=soon', {})],
      [400, () => post(client, '/api/v2/dgii-ecf/send', { ECF: { Encabezado: { Version: '1.0' } } })],
      [400, () => post(clients.find(isManaged), '/api/v2/ecf-sequences/next', { ecfType: 99 })],
    ]);
    const answer = await act();
    expect(
      answer,
      answer.status === expected && typeof answer.body.data?.code === 'string',
      `wrong ${expected}`,
    );
    return answer;
  }

  async function newVoucher(client) {
    const { company, invoices, serials } = client;
    const drawn = dice.pick(types);
    const isNote = drawn === 33 || drawn === 34;
    // One note per invoice, so that its balance is enough.
    const invoice = isNote ? invoices.shift() : undefined;
    const kind = isNote && invoice === undefined ? 31 : drawn;
    const type = kind === 'rfce' ? 32 : kind;
    const number = { expiresOn: undefined, encf: '' };
    if (company.origin === 'service') Object.assign(number, await takeNumber(client, type));
    else {
      const serial = (serials.get(type) ?? 0) + 1;
      serials.set(type, serial);
      number.encf = `E${type}${String(serial).padStart(10, '0')}`;
    }
    const body = voucherOf({ type, ...number, company, summary: kind === 'rfce', invoice });
    return { encf: number.encf, body };
  }

  async function takeNumber(client, type) {
    references += 1;
    const body = { ecfType: type, externalReference: `SOAK-${references}` };
    const answer = await post(client, '/api/v2/ecf-sequences/next', body);
    expect(answer, answer.status === 200, 'next');
    const { encf, sequenceExpiresOn } = answer.body.data;
    numbers.push({ companyId: client.company.companyId, encf, reference: body.externalReference });
    return { encf, expiresOn: sequenceExpiresOn };
  }

  function statusOf(client, encf) {
    return get(client, `/api/v2/dgii-ecf/document-status/${encf}`);
  }

  function get({ headers }, path) {
    return ask('GET', path, { headers });
  }

  function post({ headers }, path, body) {
    return ask('POST', path, { headers, body });
  }

  async function ask(method, path, options) {
    asked += 1;
    for (;;) {
      const answer = await http.ask(method, path, options);
      const afterSeconds = Number(answer.headers?.['retry-after']);
      const comesLater = answer.status === 503 && afterSeconds > 0;
      if (!comesLater || later >= laterFew + asked * laterShareMax) return answer;
      later += 1;
      await sleep(afterSeconds * 1_000);
    }
  }

  function expect(answer, met, what) {
    if (!met) faults.push(`${what}: ${describe(answer)}`);
  }
}

function isManaged({ company }) {
  return company.origin === 'service';
}

function describe({ status, error, body }) {
  return error === undefined ? `HTTP ${status} ${JSON.stringify(body).slice(0, 300)}` : String(error);
}

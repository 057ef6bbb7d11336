/**
 * The companies' programs. Each asks for its number, sends its voucher, some of them several times at once, and then queries
 * and sends again until it gets a final result. They continue through every outage, and record the answers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from '../bench/dice.mjs';
import { createHttp } from '../bench/http.mjs';
import { voucherOf } from '../bench/scenarios/vouchers.mjs';
import { demoUser } from '../../dist/src/boot/demo-users.js';
import { issuingOf } from './downtimes.mjs';
import { createWitness } from './witness.mjs';

/** Answers that ask a client to come again later. */
const laterCodes = ['LEDGER_UNAVAILABLE', 'TOO_MANY_REQUESTS'];
/** Small, so that the list has several pages. */
const unusedPage = 5;
const pauseMinMs = 100;
const lookEveryMs = 25;
const pauseMaxMs = 1_500;
/** At the end, a client that is asked to come later retries this many times. */
const unusedTriesMax = 20;
/** The first attempt, one after the number was left free, and one more when a restart made the simulator forget its order. */
const contentsMax = 4;
/** Rejections because of the signer, before the company is suspended. More for one voucher are not accidental. */
const signerRejectionsMax = 10;
/** DGII objected to the signer: the same content is accepted once that is solved. */
const signerCodes = ['DGII_NO_DELEGADO', 'DGII_CERTIFICADO_INVALIDO', 'DGII_FIRMA_INVALIDA'];
const notSent = 'No Enviado';
const admitted = 'Recibido';
/** For a note on a voucher that DGII rejected because of its signer and will accept later. */
const referenceRejected = 'REFERENCIA-13';

/**
 * @param {object} options
 * @param {string} options.apiUrl
 * @param {number} options.seed
 * @param {{ overlaps(part: string, startedAt: number, endedAt: number): boolean }} options.downtimes
 * @param {{ set(rnc: string, encf: string, order: string): Promise<void>, clear(rnc: string, encf: string): Promise<void> }} options.orders
 * @param {() => void} options.progress called when a voucher made a step or became final
 */
export function createClients({ apiUrl, seed, downtimes, orders, progress }) {
  const http = createHttp(apiUrl);
  const tokens = new Map();
  const played = new Map();
  const counts = {
    ...{ requests: 0, unanswered: 0, refusedForNow: 0, sends: 0, questions: 0, newAttempts: 0 },
    /** Counts numbers refused to a suspended company, and vouchers sent again after DGII rejected their signer. */
    ...{ suspended: 0, signerRejected: 0 },
    begun: 0,
    final: 0,
    /** How often an answer showed that a worker had moved a voucher a step further. */
    moves: 0,
  };
  const violations = [];
  const numbers = [];
  /** Ids of vouchers that were sent and are not final, as far as their clients know. */
  const open = new Set();
  const watches = new Set();
  let abandoned = false;

  return {
    counts,
    /** Answers that must never occur, in any circumstances. */
    violations: () => [
      ...violations,
      ...Array.from(played.values(), ({ witness }) => witness.objections).flat(),
    ],
    /** Numbers that `next` delivered: `{ encf, companyId, reference }`. */
    numbers,
    /** Each voucher with its number and its last known state. */
    results: () => [...played.values()],
    /** Resolves when the voucher is final. */
    play,
    /** How many vouchers were sent and are not final. */
    open: () => open.size,
    /** @returns a function that ends the watch and returns how many vouchers were open at any time during it */
    watchOpen() {
      const seen = new Set(open);
      watches.add(seen);
      return () => {
        watches.delete(seen);
        return seen.size;
      };
    },
    /** Resolves when vouchers have made this many steps, or when no voucher is left to make one. Bounded by the run's watch. */
    async moved(steps) {
      const enough = counts.moves + steps;
      while (counts.moves < enough && counts.final < counts.begun && !abandoned) await sleep(lookEveryMs);
    },
    heardSuspended: (company) => heardNext(company, ({ status }) => status === 409),
    heardNumber: (company) => heardNext(company, ({ status }) => status === 200),
    /** Numbers that the service lists as handed out but never sent. */
    unused,
    /** Makes the vouchers still in play give up. */
    abandon: () => (abandoned = true),
    close: () => http.close(),
  };

  async function play(voucher) {
    const dice = createDice(`${seed}:client:${voucher.id}`);
    const witness = createWitness(`voucher ${voucher.id}`);
    const one = { voucher, witness, encf: undefined, final: Promise.resolve() };
    played.set(voucher.id, one);
    counts.begun += 1;
    one.final = issue(one, dice);
    await one.final;
    open.delete(voucher.id);
    counts.final += 1;
    progress();
  }

  async function issue(one, dice) {
    const { voucher } = one;
    if (voucher.startMs > 0) await sleep(voucher.startMs);
    for (let gap = 0; gap < voucher.gaps; gap += 1) await nextNumber(voucher, dice, undefined);
    const number =
      voucher.serial === undefined
        ? await nextNumber(voucher, dice, voucher.reference)
        : { encf: `E${voucher.type}${String(voucher.serial).padStart(10, '0')}`, sequenceExpiresOn: null };
    one.encf = number.encf;
    if (voucher.order !== null) await orders.set(voucher.company.rnc, one.encf, voucher.order);
    const invoice = voucher.of === undefined ? undefined : await invoiceOf(voucher);
    const content = (name) =>
      voucherOf({
        ...{ type: voucher.type, encf: one.encf, company: voucher.company, summary: voucher.summary },
        ...{ expiresOn: number.sequenceExpiresOn, content: name, invoice },
      });

    for (const watch of watches) watch.add(voucher.id);
    open.add(voucher.id);
    let rejected = 0;
    let signerRejections = 0;
    for (let n = 1; n <= contentsMax;) {
      const own = content(`A${n}`);
      await Promise.all(Array.from({ length: voucher.together }, () => send(one, dice, own)));
      if (voucher.otherContent && rejected === 0) await send(one, dice, content('B'));
      const last = await finalAfter(one, dice, own, rejected);
      rejected = last.attempt;
      if (last.status === notSent && voucher.of !== undefined) {
        // Its invoice was rejected because of the signer: once the invoice is accepted, the note is valid.
        await played.get(voucher.of).final;
        continue;
      }
      if (last.accepted === 1 || last.secuenciaUtilizada !== false) return;
      if (signerCodes.includes(last.code)) {
        counts.signerRejected += 1;
        signerRejections += 1;
        if (signerRejections > signerRejectionsMax) break;
        continue;
      }
      // DGII left the number free: the voucher is corrected and sent again.
      n += 1;
      counts.newAttempts += 1;
      await orders.clear(voucher.company.rnc, one.encf);
    }
    one.witness.object('it was rejected again and again with its number left free');
  }

  /** Sends and queries until an attempt after this one is final; only a send can start an attempt. */
  async function finalAfter(one, dice, body, attempt) {
    while (!abandoned) {
      const { last } = one.witness;
      const begun = last !== undefined && last.attempt > attempt;
      if (begun && last.accepted !== null) return last;
      if (!begun || dice.chance(one.voucher.resendShare)) await send(one, dice, body);
      else await askStatus(one);
      await sleep(dice.between(pauseMinMs, pauseMaxMs));
    }
    throw new Error(`voucher ${one.voucher.id} (${one.encf}) was given up`);
  }

  async function send(one, dice, body) {
    counts.sends += 1;
    const wait = dice.pick(one.voucher.waits);
    const path = `/api/v2/dgii-ecf/send${wait === null ? '' : `?waitForFinal=${wait}ms`}`;
    const headers = { 'x-correlation-id': `tortura-${one.voucher.id}` };
    hear(one, await authorized(one.voucher.company, 'POST', path, { body, headers }));
  }

  async function askStatus(one) {
    counts.questions += 1;
    const path = `/api/v2/dgii-ecf/document-status/${one.encf}`;
    hear(one, await authorized(one.voucher.company, 'GET', path));
  }

  function hear({ voucher, witness }, answer) {
    if (answer.status === 200) hearStep(witness, answer);
    else if (isTooEarly(voucher, answer)) counts.refusedForNow += 1;
    else if (answer.status === 404 && answer.body.data?.code === 'ECF_NOT_FOUND') witness.hearUnknown(answer);
    else judgeRefusal(witness.name, answer);
  }

  function isTooEarly({ of, company }, { status, body, startedAt, endedAt }) {
    if (of === undefined || status !== 400 || body.data?.code !== 'ECF_INVALID') return false;
    const inTrouble = downtimes.overlaps(issuingOf(company.companyId), startedAt, endedAt);
    const codes = body.data.errores.map(({ code }) => code);
    return (inTrouble || open.has(of)) && codes.every((code) => code === referenceRejected);
  }

  function hearStep(witness, answer) {
    const before = witness.last;
    witness.hear(answer);
    const { last } = witness;
    if (before?.status === last.status && before.attempt === last.attempt) return;
    // The api admits a voucher; a step counts only when a worker made it.
    if (last.status !== admitted) counts.moves += 1;
    progress();
  }

  /** @returns the delivered number, after as many requests as it takes */
  async function nextNumber({ company, type }, dice, reference) {
    const body = { ecfType: type, ...(reference === undefined ? {} : { externalReference: reference }) };
    while (!abandoned) {
      const asked = () => authorized(company, 'POST', '/api/v2/ecf-sequences/next', { body });
      // Two simultaneous requests for one document must get one number.
      const answers = await Promise.all(
        Array.from({ length: reference !== undefined && dice.chance(0.3) ? 2 : 1 }, asked),
      );
      const delivered = answers.filter(({ status }) => status === 200).map((answer) => answer.body.data);
      for (const answer of answers) if (answer.status !== 200) judgeNoNumber(company, answer);
      for (const { encf } of delivered) numbers.push({ encf, companyId: company.companyId, reference });
      const [first] = delivered;
      if (first !== undefined) return first;
      await sleep(dice.between(pauseMinMs, pauseMaxMs));
    }
    throw new Error('a number was given up');
  }

  /** Asks for numbers, which stay unused, until it gets the expected answer. Bounded by the run's watch. */
  async function heardNext(company, expected) {
    while (!abandoned) {
      const answer = await authorized(company, 'POST', '/api/v2/ecf-sequences/next', {
        body: { ecfType: 31 },
      });
      if (answer.status === 200)
        numbers.push({ encf: answer.body.data.encf, companyId: company.companyId, reference: undefined });
      else judgeNoNumber(company, answer);
      if (expected(answer)) return;
      await sleep(pauseMinMs);
    }
  }

  function judgeNoNumber({ companyId }, answer) {
    const suspended = answer.status === 409 && answer.body.data?.code === 'ISSUING_SUSPENDED';
    if (suspended && downtimes.overlaps(issuingOf(companyId), answer.startedAt, answer.endedAt))
      counts.suspended += 1;
    else judgeRefusal('next', answer);
  }

  /** Waits for the invoice to be final, or, for a note in a hurry, only until the service knows of it. */
  async function invoiceOf({ of, hurry }) {
    const invoice = played.get(of);
    if (invoice === undefined) throw new Error(`voucher ${of} is not played yet`);
    if (!hurry) await invoice.final;
    while (invoice.witness.last === undefined && !abandoned) await sleep(pauseMinMs);
    return invoice.encf;
  }

  async function unused(company) {
    const found = [];
    let cursor;
    do {
      const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/api/v2/ecf-sequences/unused?olderThanHours=0&limit=${unusedPage}${from}`;
      const answer = await unusedPageAt(company, path);
      found.push(...answer.body.data.map(({ encf }) => encf));
      cursor = answer.headers['x-next-cursor'];
    } while (cursor !== undefined);
    return found;
  }

  async function unusedPageAt(company, path) {
    for (let tries = 1; ; tries += 1) {
      const answer = await authorized(company, 'GET', path);
      if (answer.status === 200) return answer;
      if (tries === unusedTriesMax) throw new Error(`unused: ${describe(answer)}`);
      judgeRefusal('unused', answer);
      await sleep(pauseMaxMs);
    }
  }

  async function authorized(company, method, path, { body, headers = {} } = {}) {
    let token = tokens.get(company.rnc);
    if (token === undefined) {
      const credentials = { ...demoUser, rnc: company.rnc };
      const login = await counted('POST', '/api/v2/Auth/login', { body: credentials });
      if (login.status !== 200) return login;
      ({ token } = login.body);
      tokens.set(company.rnc, token);
    }
    return counted(method, path, { body, headers: { ...headers, authorization: `Bearer ${token}` } });
  }

  async function counted(method, path, options) {
    counts.requests += 1;
    return http.ask(method, path, options);
  }

  /** While the api is down, a client must expect no answer, or 503 with its code. Everything else is a fault. */
  function judgeRefusal(name, answer) {
    if (answer.error !== undefined) {
      counts.unanswered += 1;
      if (!downtimes.overlaps('api', answer.startedAt, answer.endedAt))
        violations.push(`${name}: no answer although the api was up: ${String(answer.error)}`);
      return;
    }
    const later = [503, 429].includes(answer.status) && laterCodes.includes(answer.body.data?.code);
    if (later && answer.headers['retry-after'] !== undefined) counts.refusedForNow += 1;
    else violations.push(`${name}: ${describe(answer)}`);
  }
}

function describe({ status, error, body }) {
  return error === undefined ? `HTTP ${status} ${JSON.stringify(body).slice(0, 300)}` : String(error);
}

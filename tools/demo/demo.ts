/** `npm run demo`: starts the whole service, then sends vouchers through HTTP only; `--once` ends after the events. */
import { randomInt, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { formatEncf } from '../../src/ecf/model/encf.js';
import { assertPortFree } from '../stack/processes/ports.js';
import { readStackConfig, type StackConfig } from '../stack/stack-config.js';
import { localDate } from '../../src/ecf/model/dates.js';
import { demoCompany, demoPlaceOf } from './demo-data.js';
import { startDemoEvents, type DemoEvents } from './demo-events.js';
import { call, patienceMs } from './demo-http.js';
import { startMailCatcher, type MailCatcher } from './mail-catcher.js';
import { sellBefore } from './past-sales.js';
import { sampleVoucher } from './sample-voucher.js';
import { writeDemoSet } from './test-set/demo-set.js';
import { demoUser } from '../../src/boot/demo-users.js';
import { startAll } from '../stack/start-all.js';
import { StackError } from '../stack/stack-log.js';
import { table } from '../../src/cli/terminal/result.js';
import type { Company } from '../../src/ledger/companies/company.js';
import { explain } from '../stack/terminal-log.js';

/** For the last sale DGII receives only the summary (RFCE), which has no trackId. */
const sales = [
  { tipo: 31, price: 1_000 },
  { tipo: 32, price: 250_000 },
  { tipo: 32, price: 500 },
] as const;

/** An event arrives within a second of its voucher's result. A busy machine takes longer. */
const eventsWithinMs = 10_000;

interface Row {
  readonly encf: string;
  readonly status: string;
  readonly securityCode: string;
  readonly trackId: string;
  readonly ms: number;
  readonly accepted: boolean;
}

async function demo(): Promise<number> {
  const once = asksOnce();
  const mails = await catchMails(readStackConfig(process.env));
  const env = { ...process.env, ...mails?.settings };
  const config = readStackConfig(env);
  const service = await startAll(config, env).catch(async (error: unknown) => {
    await mails?.stop();
    throw error;
  });
  let events: DemoEvents | undefined;
  const stopAll = async () => {
    await events?.stop();
    await service.stop();
    await mails?.stop();
  };
  const stop = () => void stopAll().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);

  const lines: string[] = [];
  let print = (line: string) => void lines.push(line);
  const selling = async () => {
    await sellPast(service.apiUrl, config);
    events = await startDemoEvents(service.apiUrl, (line) => print(line));
    const tokens = await watchCompanies(service.apiUrl, events);
    return sell(service.apiUrl, tokens);
  };
  const rows = await selling().catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  const sold = table(rows, '', {
    'e-NCF': ({ encf }) => encf,
    Estado: ({ status }) => status,
    Código: ({ securityCode }) => securityCode,
    trackId: ({ trackId }) => trackId,
    Tiempo: ({ ms }) => `${ms} ms`,
  });
  process.stdout.write(`\n${sold}\n\n`);
  print = (line) => void process.stdout.write(`${line}\n`);
  for (const line of lines) print(line);
  const encfs = rows.map(({ encf }) => encf);
  const missing = (await events?.arrived(encfs, eventsWithinMs)) ?? encfs;
  if (missing.length > 0) print(`No llegó el evento de ${missing.join(', ')}`);
  process.stdout.write('\n');
  service.printAddresses();
  if (mails !== undefined)
    process.stdout.write(`Correos           ${mails.url} (ninguno sale de esta máquina)\n`);
  process.stdout.write(`Eventos           llegan a ${events?.url}, firmados, y se muestran aquí\n`);
  const failed = rows.filter(({ accepted }) => !accepted).length;
  if (!once) {
    const workbook = await writeDemoSet(resolve(config.dataDir), demoCompany(3));
    process.stdout.write(`Set de pruebas de certificación, para subirlo en la aplicación: ${workbook}\n`);
    process.stdout.write('\nCtrl-C termina todo; los datos quedan guardados.\n');
    return new Promise(() => undefined);
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);
  await stopAll();
  return failed === 0 ? 0 : 1;
}

async function catchMails({ mail, mailPagePort }: StackConfig): Promise<MailCatcher | undefined> {
  const { enabled, from, relay } = mail;
  if (!enabled || from !== undefined || relay !== undefined) return undefined;
  await assertPortFree('correos', mailPagePort, 'DEMO_MAIL_PORT');
  return startMailCatcher(mailPagePort);
}

/** Before anybody listens to events, so that these sales do not fill the screen. */
async function sellPast(apiUrl: string, config: StackConfig): Promise<void> {
  if (demoPlaceOf(config) === undefined) return;
  const company = demoCompany(2);
  const simulatorUrl = `http://127.0.0.1:${config.simulator.port}`;
  await sellBefore({ apiUrl, simulatorUrl }, company, await login(apiUrl, company));
}

/** @returns the tokens of the companies */
async function watchCompanies(apiUrl: string, events: DemoEvents): Promise<ReadonlyMap<number, string>> {
  const tokens = new Map<number, string>();
  for (const company of [demoCompany(1), demoCompany(2), demoCompany(3)]) {
    const token = await login(apiUrl, company);
    tokens.set(company.companyId, token);
    const refusal = await events.watch(token);
    if (refusal !== undefined) process.stdout.write(`Sin eventos de ${company.razonSocial}: ${refusal}\n`);
  }
  return tokens;
}

async function sell(apiUrl: string, tokens: ReadonlyMap<number, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const company of [demoCompany(1), demoCompany(2)]) {
    const token = tokens.get(company.companyId) ?? '';
    for (const { tipo, price } of sales) {
      const { encf, expiresOn } =
        company.origin === 'client' ? ownNumber(tipo) : await nextNumber(apiUrl, token, tipo);
      const issuedOn = localDate(Date.now());
      const body = sampleVoucher({ encf, issuer: company, issuedOn, prices: [price], expiresOn });
      rows.push(await issue(apiUrl, token, encf, body));
    }
  }
  return rows;
}

async function login(apiUrl: string, { rnc }: Company): Promise<string> {
  const answer = await call(`${apiUrl}/api/v2/Auth/login`, { body: { ...demoUser, rnc } });
  if (typeof answer['token'] !== 'string') throw new Error(`login: ${JSON.stringify(answer)}`);
  return answer['token'];
}

interface Sent extends Record<'status' | 'securityCode' | 'trackId', string> {
  readonly accepted: number | null;
}

interface VoucherNumber {
  readonly encf: string;
  readonly expiresOn: string | null;
}

/** Each run takes random ones, so that the demo can run many times. */
function ownNumber(tipo: 31 | 32): VoucherNumber {
  const encf = formatEncf(tipo, randomInt(1, 10_000_000));
  return { encf, expiresOn: tipo === 31 ? '31-12-2028' : null };
}

/** Company 2 asks for each number and names its document. The same document would get the same number again. */
async function nextNumber(apiUrl: string, token: string, ecfType: 31 | 32): Promise<VoucherNumber> {
  const body = { ecfType, externalReference: `DEMO-${randomUUID()}` };
  const answer = await call(`${apiUrl}/api/v2/ecf-sequences/next`, {
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer['procesado'] !== true) throw new Error(`next ${ecfType}: ${JSON.stringify(answer)}`);
  const { encf, sequenceExpiresOn } = answer['data'] as { encf: string; sequenceExpiresOn: string | null };
  return { encf, expiresOn: sequenceExpiresOn };
}

async function issue(apiUrl: string, token: string, encf: string, body: object): Promise<Row> {
  const headers = { authorization: `Bearer ${token}`, 'x-correlation-id': `demo-${encf}` };
  const validated = await call(`${apiUrl}/api/v2/dgii-ecf/validate`, { body, headers });
  const { valido, errores } = validated['data'] as { valido: boolean; errores: unknown };
  if (!valido) throw new Error(`validate ${encf}: ${JSON.stringify(errores)}`);

  const startedMs = performance.now();
  let data: Sent;
  // Not final yet: sending it again returns the same voucher and waits longer.
  do {
    const sent = await call(`${apiUrl}/api/v2/dgii-ecf/send?waitForFinal=10s`, { body, headers });
    if (sent['procesado'] !== true) throw new Error(`send ${encf}: ${JSON.stringify(sent)}`);
    data = sent['data'] as Sent;
  } while (data.accepted === null && performance.now() - startedMs < patienceMs);
  return {
    encf,
    status: data.status,
    securityCode: data.securityCode,
    trackId: data.trackId,
    ms: Math.round(performance.now() - startedMs),
    accepted: data.accepted === 1,
  };
}

/** An unknown option starts nothing. */
function asksOnce(): boolean {
  const [option, ...others] = process.argv.slice(2);
  if (option !== undefined && (option !== '--once' || others.length > 0))
    throw new StackError('npm run demo [-- --once]: with --once it ends after the events.');
  return option === '--once';
}

demo().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);

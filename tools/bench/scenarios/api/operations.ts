/** The service and its yardstick (bare-api.ts), each a process, and the operations that a client asks both of them. */
import { randomUUID } from 'node:crypto';
import { localDate } from '../../../../src/ecf/model/dates.js';
import { jsonLimits, readJson } from '../../../../src/ecf/json/read-json.js';
import { validate } from '../../../../src/ecf/validate.js';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { sampleVoucher } from '../../../demo/sample-voucher.js';
import { startOwnStack, type OwnStack } from '../../../own-stack/own-stack.js';
import { nextReport, startChild, stopChild } from '../../child.js';
import { createHttp, type AskOptions, type Http } from '../../http.js';
import type { Work } from '../../measure.js';
import { login, numbered, prices, sender, unexpected } from '../../service.js';

const secret = 'x'.repeat(32);
const taxpayer = '131880681';

export type Side = 'ours' | 'bare';

export type Operation = Readonly<Record<Side, Work>> & { readonly name: string };

export interface Sides {
  readonly operations: readonly Operation[];
  /** What validate computes, without HTTP and MongoDB. */
  readonly core: Work;
  /** Processor milliseconds that the process of each side has used. */
  readonly cpuMs: Readonly<Record<Side, () => Promise<number>>>;
  stop(): Promise<void>;
}

export async function startSides(): Promise<Sides> {
  const stack = await startOwnStack({ name: 'bench', settings: { ECF_JWT_SECRET: `bench:${secret}` } });
  const program = new URL('./bare-api.js', import.meta.url);
  const child = startChild(program, [secret, 'ecf'], stack.mongoUri);
  const ours = createHttp(stack.apiUrl);
  const opened: Http[] = [ours];
  const xsd = createXsdValidator();
  const stop = async () => {
    await Promise.all(opened.map((http) => http.close()));
    await stopChild(child);
    await stack.stop();
    xsd.dispose();
  };
  try {
    const { port } = await nextReport(child, 'port');
    const bare = createHttp(`http://127.0.0.1:${port}`);
    opened.push(bare);
    const voucher = sampleVoucher({ ...voucherFacts(), encf: 'E310000000001' });
    const operations = await operationsOf(ours, bare);
    return {
      operations,
      core: () => {
        const read = readJson(JSON.stringify(voucher), jsonLimits);
        if (!read.ok) throw new Error(read.reason);
        const facts = { today: localDate(Date.now()), company: { rnc: sender.rnc } };
        const { ecf } = validate(read.value, facts, read.faults);
        if (ecf === undefined) throw new Error('The voucher is at fault');
        const { wire } = buildXml(ecf, `${facts.today} 08:00:00`);
        if (xsd.validate(ecf.type, withDummySignature(wire)).length > 0) throw new Error('XSD');
      },
      cpuMs: {
        ours: () => cpuMsOfApi(stack),
        bare: async () => {
          child.send('cpu');
          return (await nextReport(child, 'cpuMs')).cpuMs;
        },
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function voucherFacts() {
  return { issuer: sender, issuedOn: localDate(Date.now()), prices };
}

async function operationsOf(ours: Http, bare: Http): Promise<readonly Operation[]> {
  const headers = await login(ours, sender.rnc);
  const ofNumbered = await login(ours, numbered.rnc);
  const get = (http: Http, path: string, of = headers) => request(http, 'GET', path, () => ({ headers: of }));
  const post = (http: Http, path: string, of: typeof headers, body: () => unknown) =>
    request(http, 'POST', path, () => ({ headers: of, body: body() }));

  const encf = 'E310000000001';
  const voucher = sampleVoucher({ ...voucherFacts(), encf });
  // document-status needs a voucher that exists.
  await post(ours, '/api/v2/dgii-ecf/send?waitForFinal=50s', headers, () => voucher)();
  const fresh = sampleVoucher({ ...voucherFacts(), encf: 'E310000000002' });
  const next = () => ({ ecfType: 31, externalReference: randomUUID() });
  return [
    {
      name: 'document-status',
      ours: get(ours, `/api/v2/dgii-ecf/document-status/${encf}`),
      bare: get(bare, `/document-status/${encf}`),
    },
    {
      name: 'consult-rnc',
      ours: get(ours, `/api/v2/dgii-ecf/consult-rnc?rnc=${taxpayer}`),
      bare: get(bare, `/consult-rnc/${taxpayer}`),
    },
    {
      name: 'ecf-sequences',
      ours: get(ours, '/api/v2/ecf-sequences', ofNumbered),
      bare: get(bare, '/ecf-sequences', ofNumbered),
    },
    {
      name: 'next',
      ours: post(ours, '/api/v2/ecf-sequences/next', ofNumbered, next),
      bare: post(bare, '/next', ofNumbered, next),
    },
    {
      name: 'validate',
      ours: post(ours, '/api/v2/dgii-ecf/validate', headers, () => fresh),
      bare: post(bare, '/validate/E310000000002', headers, () => fresh),
    },
  ];
}

function request(http: Http, method: 'GET' | 'POST', path: string, optionsOf: () => AskOptions) {
  return async () => {
    const answer = await http.ask(method, path, optionsOf());
    if (answer.body?.procesado !== true) throw unexpected(answer);
  };
}

/** From the api's own metrics. */
async function cpuMsOfApi({ apiAdminUrl }: OwnStack): Promise<number> {
  const text = await (await fetch(`${apiAdminUrl}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total(?:\{.*\})? ([\d.e+-]+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('The api reports no processor time');
  return Number(seconds) * 1_000;
}

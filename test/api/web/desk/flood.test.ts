/**
 * One person asks for hundreds of pages of a company at one moment, or its integration for hundreds of lists. Another company's numbers and
 * people must not wait behind them for a connection to MongoDB.
 */
import { Agent, request } from 'undici';
import { median } from '../../../../tools/bench/measure.js';
import { createTokens } from '../../../../src/api/session/tokens.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { own } from '../../../harness/own.js';
import { until } from '../../../harness/until.js';
import { cheapHash } from '../../../harness/samples/cheap-hash.js';
import { signedIn } from './signed-in.js';
import { clave, startWeb, type Web } from '../harness.js';

/** As many as may wait for a turn. */
const connections = 100;
const calls = 6;

let web: Web;
let hog: Company;
let other: Company;

beforeAll(async () => {
  web = await startWeb();
  hog = await web.addCompany();
  other = await web.addCompany();
  const { companyId, environment } = other;
  const now = new Date();
  const valid = { notBefore: new Date(0), notAfter: new Date('2099-01-01'), importedAt: now };
  await web.store.putCertificate({
    companyId,
    fingerprint: 'f',
    certificatePem: '',
    sealedKey: '',
    ...valid,
  });
  const range = { from: 1, to: 1_000, expiresOn: '31-12-2050', authorizationNumber: '1' };
  await web.store.addAuthorization({ companyId, environment, ecfType: 31, ...range, now });
});

async function tokenOf({ companyId, rnc, environment }: Company): Promise<string> {
  const usuario = 'integracion';
  const user = { usuario, rnc, companyId, passwordHash: cheapHash(clave), disabled: false };
  await web.store.addUser(user);
  const claims = { usuario, rnc, companyId, environment, userGeneration: 0, companyGeneration: 0 };
  return createTokens(web.config.jwt).issue(claims, new Date()).token;
}

/** Asks on so many connections, again and again, until it is stopped. @returns how many pages it got so far, and the end */
function flood(path: string, headers: Readonly<Record<string, string>>) {
  const dispatcher = new Agent({ connections });
  own('the connections', () => dispatcher.destroy());
  const wrong: number[] = [];
  let got = 0;
  let over = false;
  const ask = async () => {
    while (!over) {
      const { statusCode, body } = await request(web.url + path, { dispatcher, headers });
      await body.dump();
      got += 1;
      // On a slow machine the one who asks too much may be refused for a moment.
      if (statusCode !== 200 && statusCode !== 503) wrong.push(statusCode);
    }
  };
  const all = Promise.all(Array.from({ length: connections }, ask));
  return {
    got: () => got,
    stop: async () => {
      over = true;
      await all;
      expect(wrong).toEqual([]);
    },
  };
}

test.each<{ name: string; path: () => string; headers: () => Promise<Record<string, string>> }>([
  {
    name: 'summaries',
    path: () => `/app/api/companies/${hog.companyId}/pre-certification/summary`,
    headers: async () => {
      const { browser } = await signedIn(web, 'consulta', hog);
      return { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
    },
  },
  {
    name: 'lists of unused numbers',
    path: () => '/api/v2/ecf-sequences/unused?limit=1000',
    headers: async () => ({ authorization: `Bearer ${await tokenOf(hog)}` }),
  },
])(
  '$name of one company leave connections to another company',
  async ({ path, headers }) => {
    const { browser } = await signedIn(web, 'consulta', other);
    const authorization = `Bearer ${await tokenOf(other)}`;
    const next = () =>
      browser.call('POST', '/api/v2/ecf-sequences/next', {
        body: { ecfType: 31 },
        headers: { authorization },
      });
    const summary = () => browser.call('GET', `/companies/${other.companyId}/pre-certification/summary`);
    // The first request compiles the contract.
    expect((await next()).status).toBe(200);
    const attack = flood(path(), await headers());
    await until('the flood has begun', async () => attack.got() > connections, { withinMs: 60_000 });
    /** How many pages the flood got during each call of the other company. A time would include pauses of this machine. */
    const during: number[] = [];
    const measured = async (call: () => Promise<{ readonly status: number }>) => {
      const before = attack.got();
      expect((await call()).status).toBe(200);
      during.push(attack.got() - before);
    };
    for (let i = 0; i < calls; i += 1) {
      await measured(next);
      await measured(summary);
    }
    await attack.stop();
    // The median, because a pause of the machine may fall into a single call.
    expect(median(during)).toBeLessThan(connections / 3);
  },
  180_000,
);

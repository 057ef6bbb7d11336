/** The storms: what one company, or a stranger, does to the service while another company works. */
import { formatEncf } from '../../src/ecf/model/encf.js';
import { demoUser } from '../../src/boot/demo-users.js';
import type { Dice } from '../bench/dice.js';
import { voucherOf } from '../bench/scenarios/vouchers.js';
import type { DgiiFaults } from '../torture/outages/dgii-faults.js';
import type { HostileCompany } from './attacker/hostile-company.js';
import type { Met } from './attacker/orders.js';
import { request } from 'undici';
import { denseForm, junkBody, junkForm, largeVoucher } from './attacker/large-bodies.js';
import { holdConnections } from './attacker/raw-sockets.js';
import { repeat } from './attacker/repeat.js';
import { addresses, type Strangers } from './attacker/strangers.js';
import { enterWeb, type WebCall } from './attacker/web-session.js';
import { slowDgii } from './slow-dgii.js';

export interface StormWorld {
  readonly apiUrl: string;
  readonly dice: Dice;
  readonly hostile: HostileCompany;
  readonly strangers: Strangers;
  readonly dgii: Pick<DgiiFaults, 'begin' | 'end'>;
}

interface Storm {
  /** @returns a function that ends it */
  readonly begin: (world: StormWorld) => Promise<() => Promise<void>>;
  /** A storm that meets none of these did not do what it is meant to do. */
  readonly expected: readonly Met[];
}

const validatePath = '/api/v2/dgii-ecf/validate';
const loginPath = '/api/v2/Auth/login';
const loginHeaders = `POST ${loginPath} HTTP/1.1\r\nHost: storm\r\nContent-Type: application/json\r\n`;
const receptionPath = '/fe/recepcion/api/ecf';
/** A change reads and writes the whole record, so a large one costs most. The ledger takes 500. */
const rangesOfOneRecord = 499;
/** The most numbers of one request. */
const annulledAtOnce = 10_000;
/** Longer than a storm, so that the questions stay open during it. */
const questionMs = 10_000;
/** More than a storm sends. */
const piecedBytes = 1_000_000;
/** The first is the largest. */
const pages = ['/docs/swagger-ui-bundle.js', '/docs/', '/openapi.json', '/app/'];
/** Requests that one connection sends ahead of their answers. */
const sentAhead = 16;

export const storms: Readonly<Record<string, Storm>> = {
  'large-vouchers': {
    // Taken, valid or not.
    expected: [200, 400],
    begin: ({ hostile, dice }) => {
      const tooLarge = largeVoucher(hostile.company, 'long');
      const large = largeVoucher(hostile.company, 'short');
      return started(
        repeat(8, (loop) => {
          const encf = hostile.nextEncf(32);
          if (loop % 2 === 0)
            return hostile.post(validatePath, dice.chance(0.5) ? tooLarge(encf) : large(encf));
          return dice.chance(0.5)
            ? hostile.send(encf, tooLarge(encf), '0s')
            : hostile.send(encf, large(encf), '0s');
        }),
      );
    },
  },

  'junk-keys': {
    // A body that is no voucher, or no room for it in memory at this moment.
    expected: [200, 400, 503],
    begin: ({ hostile }) => {
      const body = junkBody();
      return started(repeat(20, () => hostile.post(validatePath, body)));
    },
  },

  'unfinished-logins': {
    expected: ['opened'],
    begin: ({ apiUrl, hostile, strangers }) => {
      const half = `${loginHeaders}Content-Length: 4000\r\n\r\n{"usuario":"`;
      const opened = () => hostile.count('opened');
      const localAddress = () => strangers.localAddress(0);
      return started(holdConnections({ url: apiUrl, count: 2_700, beginning: half, opened, localAddress }));
    },
  },

  // Each byte of a body costs a whole read.
  'tiny-pieces': {
    expected: ['opened'],
    begin: async ({ apiUrl, hostile, strangers }) => {
      const beginning =
        `POST ${validatePath} HTTP/1.1\r\nHost: storm\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${await hostile.token()}\r\nContent-Length: ${piecedBytes}\r\n\r\n`;
      const opened = () => hostile.count('opened');
      const { localAddress } = strangers;
      return holdConnections({ url: apiUrl, count: 400, beginning, opened, piece: ' ', localAddress });
    },
  },

  'sent-ahead': {
    expected: ['opened'],
    begin: ({ apiUrl, hostile, strangers }) => {
      const beginning = 'GET /api/v2/ecf-sequences HTTP/1.1\r\nHost: storm\r\n\r\n'.repeat(sentAhead);
      const opened = () => hostile.count('opened');
      const { localAddress } = strangers;
      return started(holdConnections({ url: apiUrl, count: 2_000, beginning, opened, localAddress }));
    },
  },

  'unread-answers': {
    expected: ['opened'],
    begin: ({ apiUrl, hostile, strangers }) => {
      const beginning = `GET ${pages[0]} HTTP/1.1\r\nHost: storm\r\n\r\n`;
      const opened = () => hostile.count('opened');
      const { localAddress } = strangers;
      return started(holdConnections({ url: apiUrl, count: 200, beginning, opened, localAddress }));
    },
  },

  pages: {
    expected: [200, 429],
    begin: ({ apiUrl, hostile, strangers }) =>
      started(
        repeat(100, async (loop) => {
          const url = `${apiUrl}${pages[loop % pages.length]}`;
          hostile.count(await askAsStranger(strangers.from(loop), url, { headers: { connection: 'close' } }));
        }),
      ),
  },

  'status-queries': {
    expected: [200, 404, 429],
    begin: ({ hostile }) =>
      started(
        repeat(300, (loop) => hostile.get(`/api/v2/dgii-ecf/document-status/${formatEncf(31, loop + 1)}`)),
      ),
  },

  'guessed-passwords': {
    // A wrong password, or one guess too many.
    expected: [401, 429],
    begin: ({ apiUrl, hostile, strangers }) =>
      started(
        repeat(3 * addresses, async (loop) => {
          const body = JSON.stringify({ ...demoUser, clave: `guess-${loop}`, rnc: hostile.company.rnc });
          const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body } as const;
          hostile.count(await askAsStranger(strangers.from(loop), apiUrl + loginPath, post));
        }),
      ),
  },

  'junk-forms': {
    // No voucher in the form, or one form too many.
    expected: [400, 413, 429, 503],
    begin: ({ apiUrl, hostile, strangers }) => {
      const post = { method: 'POST', ...junkForm() } as const;
      return started(
        repeat(20, async (loop) =>
          hostile.count(await askAsStranger(strangers.from(loop), apiUrl + receptionPath, post)),
        ),
      );
    },
  },

  'dense-xml': {
    // No voucher of ours, or one form too many.
    expected: [400, 429, 503],
    begin: ({ apiUrl, hostile, strangers }) => {
      let serial = 0;
      return started(
        repeat(6, async (loop) => {
          const post = { method: 'POST', ...denseForm((serial += 1)) } as const;
          hostile.count(await askAsStranger(strangers.from(loop), apiUrl + receptionPath, post));
        }),
      );
    },
  },

  'slow-questions': {
    // DGII's late answer that it knows no such voucher, or the service's refusal to wait for it.
    expected: [404, 503, 504],
    begin: async ({ hostile, dgii, dice }) => {
      await slowDgii(dgii, { seed: dice.between(1, 1_000), services: ['estado'], slowMs: questionMs });
      const query = `rncEmisor=131880681&rncComprador=${hostile.company.rnc}`;
      const stop = repeat(200, (loop) => {
        const encf = formatEncf(31, loop + 1);
        return hostile.get(`/api/v2/dgii-ecf/external-status?${query}&encf=${encf}`);
      });
      return async () => {
        await dgii.end();
        await stop();
      };
    },
  },

  annulments: {
    // Taken, or more than a company may have under way.
    expected: [200, 429],
    begin: ({ hostile }) => {
      let asked = 0;
      return started(
        repeat(200, () => {
          const from = (asked += 1) * annulledAtOnce;
          // A type that no other storm sends.
          const range = { desde: formatEncf(47, from), hasta: formatEncf(47, from + annulledAtOnce - 1) };
          return hostile.post('/api/v2/ecf-sequences/annulments', { ranges: [range] });
        }),
      );
    },
  },

  'web-writes': {
    // Changed, changed meanwhile, or more changes than may wait.
    expected: [200, 409, 429],
    begin: async ({ apiUrl, hostile, strangers }) => {
      const { companyId, environment } = hostile.company;
      const ask = await enterWeb(apiUrl, companyId, strangers);
      const ranges = `/${environment}/sequences/47/authorizations`;
      for (let from = 1; from <= rangesOfOneRecord; from += 1) {
        const body = { from, to: from, authorizationNumber: 'A', expiresOn: '31-12-2099' };
        await ask({ method: 'POST', path: ranges, body });
      }
      let changes = 0;
      return repeat(60, async (loop) => {
        const change = (changes += 1);
        const calls: readonly WebCall[] = [
          {
            method: 'PATCH',
            path: `${ranges}/${formatEncf(47, 1)}`,
            body: { authorizationNumber: `${change}` },
          },
          {
            method: 'PATCH',
            path: '/printed-form',
            body: { color: `#${String(change % 1_000_000).padStart(6, '0')}` },
          },
          { method: 'POST', path: '/people', body: { email: `${change}@storm.example`, role: 'consulta' } },
        ];
        const call = calls[loop % calls.length];
        if (call !== undefined) hostile.count(await ask(call, loop));
      });
    },
  },

  'web-reads': {
    expected: [200, 429],
    begin: async ({ apiUrl, hostile, strangers }) => {
      const { companyId, environment } = hostile.company;
      const ask = await enterWeb(apiUrl, companyId, strangers);
      const path = `/${environment}/summary`;
      return repeat(300, async (loop) => hostile.count(await ask({ method: 'GET', path }, loop)));
    },
  },

  'waiting-sends': {
    expected: [200],
    begin: ({ hostile }) => {
      const { company } = hostile;
      return started(
        repeat(2_000, () => {
          const encf = hostile.nextEncf(31);
          return hostile.send(encf, voucherOf({ type: 31, encf, company }), '60s');
        }),
      );
    },
  },
};

interface Asked {
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function askAsStranger(
  { headers: named, dispatcher }: ReturnType<Strangers['from']>,
  url: string,
  { headers, ...asked }: Asked,
): Promise<Met> {
  const options = { ...asked, headers: { ...headers, ...named }, ...(dispatcher && { dispatcher }) };
  const answer = await request(url, options).catch(() => undefined);
  await answer?.body.dump().catch(() => undefined);
  return answer?.statusCode ?? 'broken';
}

function started(stop: () => Promise<void>): Promise<() => Promise<void>> {
  return Promise.resolve(stop);
}

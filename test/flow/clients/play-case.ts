/** How one client plays a case of clients/cases/cases.json, and what the case says of the outcome. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { demoUser } from '../../../src/boot/demo-users.js';
import { localDate } from '../../../src/ecf/model/dates.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { demoCompanies } from '../../../tools/demo/demo-data.js';
import type { Played, Player } from '../../harness/clients/player.js';
import type { CuttingProxy, Fault } from '../../harness/http/cutting-proxy.js';
import type { Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

interface Step {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly faults?: readonly Fault[];
  /** How many requests reach the proxy, logins apart. */
  readonly requests?: number;
  /** The service gave the voucher its number, and DGII accepted it exactly once, with one content. `$issued` is its number from now on. */
  readonly issues?: boolean;
  /** Members that the result has, with their values. */
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  /** The result has this text in it: now, or after some repetitions. */
  readonly has?: string;
  /** `$name` is this member of the result from now on; an empty one is the whole result. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The result is the SHA-256 of what this path answers. */
  readonly bytes?: string;
  readonly list?: { readonly atLeast: number; readonly distinct: string; readonly contains?: string };
}

export interface Case {
  readonly name: string;
  readonly company: 'own-numbers' | 'service-numbers';
  /** Of the client, in addition to its address and its login. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  /** DGII accepted `$encf` exactly once, with one content. */
  readonly issued?: boolean;
}

export const cases = JSON.parse(
  readFileSync(projectFile('clients/cases/cases.json'), 'utf8'),
) as readonly Case[];
const sample = readFileSync(projectFile('test/examples/43-small.json'), 'utf8');

export interface Language {
  readonly player: Player;
  readonly proxy: CuttingProxy;
}

let serial = 0;
/** All numbers that the service gave: it must have no other voucher. */
export const issuedByService: string[] = [];

export const rncs = {
  'own-numbers': demoCompanies[0]?.rnc ?? '',
  'service-numbers': demoCompanies[1]?.rnc ?? '',
};

/** What `$name` in a case means for one language. */
function valuesFor({ company }: Case): Record<string, unknown> {
  serial += 1;
  const encf = `E43${String(serial).padStart(10, '0')}`;
  const voucher = JSON.parse(sample) as {
    ECF: {
      Encabezado: {
        IdDoc: { eNCF?: string; FechaVencimientoSecuencia?: string };
        Emisor: { RNCEmisor: string; FechaEmision: string; CorreoEmisor?: string };
        Totales: object;
      };
    };
  };
  voucher.ECF.Encabezado.IdDoc.eNCF = encf;
  voucher.ECF.Encabezado.Emisor.RNCEmisor = rncs[company];
  voucher.ECF.Encabezado.Emisor.FechaEmision = localDate(Date.now());
  const wrong = structuredClone(voucher);
  wrong.ECF.Encabezado.Totales = { MontoExento: 350, MontoTotal: 999 };
  const unnumbered = structuredClone(voucher);
  delete unnumbered.ECF.Encabezado.IdDoc.eNCF;
  delete unnumbered.ECF.Encabezado.IdDoc.FechaVencimientoSecuencia;
  const other = structuredClone(unnumbered);
  other.ECF.Encabezado.Emisor.CorreoEmisor = 'otra@prueba.example';
  return {
    $unnumbered: unnumbered,
    '$other-unnumbered': other,
    $encf: encf,
    $voucher: voucher,
    '$wrong-voucher': wrong,
    $reference: `VENTA-${serial}`,
    $rnc: rncs[company],
  };
}

function filled(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') {
    if (value in values) return values[value];
    return value.replace('$encf', String(values['$encf']));
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]));
}

async function digestOf(service: Service, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${await service.token()}` };
  const response = await request(`${service.apiUrl}${path}`, { headers });
  expect(response.statusCode).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await response.body.arrayBuffer()))
    .digest('hex');
}

/** The names of all members that have a value, at every level: some languages leave out the others. */
function membersOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(membersOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, membersOf(one)]),
  );
}

/** @returns the form of each result, which is the same in every language */
export async function playCase(service: Service, one: Case, { player, proxy }: Language): Promise<unknown[]> {
  const values = valuesFor(one);
  const login = { ...demoUser, rnc: rncs[one.company] };
  const client = filled({ url: proxy.url, login, ...one.options }, values) as object;
  const shapes: unknown[] = [];
  for (const step of one.steps) {
    proxy.plan(step.faults ?? []);
    const args = filled(step.args, values) as object;
    const played = await playUntil(step, values, () => player.play({ call: step.call, args, client }));
    await expectPlayed(service, { step, played, values });
    for (const [name, member] of Object.entries(step.keep ?? {})) {
      const { result } = played;
      values[name] = member === '' ? result : (result as Readonly<Record<string, unknown>>)[member];
    }
    if (step.requests !== undefined) expect(proxy.seen).toHaveLength(step.requests);
    expect(new Set(proxy.seen.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBeLessThanOrEqual(1);
    if (step.issues === true) {
      const { ecf } = played.result as { readonly ecf: string };
      values['$issued'] = ecf;
      issuedByService.push(ecf);
      await expectIssuedOnce(service, ecf, rncs[one.company]);
    }
    // How many elements these have depends on the other languages.
    shapes.push(step.list === undefined && step.has === undefined ? membersOf(played) : []);
  }
  if (one.issued === true) await expectIssuedOnce(service, String(values['$encf']), rncs[one.company]);
  return shapes;
}

/** Events come a moment after what they tell. */
async function playUntil(
  { has, call }: Step,
  values: Readonly<Record<string, unknown>>,
  play: () => Promise<Played>,
): Promise<Played> {
  if (has === undefined) return play();
  const text = String(filled(has, values));
  return until(`${call} has ${text}`, async () => {
    const played = await play();
    if (played.result === undefined) return played;
    return JSON.stringify(played.result).includes(text) ? played : undefined;
  });
}

async function expectIssuedOnce(service: Service, encf: string, rnc: string): Promise<void> {
  const { accepted, distinctBytes } = await service.seenByDgii(encf, rnc);
  expect({ encf, accepted, distinctBytes }).toEqual({ encf, accepted: 1, distinctBytes: 1 });
}

interface Outcome {
  readonly step: Step;
  readonly played: Played;
  readonly values: Readonly<Record<string, unknown>>;
}

async function expectPlayed(service: Service, { step, played, values }: Outcome): Promise<void> {
  if (step.error !== undefined) {
    expect(played).toMatchObject({ error: filled(step.error, values) as object });
    return;
  }
  expect(played).toEqual({ result: expect.anything() });
  const { result } = played;
  if (step.result !== undefined) expect(result).toMatchObject(filled(step.result, values) as object);
  if (step.bytes !== undefined)
    expect(result).toBe(await digestOf(service, String(filled(step.bytes, values))));
  if (step.list !== undefined) {
    const { atLeast, distinct, contains } = step.list;
    const found = (result as readonly Record<string, unknown>[]).map((element) => element[distinct]);
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(found).size).toBe(found.length);
    if (contains !== undefined) expect(found).toContain(filled(contains, values));
  }
}

/** The control endpoints for tests and demonstrations, under `/_simulator/`; docs/develop/simulator.md documents them. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { environments, type Environment } from '../../src/ecf/model/environments.js';
import type { Dgii } from './dgii.js';
import { orderEmission } from './emission/emission-services.js';
import { readModel } from './emission/model.js';
import { readPosted, type Posted } from './http/posted.js';
import { datosOf } from './services/reception.js';
import { sha256Of, type Entry, type ReceptionRecord } from './record.js';
import { json, type Reply } from './http/reply.js';
import { serviceNames } from './http/services.js';
import { bodyBytesMax, readBody } from './http/upload.js';
import { amountAt } from './verdict/arithmetic.js';
import { structureFault } from './verdict/structure.js';
import { summaryBelow } from './verdict/verdict.js';
import { textAt } from './verdict/xml-tree.js';

/** One answer lists at most this many entries, the latest ones; the counts cover all. */
const listedMax = 1000;
const settingsBytesMax = 4 * 1024 * 1024;
/** Only the certification requires full vouchers in addition to their summaries. */
const handOverDefault = 'certification' satisfies Environment;
const emissionDefault = 'pre-certification' satisfies Environment;

export async function control(dgii: Dgii, request: IncomingMessage, url: URL): Promise<Reply> {
  const { record, settings } = dgii;
  const route = `${request.method ?? ''} ${url.pathname}`;
  const asked = { rnc: url.searchParams.get('rnc'), encf: url.searchParams.get('encf') };
  switch (route) {
    case 'GET /_simulator/submissions':
      return submissions(record, asked);
    case 'GET /_simulator/others':
      return others(record, url.searchParams.get('kind'));
    case 'GET /_simulator/counts':
      return counts(dgii);
    case 'GET /_simulator/settings':
      return json(200, settings.current);
    case 'PUT /_simulator/settings': {
      const problem = settings.change(await readJson(request));
      return problem === undefined ? json(200, settings.current) : json(400, { error: problem });
    }
    case 'GET /_simulator/authority':
      return {
        status: 200,
        contentType: 'application/x-pem-file',
        body: await dgii.identities.authorityPem(),
      };
    case 'POST /_simulator/release':
      return json(200, { released: dgii.delivery.release() });
    case 'POST /_simulator/revoke-tokens':
      await dgii.authentication.revokeAll();
      return json(200, {});
    case 'POST /_simulator/full-ecf':
      return inEnvironment(url, handOverDefault, (environment) => handOver(dgii, request, environment));
    case 'POST /_simulator/emission':
      return inEnvironment(url, emissionDefault, async (environment) =>
        orderEmission(dgii, environment, await readModel(request)),
      );
    default: {
      const [, sha256] = /^GET \/_simulator\/files\/([0-9a-f]{64})$/.exec(route) ?? [];
      if (sha256 !== undefined) return file(dgii.dataDir, sha256);
      return json(404, { error: `no such control endpoint: ${route}` });
    }
  }
}

async function inEnvironment(
  url: URL,
  byDefault: Environment,
  answer: (environment: Environment) => Promise<Reply>,
): Promise<Reply> {
  const name = url.searchParams.get('environment') ?? byDefault;
  if (Object.hasOwn(environments, name)) return answer(name as Environment);
  return json(400, { error: `environment must be one of ${Object.keys(environments).join(', ')}` });
}

interface Asked {
  readonly rnc: string | null;
  readonly encf: string | null;
}

function submissions(record: ReceptionRecord, { rnc, encf }: Asked): Reply {
  const found = record
    .all()
    .filter((one) => (rnc === null || one.rncEmisor === rnc) && (encf === null || one.encf === encf));
  return json(200, {
    received: found.slice(-listedMax).map((one) => ({
      at: one.at,
      service: one.service,
      environment: one.environment,
      trackId: one.trackId,
      sha256: one.sha256,
      encf: one.encf,
      rncEmisor: one.rncEmisor,
      signer: one.signer,
      holder: one.holder ?? null,
      outcome: one.verdict.outcome,
      secuenciaUtilizada: one.verdict.secuenciaUtilizada,
      mensajes: one.verdict.mensajes,
    })),
    accepted: found.filter(({ verdict }) => verdict.outcome !== 'rejected').length,
    distinctBytes: new Set(found.map(({ sha256 }) => sha256)).size,
  });
}

function others(record: ReceptionRecord, kind: string | null): Reply {
  const found = record.others().filter((one) => kind === null || one.kind === kind);
  return json(200, { others: found.slice(-listedMax), count: found.length });
}

function counts({ record, requests, met }: Dgii): Reply {
  const received = record.all();
  const accepted = received.filter(({ verdict }) => verdict.outcome !== 'rejected').length;
  const ofKind = (kind: Entry['kind']) => record.others().filter((one) => one.kind === kind).length;
  return json(200, {
    requests: Object.fromEntries(serviceNames.map((name) => [name, requests.get(name) ?? 0])),
    faults: Object.fromEntries(met),
    received: received.length,
    accepted,
    rejected: received.length - accepted,
    refused: ofKind('refused'),
    annulments: ofKind('annulled'),
    approvals: ofKind('approved'),
  });
}

/**
 * Takes a full type 32 below 250,000.00. In the certification people hand it over in addition to its summary, after that was accepted.
 * From then on the summary's security code must be that of this voucher's signature.
 */
async function handOver(dgii: Dgii, request: IncomingMessage, environment: Environment): Promise<Reply> {
  const { record, clock, schemaFault } = dgii;
  const bytes = await readBody(request, bodyBytesMax);
  if (bytes === undefined) return json(413, { error: 'too large' });
  const posted = readPosted({ fileName: '', bytes }, dgii, clock());
  if ('valor' in posted) return json(400, { error: posted.valor });
  const { root } = posted;
  const fault = handOverFault(
    posted,
    schemaFault('ECF', textAt(root, 'Encabezado/IdDoc/TipoeCF'), posted.xml),
  );
  if (fault !== undefined) return json(400, { error: fault });
  const rnc = textAt(root, 'Encabezado/Emisor/RNCEmisor');
  const encf = textAt(root, 'Encabezado/IdDoc/eNCF');
  const codigoSeguridad = datosOf(posted).codigoSeguridad;
  const summaries = record
    .ofNumber(environment, rnc, encf)
    .filter(({ service, verdict }) => service === 'recepcionfc' && verdict.outcome !== 'rejected')
    .map(({ datos }) => datos.codigoSeguridad);
  // In the official order the summaries come before their full vouchers.
  if (summaries.length === 0) return json(400, { error: `no RFCE of ${encf} was accepted` });
  const what = { environment, sha256: sha256Of(bytes), rncEmisor: rnc, encf, codigoSeguridad };
  await record.keep({ kind: 'handed-over', at: clock().toISOString(), ...what }, bytes);
  const coincide = summaries.includes(codigoSeguridad);
  return json(200, { environment, rncEmisor: rnc, encf, codigoSeguridad, coincide });
}

/** @param schemaFault what the schemas say about the file */
function handOverFault(posted: Posted, schemaFault: string | undefined): string | undefined {
  const { verification, root, chainFault, delegatedFor, signer } = posted;
  if (!verification.ok || root?.name !== 'ECF') return 'no signed ECF';
  if (chainFault !== undefined) return `the certificate is not admitted (${chainFault})`;
  const structure = schemaFault ?? structureFault(root);
  if (structure !== undefined) return structure;
  const rnc = textAt(root, 'Encabezado/Emisor/RNCEmisor');
  if (!delegatedFor.includes(rnc)) return `${signer} is not delegated for ${rnc}`;
  const total = amountAt(root, 'Encabezado/Totales/MontoTotal');
  return textAt(root, 'Encabezado/IdDoc/TipoeCF') === '32' && total.lt(summaryBelow)
    ? undefined
    : `only a type 32 below ${summaryBelow}.00 is handed over`;
}

async function file(dataDir: string, sha256: string): Promise<Reply> {
  try {
    const body = await readFile(join(dataDir, 'files', `${sha256}.xml`));
    return { status: 200, contentType: 'application/octet-stream', body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return json(404, { error: 'no such file' });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, settingsBytesMax);
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

/** The control endpoints of tests and demonstrations, under `/_simulator/`; start.ts documents them. */
import type { IncomingMessage } from 'node:http';
import type { SettingsHolder } from './faults.js';
import type { ReceptionRecord } from './record.js';
import { json, type Reply } from './reply.js';
import { serviceNames, type ServiceName } from './services.js';
import { readBody } from './upload.js';

export interface Control {
  readonly record: ReceptionRecord;
  readonly settings: SettingsHolder;
  readonly requests: Map<ServiceName, number>;
  /** Lets the held answers go. @returns how many. */
  release(): number;
}

/** The latest that one answer lists; the counts are of all. */
const listedMax = 1000;
const settingsBytesMax = 256 * 1024;

export async function control(dependencies: Control, request: IncomingMessage, url: URL): Promise<Reply> {
  const { record, settings } = dependencies;
  const route = `${request.method ?? ''} ${url.pathname}`;
  switch (route) {
    case 'GET /_simulator/submissions':
      return submissions(record, url.searchParams.get('rnc'), url.searchParams.get('encf'));
    case 'GET /_simulator/counts':
      return counts(dependencies);
    case 'GET /_simulator/settings':
      return json(200, settings.current);
    case 'PUT /_simulator/settings': {
      const problem = settings.change(await readJson(request));
      return problem === undefined ? json(200, settings.current) : json(400, { error: problem });
    }
    case 'POST /_simulator/release':
      return json(200, { released: dependencies.release() });
    default:
      return json(404, { error: `no such control endpoint: ${route}` });
  }
}

function submissions(record: ReceptionRecord, rnc: string | null, encf: string | null): Reply {
  const found = record
    .all()
    .filter((one) => (rnc === null || one.rncEmisor === rnc) && (encf === null || one.encf === encf));
  return json(200, {
    received: found.slice(-listedMax).map((one) => ({
      at: one.at,
      environment: one.environment,
      trackId: one.trackId,
      sha256: one.sha256,
      encf: one.encf,
      rncEmisor: one.rncEmisor,
      outcome: one.verdict.outcome,
      secuenciaUtilizada: one.verdict.secuenciaUtilizada,
      mensajes: one.verdict.mensajes,
    })),
    accepted: found.filter(({ verdict }) => verdict.outcome !== 'rejected').length,
    distinctBytes: new Set(found.map(({ sha256 }) => sha256)).size,
  });
}

function counts({ record, requests }: Control): Reply {
  const received = record.all();
  const accepted = received.filter(({ verdict }) => verdict.outcome !== 'rejected').length;
  return json(200, {
    requests: Object.fromEntries(serviceNames.map((name) => [name, requests.get(name) ?? 0])),
    received: received.length,
    accepted,
    rejected: received.length - accepted,
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, settingsBytesMax);
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

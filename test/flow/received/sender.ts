/** Another taxpayer's system, as our receiver meets it: posts forms and reads acknowledgements. */
import { request } from 'undici';
import { openXml, textAt } from '../../../src/documents/read/received-xml.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { formOf } from '../../harness/samples/received.js';
import type { Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

export const paths = {
  semilla: '/fe/autenticacion/api/semilla',
  validacion: '/fe/autenticacion/api/validacioncertificado',
  recepcion: '/fe/recepcion/api/ecf',
  aprobacion: '/fe/aprobacioncomercial/api/ecf',
} as const;

export interface Posted {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

export interface PostOptions {
  readonly path?: string;
  readonly head?: string;
  readonly headers?: Record<string, string>;
  /** An address to use instead of the api's. */
  readonly url?: string;
}

/** Sends the same bytes again, as the receiver asks, if a busy Temporal or worker could not sign the answer in time. */
export function post(...sent: Parameters<typeof postOnce>): Promise<Posted> {
  const signed = async () => {
    const answer = await postOnce(...sent);
    return answer.status === 503 && codeOf(answer) === 'RECEPTION_NOT_SIGNED' ? undefined : answer;
  };
  return until('the answer is signed', signed, { withinMs: 40_000 });
}

export async function postOnce(
  service: Pick<Service, 'apiUrl'>,
  xml: Uint8Array,
  { path = paths.recepcion, head, headers = {}, url = service.apiUrl }: PostOptions = {},
): Promise<Posted> {
  const { type, body } = formOf(xml, head);
  const response = await request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    headersTimeout: 60_000,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, body: bytes };
}

/** The values of an ARECF whose signature is valid. */
export function acknowledged({ status, body }: Posted) {
  const text = body.toString('utf8');
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const verified = verifyXml(text);
  if (!verified.ok) throw new Error(`The ARECF is not signed well: ${verified.reason}`);
  const root = openXml(Buffer.from(verified.content))?.root;
  if (root?.nodeName !== 'ARECF') throw new Error(`No ARECF: ${text}`);
  const at = (name: string) => textAt(root, `DetalleAcusedeRecibo/${name}`);
  return {
    estado: at('Estado'),
    motivo: at('CodigoMotivoNoRecibido'),
    rncEmisor: at('RNCEmisor'),
    rncComprador: at('RNCComprador'),
    encf: at('eNCF'),
    subject: verified.certificate.subject,
  };
}

export function codeOf({ body }: Posted): unknown {
  return (JSON.parse(body.toString('utf8')) as { data?: { code?: unknown } }).data?.code;
}

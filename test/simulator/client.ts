/** A DGII client in miniature for the simulator's tests, and vouchers written by hand: nothing of the service is used. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { openPem, type SigningCertificate } from '../../src/signing/certificate.js';
import { signXml } from '../../src/signing/sign-xml.js';
import { createAuthority, issueCertificate, type TestAuthority } from '../../src/signing/test-authority.js';
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../../src/simulator/start.js';

export const rnc = '999999992';
export const serialNumber = 'IDCDO-00199999996';

export interface World {
  readonly authority: TestAuthority;
  readonly certificate: SigningCertificate;
  readonly dataDir: string;
  start(options?: Partial<SimulatorOptions>): Promise<RunningSimulator>;
}

export function makeWorld(): World {
  const authority = createAuthority('AUTORIDAD DE PRUEBA');
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
  return {
    authority,
    certificate: certificateOf(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber }),
    dataDir,
    start: (options = {}) =>
      startSimulator({
        port: 0,
        dataDir,
        trustedCaPem: authority.certificatePem,
        delegations: { [serialNumber]: [rnc] },
        ...options,
      }),
  };
}

export function certificateOf(
  authority: TestAuthority,
  options: Parameters<typeof issueCertificate>[1],
): SigningCertificate {
  const issued = issueCertificate(authority, options);
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}

/** Members that the tests read one by one; each answer has some of them. */
export interface AnswerBody {
  readonly token: string;
  readonly expira: string;
  readonly expedido: string;
  readonly trackId: string;
  readonly fechaRecepcion: string;
  readonly released: number;
}

export interface Seen {
  readonly received: readonly {
    readonly trackId: string;
    readonly sha256: string;
    readonly outcome: string;
  }[];
  readonly accepted: number;
  readonly distinctBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly json: AnswerBody;
}

export async function call(
  url: string,
  options: { method?: 'GET' | 'POST' | 'PUT'; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const response = await request(url, {
    method: options.method ?? 'GET',
    headers: { accept: 'application/json', ...options.headers },
    body: options.body ?? null,
  });
  const text = await response.body.text();
  return { status: response.statusCode, text, headers: response.headers, json: parse(text) as AnswerBody };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function multipart(content: string | Buffer, fileName: string, field = 'xml') {
  const boundary = `----test-${randomUUID()}`;
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: text/xml\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const authentication = 'autenticacion/api/autenticacion';

export async function seed(url: string, environment = 'testecf'): Promise<string> {
  return (await call(`${url}/${environment}/${authentication}/semilla`)).text;
}

export function exchange(
  url: string,
  signedSeed: string,
  environment = 'testecf',
  accept = 'application/json',
) {
  const { body, headers } = multipart(signedSeed, 'semilla.xml');
  return call(`${url}/${environment}/${authentication}/validarsemilla`, {
    method: 'POST',
    headers: { ...headers, accept },
    body,
  });
}

export async function login(
  url: string,
  certificate: SigningCertificate,
  environment = 'testecf',
): Promise<string> {
  const answer = await exchange(url, signXml(await seed(url, environment), certificate), environment);
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
  return answer.json.token;
}

export function submit(
  url: string,
  token: string,
  content: string | Buffer,
  options: { fileName?: string; environment?: string; field?: string } = {},
): Promise<Answer> {
  const encf = /<eNCF>(.*?)<\/eNCF>/.exec(content.toString())?.[1] ?? '';
  const { body, headers } = multipart(content, options.fileName ?? `${rnc}${encf}.xml`, options.field);
  return call(`${url}/${options.environment ?? 'testecf'}/recepcion/api/facturaselectronicas`, {
    method: 'POST',
    headers: { ...headers, authorization: `bearer ${token}` },
    body,
  });
}

export function get(url: string, token: string, path: string): Promise<Answer> {
  return call(`${url}/testecf/${path}`, { headers: { authorization: `bearer ${token}` } });
}

export async function result(url: string, token: string, trackId: string): Promise<unknown> {
  return (await get(url, token, `consultaresultado/api/consultas/estado?trackid=${trackId}`)).json;
}

export function put(url: string, settings: object): Promise<Answer> {
  return call(`${url}/_simulator/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
}

export async function seen(url: string, encf: string): Promise<Seen> {
  return parse((await call(`${url}/_simulator/submissions?rnc=${rnc}&encf=${encf}`)).text) as Seen;
}

/** A voucher in outline, unsigned; the changes are text replacements, so that each test shows what it breaks. */
export function voucher(encf: string, change: (xml: string) => string = (xml) => xml): string {
  const type = encf.slice(1, 3);
  const expiry = ['32', '34'].includes(type)
    ? ''
    : '<FechaVencimientoSecuencia>31-12-2028</FechaVencimientoSecuencia>';
  return change(
    '<?xml version="1.0" encoding="utf-8"?><ECF><Encabezado><Version>1.0</Version>' +
      `<IdDoc><TipoeCF>${type}</TipoeCF><eNCF>${encf}</eNCF>${expiry}<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc>` +
      `<Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor>` +
      '<DireccionEmisor>CALLE 1</DireccionEmisor><FechaEmision>20-11-2026</FechaEmision></Emisor>' +
      '<Comprador><RNCComprador>131880681</RNCComprador><RazonSocialComprador>COMPRADOR</RazonSocialComprador></Comprador>' +
      '<Totales><MontoGravadoTotal>254237.29</MontoGravadoTotal><TotalITBIS>45762.71</TotalITBIS><MontoTotal>300000.00</MontoTotal></Totales></Encabezado>' +
      '<DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion>' +
      '<NombreItem>Artículo &amp; más</NombreItem><IndicadorBienoServicio>1</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem>' +
      '<PrecioUnitarioItem>254237.29</PrecioUnitarioItem><MontoItem>254237.29</MontoItem></Item></DetallesItems>' +
      '<FechaHoraFirma>20-11-2026 15:30:00</FechaHoraFirma></ECF>',
  );
}

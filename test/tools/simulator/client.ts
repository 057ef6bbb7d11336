/** A small DGII client for the simulator's tests, and handwritten vouchers. It uses none of the service's code. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import {
  issueCertificate,
  type IssuedCertificate,
  type TestAuthority,
} from '../../../tools/simulator/test-authority.js';
import {
  startSimulator,
  type RunningSimulator,
  type SimulatorOptions,
} from '../../../tools/simulator/start.js';
import { own } from '../../harness/own.js';
import { certifiedSigner, spareKeys, testAuthority } from '../../harness/samples/signers.js';

export const rnc = '999999992';
export const serialNumber = 'IDCDO-00199999996';

export interface World {
  readonly authority: TestAuthority;
  readonly certificate: SigningCertificate;
  readonly dataDir: string;
  start(options?: Partial<SimulatorOptions>): Promise<RunningSimulator>;
}

export function makeWorld(): World {
  const authority = testAuthority();
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
  own('the folder', () => rmSync(dataDir, { recursive: true, force: true }));
  return {
    authority,
    certificate: open(certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber })),
    dataDir,
    start: async (options = {}) => {
      const simulator = await startSimulator({
        port: 0,
        dataDir,
        trustedCaPem: authority.certificatePem,
        delegations: { [serialNumber]: [rnc] },
        ...options,
      });
      return { ...simulator, close: own('the simulator', () => simulator.close()) };
    },
  };
}

export function certificateOf(
  authority: TestAuthority,
  options: Parameters<typeof issueCertificate>[1],
): SigningCertificate {
  return open(issueCertificate(authority, { ...options, keys: spareKeys() }));
}

function open({ certificatePem, privateKeyPem }: IssuedCertificate): SigningCertificate {
  const opened = openPem(certificatePem, privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}

/** The members that the tests read. Each answer has some of them. */
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

/** Posts a signed file to any service. */
export function post(
  url: string,
  token: string,
  path: string,
  file: { content: string | Buffer; fileName: string; environment?: string; accept?: string },
): Promise<Answer> {
  const { body, headers } = multipart(file.content, file.fileName);
  const accept = file.accept === undefined ? {} : { accept: file.accept };
  return call(`${url}/${file.environment ?? 'testecf'}/${path}`, {
    method: 'POST',
    headers: { ...headers, ...accept, authorization: `bearer ${token}` },
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

/** FechaHoraFirma of the vouchers below: one minute ago in Santo Domingo, because DGII refuses a time ahead of its clock. */
export const signedAt = localTime(new Date(Date.now() - 60_000));

/** `dd-MM-yyyy HH:mm:ss` in Santo Domingo. */
export function localTime(instant: Date): string {
  const [date = '', time = ''] = new Date(instant.getTime() - 4 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  return `${date.split('-').reverse().join('-')} ${time}`;
}

export interface Amounts {
  readonly base: string;
  readonly itbis: string;
  readonly total: string;
}

export const amounts = { base: '254237.29', itbis: '45762.71', total: '300000.00' } as const;

/** An unsigned voucher of one line, valid by the official XSD. The changes replace text, so each test shows what it breaks. */
export function voucher(
  encf: string,
  change: (xml: string) => string = (xml) => xml,
  { base, itbis, total }: Amounts = amounts,
): string {
  const type = encf.slice(1, 3);
  const expiry = ['32', '34'].includes(type)
    ? ''
    : '<FechaVencimientoSecuencia>31-12-2028</FechaVencimientoSecuencia>';
  return change(
    '<?xml version="1.0" encoding="utf-8"?><ECF><Encabezado><Version>1.0</Version>' +
      `<IdDoc><TipoeCF>${type}</TipoeCF><eNCF>${encf}</eNCF>${expiry}${type === '34' ? '<IndicadorNotaCredito>0</IndicadorNotaCredito>' : ''}` +
      '<IndicadorMontoGravado>0</IndicadorMontoGravado><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc>' +
      `<Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor>` +
      '<DireccionEmisor>CALLE 1</DireccionEmisor><FechaEmision>20-11-2026</FechaEmision></Emisor>' +
      '<Comprador><RNCComprador>131880681</RNCComprador><RazonSocialComprador>COMPRADOR</RazonSocialComprador></Comprador>' +
      `<Totales><MontoGravadoTotal>${base}</MontoGravadoTotal><MontoGravadoI1>${base}</MontoGravadoI1><ITBIS1>18</ITBIS1>` +
      `<TotalITBIS>${itbis}</TotalITBIS><TotalITBIS1>${itbis}</TotalITBIS1><MontoTotal>${total}</MontoTotal></Totales></Encabezado>` +
      '<DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion>' +
      '<NombreItem>Artículo &amp; más</NombreItem><IndicadorBienoServicio>1</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem>' +
      `<PrecioUnitarioItem>${base}</PrecioUnitarioItem><MontoItem>${base}</MontoItem></Item></DetallesItems>` +
      `<FechaHoraFirma>${signedAt}</FechaHoraFirma></ECF>`,
  );
}

/** A debit or credit note on another voucher. */
export function note(encf: string, modified: string, of: Amounts = amounts): string {
  const reference =
    `<InformacionReferencia><NCFModificado>${modified}</NCFModificado><FechaNCFModificado>20-11-2026</FechaNCFModificado>` +
    '<CodigoModificacion>3</CodigoModificacion></InformacionReferencia>';
  return voucher(encf, (xml) => xml.replace('<FechaHoraFirma>', `${reference}<FechaHoraFirma>`), of);
}

/** The amounts of a small consumption invoice. */
export const small = { base: '1000.00', itbis: '180.00', total: '1180.00' } as const;

/** An unsigned summary of a small type 32, with the given security code. */
export function summary(
  encf: string,
  securityCode: string,
  change: (xml: string) => string = (xml) => xml,
): string {
  return change(
    '<?xml version="1.0" encoding="utf-8"?><RFCE><Encabezado><Version>1.0</Version>' +
      `<IdDoc><TipoeCF>32</TipoeCF><eNCF>${encf}</eNCF><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc>` +
      `<Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor><FechaEmision>20-11-2026</FechaEmision></Emisor>` +
      '<Comprador><RazonSocialComprador>CONSUMIDOR FINAL</RazonSocialComprador></Comprador>' +
      `<Totales><MontoGravadoTotal>${small.base}</MontoGravadoTotal><MontoGravadoI1>${small.base}</MontoGravadoI1>` +
      `<TotalITBIS>${small.itbis}</TotalITBIS><TotalITBIS1>${small.itbis}</TotalITBIS1><MontoTotal>${small.total}</MontoTotal></Totales>` +
      `<CodigoSeguridadeCF>${securityCode}</CodigoSeguridadeCF></Encabezado></RFCE>`,
  );
}

/** An ANECF with one range of numbers that will never be used. */
export function annulment(
  desde: string,
  hasta: string,
  change: (xml: string) => string = (xml) => xml,
): string {
  const count = Number(hasta.slice(3)) - Number(desde.slice(3)) + 1;
  return change(
    '<?xml version="1.0" encoding="utf-8"?><ANECF><Encabezado><Version>1.0</Version>' +
      `<RncEmisor>${rnc}</RncEmisor><CantidadeNCFAnulados>${count}</CantidadeNCFAnulados>` +
      `<FechaHoraAnulacioneNCF>${signedAt}</FechaHoraAnulacioneNCF></Encabezado><DetalleAnulacion><Anulacion><NoLinea>1</NoLinea>` +
      `<TipoeCF>${desde.slice(1, 3)}</TipoeCF><TablaRangoSecuenciasAnuladaseNCF><Secuencias><SecuenciaeNCFDesde>${desde}</SecuenciaeNCFDesde>` +
      `<SecuenciaeNCFHasta>${hasta}</SecuenciaeNCFHasta></Secuencias></TablaRangoSecuenciasAnuladaseNCF>` +
      `<CantidadeNCFAnulados>${count}</CantidadeNCFAnulados></Anulacion></DetalleAnulacion></ANECF>`,
  );
}

/** The buyer's approval of a voucher with the amounts above. */
export function approval(encf: string, change: (xml: string) => string = (xml) => xml): string {
  return change(
    '<?xml version="1.0" encoding="utf-8"?><ACECF><DetalleAprobacionComercial><Version>1.0</Version>' +
      `<RNCEmisor>${rnc}</RNCEmisor><eNCF>${encf}</eNCF><FechaEmision>20-11-2026</FechaEmision><MontoTotal>${amounts.total}</MontoTotal>` +
      `<RNCComprador>131880681</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>${signedAt}</FechaHoraAprobacionComercial>` +
      '</DetalleAprobacionComercial></ACECF>',
  );
}

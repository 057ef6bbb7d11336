/** The MCP server, as programs with a language model use it: over HTTP at /mcp, and as a program over stdin and stdout. */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { addKey } from '../../../src/services/people/add-key.js';
import { builtProgram } from '../../../src/shared/project-file.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next = encfs(31);
const clients: Client[] = [];

beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(() => Promise.all(clients.map((client) => client.close())));

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  clients.push(client);
  return client;
}

async function overHttp(token?: string): Promise<Client> {
  const headers = { Authorization: `Bearer ${token ?? (await service.token())}` };
  const url = new URL(`${service.apiUrl}/mcp`);
  return connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
}

const overStdio = () =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [builtProgram('mcp/main')],
      env: { ECF_URL: service.apiUrl, ECF_USUARIO: 'prueba', ECF_CLAVE: 'prueba-2026', ECF_RNC: service.rnc },
    }),
  );

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { isError = false, content } = await client.callTool({ name, arguments: args });
  const [first] = content as readonly { readonly text: string }[];
  return { isError, text: first?.text ?? '' };
}
const dataOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>;

test('an API key asks with its scopes, and a tool has no more rights than the key', async () => {
  const { companyId, store } = service;
  const made = await addKey(
    { store, clock: () => new Date() },
    {
      name: 'Asistente',
      companyId,
      environment: 'pre-certification',
      scopes: ['vouchers:read'],
      by: { operator: 'ana@servidor' },
    },
  );
  if (made.outcome !== 'made') throw new Error(made.refusal);
  const client = await overHttp(made.text);
  expect((await call(client, 'estado_comprobante', { encf: 'E310000000999' })).text).toContain(
    'ECF_NOT_FOUND',
  );
  const ecf = sampleEcf({ encf: 'E310000000999' });
  expect((await call(client, 'validar_comprobante', { comprobante: ecf })).text).toContain(
    'API_KEY_SCOPE_MISSING',
  );
}, 60_000);

describe.each([
  { way: 'HTTP', connect: () => overHttp() },
  { way: 'stdin and stdout', connect: overStdio },
])('over $way', ({ connect }) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });

  test('every tool only reads', async () => {
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  });

  test('a voucher with a fault is not valid, and the fault comes with its official source', async () => {
    const wrong = sampleEcf({ encf: next() });
    wrong.ECF.Encabezado.Totales.MontoTotal = 1;
    const { data } = dataOf(await call(client, 'validar_comprobante', { comprobante: wrong }));
    expect(data).toMatchObject({ valido: false });
    const { errores } = data as { readonly errores: readonly Record<string, string>[] };
    const fault = errores.find(({ campo }) => campo === 'ECF.Encabezado.Totales.MontoTotal');
    expect(fault?.['exige']).toEqual(expect.any(String));
    expect(fault?.['fuente']).toMatch(/p\. ?\d+|pág/);
  });

  test('a voucher that was issued has its state and its history', async () => {
    const encf = next();
    await service.post('/api/v2/dgii-ecf/send?waitForFinal=60s', sampleEcf({ encf }));
    expect(dataOf(await call(client, 'estado_comprobante', { encf }))['data']).toMatchObject({ accepted: 1 });
    const { data } = dataOf(await call(client, 'historia_comprobante', { encf }));
    const { historia } = data as { readonly historia: readonly { readonly texto: string }[] };
    const texts = historia.map(({ texto }) => texto);
    expect([texts[0], texts.at(-1)]).toEqual(['Recibido', 'Aceptado']);
    expect(texts).toContain('Firmado');
  });

  test('a voucher that the company does not have is an error with its code', async () => {
    const { isError, text } = await call(client, 'estado_comprobante', { encf: 'E310000009999' });
    expect([isError, text]).toEqual([true, expect.stringContaining('ECF_NOT_FOUND')]);
  });

  test.each([
    ['TOTALES-11', 'fuente'],
    ['ECF_NOT_FOUND', 'exige'],
    ['DGII_UNAVAILABLE', 'exige'],
  ])('the code %s is explained', async (codigo, member) => {
    expect(dataOf(await call(client, 'explicar_codigo', { codigo }))[member]).toEqual(expect.any(String));
  });

  test('a search of the documentation without accents finds a page, which can be read in full', async () => {
    const found = dataOf(await call(client, 'buscar_documentacion', { consulta: 'validacion codigos' }));
    const { secciones } = found as { readonly secciones: readonly { readonly pagina: string }[] };
    expect(secciones.map(({ pagina }) => pagina)).toContain('integrar/validacion.md');
    const whole = readFileSync('docs/integrar/validacion.md', 'utf8');
    expect((await call(client, 'leer_pagina', { pagina: 'integrar/validacion.md' })).text).toBe(whole);
    const { contents } = await client.readResource({ uri: 'docs:///integrar/validacion.md' });
    expect(contents).toMatchObject([{ text: whole }]);
  });

  test('no page outside the documentation can be read', async () => {
    expect((await call(client, 'leer_pagina', { pagina: '../package.json' })).isError).toBe(true);
  });
});

test('vouchers that wait are listed with the reason in words, and the history says what ends the wait', async () => {
  const company = await service.addCompany({ delegated: false });
  const encf = next();
  const sample = sampleEcf({ encf });
  sample.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
  const sent = await company.post('/api/v2/dgii-ecf/send', sample);
  expect(sent.status).toBe(200);
  await until('the voucher waits', async () => {
    const { body } = await company.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    return body.data['reason'] === 'NOT_DELEGATED';
  });
  const login = { usuario: 'prueba', clave: 'prueba-2026', rnc: company.rnc };
  const answer = await fetch(`${service.apiUrl}/api/v2/Auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  });
  const { token } = (await answer.json()) as { readonly token: string };
  const client = await overHttp(token);
  expect(dataOf(await call(client, 'comprobantes_en_espera', {}))['data']).toMatchObject([
    { ecf: encf, reason: 'NOT_DELEGATED', razon: expect.any(String) },
  ]);
  const buscar = sample.ECF.Encabezado.Comprador.RNCComprador;
  expect(dataOf(await call(client, 'buscar_comprobantes', { buscar }))['data']).toMatchObject([
    { ecf: encf },
  ]);
  expect(dataOf(await call(client, 'historia_comprobante', { encf }))['data']).toMatchObject({
    espera: { reason: 'NOT_DELEGATED', consejo: expect.any(String) },
  });
}, 60_000);

test('a caller without a valid token is refused before anything is read', async () => {
  await expect(overHttp('no.es.token')).rejects.toThrow(/401|TOKEN_INVALID/);
});

test('a method without meaning at /mcp is refused', async () => {
  const response = await fetch(`${service.apiUrl}/mcp`);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  await response.body?.cancel();
});

/**
 * The MCP server: programs that work with a language model ask the service through it. It only reads: no tool sends, decides or changes
 * anything. Specification: https://modelcontextprotocol.io/specification
 */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ApiAnswer, Ask } from './ask.js';
import type { Docs, Page } from './docs.js';
import { explainCode } from './explain-code.js';

interface McpDeps {
  readonly ask: Ask;
  readonly docs: Docs;
  readonly version: string;
}

const instructions = `Servicio de emisión de comprobantes fiscales electrónicos (e-CF) de la República Dominicana. Solo lectura: para emitir o
corregir hay que usar la API o la aplicación web. Las respuestas son de la empresa del usuario. Busque primero en la documentación cuando
la pregunta sea sobre cómo se hace algo.`;

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

const encf = z
  .string()
  .regex(/^E\d{12}$/)
  .describe('Número del comprobante: E, dos dígitos de tipo y diez de secuencia.');
const environment = z
  .enum(['pre-certification', 'certification', 'production'])
  .optional()
  .describe('Ambiente de la DGII. Sin él: el de la empresa.');

export function createMcpServer({ ask, docs, version }: McpDeps): McpServer {
  const server = new McpServer({ name: 'ecf-issuer', version }, { instructions });
  addDocs(server, docs);

  server.registerTool(
    'validar_comprobante',
    {
      title: 'Validar un comprobante',
      description:
        'Revisa un e-CF en JSON con las mismas reglas que el envío, sin guardarlo ni enviarlo, y explica cada hallazgo con su fuente oficial.',
      inputSchema: {
        comprobante: z
          .object({ ECF: z.looseObject({}) })
          .describe('El e-CF como lo recibe send: {"ECF": {…}}.'),
        condicional: z
          .enum(['permitir', 'rechazar'])
          .optional()
          .describe(
            'Si se permite lo que la DGII aceptaría solo condicionalmente. Sin él: como esté dispuesta la empresa.',
          ),
      },
      annotations: readOnly,
    },
    async ({ comprobante, condicional }) => {
      const query = condicional === undefined ? {} : { condicional };
      const answer = await ask({ path: '/dgii-ecf/validate', query, body: comprobante });
      return toolAnswer(answer, explainFaults);
    },
  );

  server.registerTool(
    'explicar_codigo',
    {
      title: 'Explicar un código',
      description:
        'Dice qué exige una regla de validación (p. ej. TOTALES-11) o qué significa un error o una razón de espera del servicio, con su fuente.',
      inputSchema: { codigo: z.string().max(80) },
      annotations: readOnly,
    },
    ({ codigo }) => {
      const found = explainCode(codigo.trim().toUpperCase());
      return found === undefined ? failed(`El servicio no tiene el código ${codigo}.`) : shown(found);
    },
  );

  server.registerTool(
    'estado_comprobante',
    {
      title: 'Estado de un comprobante',
      description:
        'El estado de un e-CF emitido: resultado de la DGII, mensajes, entrega al comprador, aprobación comercial.',
      inputSchema: { encf, environment },
      annotations: readOnly,
    },
    async (asked) =>
      toolAnswer(await ask({ path: `/dgii-ecf/document-status/${asked.encf}`, query: inEnvironment(asked) })),
  );

  server.registerTool(
    'historia_comprobante',
    {
      title: 'Historia de un comprobante',
      description:
        'Todo lo que pasó con un e-CF en orden, y qué espera y por qué, con lo que termina la espera.',
      inputSchema: { encf, environment },
      annotations: readOnly,
    },
    async (asked) =>
      toolAnswer(
        await ask({ path: `/dgii-ecf/document-history/${asked.encf}`, query: inEnvironment(asked) }),
      ),
  );

  server.registerTool(
    'buscar_comprobantes',
    {
      title: 'Buscar comprobantes',
      description:
        'Los e-CF emitidos que tienen todas las palabras: comienzos del nombre del comprador, RNC, monto, e-NCF o sus últimos dígitos, número interno o referencia. Los más recientes primero; el cursor de una respuesta pide los siguientes.',
      inputSchema: {
        environment,
        buscar: z.string().min(1).max(100).describe('Por ejemplo: hoteles este, 54,876.60.'),
        limite: z.number().int().min(1).max(100).default(20),
        cursor: z.string().max(500).optional(),
      },
      annotations: readOnly,
    },
    async ({ buscar, limite, cursor, ...asked }) => {
      const query = {
        buscar,
        limit: String(limite),
        ...inEnvironment(asked),
        ...(cursor === undefined ? {} : { cursor }),
      };
      return toolAnswer(await ask({ path: '/dgii-ecf/documents', query }));
    },
  );

  server.registerTool(
    'comprobantes_en_espera',
    {
      title: 'Qué espera y por qué',
      description:
        'Los e-CF que esperan algo (la DGII, un certificado, una decisión…), los más recientes primero, con su razón explicada. El cursor de una respuesta pide los siguientes.',
      inputSchema: {
        environment,
        limite: z.number().int().min(1).max(100).default(20),
        cursor: z.string().max(500).optional(),
      },
      annotations: readOnly,
    },
    async ({ limite, cursor, ...asked }) => {
      const query = {
        status: 'En Espera',
        limit: String(limite),
        ...inEnvironment(asked),
        ...(cursor === undefined ? {} : { cursor }),
      };
      return toolAnswer(await ask({ path: '/dgii-ecf/documents', query }), withReasons);
    },
  );
  return server;
}

function addDocs(server: McpServer, docs: Docs): void {
  server.registerTool(
    'buscar_documentacion',
    {
      title: 'Buscar en la documentación',
      description:
        'Busca en la documentación del servicio (integrar, usar: español; operate, develop: inglés) y devuelve las secciones que mejor responden.',
      inputSchema: { consulta: z.string().min(2).max(200).describe('Unas palabras.') },
      annotations: readOnly,
    },
    ({ consulta }) => shown({ secciones: docs.search(consulta) }),
  );
  server.registerTool(
    'leer_pagina',
    {
      title: 'Leer una página de la documentación',
      description: 'Una página completa, en Markdown.',
      inputSchema: {
        pagina: z.string().max(200).describe('Como la da buscar_documentacion, p. ej. integrar/numeros.md.'),
      },
      annotations: readOnly,
    },
    ({ pagina }) => {
      const page = pageAt(docs, pagina);
      return page === undefined
        ? failed(`No hay una página ${pagina}. Use buscar_documentacion.`)
        : { content: [{ type: 'text', text: page.text }] };
    },
  );
  server.registerResource(
    'documentacion',
    new ResourceTemplate('docs:///{+pagina}', {
      list: () => ({
        resources: docs.pages.map(({ path, title }) => ({
          uri: `docs:///${path}`,
          name: path,
          title,
          mimeType: 'text/markdown',
        })),
      }),
    }),
    { title: 'Documentación', description: 'Las páginas de la documentación, en Markdown.' },
    (uri, { pagina }) => {
      const page = pageAt(docs, String(pagina));
      if (page === undefined) throw new Error(`No hay una página ${String(pagina)}.`);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: page.text }] };
    },
  );
}

/** From the list of pages, so that no path leads out of the documentation. */
function pageAt({ pages }: Docs, path: string): Page | undefined {
  return pages.find((page) => page.path === path);
}

function inEnvironment({
  environment: asked,
}: {
  readonly environment?: string | undefined;
}): Record<string, string> {
  return asked === undefined ? {} : { environment: asked };
}

function toolAnswer(
  { procesado, mensaje, data, nextCursor }: ApiAnswer,
  show: (data: unknown) => unknown = (all) => all,
): CallToolResult {
  if (!procesado) return failed(JSON.stringify({ mensaje, data }));
  return shown({ mensaje, data: show(data), ...(nextCursor === null ? {} : { cursor: nextCursor }) });
}

function shown(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 1) }] };
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

interface Validated {
  readonly valido: boolean;
  readonly errores: readonly Coded[];
  readonly advertencias: readonly Coded[];
}

interface Coded {
  readonly code: string;
}

/** Without the XML, which is large and which nobody asked for. */
function explainFaults(data: unknown): object {
  const { valido, errores, advertencias } = data as Validated;
  return { valido, errores: errores.map(explained), advertencias: advertencias.map(explained) };
}

function explained(fault: Coded): object {
  const { exige, fuente } = explainCode(fault.code) ?? {};
  return { ...fault, ...(exige === undefined ? {} : { exige, fuente }) };
}

function withReasons(data: unknown): readonly object[] {
  const rows = data as readonly { readonly reason?: string }[];
  return rows.map((row) => ({
    ...row,
    ...(row.reason === undefined ? {} : { razon: explainCode(row.reason)?.exige }),
  }));
}

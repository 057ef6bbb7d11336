/**
 * Serves the MCP server at /mcp, for programs that work with a language model (src/mcp/server.ts). The caller shows a token, as for every
 * operation. A tool then calls the api's own operations over HTTP with that token, so it has no right and no room that the user lacks.
 */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Express, Request, RequestHandler } from 'express';
import { createAsk } from '../../mcp/ask.js';
import { openDocs, type Docs } from '../../mcp/docs.js';
import { createMcpServer } from '../../mcp/server.js';
import { productVersion } from '../../mcp/version.js';
import { projectFile } from '../../shared/project-file.js';
import { refuseOtherMethods } from './other-methods.js';

export function installMcp(app: Express, steps: readonly RequestHandler[]): void {
  const version = productVersion();
  let docs: Docs | undefined;
  const route = app.route('/mcp');
  route.post(...steps, async (req, res) => {
    docs ??= openDocs(projectFile('dist/docs'));
    const authorization = req.headers.authorization ?? '';
    const ask = createAsk({ baseUrl: ownAddress(req), authorization: () => Promise.resolve(authorization) });
    const server = createMcpServer({ ask, docs, version });
    // Without a session each request stands alone, so any api process may answer it.
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: true,
    });
    res.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  route.all(refuseOtherMethods(['post']));
}

/** Where this process listens: a proxy before it would count the call again. */
function ownAddress({ socket: { localAddress = '127.0.0.1', localPort } }: Request): string {
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `http://${host}:${localPort}`;
}

/**
 * The MCP server as a program for one person's client, over stdin and stdout: `node dist/src/mcp/main.js`. It asks a running service over
 * HTTP with that user's login.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { projectFile } from '../shared/project-file.js';
import { createAsk, createLogin } from './ask.js';
import { openDocs } from './docs.js';
import { createMcpServer } from './server.js';
import { productVersion } from './version.js';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`Falta ${name}. Hacen falta ECF_URL, ECF_USUARIO, ECF_CLAVE y ECF_RNC.`);
  return value;
}

async function main(): Promise<void> {
  const baseUrl = setting('ECF_URL').replace(/\/$/, '');
  const login = { usuario: setting('ECF_USUARIO'), clave: setting('ECF_CLAVE'), rnc: setting('ECF_RNC') };
  const ask = createAsk({ baseUrl, authorization: createLogin({ baseUrl, ...login }) });
  const server = createMcpServer({
    ask,
    docs: openDocs(projectFile('dist/docs')),
    version: productVersion(),
  });
  await server.connect(new StdioServerTransport());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

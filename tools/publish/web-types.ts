/** TypeScript types of /app/api for the browser's client, derived from openapi-web.yaml. `npm run generate` writes them. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectFile } from '../../src/shared/project-file.js';

const limitMs = 60_000;

const head = `/** What /app/api takes and answers. Generated from openapi-web.yaml by \`npm run generate\`: change that. */\n`;

/**
 * The whole file, as openapi-typescript writes it. The option `--immutable` is not used, because openapi-fetch does not recognize a
 * readonly array as an array.
 */
export function webTypes(): string {
  const manifest = createRequire(import.meta.url).resolve('openapi-typescript/package.json');
  const program = join(dirname(manifest), 'bin/cli.js');
  const types = execFileSync(process.execPath, [program, projectFile('openapi-web.yaml')], {
    encoding: 'utf8',
    timeout: limitMs,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return head + types;
}

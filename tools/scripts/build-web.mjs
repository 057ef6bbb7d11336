/**
 * Builds the web application: src/web into dist/web. build.mjs runs it when its inputs changed. Also writes the types
 * that its calls of /app/api have.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const contract = join(root, 'openapi-web.yaml');
/** Git does not keep this file, because everything in it follows from the contract. */
export const webTypes = 'src/web/generated/openapi-web.ts';

/** Where the browser finds the application. */
const base = '/app/';
/** The oldest browsers that the application supports; docs/usar/entrar.md names them, and test/web/harness.ts takes away what they lack. */
const oldestBrowsers = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];
/**
 * The parts of the form that issues share much with each other, and with no other page, and so do the pages of the certification. The texts
 * of a kind of page are long, and so are its styles: those that every page needs are part of es.ts and of main.tsx.
 */
const ofManyPages =
  /\/src\/(?!ecf\/(?:catalogue|codes|json|messages|notes|publish|rules)\/|web\/(?:screens\/(?:certification|vouchers\/issue)|style|texts)\/)|tanstack/;

/** In index.html. The server replaces it in each answer with a new nonce, which its Content-Security-Policy names. */
const nonceText = 'ECF_CSP_NONCE';

export async function buildWeb() {
  const { build } = await import('vite');
  const { default: optimizeLocales } = await import('@react-aria/optimize-locales-plugin');
  await build({
    configFile: false,
    root: join(root, 'src/web'),
    base,
    publicDir: false,
    logLevel: 'warn',
    cacheDir: join(root, '.cache/vite'),
    html: { cspNonce: nonceText },
    // The texts of react-aria in one language instead of thirty.
    plugins: [{ ...optimizeLocales.vite({ locales: ['es-ES'] }), enforce: 'pre' }],
    worker: { format: 'es' },
    build: {
      outDir: join(root, 'dist/web'),
      emptyOutDir: true,
      target: oldestBrowsers,
      // A data: address would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        // One file of the small modules that several pages use. Otherwise each is a file of its own, and a page asks for twenty of them. A
        // larger module, or one of few pages, would make the first load longer for those who do not need it.
        output: {
          codeSplitting: {
            groups: [{ name: 'shared', test: ofManyPages, minShareCount: 4, maxModuleSize: 6 * 1024 }],
          },
        },
        onLog: (level, log, show) => {
          // Packages mark their modules for servers that render React; this application is not rendered on a server.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
        },
      },
    },
  });
}

/** Costs almost nothing when the types are current. */
export async function writeWebTypes() {
  const types = join(root, webTypes);
  const hash = createHash('sha256').update(readFileSync(contract));
  hash.update(readFileSync(join(root, 'node_modules/.package-lock.json')));
  const head = `/** What /app/api takes and answers, generated from openapi-web.yaml (${hash.digest('hex')}). */\n`;
  if (existsSync(types) && readFileSync(types, 'utf8').startsWith(head)) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  // Without the option `immutable`, because openapi-fetch does not recognize a readonly array as an array.
  const text = astToString(await openapiTS(pathToFileURL(contract), { silent: true }));
  mkdirSync(dirname(types), { recursive: true });
  // The build and lint run at the same time: each must find the whole file, and no other file beside it.
  const own = join(root, `.cache/openapi-web.${process.pid}.ts`);
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, head + text);
  renameSync(own, types);
}

/**
 * Builds the web application: src/web into dist/web. build.mjs runs it when its inputs changed.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where the browser finds the application. */
const base = '/app/';
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
      target: 'es2022',
      // A data: address would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        onLog: (level, log, show) => {
          // Packages mark their modules for servers that render React; this application is not rendered on a server.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
        },
      },
    },
  });
}

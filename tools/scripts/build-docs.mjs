/**
 * Builds dist/docs from docs/ (docs/.vitepress describes the site) and the reference of the API.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);
const built = join(root, 'dist/docs');

export async function buildDocs() {
  const { build } = await import('vitepress');
  rmSync(built, { recursive: true, force: true });
  await build(join(root, 'docs'), {
    onAfterConfigResolve: (config) => {
      // Not in docs/, where it could be committed or searched.
      config.tempDir = join(root, '.cache/vitepress-build');
      // A command's own output must not begin with that of the build.
      config.logger.info = () => {};
    },
  });
  copyFileSync(join(root, 'src/web/style/icon.svg'), join(built, 'icon.svg'));
  buildReference();
}

function buildReference() {
  const folder = join(built, 'api');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
  const own = join(root, 'docs/.vitepress/api');
  /** @param {string} from @param {string} name */
  const asset = (from, name) => {
    const content = readFileSync(join(from, name));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const ending = extname(name);
    const file = `${name.slice(0, -ending.length)}.${hash}${ending}`;
    writeFileSync(join(folder, 'assets', file), content);
    return `./assets/${file}`;
  };
  /** @type {readonly (readonly [from: string, name: string])[]} */
  const assets = [
    [swagger, 'swagger-ui.css'],
    [swagger, 'swagger-ui-bundle.js'],
    [own, 'reference.css'],
    [own, 'appearance.js'],
    [own, 'start.js'],
  ];
  let page = readFileSync(join(own, 'index.html'), 'utf8');
  for (const [from, name] of assets) page = page.replaceAll(`"${name}"`, `"${asset(from, name)}"`);
  writeFileSync(join(folder, 'index.html'), page);
}

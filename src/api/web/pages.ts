/** Serves the built web application, dist/web: one page for every address under /app/, and its assets. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Express, RequestHandler } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { sendAsset } from '../http/asset.js';
import { openBuiltFolder, type BuiltFolder } from '../http/built-folder.js';

/** A placeholder in the built index.html. Each answer puts a new nonce there and into its policy. */
const nonceText = 'ECF_CSP_NONCE';
const nonceBytes = 16;

/** react-aria adds one style element, which needs the nonce. Scripts come from this server only. */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "require-trusted-types-for 'script'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of a worker's script decides what that worker may load. */
const assetPolicy =
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'";

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

export function installPages(app: Express, folder: string): void {
  app.get('/app', (_req, res, next) => {
    if (_req.path.endsWith('/')) next();
    else res.redirect(301, 'app/');
  });
  app.get('/app/assets/:file', serveAsset(openBuiltFolder(join(folder, 'assets'))));
  app.get(['/app/', '/app/*path'], servePage(join(folder, 'index.html')));
}

function servePage(file: string): RequestHandler {
  let page: string | undefined;
  return (_req, res) => {
    page ??= existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (page === undefined) {
      res.status(503).type('text/plain').send('La aplicación web no está construida: npm run build.\n');
      return;
    }
    const nonce = randomBytes(nonceBytes).toString('base64');
    res.set(isolation).set('Content-Security-Policy', pagePolicy(nonce));
    res.type('html').send(page.replaceAll(nonceText, nonce));
  };
}

function serveAsset(folder: BuiltFolder): RequestHandler {
  return (req, res) => {
    const { file } = req.params;
    if (typeof file !== 'string' || !folder.has(file)) throw new ServiceError('NOT_FOUND');
    res
      .set(isolation)
      .set('Content-Security-Policy', assetPolicy)
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type(extname(file));
    sendAsset(req, res, folder.asset(file));
  };
}

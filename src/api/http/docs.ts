/**
 * Serves the built documentation, dist/docs, under /docs: pages for people, the same pages as Markdown, and the reference of the API.
 * Also /openapi.json, /openapi-management.json, /llms.txt and /llms-full.txt; / redirects to /docs. The name of an asset contains a hash
 * of its content, so browsers keep it for ever.
 */
import { extname } from 'node:path';
import type { Express, Request, RequestHandler, Response } from 'express';
import { assetOf, sendAsset, type Asset } from './asset.js';
import { openBuiltFolder, type BuiltFolder } from './built-folder.js';
import { readWebDocument } from '../web/web-document.js';
import { publishedDocument, type OpenApiDocument } from './openapi-document.js';
import { ServiceError } from '../../shared/errors.js';
import { projectFile } from '../../shared/project-file.js';

/** The build has moved every script and style into a file. The icons of the pages are data: images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent as plain text, because a browser shows plain text but downloads Markdown. */
const texts = ['.md', '.txt'];

export function installDocs(app: Express): void {
  const site = builtSite(openBuiltFolder(projectFile('dist/docs')));
  app.get('/openapi.json', serveDocument(publishedDocument));
  app.get('/openapi-management.json', serveDocument(readWebDocument));
  // Relative, so that it also works below the path prefix of a proxy.
  app.get('/', (_req, res) => {
    res.redirect(302, 'docs/');
  });
  for (const name of ['llms.txt', 'llms-full.txt'])
    app.get(`/${name}`, (req, res) => {
      site.send(req, res, name);
    });
  app.get(['/docs', '/docs/*path'], (req, res) => {
    const path = req.path.slice('/docs/'.length);
    if (req.path === '/docs') res.redirect(301, 'docs/');
    else if (site.has(`${path}/index.html`)) res.redirect(301, `${path.slice(path.lastIndexOf('/') + 1)}/`);
    else site.send(req, res, path);
  });
}

function serveDocument(read: () => OpenApiDocument): RequestHandler {
  let document: Asset | undefined;
  return (req, res) => {
    document ??= assetOf(JSON.stringify(read()));
    sendAsset(req, res.type('json'), document);
  };
}

function builtSite(folder: BuiltFolder) {
  const { has } = folder;
  const answer = (req: Request, res: Response, name: string) => {
    const ending = extname(name);
    const hashed = /(?:^|\/)assets\//.test(name);
    res
      .set('Content-Security-Policy', contentSecurityPolicy)
      .set('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(texts.includes(ending) ? 'text/plain' : ending);
    sendAsset(req, res, folder.asset(name));
  };
  return {
    has,
    send(req: Request, res: Response, path: string): void {
      const name = [path, `${path}.html`, `${path}index.html`].find(has);
      if (name !== undefined) answer(req, res, name);
      else if (folder.isEmpty())
        res.status(503).type('text/plain').send('La documentación no está construida: npm run build.\n');
      // A person gets a page with the search; a program gets the error that it knows.
      else if (req.accepts(['json', 'html']) === 'html') answer(req, res.status(404), '404.html');
      else throw new ServiceError('NOT_FOUND');
    },
  };
}

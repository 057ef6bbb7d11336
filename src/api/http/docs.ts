/** Serves /docs (Swagger UI and the guides to our codes) and /openapi.json; / redirects to /docs. All files are local. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Express, RequestHandler } from 'express';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { assetOf, sendAsset, type Asset } from './asset.js';
import { publishedDocument } from './openapi-document.js';
import { projectFile } from '../../shared/project-file.js';

const page = `<!DOCTYPE html>
<html lang="es">
  <head>
    <meta charset="UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API de emisión de e-CF</title>
    <link rel="stylesheet" href="./swagger-ui.css">
    <link rel="icon" type="image/png" href="./favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="./swagger-ui-bundle.js"></script>
    <script src="./start.js"></script>
  </body>
</html>
`;

/** Served as a separate file, because the page's policy allows no inline script. */
const start = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '../openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: 'none' });
});
`;

/** Guides for integrators. */
const guides = ['integrar/errores.md', 'integrar/validacion.md'];
const guidesFolder = projectFile('docs');

const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Swagger UI needs data: images for its icons. Everything else comes from this server. */
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

export function installDocs(app: Express): void {
  const root = swaggerUiFolder();
  app.get(
    '/openapi.json',
    serve('application/json', () => JSON.stringify(publishedDocument())),
  );
  // Relative, so that it also works below the path prefix of a proxy.
  app.get('/', (_req, res) => {
    res.redirect(302, 'docs/');
  });
  app.get('/docs', (req, res) => {
    if (!req.path.endsWith('/')) {
      res.redirect(301, 'docs/');
      return;
    }
    res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(page);
  });
  app.get('/docs/start.js', (_req, res) => {
    res.type('text/javascript').send(start);
  });
  for (const name of guides) {
    // Sent as plain text, because a browser shows plain text but downloads Markdown.
    const text = readFileSync(join(guidesFolder, name), 'utf8');
    app.get(
      `/docs/${name}`,
      serve('text/plain', () => text),
    );
  }
  for (const name of files) {
    app.get(
      `/docs/${name}`,
      cached,
      serve(extname(name), () => readFileSync(join(root, name))),
    );
  }
}

const cached: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'public, max-age=3600');
  next();
};

/** @param read called at the first request */
function serve(type: string, read: () => string | Buffer): RequestHandler {
  let asset: Asset | undefined;
  return (req, res) => {
    asset ??= assetOf(read());
    sendAsset(req, res.type(type), asset);
  };
}

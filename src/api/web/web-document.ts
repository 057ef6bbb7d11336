/** Reads openapi-web.yaml: the contract of /app/api. express-openapi-validator enforces it as it enforces openapi.yaml. */
import { readFileSync } from 'node:fs';
import type { Request, RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { load } from 'js-yaml';
import { projectFile } from '../../shared/project-file.js';
import type { OpenApiDocument } from '../http/openapi-document.js';

export const webApi = '/app/api';

let json: string | undefined;

/** A new copy each time, because the validator changes the document that it gets. Its paths begin with `/app/api`. */
export function readWebDocument(): OpenApiDocument {
  json ??= JSON.stringify(withWholePaths(load(readFileSync(projectFile('openapi-web.yaml'), 'utf8'))));
  return JSON.parse(json) as OpenApiDocument;
}

function withWholePaths(document: unknown): object {
  const { paths, ...rest } = document as OpenApiDocument;
  const whole = Object.entries(paths).map(([path, item]) => [webApi + path, item]);
  return { ...rest, servers: [{ url: '/' }], paths: Object.fromEntries(whole) as OpenApiDocument['paths'] };
}

export function compileWebContract(): readonly RequestHandler[] {
  return openApiValidator({
    apiSpec: readWebDocument(),
    validateApiSpec: false,
    validateRequests: true,
    validateResponses: false,
    // The session is checked before.
    validateSecurity: false,
    fileUploader: false,
  });
}

/**
 * The contract's steps for one route. The library compiles the paths of all operations anew for each request to find the right one.
 * This took an eighth of the time of a list. A route is always the same operation, so here it is found once.
 */
export function contractOf(contract: readonly RequestHandler[]): readonly RequestHandler[] {
  return contract.map((step) => (step.name === 'metadataMiddleware' ? foundOnce(step) : step));
}

function foundOnce(find: RequestHandler): RequestHandler {
  const found = new Map<string, object>();
  return (req: Request & { openapi?: object }, res, next) => {
    const operation = found.get(req.method);
    if (operation !== undefined) {
      const pathParams = { ...req.params };
      req.openapi = { ...operation, pathParams };
      req.params = pathParams;
      next();
      return;
    }
    return find(req, res, (error?: unknown) => {
      if (error === undefined && req.openapi !== undefined) found.set(req.method, req.openapi);
      next(error);
    });
  };
}

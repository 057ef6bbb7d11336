/** Reads openapi-web.yaml: the contract of /app/api. express-openapi-validator enforces it as it enforces openapi.yaml. */
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { load } from 'js-yaml';
import { projectFile } from '../../shared/project-file.js';
import { compileDocument, withoutAnswers, type OpenApiDocument } from '../http/openapi-document.js';

export const webApi = '/app/api';

let json: string | undefined;

/** A new copy at each call, because the validator changes the document that it is given. Its paths begin with `/app/api`. */
export function readWebDocument(): OpenApiDocument {
  json ??= JSON.stringify(withWholePaths(load(readFileSync(projectFile('openapi-web.yaml'), 'utf8'))));
  return JSON.parse(json) as OpenApiDocument;
}

function withWholePaths(document: unknown): object {
  const { paths, ...rest } = document as OpenApiDocument;
  const whole = Object.entries(paths).map(([path, item]) => [webApi + path, item]);
  return { ...rest, servers: [{ url: '/' }], paths: Object.fromEntries(whole) as OpenApiDocument['paths'] };
}

export const compileWebContract = (): readonly RequestHandler[] =>
  compileDocument(withoutAnswers(readWebDocument()));

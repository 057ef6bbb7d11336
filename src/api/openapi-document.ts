/**
 * openapi.yaml in its two uses: what express-openapi-validator enforces (the bodies of validate and send left out: the
 * catalogue judges them), and what /openapi.json publishes (those bodies described by the catalogue's own schemas).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { ecfSchemas } from '../ecf/openapi.js';

export interface OpenApiDocument {
  openapi: `3.0.${string}`;
  info: { title: string; version: string };
  paths: Record<string, Record<string, { operationId: string; requestBody?: unknown }>>;
  components: { schemas: Record<string, object> };
}

/** Beside package.json, from `src/api` and from `dist/api` alike. */
const file = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

/** Operations whose body the catalogue judges; `Ecf` is the schema that stands for it in openapi.yaml. */
const ecfSchemaName = 'Ecf';

/** Read anew for each use: the validator writes into what it is given. */
export function readOpenApiDocument(): OpenApiDocument {
  // Through JSON: aliases of the YAML become copies, which the validator's preprocessing takes for granted.
  return JSON.parse(JSON.stringify(parse(readFileSync(file, 'utf8'), { merge: true }))) as OpenApiDocument;
}

export function enforcedDocument(): OpenApiDocument {
  const document = readOpenApiDocument();
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if (JSON.stringify(operation.requestBody ?? '').includes(`/${ecfSchemaName}"`))
        delete operation.requestBody;
    }
  }
  return document;
}

export function publishedDocument(): OpenApiDocument {
  const document = readOpenApiDocument();
  const schemas = ecfSchemas();
  const description = document.components.schemas[ecfSchemaName];
  document.components.schemas = {
    ...document.components.schemas,
    ...schemas,
    [ecfSchemaName]: {
      ...description,
      // The others are code tables that these refer to.
      oneOf: Object.keys(schemas)
        .filter((name) => /^ECF\d{2}$/.test(name))
        .map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
  };
  return document;
}

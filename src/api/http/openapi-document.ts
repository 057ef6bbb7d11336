/**
 * Reads openapi.yaml for two uses. express-openapi-validator enforces one form, without the bodies of validate and send, because
 * the catalogue validates those. /openapi.json publishes the other form, where the catalogue's schemas describe those bodies.
 */
import { readFileSync } from 'node:fs';
import type { Request, RequestHandler } from 'express';
import { sortRoutes, type Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { load } from 'js-yaml';
import { ecfExamples, type EcfExample } from '../../ecf/publish/examples.js';
import { bodySchemaNames, ecfSchemas } from '../../ecf/publish/openapi.js';
import { projectFile } from '../../shared/project-file.js';

export interface OpenApiDocument {
  openapi: `3.0.${string}`;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Response>;
    examples?: Record<string, object>;
  };
}

interface Response {
  description: string;
  $ref?: string;
  headers?: Record<string, object>;
}

interface Operation {
  operationId: string;
  parameters?: { $ref?: string }[];
  deprecated?: boolean;
  responses: Record<string, Response>;
  requestBody?: { content: Record<string, { schema: { $ref?: string }; examples?: Record<string, object> }> };
}

const file = projectFile('openapi.yaml');

/** In openapi.yaml the schema `Ecf` is a placeholder for the bodies that the catalogue validates. */
const ecfSchemaName = 'Ecf';
/** The same for the bodies of issue and totals, which have no number. */
const unnumberedSchemaName = 'EcfWithoutNumber';

/** Only express-openapi-validator reads this extension, so we do not publish it. */
const ownExtension = 'x-eov-allow-unknown-query-parameters';

const checkedByValidate = ['#/components/parameters/Conditional', '#/components/parameters/Amounts'];

/** Parsing the JSON takes a millisecond; parsing the YAML takes 30. */
let json: string | undefined;

/** Returns a new copy each time, because the validator changes the document that it gets. */
export function readOpenApiDocument(): OpenApiDocument {
  json ??= JSON.stringify(load(readFileSync(file, 'utf8')));
  // JSON turns YAML aliases into copies. The validator's preprocessing needs copies.
  return JSON.parse(json) as OpenApiDocument;
}

export function enforcedDocument(): OpenApiDocument {
  const document = withoutAnswers(readOpenApiDocument());
  for (const operation of operationsOnEcf(document)) {
    delete operation.requestBody;
    // validate must answer 200 for any query, so it checks these parameters itself.
    if (ownExtension in operation)
      operation.parameters =
        operation.parameters?.filter(({ $ref = '' }) => !checkedByValidate.includes($ref)) ?? [];
  }
  return document;
}

/** The validator checks requests only, but it would compile the schema of every answer: a quarter of a second at each start. */
export function withoutAnswers(document: OpenApiDocument): OpenApiDocument {
  for (const operation of operationsOf(document)) operation.responses = {};
  document.components.responses = {};
  return document;
}

/** Adds the ten schemas, and one example of each type for people who try validate or send in /docs. */
export function publishedDocument(): OpenApiDocument {
  const document = readOpenApiDocument();
  for (const operation of operationsOf(document)) Reflect.deleteProperty(operation, ownExtension);
  separateVersions(document);
  const { components } = document;
  components.schemas = {
    ...components.schemas,
    ...ecfSchemas(),
    [ecfSchemaName]: {
      ...components.schemas[ecfSchemaName],
      oneOf: bodySchemaNames.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
  };
  const examples: Record<string, object> = {};
  const references: Record<string, object> = {};
  const unnumbered: Record<string, object> = {};
  for (const { type, resumen, body } of ecfExamples) {
    const name = `tipo${type}`;
    const summary = `Tipo ${type}. ${resumen}`;
    examples[name] = { summary, value: body };
    examples[`${name}SinNumero`] = { summary, value: withoutNumber(body) };
    references[name] = { $ref: `#/components/examples/${name}` };
    unnumbered[name] = { $ref: `#/components/examples/${name}SinNumero` };
  }
  components.examples = { ...components.examples, ...examples };
  for (const { requestBody } of operationsOnEcf(document)) {
    for (const media of Object.values(requestBody?.content ?? {}))
      media.examples = media.schema.$ref === refOf(ecfSchemaName) ? references : unnumbered;
  }
  return document;
}

/** openapi.yaml describes the answers once for both versions. This removes the deprecation headers from those of version 2. */
function separateVersions(document: OpenApiDocument): void {
  const { responses: shared } = document.components;
  const referred: Record<string, Response> = {};
  const answers = operationsOf(document).flatMap(({ deprecated = false, responses }) =>
    Object.values(responses).map((response) => ({ response, deprecated })),
  );
  for (const { response, deprecated } of answers) {
    const { $ref } = response;
    if ($ref === undefined) {
      if (!deprecated) withoutDeprecation(response);
      continue;
    }
    const name = $ref.split('/').at(-1) ?? '';
    const described = structuredClone(shared[name]);
    if (described === undefined) throw new Error(`openapi.yaml has no ${$ref}`);
    if (deprecated) response.$ref = `${$ref}V1`;
    else withoutDeprecation(described);
    referred[deprecated ? `${name}V1` : name] = described;
  }
  document.components.responses = referred;
}

function withoutDeprecation({ headers = {} }: Response): void {
  for (const name of ['Deprecation', 'Link']) Reflect.deleteProperty(headers, name);
}

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

function operationsOnEcf(document: OpenApiDocument): Operation[] {
  const refs = [ecfSchemaName, unnumberedSchemaName].map(refOf);
  return operationsOf(document).filter(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).some(({ schema: { $ref = '' } }) => refs.includes($ref)),
  );
}

function refOf(schemaName: string): string {
  return `#/components/schemas/${schemaName}`;
}

function withoutNumber({ ECF }: EcfExample['body']): object {
  const { IdDoc, ...encabezado } = ECF.Encabezado;
  const {
    eNCF: _number,
    FechaVencimientoSecuencia: _expiry,
    ...idDoc
  } = IdDoc as Readonly<Record<string, unknown>>;
  return { ECF: { ...ECF, Encabezado: { ...encabezado, IdDoc: idDoc } } };
}

/**
 * Middleware that checks requests against the document, and changes it. The library's own `middleware` would compile the schema of
 * OpenAPI itself at each start, even without `validateApiSpec`: more than half of the start's time for the contract.
 */
export function compileDocument(document: OpenApiDocument): readonly RequestHandler[] {
  const validator = new OpenApiValidator({
    apiSpec: document,
    // A test checks our documents against the standard (test/contract/published.test.ts), so a start need not.
    validateApiSpec: false,
    validateRequests: true,
    validateResponses: false,
    // We check token and session ourselves, before anything else, so that a stranger learns nothing about the contract.
    validateSecurity: false,
    fileUploader: false,
  });
  return validator.installMiddleware(Promise.resolve(specOf(document)));
}

export function specOf(document: OpenApiDocument): Spec {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'parameters')
      .map((method) => ({
        basePath: '',
        expressRoute: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        openApiRoute: path,
        method: method.toUpperCase(),
        pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      })),
  );
  // Only the library's check of answers reads the serial number, and we do not use it.
  return { apiDoc: document, basePaths: ['/'], routes: routes.sort(sortRoutes), serial: 0 };
}

/**
 * The library compiles the paths of all operations anew for each request to find the right one. A route is always the same operation, so
 * here it is found once.
 */
export function contractOf(contract: readonly RequestHandler[]): readonly RequestHandler[] {
  return contract.map((step) => (step.name === 'metadataMiddleware' ? foundOnce(step) : step));
}

function foundOnce(find: RequestHandler): RequestHandler {
  const found = new Map<string, object>();
  return (req: Request & { openapi?: object }, res, next) => {
    // Express ignores a fragment. The library reads it as part of the path, and refuses it.
    const operation = req.originalUrl.includes('#') ? undefined : found.get(req.method);
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

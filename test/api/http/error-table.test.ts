/** errors.ts, openapi.yaml and docs/integrar/errores.md agree. */
import { readFileSync } from 'node:fs';
import { readOpenApiDocument } from '../../../src/api/http/openapi-document.js';
import { rejectionCodes } from '../../../src/ecf/messages/dgii-messages.js';
import { documentStates, waitingReasons, waitingStatus } from '../../../src/ecf/model/document-states.js';
import { refusals } from '../../../src/ecf/messages/refusals.js';
import { environments } from '../../../src/ecf/model/environments.js';
import { errorTable, type ErrorCode } from '../../../src/shared/errors.js';
import { versions } from '../../../src/api/operations.js';
import { documentedCodes, documentedOperations } from '../../harness/http/described.js';

interface Schema {
  readonly enum: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

const docs = readFileSync(new URL('../../../docs/integrar/errores.md', import.meta.url), 'utf8');
const document = readOpenApiDocument();
const schemas = document.components.schemas as Record<string, Schema>;
const examples = document.components.examples as Record<string, { value: object }>;
const codes = Object.keys(errorTable).sort();

const statusOf = (code: string) => Object.entries(errorTable).find(([name]) => name === code)?.[1].status;

test('openapi.yaml lists every error code', () => {
  expect([...schemas['ErrorCode']!.enum].sort()).toEqual(codes);
});

test('at least one operation lists each code, or the code belongs to all paths', () => {
  const ofAllPaths = ['NOT_FOUND', 'METHOD_NOT_ALLOWED'];
  const given = documentedOperations().flatMap((operation) =>
    [...documentedCodes(operation).values()].flat(),
  );
  expect([...new Set(given), ...ofAllPaths].sort()).toEqual(codes);
});

test('every operation lists each error under its status, with an example that has the name of the code', () => {
  const wrong = documentedOperations().flatMap((operation) =>
    [...documentedCodes(operation)].flatMap(([status, given]) =>
      given.length === 0 || given.some((code) => statusOf(code) !== status)
        ? [`${operation.operationId} ${status}: ${given.join()}`]
        : [],
    ),
  );
  expect(wrong).toEqual([]);
});

test('every operation lists the errors for timeout, large headers, too many requests and defects', () => {
  const common = [
    'REQUEST_TIMEOUT',
    'TOO_MANY_REQUESTS',
    'HEADERS_TOO_LARGE',
    'INTERNAL_ERROR',
    'OVERLOADED',
    'LEDGER_UNAVAILABLE',
  ];
  for (const operation of documentedOperations()) {
    const given = [...documentedCodes(operation).values()].flat();
    expect([operation.operationId, common.filter((code) => !given.includes(code))]).toEqual([
      operation.operationId,
      [],
    ]);
  }
});

test.each(Object.entries(examples))('the example %s is what errors.ts answers', (code, { value }) => {
  const { status, mensaje } = errorTable[code as ErrorCode];
  expect(value).toMatchObject({ codigo: status, mensaje, procesado: false, data: { code } });
});

test('docs/integrar/errores.md has a row for each code, with its status', () => {
  const rows = [...docs.matchAll(/^\| `([A-Z_]+)` +\| (\d{3}) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  const expected = Object.entries(errorTable).map(([code, { status }]) => [code, status]);
  expect(rows.sort()).toEqual(expected.sort());
});

test('docs/integrar/errores.md and openapi.yaml list the same codes of vouchers that were not accepted', () => {
  const section = docs.slice(
    docs.indexOf('## Comprobantes con `accepted: 0`'),
    docs.indexOf('## Comprobantes en espera'),
  );
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code);
  const expected = ['ENCF_ANNULLED', ...rejectionCodes, ...Object.keys(refusals)].sort();
  expect(rows.sort()).toEqual(expected);
  expect([...schemas['NotAcceptedCode']!.enum].sort()).toEqual(expected);
});

test('docs/integrar/errores.md names every reason to wait', () => {
  expect(Object.keys(waitingReasons).filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
});

test('openapi.yaml lists the states, reasons and environments of the ledger', () => {
  const { status, reason } = schemas['SendData']!.properties;
  const texts = new Set([...Object.values(documentStates).map((state) => state.status), waitingStatus]);
  expect([...status!.enum].sort()).toEqual([...texts].sort());
  expect([...reason!.enum].sort()).toEqual(Object.keys(waitingReasons).sort());
  expect([...schemas['EcfEnvironment']!.enum].sort()).toEqual(Object.keys(environments).sort());
});

test('every operation of version 1 exists in version 2 with the same answers, except for the company in the path', () => {
  const described = versions.map((version) =>
    Object.entries(document.paths)
      // Version 1 gets no new operations (spec §9), so issue, totals, note-draft, sequences, lists, XML, printing, history, mail, received vouchers, the archive, events and webhooks exist in
      // version 2 only.
      .filter(([path]) => path.startsWith(`/api/${version}/`))
      .filter(
        ([path]) =>
          !/\/(issue|totals|note-draft|ecf-sequences|ecf-received|archive|events|webhooks|documents|document-(xml|print|history|mail))/.test(
            path,
          ),
      )
      .map(([path, item]) => {
        const [operation] = Object.values(item) as { responses?: Record<string, { $ref?: string }> }[];
        const { 403: notAllowed, ...responses } = operation?.responses ?? {};
        // In consult-rnc the RNC is the subject of the query, not the company.
        const namesCompany = /\{companyId\}|\{rnc\}\/\{encf\}/.test(path);
        const ofCompany = namesCompany ? 'CompanyNotAllowed' : 'KeyNotAllowed';
        const expected = path.endsWith('/login') ? undefined : `#/components/responses/${ofCompany}`;
        expect([path, notAllowed?.$ref]).toEqual([path, expected]);
        return JSON.stringify(responses);
      }),
  );
  expect(described[0]).toHaveLength(6);
  expect(described[0]).toEqual(described[1]);
});

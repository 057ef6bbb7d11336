/**
 * One vocabulary: what the web application answers about a resource has all that the public api answers about it, under the same names and
 * with the same types. docs/develop/glossary.md lists the names.
 */
import { readOpenApiDocument } from '../../src/api/http/openapi-document.js';
import { readWebDocument } from '../../src/api/web/web-document.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: unknown;
}

const ours = readOpenApiDocument() as unknown as Contract;
const webs = readWebDocument() as unknown as Contract;

function resolved(contract: Contract, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  const found = name === undefined ? undefined : contract.components.schemas[name];
  return found === undefined ? schema : resolved(contract, found);
}

/** What the web's schema lacks of the public one, each with its path. */
function lacking(publicSchema: Schema, webSchema: Schema, path = ''): string[] {
  const [wanted, found] = [resolved(ours, publicSchema), resolved(webs, webSchema)];
  const facts = [
    found.type === wanted.type ? [] : [`${path} is ${found.type}, not ${wanted.type}`],
    found.nullable === wanted.nullable ? [] : [`${path} differs in nullable`],
    // The web's enum may have more values, and a plain text has all.
    (wanted.enum ?? [])
      .filter((value) => found.enum !== undefined && !found.enum.includes(value))
      .map((value) => `${path} cannot be ${String(value)}`),
    (wanted.required ?? [])
      .filter((name) => name in (found.properties ?? {}) && found.required?.includes(name) !== true)
      .map((name) => `${path}.${name} may be absent`),
  ].flat();
  const members = Object.entries(wanted.properties ?? {}).flatMap(([name, member]) => {
    const one = found.properties?.[name];
    return one === undefined ? [`${path}.${name} is missing`] : lacking(member, one, `${path}.${name}`);
  });
  const items =
    wanted.items === undefined || found.items === undefined
      ? []
      : lacking(wanted.items, found.items, `${path}[]`);
  return [...facts, ...members, ...items];
}

/** The content of a public answer: the member `data` of its envelope, or one item of it. */
function dataOf(answer: string): Schema {
  const { properties } = resolved(ours, { $ref: `#/components/schemas/${answer}` });
  const data = resolved(ours, properties?.['data'] ?? {});
  return data.items ?? data;
}

const web = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const pairs = [
  { name: 'VoucherRow', public: 'DocumentListAnswer' },
  { name: 'DecidedVoucher', public: 'DocumentListAnswer' },
  { name: 'Voucher', public: 'StatusAnswer' },
  { name: 'Voucher', public: 'DocumentListAnswer' },
  { name: 'Received', public: 'ReceivedAnswer' },
  { name: 'Received', public: 'ReceivedListAnswer' },
  { name: 'RefusedRow', public: 'RefusedListAnswer' },
  { name: 'Sequence', public: 'SequencesAnswer' },
  { name: 'UnusedNumber', public: 'UnusedAnswer' },
  { name: 'AnnulmentRow', public: 'AnnulmentsAnswer' },
  { name: 'Annulment', public: 'AnnulmentAnswer' },
];

test.each(pairs)("the web's $name has all of the public $public", ({ name, public: answer }) => {
  const publicSchema = dataOf(answer);
  expect(Object.keys(resolved(ours, publicSchema).properties ?? {}).length).toBeGreaterThan(3);
  expect(lacking(publicSchema, web(name))).toEqual([]);
});

test('the comparison sees a missing member, another type, a lost value and an optional member, at any depth', () => {
  const text = { type: 'string' };
  const publicSchema: Schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: {
      a: text,
      b: text,
      c: {
        type: 'array',
        items: { type: 'object', properties: { d: { ...text, enum: ['x', 'y'] }, e: text } },
      },
    },
  };
  const webSchema: Schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'number' },
      b: { ...text, nullable: true },
      c: { type: 'array', items: { type: 'object', properties: { d: { ...text, enum: ['x'] } } } },
    },
  };
  expect(lacking(publicSchema, webSchema)).toEqual([
    '.b may be absent',
    '.a is number, not string',
    '.b differs in nullable',
    '.c[].d cannot be y',
    '.c[].e is missing',
  ]);
  expect(lacking(publicSchema, publicSchema)).toEqual([]);
});

/** Other names of what has a public name, which answers of the web application once had. */
const otherNames: Readonly<Record<string, string>> = {
  buyerRnc: 'rncComprador',
  buyerName: 'razonSocialComprador',
  issuer: 'razonSocialEmisor',
  totalItbis: 'totalITBIS',
  issuedOn: 'fechaEmision',
  modifies: 'ncfModificado',
  waiting: 'reason',
  contingency: 'contingencia',
  sendBefore: 'enviarAntesDe',
  buyerDelivery: 'entrega',
  buyerApproval: 'aprobacionComercial',
  acknowledgement: 'acuse',
  acknowledgedAt: 'acuse.fecha',
  messages: 'mensajes',
  signer: 'firmante',
  chain: 'cadena',
  period: 'vigencia',
  displaced: 'desplazados',
  overdue: 'recordatorio',
  decided: 'decision.estado',
  keptUntil: 'conservadoHasta',
  requestedAt: 'fecha',
  warnings: 'advertencias',
  reference: 'externalReference',
  companyName: 'razonSocial',
};

test('no schema of a resource has another name for a public one', () => {
  const namesIn = (schema: Schema, seen: readonly Schema[] = []): readonly string[] => {
    const found = resolved(webs, schema);
    if (seen.includes(found)) return [];
    const inside = [
      ...Object.values(found.properties ?? {}),
      ...(found.items === undefined ? [] : [found.items]),
    ];
    return [
      ...Object.keys(found.properties ?? {}),
      ...inside.flatMap((one) => namesIn(one, [...seen, found])),
    ];
  };
  const schemas = [
    ...new Set(pairs.map(({ name }) => name)),
    'SimulationVoucher',
    'CertificationRow',
    'CompanyRow',
  ];
  const found = schemas.flatMap((name) =>
    namesIn(web(name))
      .filter((one) => Object.hasOwn(otherNames, one))
      .map((one) => `${name}: ${one} is ${otherNames[one]}`),
  );
  expect(found).toEqual([]);
});

/** The types that our clients use, read from openapi.yaml, without the envelopes and without the voucher. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { projectFile } from '../../../src/shared/project-file.js';

export type TypeRef =
  | { readonly kind: 'text'; readonly values: readonly string[] }
  | { readonly kind: 'number' | 'integer' | 'boolean' | 'open' }
  | { readonly kind: 'list'; readonly of: TypeRef }
  | { readonly kind: 'record'; readonly name: string };

export interface Field {
  readonly name: string;
  readonly type: TypeRef;
  readonly required: boolean;
  readonly nullable: boolean;
  /** One line; empty if the document says nothing. */
  readonly doc: string;
}

export interface RecordType {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly Field[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The name in the clients, and where its schema is: a schema of the document, and members inside it (`[]` is the element of a list). */
const roots: Readonly<Record<string, string>> = {
  Login: 'LoginAnswer',
  NextNumber: 'NextAnswer.data',
  Sequence: 'Sequence',
  UnusedNumber: 'UnusedAnswer.data.[]',
  Taxpayer: 'Taxpayer',
  Validation: 'ValidateAnswer.data',
  Totals: 'TotalsAnswer.data',
  SendData: 'SendData',
  StatusData: 'StatusData',
  History: 'HistoryAnswer.data',
  ListedDocument: 'ListedDocument',
  ExternalStatus: 'ExternalStatusAnswer.data',
  Received: 'Received',
  RefusedReception: 'RefusedReception',
  ApprovalRequest: 'ApprovalRequest',
  AnnulmentRequest: 'AnnulmentRequest',
  Annulment: 'AnnulmentAnswer.data',
  ListedAnnulment: 'AnnulmentsAnswer.data.[]',
  Webhook: 'Webhook',
  WebhookWithSecret: 'WebhookWithSecret',
  WebhookRequest: 'WebhookRequest',
  WebhookChanges: 'WebhookChanges',
  WebhookDelivery: 'WebhookDelivery',
  WebhookTest: 'WebhookTest',
  ErrorData: 'ErrorAnswer.data',
};

/** In the order of `roots`, each followed by the records that only it has. */
export function clientTypes(): readonly RecordType[] {
  const { components } = load(readFileSync(projectFile('openapi.yaml'), 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  };
  const records = new Map<string, RecordType>();
  for (const [name, path] of Object.entries(roots)) addRecord(name, schemaAt(path));
  return [...records.values()];

  function schemaAt(path: string): Schema {
    const [first = '', ...members] = path.split('.');
    let schema = components.schemas[first];
    for (const member of members) schema = member === '[]' ? schema?.items : schema?.properties?.[member];
    if (schema === undefined) throw new Error(`openapi.yaml has no ${path}`);
    return resolved(schema);
  }

  function resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : schemaAt(nameOf(schema.$ref));
  }

  function addRecord(name: string, schema: Schema): void {
    if (records.has(name)) return;
    const { properties = {}, required = [], description = '' } = schema;
    // Its place in the file is before the records inside it.
    records.set(name, { name, doc: oneLine(description), fields: [] });
    const fields = Object.entries(properties).map(([member, inner]): Field => {
      const whole = resolved(inner);
      return {
        name: member,
        type: typeOf(inner, name + capital(member)),
        required: required.includes(member),
        nullable: whole.nullable === true,
        doc: oneLine(inner.description ?? whole.description ?? ''),
      };
    });
    records.set(name, { name, doc: oneLine(description), fields });
  }

  /** @param name for a record that is written where it is used */
  function typeOf(schema: Schema, name: string): TypeRef {
    if (schema.$ref !== undefined) {
      const target = nameOf(schema.$ref);
      const whole = resolved(schema);
      if (whole.properties !== undefined) addRecord(target, whole);
      return typeOf(whole, target);
    }
    switch (schema.type) {
      case 'string':
        return { kind: 'text', values: (schema.enum ?? []).filter((value) => value !== null).map(String) };
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: schema.type };
      case 'array':
        return { kind: 'list', of: typeOf(schema.items ?? {}, name) };
      default:
        if (schema.properties === undefined) return { kind: 'open' };
        addRecord(name, schema);
        return { kind: 'record', name };
    }
  }
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replaceAll('*/', '* /');
}

export const generatedNote = 'Generado de openapi.yaml con `npm run generate`: no lo edite.';

/** An OpenTelemetry collector on this machine: it keeps the spans that come as OTLP over HTTP, in JSON. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { own } from './own.js';

export interface KeptSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly KeptSpan[];
  /** Answers that are held back. */
  readonly held: readonly ServerResponse[];
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<KeptSpan, 'service' | 'facts'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}

const factsOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  );

/** @param answers false: it takes requests and never answers them */
export async function openCollector({ answers = true } = {}): Promise<Collector> {
  const spans: KeptSpan[] = [];
  const held: ServerResponse[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Exported;
      for (const { resource, scopeSpans } of resourceSpans)
        for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            facts: factsOf(attributes),
            service: factsOf(resource.attributes)['service.name'] ?? '',
          });
      if (answers) res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      else held.push(res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the collector', () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, held };
}

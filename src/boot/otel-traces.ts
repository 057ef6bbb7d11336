/** The only file that knows OpenTelemetry's SDK. open-traces.ts loads it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../shared/log.js';
import { during, noSpan, type Span, type Traces } from '../shared/traces.js';
import { within } from '../shared/within.js';
import type { Config } from './config.js';
import type { SamplerName } from './settings/traces.js';

/** A span takes about 2 KB, so a collector that is away costs 4 MB. Later spans are dropped. */
const queueMax = 2_048;
const batchMax = 512;
const exportTimeoutMs = 10_000;
/** A stop waits this long for the last spans. */
const closeMs = 2_000;
/** A collector that is away gives one line in the log, not one for each batch. */
const warningsMs = 60_000;

export function createTraces(config: Config['traces'], role: 'api' | 'worker', log: Log): Traces {
  const { serviceName, resource, sampler, ratio } = config;
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    resource: resourceFromAttributes({ 'service.name': serviceName || `ecf-${role}`, ...resource }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingFailures(exporterOf(config), log),
        maxQueueSize: queueMax,
        maxExportBatchSize: batchMax,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('ecf-issuer');
  const around = new AsyncLocalStorage<OtelSpan>();
  const contextAround = (): Context | undefined => {
    const span = around.getStore();
    return span && trace.setSpan(ROOT_CONTEXT, span);
  };
  const spanOf = (span: OtelSpan): Span =>
    span.isRecording() ? { run: (work) => around.run(span, work), end: endOf(span) } : noSpan;

  return {
    open: (name, { traceparent, since, facts = {}, kind } = {}) =>
      spanOf(
        tracer.startSpan(
          name,
          {
            kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL,
            attributes: facts,
            ...(since && { startTime: since }),
          },
          contextOf(traceparent),
        ),
      ),
    part: (name, facts, work) => {
      const parent = contextAround();
      if (parent === undefined) return work();
      return during(spanOf(tracer.startSpan(name, { attributes: facts }, parent)), work);
    },
    called: (name, seconds, facts) => {
      const parent = contextAround();
      if (parent === undefined) return;
      const startTime = new Date(Date.now() - seconds * 1_000);
      tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes: facts }, parent).end();
    },
    traceparent: () => {
      const span = around.getStore();
      if (span === undefined) return undefined;
      const { traceId, spanId } = span.spanContext();
      return `00-${traceId}-${spanId}-01`;
    },
    close: () =>
      within(
        closeMs,
        provider.shutdown().catch(() => undefined),
        undefined,
      ),
  };
}

/** What a client sends as its trace may be anything. */
function contextOf(traceparent: string | undefined): Context {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed !== null && isSpanContextValid(parsed)
    ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true })
    : ROOT_CONTEXT;
}

function endOf(span: OtelSpan): Span['end'] {
  return (facts = {}, failed = false) => {
    span.setAttributes(facts);
    // Never a message: it may quote a voucher.
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = /ratio$/.test(name)
    ? new TraceIdRatioBasedSampler(ratio)
    : name.endsWith('off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

function exporterOf({ endpoint, protocol, headers }: Config['traces']): SpanExporter {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  return new Exporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
}

/** The SDK reports failures to nobody. */
function reportingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let quietUntil = 0;
  const report = ({ code, error }: ExportResult) => {
    if (code === ExportResultCode.SUCCESS || Date.now() < quietUntil) return;
    quietUntil = Date.now() + warningsMs;
    log.warn({ cause: error?.message.slice(0, 200) }, 'traces could not be sent');
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}

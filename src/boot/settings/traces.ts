/** Where traces go: the standard variables of OpenTelemetry, as far as this service reads them. */
import { webUrl } from './addresses.js';
import {
  chapter,
  ConfigError,
  given,
  oneOf,
  secret,
  text,
  type Environment,
  type Setting,
} from './setting.js';

const readers = ['api', 'worker'] as const;

/** OpenTelemetry's form: `name=value,name=value`, with percent-encoded values. Errors never contain a value. */
function namedValues(
  name: string,
  about: Pick<Setting, 'text' | 'unset'>,
): Setting<Readonly<Record<string, string>>> {
  return {
    ...about,
    name,
    allowed: '`name=value`, percent-encoded; several by comma',
    fallback: '',
    readers,
    read: (env: Environment) => {
      const entries = given(env, name)
        .split(',')
        .filter((entry) => entry.trim() !== '');
      return Object.fromEntries(entries.map((entry, index) => pairOf(name, entry, index + 1)));
    },
  };
}

function pairOf(name: string, entry: string, n: number): readonly [string, string] {
  const match = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=(.*)$/.exec(entry);
  const [, key = '', value = ''] = match ?? [];
  try {
    if (match !== null) return [key, decodeURIComponent(value.trim())];
  } catch {
    // Not percent-encoded.
  }
  throw new ConfigError(`${name}: entry ${n} is not of the form name=value, percent-encoded`);
}

const samplers = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;
export type SamplerName = (typeof samplers)[number];

const samplerArg = 'OTEL_TRACES_SAMPLER_ARG';

export const traces = chapter('Traces', {
  endpoint: webUrl({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    text: 'The OpenTelemetry collector that gets [traces](traces.md), such as `http://127.0.0.1:4318`. `/v1/traces` is added.',
    readers,
    unset: 'no traces',
  }),
  protocol: oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', ['http/protobuf', 'http/json'], {
    text: 'How the collector wants them.',
    readers,
  }),
  headers: secret(
    namedValues('OTEL_EXPORTER_OTLP_HEADERS', {
      text: 'Headers of each request to the collector, such as `Authorization=Bearer%20…`.',
      unset: 'none',
    }),
  ),
  serviceName: text('OTEL_SERVICE_NAME', '', 'a name', {
    text: 'The name of this process in the traces.',
    readers,
    unset: '`ecf-api` or `ecf-worker`',
  }),
  resource: namedValues('OTEL_RESOURCE_ATTRIBUTES', {
    text: 'What else the traces say of this process, such as `deployment.environment.name=staging`.',
    unset: 'nothing',
  }),
  sampler: oneOf<SamplerName>('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio', samplers, {
    text: 'Which traces are kept. `parentbased`: a client that sends a `traceparent` decides for its requests.',
    readers,
  }),
  ratio: {
    name: samplerArg,
    allowed: 'a number from 0 to 1',
    fallback: '0.05',
    text: 'The share of the traces that `traceidratio` keeps.',
    readers,
    read: (env) => {
      const value = given(env, samplerArg) || '0.05';
      const ratio = Number(value);
      if (!/^(?:\d+|\d*\.\d+)$/.test(value) || ratio > 1)
        throw new ConfigError(`${samplerArg}=${value} is not a number from 0 to 1`);
      return ratio;
    },
  } satisfies Setting<number>,
});

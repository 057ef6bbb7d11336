/** The settings of traces, and what a role loads without a collector. */
import { execFileSync } from 'node:child_process';
import { readConfig } from '../../../src/boot/config.js';
import { projectFile } from '../../../src/shared/project-file.js';

test('headers and attributes are percent-encoded pairs', () => {
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-tenant=7,',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    OTEL_TRACES_SAMPLER_ARG: '.5',
  });
  expect(traces).toMatchObject({
    endpoint: 'https://collector.example/otlp',
    headers: { Authorization: 'Bearer a=b', 'x-tenant': '7' },
    resource: { 'deployment.environment.name': 'staging' },
    ratio: 0.5,
  });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must use http or https'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not one of'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x=1,secreta' }, 'OTEL_EXPORTER_OTLP_HEADERS: entry 2 is not'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x=secreta%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS: entry 1 is not'],
  [{ OTEL_TRACES_SAMPLER: 'xray' }, 'OTEL_TRACES_SAMPLER=xray is not one of'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG=5 is not a number from 0 to 1'],
  [{ OTEL_TRACES_SAMPLER_ARG: 'x' }, 'OTEL_TRACES_SAMPLER_ARG=x is not a number from 0 to 1'],
])('%j is refused', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
  expect(() => readConfig(env)).not.toThrow('secreta');
});

/** In a process of its own, because tests share what they load. */
function loadsSdk(env: Record<string, string>): unknown {
  const program = `
    const { registerHooks } = require('node:module');
    let sdk = false;
    registerHooks({
      load: (url, context, next) => {
        sdk ||= url.includes('@opentelemetry/sdk-trace');
        return next(url, context);
      },
    });
    const { traces } = JSON.parse(process.argv[1]);
    import(process.argv[2])
      .then(({ openTraces }) => openTraces(traces, 'api'))
      .then(() => process.stdout.write(String(sdk)));`;
  const opener = `file://${projectFile('dist/src/boot/open-traces.js')}`;
  const args = ['-e', program, JSON.stringify(readConfig(env)), opener];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test("OpenTelemetry's SDK is loaded only if there is a collector", () => {
  expect(loadsSdk({})).toBe(false);
  expect(loadsSdk({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBe(true);
});

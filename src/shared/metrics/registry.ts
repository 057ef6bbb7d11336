/**
 * Registers Prometheus metrics. Labels have few values, for any input: routes from openapi.yaml, codes from our own tables, and only the
 * most urgent companies. docs/operations.md says why to watch each metric.
 */
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Includes Node's own metrics: memory, event loop, garbage collection, open handles. */
export function newRegistry(role: string): Registry {
  const register = new Registry();
  register.setDefaultLabels({ role });
  collectDefaultMetrics({ register });
  return register;
}

export function counter<T extends string>(registry: Registry, name: string, help: string, labelNames: T[]) {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

export function gauge(registry: Registry, name: string, help: string, labelNames: string[] = []) {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

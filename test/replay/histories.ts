/** The recorded histories (tools/scripts/histories), as JSON and as the SDK replays them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { History } from '@temporalio/common/lib/proto-utils.js';

/** One event as protobufjs writes JSON: numbers of 64 bits as text, bytes in Base64, enumerations by name. */
export interface EventJson {
  eventId: string;
  eventType: string;
  [member: string]: unknown;
}

export interface HistoryJson {
  events: EventJson[];
}

const folder = fileURLToPath(new URL('histories/', import.meta.url));

/** Names without `.json`, sorted. */
export const historyNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .sort();

/** A fresh copy on each call, because alterations change it. */
export function readHistory(name: string): HistoryJson {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as HistoryJson;
}

/** The form that `Worker.runReplayHistories` takes. The SDK's own JSON reader fails, see tools/scripts/histories/history-file.ts. */
export function historyOf(json: HistoryJson): History {
  return proto.temporal.api.history.v1.History.fromObject(json);
}

interface Proto {
  temporal: { api: { history: { v1: { History: { fromObject(json: unknown): History } } } } };
}

// The protocol package is a dependency of the SDK, not ours, so resolve it from the SDK.
const require = createRequire(import.meta.url);
const proto = createRequire(require.resolve('@temporalio/common'))('@temporalio/proto') as Proto;

/** The attributes of an event. protobufjs stores them in a member named after the event type. */
export function attributesOf(event: EventJson): Record<string, unknown> {
  const name = Object.keys(event).find((key) => key.endsWith('EventAttributes'));
  return (name === undefined ? {} : event[name]) as Record<string, unknown>;
}

/** An input, result, marker or attribute: the parts of an event that a person or a program supplied. */
export interface PayloadJson {
  readonly metadata?: Readonly<Record<string, string>>;
  data?: string;
}

export function isPayload(value: object): value is PayloadJson {
  const { metadata } = value as { metadata?: unknown };
  return typeof metadata === 'object' && metadata !== null && 'encoding' in metadata;
}

export function textOf(payload: PayloadJson): string {
  return Buffer.from(payload.data ?? '', 'base64').toString('utf8');
}

/** A step of a voucher as Temporal's Web UI shows it, local or regular. */
export interface ShownStep {
  readonly activity: string;
  readonly summary: string;
  readonly text?: string;
  readonly ms?: number;
  readonly [member: string]: unknown;
}

interface Payloads {
  readonly payloads: readonly PayloadJson[];
}

/** In the order in which the steps ended. */
export function stepsInHistory({ events }: HistoryJson): ShownStep[] {
  return events.flatMap((event): ShownStep[] => {
    if (event.eventType === 'EVENT_TYPE_MARKER_RECORDED') {
      const { details } = attributesOf(event) as { details: { data: Payloads; result: Payloads } };
      const { activity_type: activity } = valueOf(details.data) as { activity_type: string };
      return [{ activity, summary: summaryOf(event), ...valueOf(details.result) }];
    }
    if (event.eventType !== 'EVENT_TYPE_ACTIVITY_TASK_COMPLETED') return [];
    const { result, scheduledEventId } = attributesOf(event) as {
      result: Payloads;
      scheduledEventId: string;
    };
    const scheduled = events.find(({ eventId }) => eventId === scheduledEventId)!;
    const { activityType } = attributesOf(scheduled) as { activityType: { name: string } };
    return [{ activity: activityType.name, summary: summaryOf(scheduled), ...valueOf(result) }];
  });
}

function valueOf({ payloads }: Payloads): object {
  return JSON.parse(textOf(payloads[0]!)) as object;
}

function summaryOf({ userMetadata }: EventJson): string {
  const { summary } = userMetadata as { summary: PayloadJson };
  return JSON.parse(textOf(summary)) as string;
}

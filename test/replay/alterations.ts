/**
 * Alters a recorded history as if a changed workflow had written it. A replay that accepts such a history would also accept the
 * change to the code.
 */
import { attributesOf, textOf, type EventJson, type HistoryJson, type PayloadJson } from './histories.js';

/** As if an activity had another type when it was recorded. @param which `regular`: local activities stay unchanged */
export function renameActivity(
  history: HistoryJson,
  from: string,
  to: string,
  which: 'all' | 'regular' = 'all',
): void {
  let found = 0;
  for (const event of history.events) {
    const { activityType } = attributesOf(event) as { activityType?: { name: string } };
    if (activityType?.name === from) {
      activityType.name = to;
      found += 1;
    }
    const marker = markerOf(event);
    if (which === 'all' && marker?.activity_type === from) {
      writeMarker(event, { ...marker, activity_type: to });
      found += 1;
    }
  }
  assertFound(found, `activity ${from}`);
}

/** As if a local step had returned another result, so that the workflow takes another path. */
export function answerOfLocalStep(history: HistoryJson, step: string, change: object): void {
  const event = history.events.find((one) => markerOf(one)?.activity_type === step);
  const details = event === undefined ? undefined : attributesOf(event)['details'];
  const result = (details as { result?: { payloads: PayloadJson[] } } | undefined)?.result?.payloads[0];
  assertFound(result === undefined ? 0 : 1, step);
  const answer = { ...(JSON.parse(textOf(result!)) as object), ...change };
  result!.data = Buffer.from(JSON.stringify(answer)).toString('base64');
}

/** As if two local steps had run in the other order. */
export function swapLocalSteps(history: HistoryJson, one: string, other: string): void {
  const at = (step: string) => history.events.findIndex((event) => markerOf(event)?.activity_type === step);
  const [first, second] = [history.events[at(one)], history.events[at(other)]];
  assertFound(first !== undefined && second !== undefined ? 1 : 0, `${one} and ${other}`);
  const [a, b] = [markerOf(first!)!, markerOf(second!)!];
  writeMarker(first!, { ...a, activity_type: b.activity_type });
  writeMarker(second!, { ...b, activity_type: a.activity_type });
}

/** As if the workflow had not done this: removes the first event of the type, and the events that follow from it. */
export function removeEvent(history: HistoryJson, type: string): void {
  const removed = history.events.find(({ eventType }) => eventType === `EVENT_TYPE_${type}`);
  assertFound(removed === undefined ? 0 : 1, type);
  const gone = new Set([removed!.eventId]);
  for (const event of history.events) {
    const causes = ['scheduledEventId', 'startedEventId', 'acceptedEventId'] as const;
    const attributes = attributesOf(event);
    if (causes.some((cause) => gone.has(attributes[cause] as string))) gone.add(event.eventId);
  }
  renumber(history, (event) => !gone.has(event.eventId));
}

/** As if a local step had not run. */
export function removeLocalStep(history: HistoryJson, step: string): void {
  const removed = history.events.find((event) => markerOf(event)?.activity_type === step);
  assertFound(removed === undefined ? 0 : 1, step);
  renumber(history, (event) => event !== removed);
}

/** As if the workflow had done this twice at the same moment: inserts a copy of the event behind it. */
export function repeatEvent(history: HistoryJson, type: string, change: (copy: EventJson) => void): void {
  const at = history.events.findIndex(({ eventType }) => eventType === `EVENT_TYPE_${type}`);
  assertFound(at < 0 ? 0 : 1, type);
  const copy = structuredClone(history.events[at]!);
  change(copy);
  copy.eventId = 'copy';
  history.events.splice(at + 1, 0, copy);
  renumber(history, () => true);
}

/** As if the workflow had answered its updates and ended before this event. */
export function endBefore(history: HistoryJson, type: string): void {
  const at = history.events.findIndex(({ eventType }) => eventType === `EVENT_TYPE_${type}`);
  assertFound(at < 0 ? 0 : 1, type);
  const end = history.events.at(-1)!;
  assertFound(end.eventType === 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED' ? 1 : 0, 'the end');
  const task = history.events.slice(0, at).findLast(({ eventType }) => eventType.endsWith('TASK_COMPLETED'));
  attributesOf(end)['workflowTaskCompletedEventId'] = task!.eventId;
  history.events.splice(at, history.events.length, end);
  renumber(history, () => true);
}

interface Marker {
  readonly activity_type: string;
  readonly [member: string]: unknown;
}

/** What the SDK stores about a local activity, beside its result. */
function markerOf(event: EventJson): Marker | undefined {
  const data = markerPayload(event);
  return data === undefined ? undefined : (JSON.parse(textOf(data)) as Marker);
}

function writeMarker(event: EventJson, marker: Marker): void {
  markerPayload(event)!.data = Buffer.from(JSON.stringify(marker)).toString('base64');
}

function markerPayload(event: EventJson): PayloadJson | undefined {
  if (event.eventType !== 'EVENT_TYPE_MARKER_RECORDED') return undefined;
  const { details } = attributesOf(event) as { details: { data: { payloads: PayloadJson[] } } };
  return details.data.payloads[0];
}

/** Renumbers: event ids are 1, 2, 3…, and events refer to each other by id. */
function renumber(history: HistoryJson, stays: (event: EventJson) => boolean): void {
  const ids = new Map<string, string>();
  history.events = history.events.filter(stays);
  for (const [index, event] of history.events.entries()) {
    ids.set(event.eventId, String(index + 1));
    event.eventId = String(index + 1);
    const attributes = attributesOf(event);
    for (const [member, value] of Object.entries(attributes)) {
      const fresh = member.endsWith('EventId') ? ids.get(value as string) : undefined;
      if (fresh !== undefined) attributes[member] = fresh;
    }
  }
}

/** An alteration that changes nothing would prove nothing. */
function assertFound(found: number, what: string): void {
  if (found === 0) throw new Error(`The history has no ${what}`);
}

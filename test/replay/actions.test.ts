/**
 * What a voucher costs at Temporal Cloud, in billable actions (https://docs.temporal.io/cloud/actions), counted in the recorded histories.
 * A step that becomes a regular activity doubles an installation's bill, and its load on Temporal.
 */
import { attributesOf, readHistory } from './histories.js';

/** Each event of these kinds is one action. All markers of one workflow task are one: local activities that ran in it. */
const actionEvents = new Set([
  'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED',
  'EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED',
  'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED',
  'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES',
  'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED',
  'EVENT_TYPE_TIMER_STARTED',
]);

function actionsOf(name: string): number {
  const { events } = readHistory(name);
  const tasksWithMarkers = new Set(
    events
      .filter(({ eventType }) => eventType === 'EVENT_TYPE_MARKER_RECORDED')
      .map((event) => attributesOf(event)['workflowTaskCompletedEventId']),
  );
  return events.filter(({ eventType }) => actionEvents.has(eventType)).length + tasksWithMarkers.size;
}

test.each([
  { name: 'accepted-v1', what: 'a voucher that DGII accepts at once', actions: 4 },
  { name: 'reception-acknowledged-v1', what: 'a received voucher', actions: 2 },
  { name: 'to-buyer-delivered-v1', what: 'a delivery to a buyer', actions: 2 },
])('$what takes $actions actions of Temporal', ({ name, actions }) => {
  expect(actionsOf(name)).toBe(actions);
});

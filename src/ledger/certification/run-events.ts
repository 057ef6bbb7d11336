/** The events of a certification run. A person who paused it needs none. */
import type { EventType } from '../../ecf/messages/event-types.js';
import type { EventEntry } from '../events/event-record.js';
import type { CertificationRunRecord, RunState } from './run-record.js';

const types: Partial<Record<RunState, EventType>> = {
  done: 'certification.finished',
  stopped: 'certification.stopped',
  paused: 'certification.paused',
};

/** Returns undefined if the change needs no event. */
export function runEvent(
  { _id, companyId, kind, version, state: was, rows, ...run }: CertificationRunRecord,
  { state = was, reason = run.reason, next = run.next, endedAt }: Partial<CertificationRunRecord>,
): EventEntry | undefined {
  const type = types[state];
  if (type === undefined || state === was || (state === 'paused' && reason === 'PERSON')) return undefined;
  return {
    companyId,
    environment: 'certification',
    // A paused run may go on and pause again.
    key: `${_id}:${version + 1}:${state}`,
    type,
    at: endedAt ?? new Date(),
    data: {
      id: _id,
      environment: 'certification',
      kind,
      state,
      ...(state !== 'done' && { reason: reason ?? null, ecf: rows[next]?.encf ?? null }),
    },
  };
}

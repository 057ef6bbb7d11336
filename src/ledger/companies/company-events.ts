/** The events of a company's suspension: its start and its end, and a certificate that DGII refuses. */
import type { Document } from 'mongodb';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import type { EventData, EventEntry } from '../events/event-record.js';
import { pendingWith } from '../events/event-writes.js';

/** `pending` of a company that DGII refuses, from the record before this refusal. */
export function pendingWithSuspension(
  companyId: number,
  environment: Environment,
  { reason, since }: { readonly reason: SignerRefusal; readonly since: Date },
): Document {
  const starts = { $ne: ['$suspended.environment', environment] };
  const event = (type: EventType) => ({
    $literal: eventOf({ companyId, environment }, type, since, { reason }),
  });
  const isNew = { $or: [starts, { $ne: ['$suspended.reason', reason] }] };
  return pendingWith(
    { when: starts, entry: event('company.suspended') },
    { when: reason === 'CERTIFICATE_REFUSED' ? isNew : false, entry: event('certificate.refused') },
  );
}

export function pendingWithResumption(companyId: number, environment: Environment, at: Date): Document {
  return pendingWith({ entry: { $literal: eventOf({ companyId, environment }, 'company.resumed', at, {}) } });
}

/** The moment names the event: a suspension starts and ends at most once in it. */
function eventOf(
  { companyId, environment }: Pick<EventEntry, 'companyId' | 'environment'>,
  type: EventType,
  at: Date,
  more: EventData,
): EventEntry {
  const key = `company:${companyId}:${type}:${at.getTime()}`;
  return { companyId, environment, key, type, at, data: { environment, ...more } };
}

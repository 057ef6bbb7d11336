/** Adds an event to the write of the record that it is about. Both are one write, so a process that dies in between leaves neither. */
import type { Document, UpdateFilter } from 'mongodb';
import type { EventEntry, WithPending } from './event-record.js';

/** An expression of MongoDB. It sees the record as it was before the stage that contains it. */
export type EntryExpression = Readonly<Record<keyof EventEntry, unknown>>;

export function withEvent<R extends WithPending>(update: UpdateFilter<R>, entry: EventEntry): UpdateFilter<R>;
export function withEvent(pipeline: readonly Document[], entry: EventEntry): Document[];
export function withEvent(update: Document | readonly Document[], entry: EventEntry): Document | Document[] {
  if (isPipeline(update))
    return [...update, { $set: { pending: pendingWith({ entry: { $literal: entry } }) } }];
  const { $push } = update as { readonly $push?: object };
  return { ...update, $push: { ...$push, pending: entry } };
}

function isPipeline(update: Document | readonly Document[]): update is readonly Document[] {
  return Array.isArray(update);
}

interface ConditionalEntry {
  /** An expression. Absent: always. */
  readonly when?: unknown;
  readonly entry: EntryExpression | { readonly $literal: EventEntry };
}

/** The value of `pending` in the `$set` stage of a pipeline: the record's entries, then these. It stays absent if no condition holds. */
export function pendingWith(...entries: readonly ConditionalEntry[]): Document {
  const added = entries.map(({ when = true, entry }) => ({ $cond: [when, [entry], []] }));
  const any = { $or: entries.map(({ when = true }) => when) };
  return {
    $cond: [
      any,
      { $concatArrays: [{ $ifNull: ['$pending', []] }, ...added] },
      { $ifNull: ['$pending', '$$REMOVE'] },
    ],
  };
}

/** The update that replaces a record. It keeps the entries that are in the record when it is written, also those that nobody has read. */
export function replacedWith(next: WithPending): Document[] {
  const kept = { _id: '$_id', pending: { $ifNull: ['$pending', '$$REMOVE'] } };
  return [{ $replaceWith: { $mergeObjects: [{ $literal: withoutPending(next) }, kept] } }];
}

/** For a copy of a record. The entries stay with the original, so that each is published once. */
export function withoutPending<R extends WithPending>({ pending: _pending, ...rest }: R): Omit<R, 'pending'> {
  return rest;
}

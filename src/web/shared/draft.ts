/**
 * What a person typed into a long form. It stays in this tab, and logging out removes it. Values that are too large are
 * not kept; the reference always is: a form that got no answer must be sent again with the same one.
 */
import { useCallback, useEffect, useState } from 'react';
import { tryStorage } from './browser-storage.js';

const prefix = 'borrador/';
const charsMax = 400_000;

type Values = Readonly<Record<string, string>>;

interface Filled<Form extends Values> {
  readonly values: Form;
  readonly reference: string;
}

interface Kept<Form extends Values> {
  readonly reference: string;
  /** Absent if the person typed nothing, or too much. */
  readonly values?: Form;
  readonly before?: Filled<Form>;
}

export interface Draft<Form extends Values> {
  readonly values: Form;
  /** Each form has one, and keeps it when the person leaves and comes back. So a repeated request has no second effect. */
  readonly reference: string;
  readonly change: (part: Partial<Form> | ((now: Form) => Partial<Form>)) => void;
  /** True if the form shows what the person typed before they left. */
  readonly restored: boolean;
  readonly tooLarge: boolean;
  /** Gives the same values a new reference, so that the service takes the next request for another order. */
  readonly renewReference: () => void;
  /** Keeps a copy of the values, because a change follows that the person may want to undo. Only the last copy is kept. */
  readonly setAside: () => void;
  /** Exchanges the values with the copy, so that pressing it twice loses nothing either. Undefined without a copy. */
  readonly exchange: (() => void) | undefined;
  readonly discard: () => void;
  /** The form was sent, so nothing is kept. The copy neither: it may be an earlier state of what was sent, and be sent twice. */
  readonly forget: () => void;
}

interface FormState<Form extends Values> extends Filled<Form> {
  readonly restored: boolean;
  readonly before: Filled<Form> | undefined;
}

/**
 * @param name says what the draft is about and contains the id of the person. It is never shown.
 * @param given the reference of the draft that the form goes on with; absent: the form gets a new one
 */
export function useDraft<Form extends Values>(name: string, start: Form, given?: string): Draft<Form> {
  const key = prefix + name;
  const [first] = useState(start);
  const [{ restored, before, ...now }, setForm] = useState<FormState<Form>>(() => {
    const kept = read<Form>(key, start);
    return {
      values: kept?.values ?? start,
      reference: kept?.reference ?? given ?? newReference(),
      restored: kept?.values !== undefined,
      before: kept?.before,
    };
  });
  const { values, reference } = now;
  const change = useCallback(
    (part: Partial<Form> | ((now: Form) => Partial<Form>)) =>
      setForm((form) => {
        const changed = typeof part === 'function' ? part(form.values) : part;
        return { ...form, values: { ...form.values, ...changed } };
      }),
    [],
  );
  const setAside = useCallback(
    () => setForm((form) => ({ ...form, before: { values: form.values, reference: form.reference } })),
    [],
  );
  const size = sizeOf(values);
  const tooLarge = size > charsMax;
  useEffect(() => {
    const isKept = !tooLarge && !isSame(values, first);
    // The values on the screen come first: a copy that does not fit beside them is not kept.
    const fits = before !== undefined && size + sizeOf(before.values) <= charsMax;
    write(key, { reference, ...(isKept ? { values } : {}), ...(fits ? { before } : {}) });
  }, [key, values, reference, before, first, size, tooLarge]);
  return {
    values,
    reference,
    change,
    restored,
    tooLarge,
    renewReference: () => setForm((form) => ({ ...form, reference: newReference() })),
    setAside,
    exchange:
      before === undefined ? undefined : () => setForm((form) => ({ ...form, ...before, before: now })),
    discard: () => setForm({ values: first, reference: newReference(), restored: false, before: now }),
    forget: () => remove(key),
  };
}

/** As random as `crypto.randomUUID`, which browsers offer on https and on localhost only. The form needs neither. */
export function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function forgetDrafts(): void {
  tryStorage(() => {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  });
}

function isSame(a: Values, b: Values): boolean {
  return Object.keys(b).every((name) => a[name] === b[name]);
}

function sizeOf(values: Values): number {
  return Object.values(values).reduce((sum, { length }) => sum + length, 0);
}

/** Undefined without a draft. Values that an earlier version of the page kept in another form are left out. */
function read<Form extends Values>(key: string, start: Form): Kept<Form> | undefined {
  return tryStorage(() => {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Kept<Form>> | null;
    if (typeof kept?.reference !== 'string') return undefined;
    const { reference, values, before } = kept;
    const isWhole = (form: Values | undefined) =>
      Object.keys(start).every((name) => typeof form?.[name] === 'string');
    return {
      reference,
      ...(values !== undefined && isWhole(values) ? { values } : {}),
      ...(before !== undefined && isWhole(before.values) ? { before } : {}),
    };
  });
}

function write(key: string, kept: Kept<Values>): void {
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(kept)));
}

function remove(key: string): void {
  tryStorage(() => sessionStorage.removeItem(key));
}

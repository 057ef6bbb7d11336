/** What the form of one voucher keeps and knows: the draft, the voucher's number, its faults, and how to send it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Fault } from '../../../../ecf/model/fault.js';
import type { VoucherDraft } from '../../../api/answers.js';
import { sequencesQuery } from '../../../api/numbers.js';
import { issue, type IssueInput, type NumberSource, type Place } from '../../../api/vouchers.js';
import { useAction } from '../../../parts/use-action.js';
import { useDraft, type Draft } from '../../../shared/draft.js';
import { isObject, parseJson, textOf, type JsonObject } from '../../../shared/exact-json.js';
import { useLate } from '../../../shell/late-answers.js';
import { useSession } from '../../../shell/use-session.js';
import { rememberType } from './first-type.js';
import { knownNumber } from './known-number.js';
import { withAmounts, withFields, type FieldChange } from './put-fields.js';
import { numberIn, typeIn, type Issuer } from './start-voucher.js';
import type { Started } from './started.js';
import { useCheck } from './use-check.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

export interface IssueStart {
  readonly place: Place;
  readonly started: Started;
  readonly issuer: Issuer;
  readonly start: string;
  /** Under this name the browser keeps what the person typed. */
  readonly draftName: string;
  /** The draft on the server that the form goes on with. */
  readonly saved?: VoucherDraft;
  /** `given`: the start has the number of a voucher that was rejected, and keeps it. */
  readonly number?: NumberSource;
  /** Present if the form makes a new attempt for a number that is spent. */
  readonly newAttempt?: { readonly encf: string; readonly attempt: number };
}

/** `choice`: what the person chose in the guide of a note, as JSON. */
export type Entry = Readonly<Record<'text' | 'note' | 'choice', string>> & { readonly number: NumberSource };

export type ChangeVoucher = (ECF: JsonObject) => JsonObject;

export interface Computed {
  readonly fields: readonly string[];
  readonly text: string;
}

export type ComputeAmounts = (onDone: (done: Computed) => void) => void;

export type IssueFormState = ReturnType<typeof useIssueForm>;

const usualType = 31;
const noFaults: readonly Fault[] = [];

export function useIssueForm({
  place,
  started,
  issuer,
  start,
  draftName,
  saved,
  newAttempt,
  number: source = 'next',
}: IssueStart) {
  const empty: Entry = {
    text: start,
    note: '',
    choice: '',
    number: newAttempt === undefined ? source : 'given',
  };
  const draft = useDraft<Entry>(draftName, saved?.values ?? empty, saved?.reference);
  const { values, reference, change } = draft;
  const { text, number, note } = values;
  const setText = useCallback((next: string) => change({ text: next }), [change]);
  const changeVoucher = useCallback(
    (changed: ChangeVoucher) => change((now) => ({ text: changedText(now.text, changed) })),
    [change],
  );
  const replaceBy = useReplace(start, draft);
  const tree = useMemo(() => parsedOnce(text), [text]);
  const type = typeIn(tree) ?? usualType;
  const changeFields = useCallback(
    (changes: readonly FieldChange[]) =>
      change((now) => ({ text: withFields(now.text, typeIn(parsedOnce(now.text)) ?? usualType, changes) })),
    [change],
  );
  const sequences = useQuery(sequencesQuery(place));
  const known = knownNumber(sequences.data ?? [], type, number === 'next' ? undefined : numberIn(tree));
  const check = useCheck({
    text,
    facts: {
      today: issuer.today,
      company: { rnc: issuer.rnc, inCertification: place.environment === 'certification' },
      ...(known.reservation === undefined ? {} : { reservation: known.reservation }),
    },
    idDoc: number === 'next' ? known.idDoc : {},
  });
  const { personId } = useSession().person;
  const send = useIssue(place, () => {
    draft.forget();
    rememberType(personId, place.companyId, type);
  });
  const computeAmounts: ComputeAmounts = (onDone) =>
    check.compute((before, amounts) => {
      const after = amounts.length === 0 ? before : withAmounts(before, type, amounts);
      onDone({ fields: after === before ? [] : amounts.map(({ campo }) => campo), text: after });
      if (after === before) return;
      // Only one copy is kept. An earlier one may have a whole other voucher, so it stays.
      if (draft.exchange === undefined) draft.setAside();
      // What the person typed meanwhile may decide other amounts, so they ask again.
      change((now) => (now.text === before ? { text: after } : {}));
    });
  const issueInput = (confirmed: boolean): IssueInput => ({
    ecf: text,
    number,
    reference,
    ...(confirmed ? { conditionalConfirmed: true as const } : {}),
    ...(newAttempt === undefined ? {} : { newAttempt: { note: note.trim(), attempt: newAttempt.attempt } }),
  });
  return {
    ...check,
    started,
    faults: check.checked?.faults ?? noFaults,
    /** `faults` belongs to the text on the screen. */
    isChecked: check.checked?.text === text && check.checked.faults !== undefined,
    draft,
    setText,
    changeVoucher,
    changeFields,
    replaceBy,
    tree,
    isReadable: tree !== undefined,
    type,
    known,
    send,
    computeAmounts,
    issueInput,
    /** What the person sends next is another voucher, with another number. */
    another: () => {
      draft.renewReference();
      send.reset();
    },
  };
}

/**
 * Replaces the whole voucher and sets the old one aside, so that nobody loses twenty lines to one wrong key. A voucher that nobody changed
 * is not worth it. With `keepsContent`, the new one has what the person typed into the old one.
 */
function useReplace(start: string, { values, setAside, change }: Draft<Entry>) {
  const [template, setTemplate] = useState(start);
  return (next: string, { keepsContent = false } = {}) => {
    const isTyped = values.text !== template;
    if (isTyped) setAside();
    if (!isTyped || !keepsContent) setTemplate(next);
    change({ text: next });
  };
}

function useIssue(place: Place, onIssued: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const late = useLate(place.companyId);
  return useAction(
    (input: IssueInput) => late.watch(certificationTexts.lateProblem, issue(place, input)),
    ({ ecf: encf }) => {
      onIssued();
      // The next form must not show the number that this voucher took.
      void queries.invalidateQueries(sequencesQuery(place));
      const voucher = {
        to: '/empresas/$companyId/$environment/comprobantes/$encf',
        params: { ...place, encf },
      } as const;
      return late.open(
        // The back button must not lead to a copy or note that could be issued once more by mistake.
        () => navigate({ ...voucher, replace: true }),
        certificationTexts.lateIssued(encf),
        <Link {...voucher}>{certificationTexts.seeIssued}</Link>,
      );
    },
  );
}

/** How long the amounts wait after the last key. They follow what a person typed, and never a half-typed number. */
const amountsPauseMs = 250;

/** Keeps the amounts as the rest of the voucher makes them, while a part of the form is shown that has no fields for them. */
export function useLiveAmounts({ draft, type, compute }: IssueFormState, enabled: boolean): void {
  const { change } = draft;
  const { text } = draft.values;
  const latest = useRef(compute);
  useEffect(() => {
    latest.current = compute;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const timer = setTimeout(() => {
      latest.current((before, amounts) => {
        if (amounts.length > 0)
          change((now) => (now.text === before ? { text: withAmounts(before, type, amounts) } : {}));
      });
    }, amountsPauseMs);
    return () => clearTimeout(timer);
  }, [enabled, text, type, change]);
}

function changedText(text: string, change: ChangeVoucher): string {
  const voucher = voucherIn(text);
  return voucher === undefined ? text : textOf({ ECF: change(voucher) });
}

/** Undefined if the text has no voucher that the form can show. */
export function voucherIn(text: string): JsonObject | undefined {
  const tree = parsedOnce(text);
  const voucher = isObject(tree) ? tree['ECF'] : undefined;
  return isObject(voucher) ? voucher : undefined;
}

let parsed: { readonly text: string; readonly tree: ReturnType<typeof parseJson> } | undefined;

/** Remembers the last text that it parsed, so that a large voucher is parsed once for each change. */
function parsedOnce(text: string) {
  if (parsed?.text !== text) parsed = { text, tree: parseJson(text) };
  return parsed.tree;
}

/** What the form of one voucher keeps and knows: the draft, the voucher's number, its faults, and how to send it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { issue, type IssueInput, type NumberSource } from '../../api/certification.js';
import { sequencesQuery } from '../../api/numbering.js';
import type { Place } from '../../api/vouchers.js';
import { useAction } from '../../parts/use-action.js';
import { useDraft } from '../../shared/draft.js';
import { parseJson } from '../../shared/exact-json.js';
import { knownNumber } from './known-number.js';
import { numberIn, typeIn, type Issuer } from './start-voucher.js';
import { useCheck } from './use-check.js';

export interface IssueFormProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly start: string;
  /** Under this name the browser keeps what the person typed. */
  readonly draftName: string;
  /** Present if the form makes a new attempt for a number that is spent. */
  readonly newAttempt?: { readonly encf: string; readonly attempt: number };
}

const usualType = 31;

/** What a person enters. */
export type Entry = Readonly<Record<'text' | 'note', string>> & { readonly number: NumberSource };

export function useIssueForm({ place, issuer, start, draftName, newAttempt }: IssueFormProps) {
  const draft = useDraft<Entry>(draftName, {
    ...{ text: start, note: '' },
    number: newAttempt === undefined ? 'next' : 'given',
  });
  const { values, reference, change } = draft;
  const { text, number, note } = values;
  const setText = useCallback((next: string) => change({ text: next }), [change]);
  const replaced = useReplaced(start, text, setText);
  const tree = useMemo(() => parseJson(text), [text]);
  const type = typeIn(tree) ?? usualType;
  const sequences = useQuery(sequencesQuery(place));
  const known = knownNumber(sequences.data ?? [], type, number === 'next' ? undefined : numberIn(tree));
  const check = useCheck({
    text,
    facts: {
      today: issuer.today,
      company: { rnc: issuer.rnc },
      ...(known.reservation === undefined ? {} : { reservation: known.reservation }),
    },
    idDoc: number === 'next' ? known.idDoc : {},
  });
  const send = useIssue(place, draft.forget);
  const issueInput = (confirmed: boolean): IssueInput => ({
    ecf: text,
    number,
    reference,
    ...(confirmed ? { conditionalConfirmed: true as const } : {}),
    ...(newAttempt === undefined ? {} : { newAttempt: { note: note.trim(), attempt: newAttempt.attempt } }),
  });
  return {
    ...check,
    draft,
    setText,
    replaced,
    isReadable: tree !== undefined,
    type,
    known,
    send,
    issueInput,
  };
}

/**
 * The voucher that a button of the toolbar replaced, so that nobody loses twenty lines to one wrong key. A voucher that nobody changed
 * is not worth it.
 */
function useReplaced(start: string, text: string, setText: (text: string) => void) {
  const [template, setTemplate] = useState(start);
  const [before, setBefore] = useState<string>();
  return {
    by: (next: string) => {
      if (text !== template) setBefore(text);
      setTemplate(next);
      setText(next);
    },
    /** Exchanges the two, so that pressing it twice loses nothing either. */
    undo:
      before === undefined
        ? undefined
        : () => {
            setBefore(text);
            setText(before);
          },
  };
}

function useIssue(place: Place, onIssued: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAction(
    (input: IssueInput) => issue(place, input),
    ({ encf }) => {
      onIssued();
      // The next form must not show the number that this voucher took.
      void queries.invalidateQueries(sequencesQuery(place));
      return navigate({
        to: '/empresas/$companyId/$environment/comprobantes/$encf',
        params: { ...place, encf },
      });
    },
  );
}

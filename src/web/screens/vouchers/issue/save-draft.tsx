/** Keeps the form on the server, so that the person can finish the voucher later, also at another computer. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { draftsQuery, saveDraft } from '../../../api/drafts.js';
import type { Place } from '../../../api/vouchers.js';
import { Button } from '../../../parts/button.js';
import { Problem } from '../../../parts/notice.js';
import { useAction } from '../../../parts/use-action.js';
import { timeOf } from '../../../shared/format.js';
import { issueTexts } from '../../../texts/issue.js';
import { textAt } from './put-fields.js';
import { buyer } from './quick/person.js';
import type { IssueFormState } from './use-issue-form.js';

const texts = issueTexts.drafts;
const customerMax = 150;
const totalMax = 25;

interface SaveDraftProps {
  readonly place: Place;
  readonly form: IssueFormState;
}

export function SaveDraft({ place, form: { draft, tree, type, started } }: SaveDraftProps) {
  const queries = useQueryClient();
  const { values, reference, tooLarge } = draft;
  const [saved, setSaved] = useState<{ readonly values: typeof values; readonly text: string }>();
  const save = useAction(
    (now: typeof values) =>
      saveDraft(
        { ...place, reference },
        {
          tipoeCF: type,
          cliente: textAt(tree, `${buyer}.RazonSocialComprador`).slice(0, customerMax),
          total: textAt(tree, 'ECF.Encabezado.Totales.MontoTotal').slice(0, totalMax),
          started,
          values: now,
        },
      ),
    ({ savedAt }, now) => {
      setSaved({ values: now, text: texts.savedAt(timeOf(Date.parse(savedAt), Date.now())) });
      void queries.invalidateQueries(draftsQuery(place));
    },
  );
  const isSaved = saved?.values === values;
  return (
    <>
      <Problem error={save.error} />
      <Button kind="quiet" pending={save.pending} disabled={tooLarge} onPress={() => void save.run(values)}>
        {isSaved ? saved.text : texts.save}
      </Button>
      <span className="visually-hidden" role="status">
        {isSaved ? texts.saved : null}
      </span>
    </>
  );
}

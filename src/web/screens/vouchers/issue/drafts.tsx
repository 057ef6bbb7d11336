/** The person's drafts, above an empty form: each opens the form as it was left. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DraftRow } from '../../../api/answers.js';
import { draftsQuery, removeDraft } from '../../../api/drafts.js';
import type { Place } from '../../../api/vouchers.js';
import { Button } from '../../../parts/button.js';
import { Problem } from '../../../parts/notice.js';
import { useAction } from '../../../parts/use-action.js';
import { amountText, when } from '../../../shared/format.js';
import { issueTexts } from '../../../texts/issue.js';
import { ecfTypes } from '../../../../ecf/model/ecf-types.js';

const texts = issueTexts.drafts;

export function Drafts({ place }: { readonly place: Place }) {
  // They only help, so the form does not wait for them, and shows no failure.
  const { data: drafts = [] } = useQuery(draftsQuery(place));
  if (drafts.length === 0) return null;
  return (
    <details className="card drafts">
      <summary>{texts.title(drafts.length)}</summary>
      <ul className="plain-list">
        {drafts.map((draft) => (
          <Draft key={draft.reference} place={place} draft={draft} />
        ))}
      </ul>
    </details>
  );
}

function Draft({ place, draft }: { readonly place: Place; readonly draft: DraftRow }) {
  const queries = useQueryClient();
  const { reference, tipoeCF, cliente, total, savedAt } = draft;
  const remove = useAction(
    (_: undefined) => removeDraft({ ...place, reference }),
    () => queries.invalidateQueries(draftsQuery(place)),
  );
  const name = cliente === '' ? texts.noCustomer : cliente;
  return (
    <li>
      <Link to="/empresas/$companyId/$environment/emitir" params={place} search={{ borrador: reference }}>
        {name}
      </Link>
      <span className="soft">{ecfTypes[tipoeCF].nombre}</span>
      <span className="number">{total === '' ? null : amountText(total)}</span>
      <span className="soft">{when(savedAt)}</span>
      <Button
        small
        kind="quiet"
        pending={remove.pending}
        label={texts.removeOf(name)}
        onPress={() => void remove.run(undefined)}
      >
        {texts.remove}
      </Button>
      <Problem error={remove.error} />
    </li>
  );
}

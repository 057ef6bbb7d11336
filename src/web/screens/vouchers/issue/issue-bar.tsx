/** What is missing, and the button that issues. It says the amount and under which number. */
import { isRejection } from '../../../../ecf/model/fault.js';
import type { Place } from '../../../api/vouchers.js';
import { Icon } from '../../../parts/icon.js';
import { Notice } from '../../../parts/notice.js';
import { FaultList } from './faults.js';
import { IssueActions } from './issue-actions.js';
import { SaveDraft } from './save-draft.js';
import { numberIn } from './start-voucher.js';
import type { IssueFormState } from './use-issue-form.js';
import { count } from '../../../shared/format.js';
import { issueTexts } from '../../../texts/issue.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

interface IssueBarProps {
  readonly place: Place;
  readonly form: IssueFormState;
  /** What the button does, with the amount. */
  readonly submit: string;
  readonly serverChecksMore?: boolean;
  /** Shows every field, for a fault of one that is not on the screen. */
  readonly onAll: () => void;
}

const texts = issueTexts;

export function IssueBar({ place, form, submit, serverChecksMore = false, onAll }: IssueBarProps) {
  const { draft, known, checked, faults, isChecked, failed } = form;
  const { text, number } = draft.values;
  const missing = faults.filter(isRejection).length;
  const isReady = isChecked && missing === 0;
  const lacksNumber = number === 'next' && known.next === null && known.left !== undefined;
  return (
    <div className="issue-bar">
      {failed ? (
        <Notice tone="bad" urgent>
          {certificationTexts.checkFailed}
        </Notice>
      ) : null}
      {lacksNumber ? <Notice tone="warn">{texts.noNumber}</Notice> : null}
      <div className="issue-ready" role="status">
        <Icon name={isReady ? 'check' : 'none'} />
        <span>
          <strong>{isReady ? texts.ready : texts.missing(missing)}</strong>
          {/* Its line is there before the number is known, so that no button moves. */}
          <small>{numberText(form)}</small>
        </span>
      </div>
      <details className={faults.length === 0 ? 'review none' : 'review'}>
        <summary>{texts.review(faults.length)}</summary>
        <FaultList
          faults={checked?.faults}
          busy={checked?.text !== text}
          serverChecksMore={serverChecksMore}
          onHidden={onAll}
        />
      </details>
      <IssueActions
        place={place}
        form={form}
        submit={submit}
        beside={<SaveDraft place={place} form={form} />}
      />
    </div>
  );
}

function numberText({ draft, known, tree }: IssueFormState): string {
  if (draft.values.number === 'given') return texts.underOwn(numberIn(tree));
  if (known.next === null) return '\u00a0';
  return texts.under(known.next, count(Math.max(0, (known.left ?? 0) - 1)));
}

/** The form of one voucher. A JSON text holds the voucher, and every part of the form shows and changes that text. */
import { lazy, Suspense, useState } from 'react';
import type { Draft } from '../../../shared/draft.js';
import { Button } from '../../../parts/button.js';
import { Loading, Notice } from '../../../parts/notice.js';
import type { NoteStart } from './note/note-start.js';
import { useIssueForm, useLiveAmounts, type Entry, type IssueStart } from './use-issue-form.js';
import { issueTexts } from '../../../texts/issue.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

/** A person mostly needs one of the three. */
const AllFields = lazy(async () => ({ default: (await import('./all-fields.js')).AllFields }));
const NoteGuide = lazy(async () => ({ default: (await import('./note/note-guide.js')).NoteGuide }));
const QuickForm = lazy(async () => ({ default: (await import('./quick/quick-form.js')).QuickForm }));

interface IssueFormProps extends IssueStart {
  /** `all`: every field of the format, at once. `quick`: what a usual sale needs; the other fields on demand. */
  readonly layout: 'all' | 'quick';
  /** Present for a note: the guide asks what happened, and drafts the note. */
  readonly noteOn?: NoteStart;
}

export function IssueForm(props: IssueFormProps) {
  const { place, issuer, newAttempt, layout, noteOn } = props;
  const form = useIssueForm(props);
  const [showsAll, setShowsAll] = useState(layout === 'all');
  useLiveAmounts(form, !showsAll);
  const { draft } = form;
  const fixed = newAttempt !== undefined || props.number === 'given';
  const toAll = () => setShowsAll(true);
  return (
    <>
      {newAttempt === undefined ? null : (
        <Notice tone="info" title={certificationTexts.attemptTitle}>
          {certificationTexts.attemptText(newAttempt.encf, newAttempt.attempt)}
        </Notice>
      )}
      <DraftNotice draft={draft} />
      {draft.exchange === undefined ? null : (
        <Notice tone="info" urgent>
          <p>{certificationTexts.replaced}</p>
          <Button small onPress={draft.exchange}>
            {certificationTexts.undo}
          </Button>
        </Notice>
      )}
      <Suspense fallback={<Loading />}>
        {showsAll ? (
          <>
            {layout === 'all' ? null : (
              <div className="actions">
                <Button kind="quiet" onPress={() => setShowsAll(false)}>
                  {issueTexts.fewer}
                </Button>
              </div>
            )}
            <AllFields
              place={place}
              issuer={issuer}
              form={form}
              fixed={fixed}
              asksNote={newAttempt !== undefined}
            />
          </>
        ) : noteOn === undefined ? (
          <QuickForm place={place} issuer={issuer} form={form} fixed={fixed} onAll={toAll} />
        ) : (
          <NoteGuide place={place} issuer={issuer} form={form} start={noteOn} onAll={toAll} />
        )}
      </Suspense>
    </>
  );
}

function DraftNotice({ draft: { restored, tooLarge, discard } }: { readonly draft: Draft<Entry> }) {
  return (
    <>
      {restored ? (
        <Notice tone="info" title={certificationTexts.restored}>
          <p>{certificationTexts.restoredText}</p>
          <Button small onPress={discard}>
            {certificationTexts.discard}
          </Button>
        </Notice>
      ) : null}
      {tooLarge ? <Notice tone="warn">{certificationTexts.notKept}</Notice> : null}
    </>
  );
}

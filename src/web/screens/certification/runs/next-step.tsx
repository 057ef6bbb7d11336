/** Why the run is in its state, and what the person does now: texts, and the buttons of the state. */
import type { ReactNode } from 'react';
import type { CertificationRow, CertificationRun } from '../../../api/answers.js';
import { pauseRun, repeatRun, resumeRun, type RunOf } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Notice } from '../../../parts/notice.js';
import { useLate } from '../../../shell/late-answers.js';
import { ConfirmForm } from './confirm-form.js';
import { PortalUploads } from './portal-uploads.js';
import { RunAction, useOpenRun } from './run-action.js';
import { rowInDoubt, saidAbout, waitingText } from './run-states.js';
import { blockOf, StartForm } from './start-form.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

interface StepProps {
  readonly place: Place;
  readonly run: CertificationRun;
  readonly mayRun: boolean;
  readonly onDone: () => void;
}

export function NextStep({ place, run, mayRun, onDone }: StepProps) {
  const path = { companyId: place.companyId, runId: run.id };
  const only = (action: ReactNode) => (mayRun ? action : null);
  const repeat = only(
    <Repeat place={place} path={path} text={texts.repeat} hint={texts.repeatHint[run.kind]} />,
  );
  switch (run.state) {
    case 'ready':
      return <Ready place={place} run={run} mayRun={mayRun} onDone={onDone} />;
    case 'running':
      return (
        <>
          <Turn run={run} />
          {only(<RunAction path={path} kind="plain" text={texts.pause} send={pauseRun} onDone={onDone} />)}
        </>
      );
    case 'paused':
      return (
        <>
          <Pause run={run} />
          {only(<GoOn path={path} run={run} onDone={onDone} />)}
          {run.reason === 'NOT_SENT' ? repeat : null}
        </>
      );
    case 'stopped':
      return (
        <>
          <Row
            tone="bad"
            title={texts.rejectedTitle}
            row={run.rows.find(({ outcome }) => outcome === 'rejected')}
          >
            {texts.rejected[run.kind]}
          </Row>
          {repeat}
        </>
      );
    case 'done':
      return (
        <>
          <PortalUploads place={place} run={run} />
          {repeat}
        </>
      );
  }
}

function Ready({ place, run, mayRun, onDone }: StepProps) {
  const path: RunOf = { companyId: place.companyId, runId: run.id };
  const block = blockOf(run);
  if (block === undefined)
    return (
      <>
        <p>{texts.readyText}</p>
        {mayRun ? <StartForm path={path} run={run} onDone={onDone} /> : null}
      </>
    );
  const { title, text } = block;
  return (
    <>
      <Notice tone="bad" {...(title === undefined ? {} : { title })}>
        {text}
      </Notice>
      {mayRun ? (
        <Repeat place={place} path={path} text={texts.checkAgain} hint={texts.checkAgainHint} />
      ) : null}
    </>
  );
}

function Turn({ run }: { readonly run: CertificationRun }) {
  const row = run.rows.find(({ isNext }) => isNext);
  const waiting = row === undefined ? '' : waitingText(row);
  return (
    <>
      {row === undefined || waiting === '' ? null : (
        <Notice tone="warn">
          {row.encf}: {waiting}
        </Notice>
      )}
      <p className="soft">
        {es.voucher.polling} {texts.wait}
      </p>
    </>
  );
}

function Pause({ run }: { readonly run: CertificationRun }) {
  const { reason, rows } = run;
  const inDoubt = rowInDoubt(run);
  switch (reason) {
    case 'CONDITIONAL':
      return (
        <Row
          tone="warn"
          title={texts.conditionalTitle}
          // The run is past the row that it asks about.
          row={rows.findLast(({ outcome }) => outcome === 'conditional')}
        >
          {texts.conditional}
        </Row>
      );
    case 'NOT_SENT':
      return inDoubt === undefined ? (
        <Row tone="bad" title={texts.notSentTitle} row={rows.find(({ isNext }) => isNext)}>
          {texts.notSent}
        </Row>
      ) : (
        <Row tone="warn" title={texts.doubtTitle} row={inDoubt}>
          {texts.doubt}
        </Row>
      );
    case 'NOT_IN_CERTIFICATION':
      return <Notice tone="warn">{texts.otherEnvironment}</Notice>;
    default:
      return <p>{texts.paused}</p>;
  }
}

interface ResumeProps {
  readonly path: RunOf;
  readonly run: CertificationRun;
  readonly onDone: () => void;
}

/** If DGII may have the approval on turn, the person says whether it has. */
function GoOn({ path, run, onDone }: ResumeProps) {
  const row = rowInDoubt(run);
  if (row === undefined) return <Resume path={path} run={run} onDone={onDone} />;
  // DGII may answer the repetition in words that the service reads. A refusal of the repetition only comes again.
  const mayHelp = row.refusal?.code !== 'APPROVAL_REPEAT_REFUSED';
  return (
    <>
      <ConfirmForm path={path} row={row} onDone={onDone} />
      {mayHelp ? (
        <RunAction path={path} kind="plain" text={texts.sendAgain} send={resumeRun} onDone={onDone} />
      ) : null}
    </>
  );
}

/** If the row on turn has conditional faults, the person confirms them with it. */
function Resume({ path, run: { rows, reason }, onDone }: ResumeProps) {
  const onTurn = rows.find(({ isNext }) => isNext);
  const confirmed =
    reason === 'NOT_SENT' && onTurn?.refusal?.code === 'CONDITIONAL_FAULTS' ? onTurn : undefined;
  // The service refuses if another row is on turn by now, or the same row with other faults.
  const send = (to: RunOf) =>
    resumeRun(to, confirmed && { conditionalConfirmed: { encf: confirmed.encf, tries: confirmed.tries } });
  const text = confirmed ? texts.resumeAsItIs : texts.resume;
  return <RunAction path={path} text={text} send={send} onDone={onDone} />;
}

interface RowProps {
  readonly tone: 'warn' | 'bad';
  readonly title: (encf: string) => string;
  readonly row: CertificationRow | undefined;
  readonly children: string;
}

function Row({ tone, title, row, children }: RowProps) {
  return (
    <Notice tone={tone} {...(row === undefined ? {} : { title: title(row.encf) })}>
      {(row === undefined ? [] : saidAbout(row)).map((text, index) => (
        <p key={index}>{text}</p>
      ))}
      <p>{children}</p>
    </Notice>
  );
}

interface RepeatProps {
  readonly place: Place;
  readonly path: RunOf;
  readonly text: string;
  readonly hint: string;
}

function Repeat({ place, path, text, hint }: RepeatProps) {
  const late = useLate(place.companyId);
  const open = useOpenRun(place, late);
  const send = (of: RunOf) => late.watch(texts.lateProblem, repeatRun(of));
  return (
    <>
      <p className="soft">{hint}</p>
      <RunAction path={path} kind="plain" text={text} send={send} onDone={open} />
    </>
  );
}

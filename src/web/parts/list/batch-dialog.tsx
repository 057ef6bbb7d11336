/** Asks before one thing is done to many rows, shows how far it is, and then what became of each. */
import type { ReactNode } from 'react';
import { es } from '../../es.js';
import { count } from '../../shared/format.js';
import { list as texts } from '../../texts/list.js';
import { Badge } from '../badge.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { Notice } from '../notice.js';
import type { Batch, Result } from './use-batch.js';

interface BatchDialogProps<Row> {
  readonly title: string;
  readonly submit: string;
  readonly batch: Batch<Row>;
  readonly of: number;
  readonly nameOf: (row: Row) => string;
  readonly onClose: () => void;
  readonly kind?: 'primary' | 'danger';
  /** Ends the wait before it, if there is one. */
  readonly submitNow?: string;
  /** What the wait is about. */
  readonly about?: ReactNode;
  /** What is said and asked before. */
  readonly children: ReactNode;
}

export function BatchDialog<Row>(props: BatchDialogProps<Row>) {
  const { title, submit, kind = 'primary', batch, of, nameOf, onClose, submitNow, about, children } = props;
  const { state, results, run, stop, secondsLeft, undo, hurry } = batch;
  return (
    <Dialog title={title} open onClose={onClose} firm={state === 'running'}>
      {state === 'ready' ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          {children}
          <div className="actions">
            <Button kind={kind} type="submit">
              {submit}
            </Button>
            <Button onPress={onClose}>{es.actions.cancel}</Button>
          </div>
        </form>
      ) : state === 'waiting' ? (
        <>
          {about}
          <p role="status">{texts.batch.waiting}</p>
          <p className="figure" aria-hidden="true">
            {secondsLeft}
          </p>
          <div className="actions">
            <Button kind={kind} onPress={hurry}>
              {submitNow}
            </Button>
            <Button onPress={undo}>{texts.batch.undo}</Button>
          </div>
        </>
      ) : (
        <>
          <p role="status">
            {state === 'running' ? texts.batch.progress(count(results.length), count(of)) : endText(results)}
          </p>
          {state === 'running' ? <Notice tone="info">{texts.batch.running}</Notice> : null}
          <Results results={results} nameOf={nameOf} />
          <div className="actions">
            {state === 'running' ? (
              <Button onPress={stop}>{texts.batch.stop}</Button>
            ) : (
              <Button kind="primary" onPress={onClose}>
                {es.actions.close}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

function endText(results: readonly Result<unknown>[]): string {
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  const text = texts.batch.ended(count(results.length - failed), count(failed));
  return failed === 0 ? text : `${text} ${texts.batch.left}`;
}

interface ResultsProps<Row> {
  readonly results: readonly Result<Row>[];
  readonly nameOf: (row: Row) => string;
}

function Results<Row>({ results, nameOf }: ResultsProps<Row>) {
  return (
    <ul className="plain-list rows batch-results" aria-label={texts.batch.results} tabIndex={0}>
      {results.map(({ row, problem }) => (
        <li key={nameOf(row)}>
          <span className="encf">{nameOf(row)}</span>
          <Badge tone={problem === undefined ? 'good' : 'bad'}>{problem ?? texts.batch.ok}</Badge>
        </li>
      ))}
    </ul>
  );
}

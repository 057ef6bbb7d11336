/** Does one thing to many rows, one after the other, and keeps what became of each. */
import { useRef, useState } from 'react';
import { ApiError, messageOf, sessionRequired } from '../api/api-error.js';

export interface Result<Row> {
  readonly row: Row;
  /** Absent: it was done. */
  readonly problem?: string;
}

export interface Batch<Row> {
  readonly state: 'ready' | 'running' | 'ended';
  readonly results: readonly Result<Row>[];
  readonly run: () => Promise<void>;
  /** Ends after the row that is under way. */
  readonly stop: () => void;
}

interface BatchOptions<Row> {
  readonly rows: readonly Row[];
  readonly act: (row: Row) => Promise<unknown>;
  /** What is said of a row that was not reached. */
  readonly notTried: string;
  readonly onEnd: (results: readonly Result<Row>[]) => void;
}

export function useBatch<Row>({ rows, act, notTried, onEnd }: BatchOptions<Row>): Batch<Row> {
  const [results, setResults] = useState<readonly Result<Row>[]>([]);
  const [state, setState] = useState<Batch<Row>['state']>('ready');
  const isStopped = useRef(false);
  const run = async () => {
    if (state !== 'ready') return;
    setState('running');
    const ended: Result<Row>[] = [];
    for (const row of rows) {
      if (isStopped.current) ended.push({ row, problem: notTried });
      else ended.push(await outcomeOf(row, act, isStopped));
      setResults([...ended]);
    }
    setState('ended');
    onEnd(ended);
  };
  return {
    state,
    results,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** Without a connection or a session the next rows would fail in the same way. */
async function outcomeOf<Row>(
  row: Row,
  act: (row: Row) => Promise<unknown>,
  isStopped: { current: boolean },
): Promise<Result<Row>> {
  try {
    await act(row);
    return { row };
  } catch (error) {
    const endsAll = !(error instanceof ApiError) || error.status === 0 || error.code === sessionRequired;
    isStopped.current ||= endsAll;
    return { row, problem: messageOf(error) };
  }
}

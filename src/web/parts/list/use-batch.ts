/** Does one thing to many rows, one after the other, and keeps what became of each. */
import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf, sessionRequired } from '../../api/api-error.js';
import { list as texts } from '../../texts/list.js';

export interface Result<Row> {
  readonly row: Row;
  /** Absent: it was done. */
  readonly problem?: string;
}

export interface Batch<Row> {
  /** `waiting`: nothing was sent yet, and a person can still take it back. */
  readonly state: 'ready' | 'waiting' | 'running' | 'ended';
  /** Of the wait. */
  readonly secondsLeft: number;
  readonly undo: () => void;
  /** Ends the wait. */
  readonly hurry: () => void;
  readonly results: readonly Result<Row>[];
  readonly run: () => Promise<void>;
  /** Ends after the row that is under way. */
  readonly stop: () => void;
}

interface BatchOptions<Row> {
  readonly rows: readonly Row[];
  readonly act: (row: Row) => Promise<unknown>;
  /** For what cannot be taken back once it was sent. Absent: it starts at once. */
  readonly undoSeconds?: number;
  /** There is nothing to ask before: the wait has begun. */
  readonly isWaiting?: boolean;
  /** Gets the rows for which it was done. */
  readonly onDone: (rows: readonly Row[]) => void;
  /** The queries, by the first part of their key, that show something else now. */
  readonly stale: readonly string[];
}

export function useBatch<Row>(options: BatchOptions<Row>): Batch<Row> {
  const { rows, act, undoSeconds = 0, isWaiting = false, onDone, stale } = options;
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly Result<Row>[]>([]);
  const [state, setState] = useState<Batch<Row>['state']>(isWaiting ? 'waiting' : 'ready');
  const [secondsLeft, setSecondsLeft] = useState(undoSeconds);
  const isStopped = useRef(false);
  const start = async () => {
    setState('running');
    const ended: Result<Row>[] = [];
    for (const row of rows) {
      if (isStopped.current) ended.push({ row, problem: texts.batch.notTried });
      else ended.push(await outcomeOf(row, act, isStopped));
      setResults([...ended]);
    }
    setState('ended');
    onDone(ended.filter(({ problem }) => problem === undefined).map(({ row }) => row));
    for (const name of stale) void queries.invalidateQueries({ queryKey: [name] });
  };
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      else void latest.current();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [state, secondsLeft]);
  const run = async () => {
    if (state !== 'ready') return;
    if (undoSeconds === 0) return start();
    setSecondsLeft(undoSeconds);
    setState('waiting');
  };
  return {
    state,
    results,
    secondsLeft,
    undo: () => setState('ready'),
    hurry: () => {
      if (state === 'waiting') void start();
    },
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

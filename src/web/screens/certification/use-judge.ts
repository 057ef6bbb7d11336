/** The faults of the voucher on the screen, from the thread that judges it; always of the latest text. */
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../../ecf/model/fault.js';
import type { Answer, Question } from './judge-worker.js';
import workerAddress from './judge-worker.js?worker&url';
import { trustedScriptAddress } from './trusted-script.js';

export interface Judged {
  /** The text that was judged; the screen may already show another. */
  readonly text: string;
  readonly faults: readonly Fault[] | undefined;
}

/** After the last key: people type faster than they read. */
const pauseMs = 200;

export function useJudge(question: Omit<Question, 'id'>): Judged | undefined {
  const worker = useRef<Worker>(undefined);
  const asked = useRef<{ readonly id: number; readonly text: string }>({ id: 0, text: '' });
  const [judged, setJudged] = useState<Judged>();
  useEffect(() => {
    const started = new Worker(trustedScriptAddress(workerAddress), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === asked.current.id) setJudged({ text: asked.current.text, faults: data.faults });
    });
    worker.current = started;
    return () => started.terminate();
  }, []);
  const { text } = question;
  const facts = JSON.stringify([question.facts, question.idDoc]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const id = asked.current.id + 1;
      asked.current = { id, text };
      const [known, idDoc] = JSON.parse(facts) as [Question['facts'], Question['idDoc']];
      worker.current?.postMessage({ id, text, facts: known, idDoc } satisfies Question);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, facts]);
  return judged;
}

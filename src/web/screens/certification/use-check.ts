/** Checks the voucher on the screen in another thread. Only the faults of the last text that it sent there are kept. */
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../../ecf/model/fault.js';
import type { Answer, Question } from './check-voucher-worker.js';
import workerAddress from './check-voucher-worker.js?worker&url';
import { trustedScriptAddress } from '../../shared/trusted-script.js';

interface Checked {
  /** The text that was checked; the screen may already show a newer one. */
  readonly text: string;
  readonly faults: readonly Fault[] | undefined;
}

/** The check waits this long after the last key, so that it does not run for every letter. */
const pauseMs = 200;

interface Check {
  readonly checked: Checked | undefined;
  /** The thread could not be loaded or broke, so nothing on this page is checked any more. */
  readonly failed: boolean;
}

export function useCheck(question: Omit<Question, 'id'>): Check {
  const worker = useRef<Worker>(undefined);
  const asked = useRef<{ readonly id: number; readonly text: string }>({ id: 0, text: '' });
  const [checked, setChecked] = useState<Checked>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const started = new Worker(trustedScriptAddress(workerAddress), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === asked.current.id) setChecked({ text: asked.current.text, faults: data.faults });
    });
    started.addEventListener('error', () => setFailed(true));
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
  return { checked, failed };
}

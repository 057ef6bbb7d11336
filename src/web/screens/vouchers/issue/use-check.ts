/** Checks the voucher on the screen in another thread. Only the faults of the last text that it sent there are kept. */
import { useEffect, useRef, useState } from 'react';
import type { TaxCells } from '../../../../ecf/line-taxes.js';
import type { Fault } from '../../../../ecf/model/fault.js';
import type { UsualAmount } from '../../../../ecf/usual-amounts.js';
import type { Answer, Question } from './check-voucher-worker.js';
import workerAddress from './check-voucher-worker.js?worker&url';
import { trustedScriptAddress } from '../../../shared/trusted-script.js';

interface Checked {
  /** The text that was checked; the screen may already show a newer one. */
  readonly text: string;
  readonly faults: readonly Fault[] | undefined;
  /** Of each line, for the paper. */
  readonly taxCells: readonly TaxCells[] | undefined;
}

/** The check waits this long after the last key, so that it does not run for every letter. */
const pauseMs = 200;

interface Check {
  readonly checked: Checked | undefined;
  /** The thread could not be loaded or broke, so nothing on this page is checked any more. */
  readonly failed: boolean;
  /** @param onAmounts gets the text that was on the screen, and the amounts that it lacks or that are wrong in it */
  readonly compute: (onAmounts: (text: string, amounts: readonly UsualAmount[]) => void) => void;
}

export function useCheck(question: Omit<Question, 'id' | 'wanted'>): Check {
  const worker = useRef<Worker>(undefined);
  const asked = useRef<{ readonly id: number; readonly text: string }>({ id: 0, text: '' });
  const lastId = useRef(0);
  const computing = useRef<{ readonly id: number; readonly done: (amounts: readonly UsualAmount[]) => void }>(
    undefined,
  );
  const [checked, setChecked] = useState<Checked>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const started = new Worker(trustedScriptAddress(workerAddress), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('amounts' in data) {
        if (data.id === computing.current?.id) computing.current.done(data.amounts);
      } else if (data.id === asked.current.id) setChecked({ text: asked.current.text, ...data });
    });
    started.addEventListener('error', () => setFailed(true));
    worker.current = started;
    return () => started.terminate();
  }, []);
  const { text } = question;
  const facts = JSON.stringify([question.facts, question.idDoc]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const id = (lastId.current += 1);
      asked.current = { id, text };
      const [known, idDoc] = JSON.parse(facts) as [Question['facts'], Question['idDoc']];
      worker.current?.postMessage({ id, wanted: 'faults', text, facts: known, idDoc } satisfies Question);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, facts]);
  const compute: Check['compute'] = (onAmounts) => {
    const id = (lastId.current += 1);
    computing.current = { id, done: (amounts) => onAmounts(text, amounts) };
    worker.current?.postMessage({ id, wanted: 'amounts', ...question } satisfies Question);
  };
  return { checked, failed, compute };
}

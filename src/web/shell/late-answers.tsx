/**
 * Answers that come after the person has left the form. They must neither take the person off the other page, which may have something typed
 * on it, nor be lost. So they are shown above that page.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { messageOf } from '../api/api-error.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';

interface LateAnswer {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  /** A link to what was made, or why it was refused. */
  readonly content: ReactNode;
}

interface LateContext {
  readonly answers: readonly LateAnswer[];
  readonly add: (answer: LateAnswer) => void;
  readonly close: (answer: LateAnswer) => void;
}

const noneLate: LateContext = { answers: [], add: () => undefined, close: () => undefined };
const LateAnswersContext = createContext(noneLate);

export function LateAnswersProvider({ children }: { readonly children: ReactNode }) {
  const [answers, setAnswers] = useState(noneLate.answers);
  const add = useCallback((answer: LateAnswer) => setAnswers((now) => [...now, answer]), []);
  const close = useCallback(
    (answer: LateAnswer) => setAnswers((now) => now.filter((one) => one !== answer)),
    [],
  );
  const context = useMemo(() => ({ answers, add, close }), [answers, add, close]);
  return <LateAnswersContext value={context}>{children}</LateAnswersContext>;
}

/** Above every page. */
export function LateAnswers() {
  const { answers, close } = useContext(LateAnswersContext);
  return answers.map((answer, index) => (
    <Notice key={index} tone={answer.tone} title={answer.title} urgent>
      {answer.content}
      <div className="actions">
        <Button small onPress={() => close(answer)}>
          {es.actions.close}
        </Button>
      </div>
    </Notice>
  ));
}

export interface Late {
  /** Resolves like the call. If the person has left the form, a refusal is shown above the other page. */
  readonly watch: <Answer>(title: string, call: Promise<Answer>) => Promise<Answer>;
  /** Opens the page of what was made, or shows a link to it if the person has left the form. */
  readonly open: (navigate: () => unknown, title: string, link: ReactNode) => unknown;
}

/** For a form that opens another page when its answer comes. */
export function useLate(): Late {
  const isShown = useRef(false);
  const { add } = useContext(LateAnswersContext);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMemo(
    () => ({
      watch: (title, call) =>
        call.catch((error: unknown) => {
          if (!isShown.current) add({ tone: 'bad', title, content: <p>{messageOf(error)}</p> });
          throw error;
        }),
      open: (navigate, title, link) =>
        isShown.current ? navigate() : add({ tone: 'good', title, content: link }),
    }),
    [add],
  );
}

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
import { useCompany } from './use-company.js';
import { useSession } from './use-session.js';

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

const LateAnswersContext = createContext<LateContext | undefined>(undefined);

function useLateContext(): LateContext {
  const context = useContext(LateAnswersContext);
  if (context === undefined) throw new Error('no late answers: this screen belongs inside the shell');
  return context;
}

export function LateAnswersProvider({ children }: { readonly children: ReactNode }) {
  const [answers, setAnswers] = useState<readonly LateAnswer[]>([]);
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
  const { answers, close } = useLateContext();
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

/**
 * For a form that opens another page when its answer comes. The page above which the answer is shown may be another company's, so the title
 * names the form's company.
 */
export function useLate(companyId: number): Late {
  const isShown = useRef(false);
  const context = useLateContext();
  const addressed = useCompany(useSession(), companyId);
  const company = addressed.outcome === 'known' ? addressed.company.razonSocial : undefined;
  const add = useCallback(
    ({ title, ...answer }: LateAnswer) =>
      context.add({ ...answer, title: company === undefined ? title : `${title} · ${company}` }),
    [context, company],
  );
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

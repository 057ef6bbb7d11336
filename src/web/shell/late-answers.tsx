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
import { isRefusal, messageOf, repeatAfterLogin, sessionRequired } from '../api/api-error.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { AbovePage } from '../parts/use-action.js';
import { useCompany } from './use-company.js';
import { useSession } from './use-session.js';

interface LateAnswer {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly content: ReactNode;
  /** The failure that it shows. Each is shown once. */
  readonly error?: unknown;
}

/** Nobody reads more of them, and they would cover the page. */
const answersMax = 5;

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
  const add = useCallback(
    (answer: LateAnswer) =>
      setAnswers((now) => {
        const isKnown = answer.error !== undefined && now.some(({ error }) => error === answer.error);
        return isKnown ? now : [...now, answer].slice(-answersMax);
      }),
    [],
  );
  const close = useCallback(
    (answer: LateAnswer) => setAnswers((now) => now.filter((one) => one !== answer)),
    [],
  );
  const context = useMemo(() => ({ answers, add, close }), [answers, add, close]);
  const above = useMemo(
    () => ({
      showFailure: ({ error, page }: { readonly error: unknown; readonly page: string }) => {
        const shown = isRefusal(error, sessionRequired) ? repeatAfterLogin() : error;
        add({ tone: 'bad', title: es.errors.notDone(page), content: <p>{messageOf(shown)}</p>, error });
      },
      showClosed: (title: string) =>
        add({ tone: 'warn', title: es.errors.closed(title), content: <p>{es.errors.closedText}</p> }),
    }),
    [add],
  );
  return (
    <LateAnswersContext value={context}>
      <AbovePage value={above}>{children}</AbovePage>
    </LateAnswersContext>
  );
}

/** Above every page, and always in sight: the person may have scrolled down to the form that is gone. */
export function LateAnswers() {
  const { answers, close } = useLateContext();
  if (answers.length === 0) return null;
  return (
    <div className="above">
      {answers.map((answer, index) => (
        <Notice key={index} tone={answer.tone} title={answer.title} urgent>
          {answer.content}
          <div className="actions">
            <Button small onPress={() => close(answer)}>
              {es.actions.close}
            </Button>
          </div>
        </Notice>
      ))}
    </div>
  );
}

export interface Late {
  /** Resolves like the call. If the person has left the form, a refusal is shown above the other page. */
  readonly watch: <Answer>(title: string, call: Promise<Answer>) => Promise<Answer>;
  /** Opens the page of what was made, or shows a link to it if the person has left the form. */
  readonly open: (navigate: () => unknown, title: string, link: ReactNode) => unknown;
}

/** The page above which the answer is shown may be another company's, so the title names the form's company. */
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
          if (!isShown.current) add({ tone: 'bad', title, content: <p>{messageOf(error)}</p>, error });
          throw error;
        }),
      open: (navigate, title, link) =>
        isShown.current ? navigate() : add({ tone: 'good', title, content: link }),
    }),
    [add],
  );
}

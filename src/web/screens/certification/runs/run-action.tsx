/** A button that changes the run's state, and the way to a run that was made. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { CertificationRun } from '../../../api/answers.js';
import { runQuery, runsQuery, type RunOf } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { Button } from '../../../parts/button.js';
import { Problem } from '../../../parts/notice.js';
import { useForm } from '../../../parts/form/use-form.js';
import type { Late } from '../../../shell/late-answers.js';
import { certificationRuns as certificationRunsTexts } from '../../../texts/certification-runs.js';

export function queriesOf(path: RunOf) {
  return [runQuery(path), runsQuery(path.companyId)] as const;
}

export function useOpenRun(place: Place, late: Late) {
  const navigate = useNavigate();
  const texts = certificationRunsTexts;
  return ({ id }: CertificationRun) => {
    const run = {
      to: '/empresas/$companyId/$environment/certificacion/corridas/$runId',
      params: { ...place, runId: id },
    } as const;
    return late.open(() => navigate(run), texts.lateMade, <Link {...run}>{texts.see}</Link>);
  };
}

interface ActionProps<Answer> {
  readonly path: RunOf;
  readonly text: string;
  readonly kind?: 'primary' | 'plain';
  readonly send: (path: RunOf) => Promise<Answer>;
  readonly onDone: (answer: Answer) => unknown;
}

export function RunAction<Answer>({ path, text, kind = 'primary', send, onDone }: ActionProps<Answer>) {
  const form = useForm({
    start: {},
    send: () => send(path),
    refreshes: queriesOf(path),
    done: onDone,
  });
  return (
    <>
      <Problem error={form.problem()} />
      <div>
        {/* It appears where the button of the state before was. */}
        <Button kind={kind} pending={form.pending} once onPress={() => void form.submit()}>
          {text}
        </Button>
      </div>
    </>
  );
}

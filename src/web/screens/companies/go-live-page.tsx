/** From nothing to production as one list: what is done, what comes next, and who does it. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import { companyQuery, summaryQuery } from '../../api/companies.js';
import { sequencesQuery } from '../../api/numbers.js';
import { vouchersQuery } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Icon } from '../../parts/icon.js';
import { Loading, Notice, Problem } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { goLive } from '../../texts/go-live.js';
import { stepsOf, type Step, type StepName } from './go-live-steps.js';
import '../../style/go-live.css';

const route = getRouteApi('/frame/empresas/$companyId/puesta-en-marcha');
const order: readonly Environment[] = ['pre-certification', 'certification', 'production'];

export function Screen() {
  const { companyId } = route.useParams();
  const { data, isLoadingError, error, refetch } = useQuery(companyQuery(companyId));
  if (data !== undefined) return <GoLive company={data} />;
  return (
    <Page title={goLive.title}>
      {isLoadingError ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

function GoLive({ company }: { readonly company: CompanyDetails }) {
  const { companyId, environment } = company;
  const steps = useSteps(company);
  // Until then a step that is done would be called missing.
  if (steps === undefined)
    return (
      <Page title={goLive.title}>
        <Loading />
      </Page>
    );
  const now = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Page title={goLive.title} intro={goLive.ready(done, steps.length)}>
      <ol className="environment-steps" aria-label={goLive.environments}>
        {order.map((one) => (
          <li key={one} aria-current={one === environment ? 'step' : undefined}>
            <strong>{es.environments[one]}</strong>
            <small>{placeText(one, environment)}</small>
          </li>
        ))}
      </ol>
      <p className="hint">{goLive.environmentsText}</p>
      <div className="go-live">
        <ol className="go-live-steps" aria-label={goLive.steps}>
          {steps.map((step, index) => (
            <li
              key={step.name}
              className={step.isDone ? 'done' : step === now ? 'now' : undefined}
              aria-current={step === now ? 'step' : undefined}
            >
              <span className="sign">
                {step.isDone ? <Icon name="check" /> : <span aria-hidden="true">{index + 1}</span>}
              </span>
              <span>
                <strong>{goLive[step.name].title}</strong>
                {step.isDone ? <span className="visually-hidden"> {goLive.done}</span> : null}
                <small>{step.detail}</small>
              </span>
            </li>
          ))}
        </ol>
        {now === undefined ? (
          <Notice tone="good">{goLive.all}</Notice>
        ) : (
          <Next companyId={companyId} name={now.name} />
        )}
      </div>
    </Page>
  );
}

function placeText(one: Environment, current: Environment): string {
  if (one === current) return goLive.now;
  return order.indexOf(one) < order.indexOf(current) ? goLive.past : one === 'production' ? goLive.valid : '';
}

/** Undefined while the service has not answered. What it does not answer counts as open. */
function useSteps(company: CompanyDetails): readonly Step[] | undefined {
  const { companyId, environment } = company;
  const trial = { companyId, environment: 'pre-certification' } as const;
  const summary = useQuery(summaryQuery({ companyId, environment }));
  const trialNumbers = useQuery(sequencesQuery(trial));
  const productionNumbers = useQuery(sequencesQuery({ companyId, environment: 'production' }));
  const accepted = useQuery(vouchersQuery(trial, { state: 'accepted', limit: 1 }));
  const asked = [summary, trialNumbers, productionNumbers, accepted];
  if (asked.some(({ isPending, failureCount }) => isPending && failureCount === 0)) return undefined;
  return stepsOf({
    company,
    certificate: summary.data?.certificate,
    trialNumbers: trialNumbers.data,
    productionNumbers: productionNumbers.data,
    trialAccepted: accepted.data === undefined ? undefined : accepted.data.items.length > 0,
  });
}

interface NextProps {
  readonly companyId: number;
  readonly name: StepName;
}

function Next({ companyId, name }: NextProps) {
  const texts = goLive[name];
  return (
    <section className="card" aria-labelledby="next">
      <h2 id="next">{texts.title}</h2>
      <dl className="who-does">
        <div>
          <dt>
            <Icon name="bolt" /> {goLive.service}
          </dt>
          <dd>{texts.service}</dd>
        </div>
        <div>
          <dt>
            <Icon name="people" /> {goLive.you}
          </dt>
          <dd>{texts.you}</dd>
        </div>
      </dl>
      <div className="actions">
        <StepLink companyId={companyId} name={name} />
      </div>
    </section>
  );
}

function StepLink({ companyId, name }: NextProps) {
  const shared = { className: 'button primary', children: goLive[name].action };
  const at = (environment: Environment) => ({ companyId, environment });
  switch (name) {
    case 'certificate':
      return <Link {...shared} to="/empresas/$companyId/certificados" params={{ companyId }} />;
    case 'numbers':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/maestro" params={at('pre-certification')} />
      );
    case 'trial':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/emitir" params={at('pre-certification')} />
      );
    case 'certification':
      return (
        <Link
          {...shared}
          to="/empresas/$companyId/$environment/certificacion/corridas"
          params={at('certification')}
        />
      );
    case 'production':
      return <Link {...shared} to="/empresas/$companyId/$environment/maestro" params={at('production')} />;
    case 'consent':
    case 'move':
      return <Link {...shared} to="/empresas/$companyId/empresa" params={{ companyId }} />;
  }
}

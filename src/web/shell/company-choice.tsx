/** Which company and which environment the page shows. */
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { Session } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { companyIn } from './use-session.js';

interface ChoiceProps {
  readonly session: Session;
  readonly place: Place;
}

export function CompanyChoice({ session, place }: ChoiceProps) {
  return (
    <>
      <Companies session={session} place={place} />
      <Environments session={session} place={place} />
    </>
  );
}

function Companies({ session, place }: ChoiceProps) {
  const navigate = useNavigate();
  const { companies } = session;
  const choose = (companyId: number) => {
    const environment = companyIn(session, companyId)?.environment ?? place.environment;
    void navigate({
      to: '/empresas/$companyId/$environment/resumen',
      params: { companyId, environment },
    });
  };
  const known = companyIn(session, place.companyId);
  if (companies.length === 1 && known !== undefined)
    return (
      <strong>
        {known.razonSocial} <span className="soft">{known.rnc}</span>
      </strong>
    );
  return (
    <div className="company-choice">
      <select
        className="control"
        aria-label={es.nav.chooseCompany}
        value={place.companyId}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {known === undefined ? <option value={place.companyId}>{place.companyId}</option> : null}
        {companies.map(({ companyId, razonSocial, rnc }) => (
          <option key={companyId} value={companyId}>
            {razonSocial} · {rnc}
          </option>
        ))}
      </select>
    </div>
  );
}

function Environments({ session, place }: ChoiceProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = companyIn(session, place.companyId)?.environment;
  const section = sections.find((name) => path.split('/').includes(name)) ?? 'resumen';
  const names = Object.keys(environments) as Environment[];
  return (
    <nav className="environments" aria-label={es.nav.environment}>
      {names.map((environment) => (
        <Link
          key={environment}
          className={environment}
          to={targets[section]}
          params={{ companyId: place.companyId, environment }}
          aria-current={environment === place.environment ? 'true' : undefined}
        >
          {es.environments[environment]}
          {environment === current ? (
            <>
              <span aria-hidden="true"> ●</span>
              <span className="visually-hidden"> ({es.nav.current})</span>
            </>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

/** The pages that exist in every environment. Certification is not among them: it exists in one environment only. */
const targets = {
  resumen: '/empresas/$companyId/$environment/resumen',
  maestro: '/empresas/$companyId/$environment/maestro',
  'sin-usar': '/empresas/$companyId/$environment/sin-usar',
  comprobantes: '/empresas/$companyId/$environment/comprobantes',
  recibidos: '/empresas/$companyId/$environment/recibidos',
} as const satisfies Record<string, string>;

const sections = Object.keys(targets) as readonly (keyof typeof targets)[];

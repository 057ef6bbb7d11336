/** Which company and which environment the page shows. */
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { CompanyOfPerson, Session } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { Icon } from '../parts/icon.js';
import { initialsOf } from '../shared/format.js';
import { useChoice } from '../shared/use-choice.js';
import type { AddressedCompany } from './use-company.js';
import { companyIn } from './use-session.js';

interface ChoiceProps {
  readonly session: Session;
  readonly place: Place;
}

interface NamedChoiceProps extends ChoiceProps {
  readonly addressed: AddressedCompany;
}

export function CompanyChoice({ session, place, addressed }: NamedChoiceProps) {
  return (
    <>
      <Companies session={session} place={place} addressed={addressed} />
      {placeIsShown(addressed) ? <Environments session={session} place={place} /> : null}
    </>
  );
}

/** Only the names of the company and the environment, for the head of a small window. There the choice is in the menu. */
export function Here({ session, place, addressed }: NamedChoiceProps) {
  if (!placeIsShown(addressed)) return <span className="here">{unlistedName(addressed)}</span>;
  const company = addressed.outcome === 'known' ? addressed.company : companyIn(session, place.companyId);
  return (
    <span className="here">
      <span className="company">{company?.razonSocial}</span>{' '}
      <span className={`environment ${place.environment}`}>{es.environments[place.environment]}</span>
    </span>
  );
}

/** On the pages of an environment other than production, so that nobody takes a voucher of it for one that counts. */
export function EnvironmentStrip({ addressed }: { readonly addressed: AddressedCompany }) {
  const { environment } = useParams({ strict: false });
  if (addressed.outcome !== 'known' || environment === undefined || environment === 'production') return null;
  const name = es.environments[environment as Environment];
  return (
    <p className="environment-strip">
      <Icon name="flag" />
      {es.nav.test(name)}
    </p>
  );
}

function Companies({ session, place, addressed }: NamedChoiceProps) {
  const navigate = useNavigate();
  const { companies } = session;
  const choose = (chosen: string) => {
    const companyId = Number(chosen);
    const environment = companyIn(session, companyId)?.environment ?? place.environment;
    void navigate({
      to: '/empresas/$companyId/$environment/resumen',
      params: { companyId, environment },
    });
  };
  const listed = placeIsShown(addressed) ? companyIn(session, place.companyId) : undefined;
  const choice = useChoice(String(listed?.companyId ?? ''), choose);
  if (companies.length === 1 && listed !== undefined) return <Firm {...listed} />;
  const chosen = companies.find(({ companyId }) => String(companyId) === choice.value);
  const shown = chosen ?? (addressed.outcome === 'known' ? addressed.company : undefined);
  return (
    // What the person sees is the firm. The choice lies over it, without a look of its own.
    <div className="company-choice">
      <Firm {...(shown ?? { razonSocial: unlistedName(addressed) })} isChoice />
      <select aria-label={es.nav.company} {...choice}>
        {listed === undefined ? <option value="">{unlistedName(addressed)}</option> : null}
        {companies.map((company) => (
          <option key={company.companyId} value={company.companyId}>
            {nameOf(company)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FirmProps {
  readonly razonSocial: string;
  readonly rnc?: string;
  readonly isChoice?: boolean;
}

function Firm({ razonSocial, rnc, isChoice = false }: FirmProps) {
  return (
    <div className="firm" aria-hidden={isChoice}>
      <span className="avatar" data-initials={initialsOf(razonSocial)} />
      <span className="firm-text">
        <strong className="company-name" title={razonSocial}>
          {razonSocial}
        </strong>
        {rnc === undefined ? null : <span className="firm-rnc">RNC {rnc}</span>}
      </span>
      {isChoice ? <Icon name="unfold" /> : null}
    </div>
  );
}

/** False while we do not know the company that the address names, or if it is unknown. Then `place` is of another company. */
function placeIsShown({ outcome }: AddressedCompany): boolean {
  return outcome === 'known' || outcome === 'none';
}

function unlistedName(addressed: AddressedCompany): string {
  switch (addressed.outcome) {
    case 'known':
      return nameOf(addressed.company);
    case 'asking':
      return es.loading;
    case 'failed':
      return es.none;
    case 'unknown':
    case 'none':
      return es.nav.unknownCompany;
  }
}

function nameOf({ razonSocial, rnc }: Pick<CompanyOfPerson, 'razonSocial' | 'rnc'>): string {
  return `${razonSocial} · ${rnc}`;
}

function Environments({ session, place }: ChoiceProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = companyIn(session, place.companyId)?.environment;
  const section = sections.find((name) => path.split('/').includes(name)) ?? 'resumen';
  const names = Object.keys(environments) as Environment[];
  return (
    <nav className="segments environments" aria-label={es.nav.environment}>
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
              <span className="current" aria-hidden="true" />
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
  archivo: '/empresas/$companyId/$environment/archivo',
  comprobantes: '/empresas/$companyId/$environment/comprobantes',
  recibidos: '/empresas/$companyId/$environment/recibidos',
  cierre: '/empresas/$companyId/$environment/cierre',
} as const satisfies Record<string, string>;

const sections = Object.keys(targets) as readonly (keyof typeof targets)[];

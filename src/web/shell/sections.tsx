/** The sections that the person's role may see. */
import { Link } from '@tanstack/react-router';
import type { Permission } from '../../api/session/permissions.js';
import type { Session } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { mayIn } from './use-session.js';

interface SectionsProps {
  readonly session: Session;
  readonly place: Place | undefined;
}

const operation = [
  ['/empresas/$companyId/$environment/resumen', es.nav.summary, 'read'],
  ['/empresas/$companyId/$environment/comprobantes', es.nav.vouchers, 'read'],
  ['/empresas/$companyId/$environment/recibidos', es.nav.received, 'read'],
  ['/empresas/$companyId/$environment/maestro', es.nav.master, 'read'],
  ['/empresas/$companyId/$environment/sin-usar', es.nav.unused, 'read'],
  ['/empresas/$companyId/$environment/eventos', es.nav.events, 'read'],
] as const satisfies readonly (readonly [string, string, Permission])[];

const company = [
  ['/empresas/$companyId/empresa', es.nav.settings, 'read'],
  ['/empresas/$companyId/usuarios', es.nav.users, 'users'],
  ['/empresas/$companyId/claves', es.nav.keys, 'keys'],
  ['/empresas/$companyId/personas', es.nav.people, 'people'],
  ['/empresas/$companyId/certificados', es.nav.certificates, 'read'],
  ['/empresas/$companyId/auditoria', es.nav.audit, 'audit'],
] as const satisfies readonly (readonly [string, string, Permission])[];

export function Sections({ session, place }: SectionsProps) {
  return (
    <>
      {place === undefined ? null : <OfCompany session={session} place={place} />}
      {session.person.support ? (
        <>
          <h2 id="nav-platform">{es.nav.platform}</h2>
          <ul aria-labelledby="nav-platform">
            <li>
              <Link to="/empresas" activeOptions={{ exact: true }}>
                {es.nav.companies}
              </Link>
            </li>
            <li>
              <Link to="/auditoria">{es.nav.platformAudit}</Link>
            </li>
          </ul>
        </>
      ) : null}
    </>
  );
}

function OfCompany({ session, place }: SectionsProps & { readonly place: Place }) {
  const { companyId } = place;
  const may = (permission: Permission) => mayIn(session, permission, companyId);
  return (
    <>
      <h2 id="nav-operation">{es.nav.operation}</h2>
      <ul aria-labelledby="nav-operation">
        {operation.map(([to, text]) => (
          <li key={to}>
            <Link to={to} params={place}>
              {text}
            </Link>
          </li>
        ))}
        <li>
          <Link
            // The other page is for those who issue vouchers or sign a file of the portal.
            to={
              may('portalXml')
                ? '/empresas/$companyId/$environment/certificacion'
                : '/empresas/$companyId/$environment/certificacion/corridas'
            }
            // In another environment that page offers to go there. A link of the menu never changes the environment by itself.
            params={place}
          >
            {es.nav.certification}
          </Link>
        </li>
      </ul>
      <h2 id="nav-company">{es.nav.company}</h2>
      <ul aria-labelledby="nav-company">
        {company
          .filter(([, , permission]) => may(permission))
          .map(([to, text]) => (
            <li key={to}>
              <Link to={to} params={{ companyId }}>
                {text}
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}

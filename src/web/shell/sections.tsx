/** The sections that the person's role may see. */
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import type { Permission } from '../../api/session/permissions.js';
import type { Session } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { Icon, type IconName } from '../parts/icon.js';
import { isForPage, usesLetters } from '../shared/typing.js';
import { mayIn } from './use-session.js';

interface SectionsProps {
  readonly session: Session;
  readonly place: Place | undefined;
}

type Section = readonly [to: string, text: string, permission: Permission, icon: IconName];

const operation = [
  ['/empresas/$companyId/$environment/resumen', es.nav.summary, 'read', 'home'],
  ['/empresas/$companyId/$environment/comprobantes', es.nav.vouchers, 'read', 'voucher'],
  ['/empresas/$companyId/$environment/recibidos', es.nav.received, 'read', 'inbox'],
  ['/empresas/$companyId/$environment/cierre', es.nav.closing, 'read', 'calendar'],
] as const satisfies readonly Section[];

/** Those who issue vouchers or sign a file of the portal have another page of it. */
const certification = [
  ['/empresas/$companyId/$environment/certificacion', es.nav.certification, 'portalXml', 'flag'],
  ['/empresas/$companyId/$environment/certificacion/corridas', es.nav.certification, 'read', 'flag'],
] as const satisfies readonly Section[];

const fiscal = [
  ['/empresas/$companyId/$environment/maestro', es.nav.master, 'read', 'number'],
  ['/empresas/$companyId/$environment/sin-usar', es.nav.unused, 'read', 'unused'],
  ['/empresas/$companyId/certificados', es.nav.certificates, 'read', 'seal'],
  ['/empresas/$companyId/$environment/archivo', es.nav.archive, 'read', 'download'],
  // In another environment that page offers to go there. A link of the menu never changes the environment by itself.
  ...certification,
] as const satisfies readonly Section[];

const integration = [
  ['/empresas/$companyId/$environment/eventos', es.nav.events, 'read', 'hook'],
  ['/empresas/$companyId/claves', es.nav.keys, 'keys', 'key'],
  ['/empresas/$companyId/usuarios', es.nav.users, 'users', 'plug'],
] as const satisfies readonly Section[];

const company = [
  ['/empresas/$companyId/puesta-en-marcha', es.nav.goLive, 'read', 'check'],
  ['/empresas/$companyId/empresa', es.nav.settings, 'read', 'settings'],
  ['/empresas/$companyId/personas', es.nav.people, 'people', 'people'],
  ['/empresas/$companyId/auditoria', es.nav.audit, 'audit', 'audit'],
] as const satisfies readonly Section[];

const groups = [
  ['operation', operation],
  ['fiscal', fiscal],
  ['integration', integration],
  ['company', company],
] as const;

/** The sections of a company that the person may see, as the side bar groups them. */
export function sectionsOf(session: Session, companyId: number) {
  return groups.map(([group, sections]) => {
    const allowed = [...sections].filter(([, , permission]) => mayIn(session, permission, companyId));
    // Of two pages of one section, the first that the person may open.
    const links = allowed.filter(([, text], at) => allowed.findIndex((one) => one[1] === text) === at);
    return { group, links };
  });
}

export function Sections({ session, place }: SectionsProps) {
  return (
    <>
      {place === undefined ? null : (
        <>
          <IssueLink session={session} place={place} className="button primary issue-link" />
          <IssueKey session={session} place={place} />
          <OfCompany session={session} place={place} />
        </>
      )}
      {session.person.support ? (
        <>
          <h2 id="nav-platform">{es.nav.platform}</h2>
          <ul aria-labelledby="nav-platform">
            <li>
              <Link to="/empresas" activeOptions={{ exact: true }}>
                <Icon name="building" />
                {es.nav.companies}
              </Link>
            </li>
            <li>
              <Link to="/auditoria">
                <Icon name="audit" />
                {es.nav.platformAudit}
              </Link>
            </li>
          </ul>
        </>
      ) : null}
    </>
  );
}

function OfCompany({ session, place }: SectionsProps & { readonly place: Place }) {
  return sectionsOf(session, place.companyId).map(({ group, links }) => (
    <Fragment key={group}>
      <h2 id={`nav-${group}`} className={group === 'operation' ? 'visually-hidden' : undefined}>
        {es.nav[group]}
      </h2>
      <ul aria-labelledby={`nav-${group}`}>
        {links.map(([to, text, , icon]) => (
          <li key={to}>
            <Link to={to} params={place}>
              <Icon name={icon} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

interface IssueLinkProps extends SectionsProps {
  readonly place: Place;
  readonly className?: string;
}

/** In certification the numbers come from DGII's set, so that environment has a page of its own. */
const issuePageOf = ({ environment }: Place) =>
  environment === 'certification'
    ? '/empresas/$companyId/$environment/certificacion'
    : '/empresas/$companyId/$environment/emitir';

/** The letter E opens the page that issues. */
function IssueKey({ session, place }: SectionsProps & { readonly place: Place }) {
  const navigate = useNavigate();
  const mayIssue = mayIn(session, 'issue', place.companyId, place.environment);
  useEffect(() => {
    if (!mayIssue) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'e' || !usesLetters() || !isForPage(event)) return;
      event.preventDefault();
      void navigate({ to: issuePageOf(place), params: place });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return null;
}

function IssueLink({ session, place, className }: IssueLinkProps) {
  if (!mayIn(session, 'issue', place.companyId, place.environment)) return null;
  return (
    <Link className={className} to={issuePageOf(place)} params={place} aria-keyshortcuts="E">
      <Icon name="plus" />
      {es.nav.issue}
    </Link>
  );
}

interface MainSectionsProps {
  readonly session: Session;
  readonly place: Place;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** The bar below the page of a telephone: what a person opens most, and the menu with the rest. */
export function MainSections({ session, place, menuOpen, onMenu }: MainSectionsProps) {
  const [home, vouchers, received] = operation;
  const link = ([to, text, , icon]: (typeof operation | typeof fiscal)[number]) => (
    <Link key={to} to={to} params={place}>
      <Icon name={icon} />
      {text}
    </Link>
  );
  const mayIssue = mayIn(session, 'issue', place.companyId, place.environment);
  return (
    <nav className="tab-bar" aria-label={es.nav.main}>
      {[home, vouchers].map(link)}
      {mayIssue ? <IssueLink session={session} place={place} /> : link(fiscal[0])}
      {link(received)}
      <button type="button" aria-expanded={menuOpen} onClick={onMenu}>
        <Icon name="menu" />
        {es.nav.more}
      </button>
    </nav>
  );
}

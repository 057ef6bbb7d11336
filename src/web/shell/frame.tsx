/** The frame around every screen: company, environment, the sections that the role may see, and the person. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { Session } from '../api/answers.js';
import { watchTouches } from '../api/polling.js';
import { isSessionLost, reportSessionRenewed } from '../api/session-lost.js';
import { announceSession, showPerson, watchSession } from '../api/shown-person.js';
import { forgetPerson, logout, sessionQuery } from '../api/session.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Loading, Problem } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { LoginPage } from '../screens/session/login-form.js';
import { FreshProofProvider, LostSession } from '../screens/session/session-dialogs.js';
import { initialsOf } from '../shared/format.js';
import icon from '../style/icon.svg';
import { CompanyChoice, EnvironmentStrip, Here } from './company-choice.js';
import { useLive } from '../live/use-live.js';
import { ConnectionNotice } from './connection-notice.js';
import { useKeptFocus } from './kept-focus.js';
import { WrongCodes } from '../screens/session/wrong-codes.js';
import { LateAnswers, LateAnswersProvider } from './late-answers.js';
import { OpenMenu } from './open-menu.js';
import { MainSections, Sections } from './sections.js';
import { ThemeChoice } from './theme.js';
import { useCompany } from './use-company.js';
import { SessionContext } from './use-session.js';

/** While a login is on the screen, a returning tab asks nothing: the answer could end the login before the person saw the recovery codes. */
function isLoggingIn({ state }: { readonly state: { readonly data?: unknown } }): boolean {
  return typeof state.data === 'string' || isSessionLost();
}

export function Frame() {
  const session = useQuery({
    ...sessionQuery,
    refetchOnWindowFocus: (query) => !isLoggingIn(query),
    refetchOnReconnect: (query) => !isLoggingIn(query),
  });
  const queries = useQueryClient();
  useEffect(
    () =>
      watchSession(() => {
        const query = queries.getQueryCache().find(sessionQuery);
        if (query === undefined || isLoggingIn(query)) return;
        reportSessionRenewed();
        void queries.invalidateQueries(sessionQuery);
      }),
    [queries],
  );
  if (session.isPending) return <Loading />;
  // If only a repeated query failed, the page stays with everything that was typed on it.
  if (session.isLoadingError)
    return (
      <main className="outside">
        <Problem error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  if (typeof session.data === 'string') return <LoginPage stage={session.data} />;
  // The key resets the page when another person logs in, so what the first person typed is gone.
  return <LoggedIn key={session.data.person.personId} session={session.data} />;
}

function LoggedIn({ session }: { readonly session: Session }) {
  const { companyId } = useParams({ strict: false });
  const addressed = useCompany(session, companyId);
  const place = usePlace(session, addressed.outcome === 'known' ? companyId : undefined);
  const queries = useQueryClient();
  const { personId } = session.person;
  // Before the page's first calls, which name the person.
  useLayoutEffect(() => {
    showPerson(personId);
    return () => showPerson(undefined);
  }, [personId]);
  useEffect(() => watchTouches(() => void queries.invalidateQueries()), [queries]);
  useLive(addressed.outcome === 'known' ? place : undefined, personId);
  const toggle = useRef<HTMLSpanElement>(null);
  const [menuOpen, setMenuOpen] = useMenu(toggle);
  const main = useFocusOnNewPage(() => setMenuOpen(false));
  useKeptFocus(main);
  // A link to the page that is open leads to no new page, so the menu would stay above it.
  const onFollowed = ({ target, currentTarget }: MouseEvent) => {
    if (!menuOpen || !(target instanceof Element)) return;
    if (!currentTarget.contains(target.closest('a'))) return;
    setMenuOpen(false);
    main.current?.focus({ preventScroll: true });
  };
  return (
    <SessionContext value={session}>
      <LateAnswersProvider>
        <FreshProofProvider>
          <a className="visually-hidden button" href="#main">
            {es.nav.skip}
          </a>
          {session.service.demo ? <p className="demo">{es.nav.demo}</p> : null}
          <div className="frame">
            <div className={menuOpen ? 'rail open' : 'rail'} onClick={onFollowed}>
              <header className="top">
                <Brand place={place} />
                {place === undefined ? null : <Here session={session} place={place} addressed={addressed} />}
                <span className="menu-toggle" ref={toggle}>
                  <Button expanded={menuOpen} onPress={() => setMenuOpen(!menuOpen)}>
                    {es.nav.menu}
                  </Button>
                </span>
                {place === undefined ? null : (
                  <CompanyChoice session={session} place={place} addressed={addressed} />
                )}
                <OpenMenu place={place} onFollowed={() => setMenuOpen(false)} />
              </header>
              <nav className="side" aria-label={es.nav.label}>
                <Sections session={session} place={place} />
              </nav>
              <Person session={session} />
            </div>
            <main className="main" id="main" ref={main} tabIndex={-1}>
              <ConnectionNotice />
              <WrongCodes wrongCodes={session.wrongCodes} />
              <LateAnswers />
              <EnvironmentStrip addressed={addressed} />
              <Outlet />
            </main>
            {place === undefined ? null : (
              <MainSections
                session={session}
                place={place}
                menuOpen={menuOpen}
                onMenu={() => setMenuOpen(!menuOpen)}
              />
            )}
          </div>
          <LostSession email={session.person.email} />
        </FreshProofProvider>
      </LateAnswersProvider>
    </SessionContext>
  );
}

/** Leads to the summary of the company and environment that the page shows, so that it changes neither. */
function Brand({ place }: { readonly place: Place | undefined }) {
  const content = (
    <>
      <img src={icon} alt="" /> <span>{es.brand}</span>
    </>
  );
  return place === undefined ? (
    <Link className="brand" to="/" aria-label={es.brand}>
      {content}
    </Link>
  ) : (
    <Link
      className="brand"
      to="/empresas/$companyId/$environment/resumen"
      params={place}
      aria-label={es.brand}
    >
      {content}
    </Link>
  );
}

/** In a small window: whether the menu is open. A large window always shows what is in it. Escape closes the menu. */
function useMenu(toggle: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeByKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return;
      setOpen(false);
      // The keyboard was perhaps on a link of the menu, which is gone.
      toggle.current?.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [isOpen, toggle]);
  return [isOpen, setOpen] as const;
}

function Person({ session }: { readonly session: Session }) {
  const queries = useQueryClient();
  const leave = useAction(logout, () => {
    // The frame shows the login when this query's data is 'password'.
    queries.setQueryData(sessionQuery.queryKey, 'password');
    forgetPerson(queries);
    announceSession();
  });
  return (
    <div className="who">
      <Problem error={leave.error} />
      <Link to="/cuenta" aria-label={`${session.person.name}: ${es.nav.account}`}>
        <span className="avatar" data-initials={initialsOf(session.person.name)} />
        {session.person.name}
      </Link>
      <ThemeChoice />
      <Button small pending={leave.pending} onPress={() => void leave.run(undefined)}>
        {es.nav.logout}
      </Button>
    </div>
  );
}

/** The address names the place. If it does not, it is the last one used, or else the person's first company. */
function usePlace({ companies }: Session, companyId: number | undefined): Place | undefined {
  const { environment } = useParams({ strict: false });
  const [last, setLast] = useState<Place>();
  const id = companyId ?? last?.companyId ?? companies[0]?.companyId;
  if (id === undefined) return undefined;
  const usual = companies.find((one) => one.companyId === id)?.environment ?? 'pre-certification';
  const kept = last?.companyId === id ? last.environment : usual;
  const place = { companyId: id, environment: isEnvironment(environment) ? environment : kept };
  if (place.companyId !== last?.companyId || place.environment !== last.environment) setLast(place);
  return place;
}

function isEnvironment(text: string | undefined): text is Environment {
  return text !== undefined && Object.hasOwn(environments, text);
}

/** After a person follows a link, the keyboard and the screen reader continue at the start of the new page. */
function useFocusOnNewPage(onChange: () => void) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    onChange();
    // A button that leads from page to page is pressed again and again.
    if (document.activeElement?.closest('[data-steps]') == null) main.current?.focus({ preventScroll: true });
  });
  return main;
}

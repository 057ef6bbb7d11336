/** Every address of the application. Each screen is loaded when it is first visited. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseEncf } from '../ecf/model/encf.js';
import { environments, type Environment } from '../ecf/model/environments.js';
import { isRnc } from '../ecf/model/rnc.js';
import { reachService } from './api/connection.js';
import { Loading } from './parts/notice.js';
import { auditFiltersOf } from './screens/people/filters.js';
import { receivedFiltersOf } from './screens/received/filters.js';
import { listSearchOf } from './screens/vouchers/filters.js';
import { addressFrom, startedFrom } from './screens/vouchers/issue/started.js';
import { day, month, textIn } from './shared/list-filters.js';
import { Frame } from './shell/frame.js';
import { addressIn, AfterLogin, Home } from './shell/home.js';
import { Broken, NotFound, NotFoundOutside } from './shell/not-found.js';
import { OfCompany } from './shell/of-company.js';

/** The router catches this error and shows its page for unknown addresses. */
const unknownAddress = (): Error => Object.assign(new Error('unknown address'), notFound());

const isEncf = (text: string): boolean => parseEncf(text) !== undefined;

/** The form of a UUID. */
const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);

const isWebhookId = (text: string): boolean => /^wh_[0-9a-f]{24}$/.test(text);

/** The parameters of an address. One that fails its check makes the address unknown, so the api is not asked about it. */
function checked<Name extends string>(checks: Readonly<Record<Name, (text: string) => boolean>>) {
  type Params = Record<Name, string>;
  const names = Object.keys(checks) as Name[];
  return {
    parse: (params: Params): Params => {
      if (!names.every((name) => checks[name](params[name]))) throw unknownAddress();
      return params;
    },
    stringify: (params: Params): Params => params,
  };
}

interface PageModule {
  readonly Screen: () => ReactNode;
}

/** If a page does not load, the router loads the whole application anew, because a newer version may be there. Only if the service answers. */
const lazy = (load: () => Promise<PageModule>) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await reachService();
        throw error;
      }),
    'Screen',
  );

function screen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<PageModule>,
) {
  return createRoute({ getParentRoute: () => parent, path, component: lazy(load) });
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundOutside,
  errorComponent: Broken,
});

const invitation = screen(root, '/invitacion/$token', () => import('./screens/session/invitation-page.js'));

const forgottenPassword = screen(
  root,
  '/olvide-mi-clave',
  () => import('./screens/session/forgotten-password-page.js'),
);
const newPassword = screen(
  root,
  '/clave-nueva/$token',
  () => import('./screens/session/new-password-page.js'),
);

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const home = createRoute({ getParentRoute: () => frame, path: '/', component: Home });
const afterLogin = createRoute({
  getParentRoute: () => frame,
  path: '/abrir',
  validateSearch: addressIn,
  component: AfterLogin,
});
const account = screen(frame, '/cuenta', () => import('./screens/session/account-page.js'));
const platformAudit = createRoute({
  getParentRoute: () => frame,
  path: '/auditoria',
  validateSearch: auditFiltersOf,
  component: lazy(() => import('./screens/people/platform-audit-page.js')),
});
const system = screen(frame, '/sistema', () => import('./screens/system/system-page.js'));
const companies = screen(frame, '/empresas', () => import('./screens/companies/companies-page.js'));

const company = createRoute({
  getParentRoute: () => frame,
  path: '/empresas/$companyId',
  params: {
    parse: ({ companyId }) => {
      const id = Number(companyId);
      if (!Number.isSafeInteger(id) || id < 1) throw unknownAddress();
      return { companyId: id };
    },
    stringify: ({ companyId }) => ({ companyId: String(companyId) }),
  },
  component: OfCompany,
});

const settings = screen(company, '/empresa', () => import('./screens/companies/company-page.js'));
const goLive = screen(company, '/puesta-en-marcha', () => import('./screens/companies/go-live-page.js'));
const users = screen(company, '/usuarios', () => import('./screens/people/users-page.js'));
const keys = screen(company, '/claves', () => import('./screens/people/keys-page.js'));
const people = screen(company, '/personas', () => import('./screens/people/people-page.js'));
const certificates = screen(
  company,
  '/certificados',
  () => import('./screens/certificates/certificates-page.js'),
);
const audit = createRoute({
  getParentRoute: () => company,
  path: '/auditoria',
  validateSearch: auditFiltersOf,
  component: lazy(() => import('./screens/people/audit-page.js')),
});

const environment = createRoute({
  getParentRoute: () => company,
  path: '/$environment',
  params: {
    parse: ({ environment: name }) => {
      if (!Object.hasOwn(environments, name)) throw unknownAddress();
      return { environment: name as Environment };
    },
    stringify: ({ environment: name }) => ({ environment: name }),
  },
  component: Outlet,
});

const monthIn = (search: Record<string, unknown>) => textIn(search, 'mes', month);

const summary = screen(environment, '/resumen', () => import('./screens/companies/summary-page.js'));
const master = screen(environment, '/maestro', () => import('./screens/numbers/master-page.js'));
const annulments = screen(
  environment,
  '/maestro/anulaciones',
  () => import('./screens/numbers/annulments-page.js'),
);
const annulment = createRoute({
  getParentRoute: () => environment,
  path: '/maestro/anulaciones/$annulmentId',
  params: checked({ annulmentId: isId }),
  component: lazy(() => import('./screens/numbers/annulment-page.js')),
});
const archive = createRoute({
  getParentRoute: () => environment,
  path: '/archivo',
  validateSearch: monthIn,
  component: lazy(() => import('./screens/archive/archive-page.js')),
});
const closing = createRoute({
  getParentRoute: () => environment,
  path: '/cierre',
  validateSearch: monthIn,
  component: lazy(() => import('./screens/months/month-page.js')),
});
const unused = screen(environment, '/sin-usar', () => import('./screens/numbers/unused-page.js'));
const events = screen(environment, '/eventos', () => import('./screens/events/events-page.js'));
const webhook = createRoute({
  getParentRoute: () => environment,
  path: '/eventos/$webhookId',
  params: checked({ webhookId: isWebhookId }),
  component: lazy(() => import('./screens/events/webhook-page.js')),
});
const vouchers = createRoute({
  getParentRoute: () => environment,
  path: '/comprobantes',
  validateSearch: listSearchOf,
  component: lazy(() => import('./screens/vouchers/list/vouchers-page.js')),
});
const voucher = createRoute({
  getParentRoute: () => environment,
  path: '/comprobantes/$encf',
  params: checked({ encf: isEncf }),
  validateSearch: (search: Record<string, unknown>) =>
    typeof search['intento'] === 'number' ? { intento: search['intento'] } : {},
  // The button that leads to the next voucher keeps the focus. What has a state of its own has a key.
  remountDeps: () => undefined,
  component: lazy(() => import('./screens/vouchers/page/voucher-page.js')),
});
const correct = createRoute({
  getParentRoute: () => environment,
  path: '/comprobantes/$encf/corregir',
  params: checked({ encf: isEncf }),
  component: lazy(() => import('./screens/vouchers/issue/correct-page.js')),
});
const issue = createRoute({
  getParentRoute: () => environment,
  path: '/emitir',
  validateSearch: addressFrom,
  component: lazy(() => import('./screens/vouchers/issue/issue-page.js')),
});
const receivedList = createRoute({
  getParentRoute: () => environment,
  path: '/recibidos',
  validateSearch: receivedFiltersOf,
  component: lazy(() => import('./screens/received/received-list-page.js')),
});
const refusedList = screen(
  environment,
  '/recibidos/no-recibidos',
  () => import('./screens/received/refused-page.js'),
);
const received = createRoute({
  getParentRoute: () => environment,
  path: '/recibidos/$rncEmisor/$encf',
  params: checked({ rncEmisor: isRnc, encf: isEncf }),
  component: lazy(() => import('./screens/received/received-page.js')),
});
const certification = createRoute({
  getParentRoute: () => environment,
  path: '/certificacion',
  validateSearch: startedFrom,
  component: lazy(() => import('./screens/certification/certification-page.js')),
});
const certificationRuns = screen(
  environment,
  '/certificacion/corridas',
  () => import('./screens/certification/runs/runs-page.js'),
);
const certificationRun = createRoute({
  getParentRoute: () => environment,
  path: '/certificacion/corridas/$runId',
  params: checked({ runId: isId }),
  component: lazy(() => import('./screens/certification/runs/run-page.js')),
});
const simulation = createRoute({
  getParentRoute: () => environment,
  path: '/certificacion/simulacion',
  validateSearch: (search: Record<string, unknown>) => textIn(search, 'desde', day),
  component: lazy(() => import('./screens/certification/simulation-page.js')),
});

const routeTree = root.addChildren([
  ...[invitation, forgottenPassword, newPassword],
  frame.addChildren([
    home,
    afterLogin,
    account,
    platformAudit,
    system,
    companies,
    company.addChildren([
      ...[settings, goLive, users, keys, people, certificates, audit],
      environment.addChildren([
        ...[summary, master, annulments, annulment, unused, archive, closing],
        ...[vouchers, voucher, correct, issue, receivedList, refusedList, received],
        ...[events, webhook],
        ...[certification, certificationRuns, certificationRun, simulation],
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/app',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
  // Another company or environment is another page. Without this a dialog that is open would stay, and act there.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

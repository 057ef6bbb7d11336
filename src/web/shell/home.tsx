/** The pages that lead elsewhere: the first page after the login, and the page that opens a document after it. */
import { Navigate, getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { es } from '../es.js';
import { Notice, Loading } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { useSession } from './use-session.js';

export function Home() {
  const { companies, person } = useSession();
  const [first] = companies;
  if (person.support && companies.length !== 1) return <Navigate to="/empresas" replace />;
  if (first === undefined)
    return (
      <Page title={es.product}>
        <Notice tone="info">{es.login.noCompanies}</Notice>
      </Page>
    );
  const { companyId, environment } = first;
  return (
    <Navigate to="/empresas/$companyId/$environment/resumen" params={{ companyId, environment }} replace />
  );
}

const route = getRouteApi('/frame/abrir');

/** Only documents of this service, so that a link cannot lead to another site through this page. */
const ours = '/app/api/';

export function addressIn(search: Record<string, unknown>): { readonly documento: string } {
  const { documento } = search;
  return { documento: typeof documento === 'string' && documento.startsWith(ours) ? documento : '/app/' };
}

/** The service sends a document's link here when the browser has no session. The frame asks for the login, and then the document opens. */
export function AfterLogin() {
  const { documento } = route.useSearch();
  // `replace` keeps this page out of the history, so the back button returns to where the person came from.
  useEffect(() => location.replace(documento), [documento]);
  return <Loading />;
}

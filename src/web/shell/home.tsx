/** The first page after login: the summary of the person's company, or for support the list of companies. */
import { Navigate } from '@tanstack/react-router';
import { es } from '../es.js';
import { Notice } from '../parts/notice.js';
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

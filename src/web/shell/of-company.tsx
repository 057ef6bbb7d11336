/** Contains every page of a company. If the person has no such company, it shows the page for an unknown address. */
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Loading, Problem } from '../parts/notice.js';
import { NotFound } from './not-found.js';
import { useCompany } from './use-company.js';
import { useSession } from './use-session.js';

const route = getRouteApi('/frame/empresas/$companyId');

export function OfCompany() {
  const { companyId } = route.useParams();
  const found = useCompany(useSession(), companyId);
  switch (found.outcome) {
    case 'known':
      return <Outlet />;
    case 'asking':
      return <Loading />;
    case 'unknown':
    case 'none':
      return <NotFound />;
    case 'failed':
      return <Problem error={found.error} onRetry={found.retry} />;
  }
}

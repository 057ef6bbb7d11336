/** Tabs of the certification: issue one voucher, the runs of DGII's workbooks, and the simulation. */
import { Link } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';

const issuing = '/empresas/$companyId/$environment/certificacion';

export function CertificationTabs({ place }: { readonly place: Place }) {
  const { companyId, environment } = place;
  const params = { companyId, environment };
  return (
    <nav className="tabs" aria-label={es.nav.certification}>
      <Link to={issuing} params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {es.certificationRuns.issue}
      </Link>
      {/* Current on the page of one run, too. */}
      <Link to={`${issuing}/corridas`} params={params}>
        {es.certificationRuns.title}
      </Link>
      <Link to={`${issuing}/simulacion`} params={params} activeOptions={{ includeSearch: false }}>
        {es.simulation.title}
      </Link>
    </nav>
  );
}

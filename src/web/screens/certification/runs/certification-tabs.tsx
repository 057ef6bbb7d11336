/** What the pages of the certification share: their tabs, and what they show in another environment. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Notice } from '../../../parts/notice.js';
import { simulation as simulationTexts } from '../../../texts/simulation.js';
import { certificationRuns as certificationRunsTexts } from '../../../texts/certification-runs.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

const issuing = '/empresas/$companyId/$environment/certificacion';

interface OnlyProps {
  readonly place: Place;
  readonly elsewhere: string;
  readonly children: ReactNode;
}

export function CertificationOnly({ place, elsewhere, children }: OnlyProps) {
  return (
    <>
      <CertificationTabs place={place} />
      {place.environment === 'certification' ? children : <Elsewhere place={place}>{elsewhere}</Elsewhere>}
    </>
  );
}

interface ElsewhereProps {
  readonly place: Place;
  readonly children: string;
}

/** What the page says in another environment, and the way to certification, which the person takes knowingly. */
export function Elsewhere({ place, children }: ElsewhereProps) {
  return (
    <Notice tone="warn">
      <p>{children}</p>
      <p>
        <Link to="." params={{ ...place, environment: 'certification' }}>
          {certificationTexts.goThere}
        </Link>
      </p>
    </Notice>
  );
}

function CertificationTabs({ place }: { readonly place: Place }) {
  const { companyId, environment } = place;
  const params = { companyId, environment };
  return (
    <nav className="tabs" aria-label={es.nav.certification}>
      <Link to={issuing} params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {certificationTexts.issue}
      </Link>
      {/* Current on the page of one run, too. */}
      <Link to={`${issuing}/corridas`} params={params}>
        {certificationRunsTexts.title}
      </Link>
      <Link to={`${issuing}/simulacion`} params={params} activeOptions={{ includeSearch: false }}>
        {simulationTexts.title}
      </Link>
    </nav>
  );
}

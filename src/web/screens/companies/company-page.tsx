/** One company: settings, consents and suspension. Support changes environment and origin. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { CompanyDetails } from '../../api/answers.js';
import { companyQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { FactList, Page } from '../../parts/page.js';
import { count, when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { PrintedFormSettings } from './printed-form-settings.js';
import { EnvironmentForm } from './environment-form.js';
import { OriginForm } from './origin-form.js';
import { ProductionConsent } from './production-consent.js';
import { SettingsForm } from './settings-form.js';
import { companySettings as companySettingsTexts } from '../../texts/company-settings.js';

const route = getRouteApi('/frame/empresas/$companyId/empresa');

export function Screen() {
  const { companyId } = route.useParams();
  const company = useQuery(companyQuery(companyId));
  return (
    <Page title={es.nav.settings}>
      <Loaded query={company}>{(data) => <Details company={data} />}</Loaded>
    </Page>
  );
}

function Details({ company }: { readonly company: CompanyDetails }) {
  const maySet = useMay('companySettings', company.companyId);
  const isSupport = useMay('platformSettings', company.companyId);
  const { companyId, environment, suspension } = company;
  return (
    <>
      {suspension === null ? null : (
        <Notice tone="bad" title={es.summary.suspended}>
          {es.companies.suspensions[suspension.reason] ?? suspension.reason} ·{' '}
          {es.environments[suspension.environment]} · {es.voucher.since} {when(suspension.since)}
        </Notice>
      )}
      <section className="card" aria-labelledby="facts">
        <h2 id="facts">{company.razonSocial}</h2>
        <FactList
          facts={[
            [es.companies.rnc, company.rnc],
            [es.companies.id, companyId],
            [es.nav.environment, es.environments[environment]],
            [es.companies.origin, es.companies.origins[company.origin]],
            [es.companies.conditional, es.companies.conditionals[company.conditional]],
            [companySettingsTexts.deferred, companySettingsTexts.deferredChoices[company.deferredSending]],
            [
              companySettingsTexts.annulRejected,
              companySettingsTexts.annulRejectedChoices[company.annulRejected],
            ],
            [
              es.companies.production,
              es.companies.consents(company.consents.service, company.consents.company),
            ],
            [
              `${es.summary.open}: ${es.environments[environment]}`,
              <Link
                to="/empresas/$companyId/$environment/comprobantes"
                params={{ companyId, environment }}
                search={{ pendientes: true }}
              >
                {count(company.pending[environment] ?? 0)}
              </Link>,
            ],
          ]}
        />
      </section>
      {maySet ? <SettingsForm company={company} /> : null}
      {maySet ? <PrintedFormSettings companyId={companyId} /> : null}
      {isSupport ? (
        <div className="cards">
          <EnvironmentForm company={company} />
          <ProductionConsent company={company} />
          <OriginForm company={company} />
        </div>
      ) : null}
    </>
  );
}

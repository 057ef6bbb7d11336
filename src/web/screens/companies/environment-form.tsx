/** The environment of a company's new vouchers. Support changes it by itself, because it needs a recent code and ends the integrations' tokens. */
import { useState } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import { changeEnvironment, companyQuery } from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Check, SelectField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Done } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { companySettings as companySettingsTexts } from '../../texts/company-settings.js';

interface EnvironmentProps {
  readonly company: CompanyDetails;
}

export function EnvironmentForm({ company }: EnvironmentProps) {
  // Without a choice the form follows the company, whose environment the withdrawal of its consent changes too.
  const [chosen, setChosen] = useState<Environment>();
  const environment = chosen ?? company.environment;
  const [consents, setConsents] = useState(false);
  const [withOpenVouchers, setWithOpen] = useState(false);
  // A consent that was given is withdrawn in a card of its own.
  const asksConsent = environment === 'production' && !company.productionAllowed;
  const hasOpen = company.openVouchers > 0 && environment !== company.environment;
  const isUnchanged = environment === company.environment && !(asksConsent && consents);
  const [saved, setSaved] = useState(false);
  const form = useForm({
    start: {},
    send: () => {
      setSaved(false);
      return changeEnvironment(company.companyId, {
        to: environment,
        ...(hasOpen && withOpenVouchers ? { withOpenVouchers } : {}),
        ...(asksConsent && consents ? { consent: 'allow' } : {}),
      });
    },
    refreshes: [companyQuery(company.companyId), sessionQuery],
    done: () => {
      setSaved(true);
      setChosen(undefined);
      setConsents(false);
    },
  });
  return (
    <section className="card" aria-labelledby="environment">
      <h2 id="environment">{es.nav.environment}</h2>
      <p className="soft">{es.companies.environmentText}</p>
      <Form form={form} submit={companySettingsTexts.changeEnvironment} kind="plain" blocked={isUnchanged}>
        <SelectField
          label={es.nav.environment}
          options={es.environments}
          value={environment}
          onChange={setChosen}
        />
        {asksConsent ? (
          <Check label={es.companies.allowProduction} checked={consents} onChange={setConsents} />
        ) : null}
        {hasOpen ? (
          <Check label={es.companies.withOpen} checked={withOpenVouchers} onChange={setWithOpen} />
        ) : null}
      </Form>
      {/* It goes away as soon as the person changes something. */}
      <Done>{saved && isUnchanged ? companySettingsTexts.saved : undefined}</Done>
    </section>
  );
}

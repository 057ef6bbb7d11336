/** The settings of a company, each with its own form, because each has its own permission and its own entry in the audit log. */
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { environments, type Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import { changeCompany, companyQuery, type CompanySetting } from '../../api/company.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, SelectField } from '../../parts/field.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';

interface FormProps {
  readonly company: CompanyDetails;
}

interface SettingProps extends FormProps {
  readonly setting: CompanySetting;
  readonly title: string;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly unchanged: boolean;
  readonly children: ReactNode;
}

function Setting({ company, setting, title, text, body, unchanged, children }: SettingProps) {
  const queries = useQueryClient();
  const change = useAction(
    () => changeCompany(company.companyId, setting, body).then(() => true),
    () =>
      Promise.all([
        queries.invalidateQueries(companyQuery(company.companyId)),
        queries.invalidateQueries(sessionQuery),
      ]),
  );
  return (
    <section className="card" aria-labelledby={setting}>
      <h2 id={setting}>{title}</h2>
      <p className="soft">{text}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void change.run(undefined);
        }}
      >
        {children}
        {change.error === undefined ? null : <Problem error={change.error} />}
        <div>
          <Button type="submit" pending={change.pending} disabled={unchanged}>
            {es.actions.save}
          </Button>
        </div>
      </form>
    </section>
  );
}

const conditionals = [
  ['block', es.companies.conditionals.block],
  ['allow', es.companies.conditionals.allow],
] as const;

export function ConditionalForm({ company }: FormProps) {
  const [conditional, setConditional] = useState(company.conditional);
  return (
    <Setting
      company={company}
      setting="conditional"
      title={es.companies.conditional}
      text={es.companies.conditionalText}
      body={{ conditional }}
      unchanged={conditional === company.conditional}
    >
      <SelectField
        label={es.companies.conditional}
        options={conditionals}
        value={conditional}
        onChange={(value) => setConditional(value === '' ? conditional : value)}
      />
    </Setting>
  );
}

const environmentNames = (Object.keys(environments) as Environment[]).map(
  (name) => [name, es.environments[name]] as const,
);

export function EnvironmentForm({ company }: FormProps) {
  const [environment, setEnvironment] = useState(company.environment);
  const [allowProduction, setAllowProduction] = useState(company.allowProduction);
  const [withOpenVouchers, setWithOpen] = useState(false);
  const isProduction = environment === 'production';
  const hasOpen = company.openVouchers > 0 && environment !== company.environment;
  return (
    <Setting
      company={company}
      setting="environment"
      title={es.nav.environment}
      text={es.companies.environmentText}
      body={{
        to: environment,
        ...(hasOpen && withOpenVouchers ? { withOpenVouchers } : {}),
        ...(isProduction ? { consent: allowProduction ? 'allow' : 'deny' } : {}),
      }}
      unchanged={environment === company.environment && allowProduction === company.allowProduction}
    >
      <SelectField
        label={es.nav.environment}
        options={environmentNames}
        value={environment}
        onChange={(value) => setEnvironment(value === '' ? environment : value)}
      />
      {isProduction ? (
        <Check label={es.companies.allowProduction} checked={allowProduction} onChange={setAllowProduction} />
      ) : null}
      {hasOpen ? (
        <Check label={es.companies.withOpen} checked={withOpenVouchers} onChange={setWithOpen} />
      ) : null}
    </Setting>
  );
}

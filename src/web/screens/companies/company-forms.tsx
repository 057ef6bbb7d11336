/** The settings of a company. Each setting has a form of its own, because it has its own permission and its own entry in the audit log. */
import { useState, type ReactNode } from 'react';
import { environments, type Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import { changeConditional, changeEnvironment, companyQuery } from '../../api/company.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Check, SelectField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { useForm } from '../../parts/use-form.js';

interface FormProps {
  readonly company: CompanyDetails;
}

interface SettingProps extends FormProps {
  readonly setting: string;
  readonly title: string;
  readonly text: string;
  readonly save: () => Promise<unknown>;
  readonly unchanged: boolean;
  readonly children: ReactNode;
}

export function Setting({ company, setting, title, text, save, unchanged, children }: SettingProps) {
  const { companyId } = company;
  const form = useForm({
    start: {},
    send: save,
    refreshes: [companyQuery(companyId), sessionQuery],
  });
  return (
    <section className="card" aria-labelledby={setting}>
      <h2 id={setting}>{title}</h2>
      <p className="soft">{text}</p>
      <Form form={form} submit={es.actions.save} kind="plain" blocked={unchanged}>
        {children}
      </Form>
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
      save={() => changeConditional(company.companyId, { conditional })}
      unchanged={conditional === company.conditional}
    >
      <SelectField
        label={es.companies.conditional}
        options={conditionals}
        value={conditional}
        onChange={setConditional}
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
      save={() =>
        changeEnvironment(company.companyId, {
          to: environment,
          ...(hasOpen && withOpenVouchers ? { withOpenVouchers } : {}),
          ...(isProduction ? { consent: allowProduction ? 'allow' : 'deny' } : {}),
        })
      }
      unchanged={environment === company.environment && allowProduction === company.allowProduction}
    >
      <SelectField
        label={es.nav.environment}
        options={environmentNames}
        value={environment}
        onChange={setEnvironment}
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

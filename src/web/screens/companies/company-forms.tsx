/** The settings of a company. Each setting has a form of its own, because it has its own permission and its own entry in the audit log. */
import { useState, type ReactNode } from 'react';
import type { Environment } from '../../../ecf/model/environments.js';
import type { CompanyDetails } from '../../api/answers.js';
import {
  changeAnnulRejected,
  changeConditional,
  changeDeferredSending,
  changeEnvironment,
  changeName,
  companyQuery,
} from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Done } from '../../parts/notice.js';
import { useForm } from '../../parts/use-form.js';

interface FormProps {
  readonly company: CompanyDetails;
}

interface SettingProps extends FormProps {
  readonly setting: string;
  readonly title: string;
  readonly text: string;
  readonly save: () => Promise<unknown>;
  readonly onSaved?: () => void;
  readonly unchanged: boolean;
  readonly children: ReactNode;
}

export function Setting(props: SettingProps) {
  const { company, setting, title, text, save, onSaved, unchanged, children } = props;
  const { companyId } = company;
  const [saved, setSaved] = useState(false);
  const form = useForm({
    start: {},
    send: () => {
      setSaved(false);
      return save();
    },
    refreshes: [companyQuery(companyId), sessionQuery],
    done: () => {
      setSaved(true);
      onSaved?.();
    },
  });
  return (
    <section className="card" aria-labelledby={setting}>
      <h2 id={setting}>{title}</h2>
      <p className="soft">{text}</p>
      <Form form={form} submit={es.actions.save} kind="plain" blocked={unchanged}>
        {children}
      </Form>
      {/* It goes away as soon as the person changes something. */}
      <Done>{saved && unchanged ? es.companySettings.saved : undefined}</Done>
    </section>
  );
}

export function NameForm({ company }: FormProps) {
  const [name, setName] = useState(company.razonSocial);
  const razonSocial = name.trim();
  return (
    <Setting
      company={company}
      setting="name"
      title={es.companies.name}
      text={es.companySettings.nameText}
      save={() => changeName(company.companyId, { razonSocial })}
      unchanged={razonSocial === company.razonSocial}
    >
      <TextField label={es.companies.name} maxLength={150} required value={name} onChange={setName} />
    </Setting>
  );
}

type ChoiceName = 'conditional' | 'deferredSending' | 'annulRejected';

interface Choice<N extends ChoiceName> {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly names: Readonly<Record<CompanyDetails[N], string>>;
  readonly change: (companyId: number, value: CompanyDetails[N]) => Promise<unknown>;
}

const choices: { readonly [N in ChoiceName]: Choice<N> } = {
  conditional: {
    id: 'conditional',
    title: es.companies.conditional,
    text: es.companies.conditionalText,
    names: es.companies.conditionals,
    change: (companyId, conditional) => changeConditional(companyId, { conditional }),
  },
  deferredSending: {
    id: 'deferred-sending',
    title: es.companySettings.deferred,
    text: es.companySettings.deferredText,
    names: es.companySettings.deferredChoices,
    change: (companyId, deferredSending) => changeDeferredSending(companyId, { deferredSending }),
  },
  annulRejected: {
    id: 'annul-rejected',
    title: es.companySettings.annulRejected,
    text: es.companySettings.annulRejectedText,
    names: es.companySettings.annulRejectedChoices,
    change: (companyId, annulRejected) => changeAnnulRejected(companyId, { annulRejected }),
  },
};

interface ChoiceProps<N extends ChoiceName> extends FormProps {
  readonly name: N;
}

export function ChoiceForm<N extends ChoiceName>({ company, name }: ChoiceProps<N>) {
  const { id, title, text, names, change }: Choice<N> = choices[name];
  const [value, setValue] = useState(company[name]);
  return (
    <Setting
      company={company}
      setting={id}
      title={title}
      text={text}
      save={() => change(company.companyId, value)}
      unchanged={value === company[name]}
    >
      <SelectField label={title} options={names} value={value} onChange={setValue} />
    </Setting>
  );
}

export function EnvironmentForm({ company }: FormProps) {
  // Without a choice the form follows the company, whose environment the withdrawal of its consent changes too.
  const [chosen, setChosen] = useState<Environment>();
  const environment = chosen ?? company.environment;
  const [consents, setConsents] = useState(false);
  const [withOpenVouchers, setWithOpen] = useState(false);
  // A consent that was given is withdrawn in a card of its own.
  const asksConsent = environment === 'production' && !company.productionAllowed;
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
          ...(asksConsent && consents ? { consent: 'allow' } : {}),
        })
      }
      onSaved={() => {
        setChosen(undefined);
        setConsents(false);
      }}
      unchanged={environment === company.environment && !(asksConsent && consents)}
    >
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
    </Setting>
  );
}

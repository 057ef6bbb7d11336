/** The company's consent to production: whether it was given, and its withdrawal, with what follows from it. */
import { useState } from 'react';
import type { CompanyDetails } from '../../api/answers.js';
import { changeEnvironment, companyQuery } from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, SelectField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Done, Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { count } from '../../shared/format.js';
import { companySettings as texts } from '../../texts/company-settings.js';

interface ConsentProps {
  readonly company: CompanyDetails;
}

export function ProductionConsent({ company }: ConsentProps) {
  const [step, setStep] = useState<'none' | 'asking' | 'withdrawn'>('none');
  return (
    <section className="card" aria-labelledby="consent">
      <h2 id="consent">{texts.consent}</h2>
      <p className="soft">{company.productionAllowed ? texts.consentGiven : texts.consentMissing}</p>
      <Done>{step === 'withdrawn' && !company.productionAllowed ? texts.withdrawn : undefined}</Done>
      {company.productionAllowed ? (
        <div className="actions">
          <Button kind="danger" onPress={() => setStep('asking')}>
            {texts.withdraw}
          </Button>
        </div>
      ) : null}
      {step === 'asking' ? (
        <Withdraw company={company} onDone={() => setStep('withdrawn')} onClose={() => setStep('none')} />
      ) : null}
    </section>
  );
}

const { production: _production, ...otherEnvironments } = es.environments;

interface WithdrawProps extends ConsentProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Withdraw({ company, onDone, onClose }: WithdrawProps) {
  const { companyId, environment, pending, openVouchers } = company;
  const leaves = environment === 'production';
  const blocking = pending['production'] ?? 0;
  const hasOpen = leaves && openVouchers > blocking;
  const form = useForm({
    start: { to: leaves ? 'pre-certification' : environment, withOpenVouchers: false },
    send: ({ to, withOpenVouchers }) =>
      changeEnvironment(companyId, {
        to,
        consent: 'deny',
        ...(hasOpen && withOpenVouchers ? { withOpenVouchers } : {}),
      }),
    refreshes: [companyQuery(companyId), sessionQuery],
    done: onDone,
  });
  return (
    <FormDialog
      title={texts.withdraw}
      form={form}
      submit={texts.withdraw}
      kind="danger"
      blocked={blocking > 0}
      onClose={onClose}
    >
      {blocking > 0 ? (
        <Notice tone="bad">{texts.withdrawBlocked(count(blocking))}</Notice>
      ) : (
        <>
          <p>{leaves ? texts.withdrawLeaves : texts.withdrawStays(es.environments[environment])}</p>
          <ul>
            {texts.withdrawFollows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {leaves && blocking === 0 ? (
        <SelectField label={texts.withdrawTo} options={otherEnvironments} {...form.field('to')} />
      ) : null}
      {hasOpen && blocking === 0 ? (
        <Check
          label={es.companies.withOpen}
          checked={form.values.withOpenVouchers}
          onChange={form.field('withOpenVouchers').onChange}
        />
      ) : null}
    </FormDialog>
  );
}

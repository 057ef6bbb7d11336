/** The company's settings of printed vouchers: their look, with a sample, and the links for buyers. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printedFormQuery, sampleAddress, revokeLinks } from '../../api/companies.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { FormDialog } from '../../parts/form/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Done, Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { PaperField, usePaper } from '../../parts/voucher/use-paper.js';
import { LookForm } from './look-form.js';

interface CompanyProps {
  readonly companyId: number;
}

export function PrintedFormSettings({ companyId }: CompanyProps) {
  const settings = useQuery(printedFormQuery(companyId));
  const [saves, setSaves] = useState(0);
  return (
    <>
      <section className="card" aria-labelledby="printed-form">
        <h2 id="printed-form">{es.printedForm.title}</h2>
        <p className="soft">{es.printedForm.settingsText}</p>
        <Done>{saves > 0 ? es.printedForm.saved : undefined}</Done>
        <Loaded query={settings}>
          {(saved) => (
            <div className="columns">
              {/* A new key after each save starts the form again from the saved settings. */}
              <LookForm key={saves} companyId={companyId} saved={saved} onSaved={() => setSaves(saves + 1)} />
              <Sample companyId={companyId} />
            </div>
          )}
        </Loaded>
      </section>
      {settings.data?.links === true ? <RevokeLinks companyId={companyId} /> : null}
    </>
  );
}

function Sample({ companyId }: CompanyProps) {
  const { chosen, choose } = usePaper();
  return (
    <div className="form">
      <h3>{es.printedForm.sample}</h3>
      <PaperField hint={es.printedForm.sampleHint} value={chosen} onChange={choose} />
      <div>
        <a className="button" href={sampleAddress(companyId, chosen)} target="_blank" rel="noreferrer">
          {es.printedForm.viewSample}
        </a>
      </div>
    </div>
  );
}

function RevokeLinks({ companyId }: CompanyProps) {
  const [step, setStep] = useState<'none' | 'asking' | 'revoked'>('none');
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">{es.printedForm.links}</h2>
      <p className="soft">{es.printedForm.linksText}</p>
      <Done>{step === 'revoked' ? es.printedForm.revoked : undefined}</Done>
      <div className="actions">
        <Button kind="danger" onPress={() => setStep('asking')}>
          {es.printedForm.revoke}
        </Button>
      </div>
      {step === 'asking' ? (
        <Confirm companyId={companyId} onDone={() => setStep('revoked')} onClose={() => setStep('none')} />
      ) : null}
    </section>
  );
}

interface ConfirmProps extends CompanyProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Confirm({ companyId, onDone, onClose }: ConfirmProps) {
  const form = useForm({ start: {}, send: () => revokeLinks(companyId), done: onDone });
  const { revoke, revokeWarning } = es.printedForm;
  return (
    <FormDialog title={revoke} onClose={onClose} form={form} submit={revoke} kind="danger">
      <Notice tone="warn">{revokeWarning}</Notice>
    </FormDialog>
  );
}

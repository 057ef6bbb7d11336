/** Ends all links that buyers have, after the person confirms. */
import { useState } from 'react';
import { revokeLinks } from '../../api/printed-form.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { FormDialog } from '../../parts/form.js';
import { Done, Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/use-form.js';

export function RevokeLinks({ companyId }: { readonly companyId: number }) {
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

interface ConfirmProps {
  readonly companyId: number;
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

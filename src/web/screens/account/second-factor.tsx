/** The second factor of the person: activates it, or moves it to another telephone. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmReplacement, recoveryCodesQuery, sessionQuery, startReplacement } from '../../api/session.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Notice } from '../../parts/notice.js';
import { ConfirmAuthenticator, EnrolSecondFactor, RecoveryCodes } from '../login/enrol-second-factor.js';
import { PresentCodeForm } from './present-code-form.js';

type Step = 'start' | 'enrol' | 'replace' | 'replaced';

export function SecondFactor({ active }: { readonly active: boolean }) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('start');
  const enrolled = () => {
    setStep('start');
    return queries.invalidateQueries(sessionQuery);
  };
  return (
    <section className="card narrow" aria-labelledby="second-factor">
      <header>
        <h2 id="second-factor">{es.account.secondFactor}</h2>
        <Badge tone={active ? 'good' : 'warn'}>{active ? es.account.on : es.account.off}</Badge>
      </header>
      <p className="soft">{es.account.why}</p>
      {step === 'replaced' ? (
        <Notice tone="good" urgent>
          {es.account.replaced}
        </Notice>
      ) : null}
      {step === 'enrol' ? (
        <EnrolSecondFactor onDone={enrolled} onCancel={() => setStep('start')} />
      ) : step === 'replace' ? (
        <Replace onDone={() => setStep('replaced')} onCancel={() => setStep('start')} />
      ) : (
        <div>
          <Button
            kind={active ? 'plain' : 'primary'}
            // The step remembers the choice, because `active` may change before the person has seen the recovery codes.
            onPress={() => setStep(active ? 'replace' : 'enrol')}
          >
            {active ? es.account.replace : es.account.enable}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ReplaceProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function Replace({ onDone, onCancel }: ReplaceProps) {
  const queries = useQueryClient();
  const [begun, setBegun] = useState<{ readonly uri: string; readonly secret: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun === undefined)
    return (
      <PresentCodeForm
        text={es.account.replaceText}
        send={startReplacement}
        onDone={setBegun}
        onCancel={onCancel}
      />
    );
  return (
    <ConfirmAuthenticator
      {...begun}
      title={es.account.newTitle}
      confirm={confirmReplacement}
      onCancel={onCancel}
      onCodes={(made) => {
        setCodes(made);
        void queries.invalidateQueries(recoveryCodesQuery);
      }}
    />
  );
}

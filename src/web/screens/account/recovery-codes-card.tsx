/** How many recovery codes are left, and new ones. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recoveryCodesQuery, renewRecoveryCodes } from '../../api/session.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { RecoveryCodes } from '../login/enrol-second-factor.js';
import { PresentCodeForm } from './present-code-form.js';

/** With fewer codes than this, the page suggests new ones. */
const fewCodes = 4;

type Step = 'start' | 'form' | 'renewed' | readonly string[];

export function RecoveryCodesCard() {
  const queries = useQueryClient();
  const count = useQuery(recoveryCodesQuery);
  const [step, setStep] = useState<Step>('start');
  return (
    <section className="card narrow" aria-labelledby="recovery-codes">
      <header>
        <h2 id="recovery-codes">{es.account.recovery}</h2>
        <Loaded query={count}>
          {({ left }) => <Badge tone={left < fewCodes ? 'warn' : 'plain'}>{es.account.left(left)}</Badge>}
        </Loaded>
      </header>
      <p className="soft">{es.account.recoveryText}</p>
      {step === 'renewed' ? (
        <Notice tone="good" urgent>
          {es.account.renewed}
        </Notice>
      ) : null}
      {step === 'form' ? (
        <PresentCodeForm
          text={es.account.renewText}
          send={renewRecoveryCodes}
          onDone={({ recoveryCodes }) => {
            setStep(recoveryCodes);
            void queries.invalidateQueries(recoveryCodesQuery);
          }}
          onCancel={() => setStep('start')}
        />
      ) : typeof step === 'object' ? (
        <RecoveryCodes codes={step} onDone={() => setStep('renewed')} />
      ) : (
        <div>
          <Button onPress={() => setStep('form')}>{es.account.renew}</Button>
        </div>
      )}
    </section>
  );
}

/** The second factor of the person: activates it, moves it to another telephone, and makes new recovery codes. */
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmReplacement,
  recoveryCodesQuery,
  sessionQuery,
  startReplacement,
  renewRecoveryCodes,
} from '../../api/session.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { ConfirmAuthenticator, EnrolSecondFactor, RecoveryCodes } from './enrol-second-factor.js';
import { CodeForm, type CodeFormProps } from './login-form.js';

export function SecondFactor({ active }: { readonly active: boolean }) {
  const queries = useQueryClient();
  const [step, setStep] = useState<'start' | 'enrol' | 'replace' | 'replaced'>('start');
  // The session is read again only when the person has kept the recovery codes, which would be gone with another page.
  const [isMade, setMade] = useState(false);
  const isOn = active || isMade;
  const enrolled = () => {
    setStep('start');
    return queries.invalidateQueries(sessionQuery);
  };
  return (
    <section className="card narrow" aria-labelledby="second-factor">
      <header>
        <h2 id="second-factor">{es.account.secondFactor}</h2>
        <Badge tone={isOn ? 'good' : 'warn'}>{isOn ? es.account.on : es.account.off}</Badge>
      </header>
      <p className="soft">{es.account.why}</p>
      {step === 'replaced' ? (
        <Notice tone="good" urgent>
          {es.account.replaced}
        </Notice>
      ) : null}
      {step === 'enrol' ? (
        <EnrolSecondFactor
          onDone={enrolled}
          onCodes={() => setMade(true)}
          onCancel={() => setStep('start')}
        />
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

const fewCodes = 4;

export function RecoveryCodesCard() {
  const queries = useQueryClient();
  const count = useQuery(recoveryCodesQuery);
  const [step, setStep] = useState<'start' | 'form' | 'renewed' | readonly string[]>('start');
  return (
    <section className="card narrow" aria-labelledby="recovery-codes">
      <header>
        <h2 id="recovery-codes">{es.account.recovery}</h2>
        <Loaded query={count} undated>
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

interface PresentCodeProps<Output> extends Pick<CodeFormProps<Output>, 'send' | 'onDone' | 'onCancel'> {
  readonly text: string;
}

const ofPresent = { label: es.account.presentCode, hint: es.account.presentCodeHint, autoFocus: true };

function PresentCodeForm<Output>({ text, ...form }: PresentCodeProps<Output>) {
  return (
    <CodeForm submit={es.account.go} field={ofPresent} {...form}>
      <p>{text}</p>
    </CodeForm>
  );
}

/** Turns on the second factor: shows picture and secret, asks for a code that proves it works, then shows the recovery codes once. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSessionRenewals } from '../../api/session-lost.js';
import { confirmTotp, startTotp } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { TextField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { QrPicture } from '../../parts/qr-picture.js';
import { useForm } from '../../parts/use-form.js';

interface DoneProps {
  readonly onDone: () => unknown;
}

interface EnrolProps extends DoneProps {
  /** Called when the recovery codes appear. */
  readonly onCodes?: (() => void) | undefined;
  /** Without it the person has no way around the second factor. */
  readonly onCancel?: () => void;
}

export function EnrolSecondFactor({ onDone, onCodes, ...confirm }: EnrolProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (made: readonly string[]) => {
    setCodes(made);
    onCodes?.();
  };
  return codes === undefined ? (
    <Confirm {...confirm} onCodes={show} />
  ) : (
    <RecoveryCodes codes={codes} onDone={onDone} />
  );
}

interface RecoveryProps extends DoneProps {
  readonly codes: readonly string[];
}

export function RecoveryCodes({ codes, onDone }: RecoveryProps) {
  return (
    <div className="form">
      <h2>{es.login.recoveryTitle}</h2>
      <p>{es.login.recoveryText}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Copy text={codes.join('\n')} />
        <Button kind="primary" onPress={() => void onDone()}>
          {es.login.recoveryDone}
        </Button>
      </div>
    </div>
  );
}

function Confirm(props: Pick<ConfirmProps, 'onCancel' | 'onCodes'>) {
  const renewals = useSessionRenewals();
  const [renewalsAtStart] = useState(renewals);
  // A second request makes another secret. So `static`: a touch after a while, which repeats all queries, does not repeat this one. But a
  // new session does not know the secret and would refuse every code of it. So the key has the renewals, and the page gets another secret.
  const started = useQuery({
    queryKey: ['totp', renewals],
    queryFn: startTotp,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Loaded query={started}>
      {(begun) => (
        <>
          {renewals === renewalsAtStart ? null : (
            <Notice tone="warn" urgent>
              {es.login.enrolAgain}
            </Notice>
          )}
          <ConfirmAuthenticator {...begun} title={es.login.enrolTitle} confirm={confirmTotp} {...props} />
        </>
      )}
    </Loaded>
  );
}

interface ConfirmProps {
  readonly uri: string;
  readonly secret: string;
  readonly title: string;
  readonly confirm: (code: string) => Promise<{ readonly recoveryCodes: readonly string[] }>;
  readonly onCancel?: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the secret of a new authenticator, and asks for a code that proves it works. */
export function ConfirmAuthenticator({ uri, secret, title, confirm, onCancel, onCodes }: ConfirmProps) {
  const form = useForm({
    start: { code: '' },
    send: ({ code }) => confirm(code.trim()),
    done: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <Form form={form} submit={es.login.codeSubmit} {...(onCancel === undefined ? {} : { onCancel })}>
      <h2>{title}</h2>
      <p>{es.login.enrolText}</p>
      <QrPicture text={uri} label={`${es.login.secret}: ${secret}`} />
      <Notice tone="plain" title={es.login.secret}>
        <code>{secret}</code> <Copy text={secret} />
      </Notice>
      <TextField
        label={es.login.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
    </Form>
  );
}

/** Turns on the second factor: asks for the password, shows picture and secret, asks for a code that proves it works, then shows the recovery codes once. */
import { useState } from 'react';
import { useSessionRenewals } from '../../api/session-lost.js';
import { confirmTotp, startTotp } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { QrPicture } from '../../parts/qr-picture.js';
import { useForm } from '../../parts/form/use-form.js';
import { OwnPasswordForm } from './own-password.js';

interface DoneProps {
  readonly onDone: () => unknown;
}

interface EnrolProps extends DoneProps {
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

interface Begun {
  readonly uri: string;
  readonly secret: string;
  readonly renewals: number;
}

/** Asks for the password, so that somebody who has taken over the session cannot activate a second factor of their own. */
function Confirm(props: Pick<ConfirmProps, 'onCancel' | 'onCodes'>) {
  const renewals = useSessionRenewals();
  const [begun, setBegun] = useState<Begun>();
  // A new session does not know the secret and would refuse every code of it. So the page begins again.
  const isOver = begun !== undefined && begun.renewals !== renewals;
  if (begun !== undefined && !isOver)
    return (
      <ConfirmAuthenticator
        uri={begun.uri}
        secret={begun.secret}
        title={es.login.enrolTitle}
        confirm={confirmTotp}
        {...props}
      />
    );
  return (
    <OwnPasswordForm
      send={startTotp}
      onDone={(made) => setBegun({ ...made, renewals })}
      onCancel={props.onCancel}
    >
      <h2>{es.login.enrolTitle}</h2>
      {isOver ? (
        <Notice tone="warn" urgent>
          {es.login.enrolAgain}
        </Notice>
      ) : null}
      <p>{es.login.enrolPassword}</p>
    </OwnPasswordForm>
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

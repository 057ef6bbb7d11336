/** Turning on the second factor: picture and secret, a code to prove that it works, then the recovery codes, once. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { confirmTotp, startTotp } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { TextField } from '../../parts/field.js';
import { Loading, Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';

const QrPicture = lazy(async () => ({ default: (await import('../../parts/qr-picture.js')).QrPicture }));

interface EnrolProps {
  readonly onDone: () => unknown;
}

export function EnrolSecondFactor({ onDone }: EnrolProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  return codes === undefined ? (
    <Confirm onCodes={setCodes} />
  ) : (
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

function Confirm({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  // The secret is asked for once; asking again would make another one.
  const started = useQuery({
    queryKey: ['totp'],
    queryFn: startTotp,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [code, setCode] = useState('');
  const submit = useAction(
    () => confirmTotp(code.trim()),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  if (started.isPending) return <Loading />;
  if (started.isError) return <Problem error={started.error} />;
  const { uri, secret } = started.data;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit.run(undefined);
      }}
    >
      <h2>{es.login.enrolTitle}</h2>
      <p>{es.login.enrolText}</p>
      <Suspense fallback={<Loading />}>
        <QrPicture text={uri} label={`${es.login.secret}: ${secret}`} />
      </Suspense>
      <Notice tone="plain" title={es.login.secret}>
        <code>{secret}</code> <Copy text={secret} />
      </Notice>
      <TextField
        label={es.login.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={setCode}
        error={submit.errorAt('code')}
      />
      {submit.errorBeside('code') === undefined ? null : <Problem error={submit.error} />}
      <Button kind="primary" type="submit" pending={submit.pending}>
        {es.login.codeSubmit}
      </Button>
    </form>
  );
}

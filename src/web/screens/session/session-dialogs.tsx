/** Dialogs about the session, above any page: log in again after the session is lost, and give a fresh code or the password again. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { isSessionLost, reportSessionLost, useSessionLost } from '../../api/session-lost.js';
import { announceSession, watchSession } from '../../api/shown-person.js';
import { askForSession, sendFreshCode, sendFreshPassword, sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { FreshProof, type Proof } from '../../parts/use-action.js';
import { CodeForm, LoginForm } from './login-form.js';
import { OwnPasswordForm } from './own-password.js';

export function LostSession({ email }: { readonly email: string }) {
  const lost = useSessionLost();
  const queries = useQueryClient();
  const areCodesShown = useRef(false);
  const resume = useCallback(async () => {
    // Read the session first. If another person logged in, the page of the first person then goes away with its queries. If the session
    // cannot be read, the dialog stays.
    await queries.query({ ...sessionQuery, staleTime: 0 });
    areCodesShown.current = false;
    reportSessionLost(false);
    await queries.invalidateQueries();
  }, [queries]);
  useEffect(() => {
    // All tabs share the session, so a login in another tab is this one's, too. But recovery codes show only once.
    const follow = async () => {
      if (!isSessionLost() || typeof (await askForSession()) === 'string' || areCodesShown.current) return;
      await resume();
    };
    // Without an answer the dialog stays, and the person can log in here.
    return watchSession(() => void follow().catch(() => undefined));
  }, [resume]);
  return (
    <Dialog title={es.login.sessionLost} open={lost} onClose={() => undefined} firm>
      <p>{es.login.sessionLostText}</p>
      <LoginForm
        email={email}
        onCodes={() => {
          areCodesShown.current = true;
        }}
        onDone={() => resume().then(announceSession)}
      />
    </Dialog>
  );
}

export function FreshProofProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState<Proof>();
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const ask = useCallback((proof: Proof) => {
    setWanted(proof);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const end = (confirmed: boolean) => {
    setWanted(undefined);
    // The cookie of the other tabs is another one now. A tab whose request came too early shows its page again.
    if (confirmed) announceSession();
    answer.current?.(confirmed);
  };
  const buttons = { onDone: () => end(true), onCancel: () => end(false) };
  return (
    <FreshProof value={ask}>
      {children}
      <Dialog title={es.login.freshTitle} open={wanted !== undefined} onClose={() => end(false)}>
        {wanted === 'password' ? (
          <OwnPasswordForm send={sendFreshPassword} {...buttons}>
            <p>{es.login.freshPasswordText}</p>
          </OwnPasswordForm>
        ) : (
          <CodeForm send={sendFreshCode} {...buttons}>
            <p>{es.login.freshText}</p>
          </CodeForm>
        )}
      </Dialog>
    </FreshProof>
  );
}

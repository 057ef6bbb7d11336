/** Dialogs about the session, above any page: log in again after the session is lost, and enter a fresh code of the second factor. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { reportSessionLost, useSessionLost } from '../../api/session-lost.js';
import { announceSession } from '../../api/shown-person.js';
import { sendFreshCode, sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { FreshCode } from '../../parts/use-action.js';
import { CodeForm, LoginForm } from './login-form.js';

export function LostSession({ email }: { readonly email: string }) {
  const lost = useSessionLost();
  const queries = useQueryClient();
  const resume = async () => {
    // Read the session first. If another person logged in, the page of the first person then goes away with its queries. If the session
    // cannot be read, the dialog stays.
    await queries.query({ ...sessionQuery, staleTime: 0 });
    reportSessionLost(false);
    announceSession();
    await queries.invalidateQueries();
  };
  return (
    <Dialog title={es.login.sessionLost} open={lost} onClose={() => undefined} firm>
      <p>{es.login.sessionLostText}</p>
      <LoginForm email={email} onDone={resume} />
    </Dialog>
  );
}

export function FreshCodeProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const ask = useCallback(() => {
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const end = (confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
  };
  return (
    <FreshCode value={ask}>
      {children}
      <Dialog title={es.login.freshTitle} open={open} onClose={() => end(false)}>
        <CodeForm send={sendFreshCode} onDone={() => end(true)} onCancel={() => end(false)}>
          <p>{es.login.freshText}</p>
        </CodeForm>
      </Dialog>
    </FreshCode>
  );
}

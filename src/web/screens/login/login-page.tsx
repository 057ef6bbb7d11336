/** The login page. The browser keeps its address, so a link to a page inside opens that page after the login. */
import { useQueryClient } from '@tanstack/react-query';
import { reportSessionLost } from '../../api/session-lost.js';
import { sessionQuery, type LoginStage } from '../../api/session.js';
import { es } from '../../es.js';
import { useTitle } from '../../parts/page.js';
import { LoginForm } from './login-form.js';

export function LoginPage({ stage }: { readonly stage: LoginStage }) {
  useTitle(es.login.title);
  const queries = useQueryClient();
  const enter = () => {
    // A code that came too late was refused for want of a session.
    reportSessionLost(false);
    return queries.invalidateQueries(sessionQuery);
  };
  return (
    <main className="outside">
      <div className="card">
        <p className="brand">{es.product}</p>
        <h1>{es.login.title}</h1>
        <LoginForm stage={stage} onDone={enter} />
      </div>
    </main>
  );
}

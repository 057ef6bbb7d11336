/** A person's own account: the second factor. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Page } from '../../parts/page.js';
import { useSession } from '../../shell/use-session.js';
import { EnrolSecondFactor } from './enrol-second-factor.js';

export function AccountPage() {
  const { person } = useSession();
  const queries = useQueryClient();
  const [enrolling, setEnrolling] = useState(false);
  const done = () => {
    setEnrolling(false);
    return queries.invalidateQueries(sessionQuery);
  };
  return (
    <Page title={es.nav.account} intro={`${person.name} · ${person.email}`}>
      <section className="card narrow" aria-labelledby="second-factor">
        <header>
          <h2 id="second-factor">{es.account.secondFactor}</h2>
          <Badge tone={person.secondFactor ? 'good' : 'warn'}>
            {person.secondFactor ? es.account.on : es.account.off}
          </Badge>
        </header>
        <p className="soft">{es.account.why}</p>
        {enrolling ? <EnrolSecondFactor onDone={done} /> : null}
        {enrolling || person.secondFactor ? null : (
          <div>
            <Button kind="primary" onPress={() => setEnrolling(true)}>
              {es.account.enable}
            </Button>
          </div>
        )}
      </section>
    </Page>
  );
}

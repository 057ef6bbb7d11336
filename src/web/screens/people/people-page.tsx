/** The people of a company: roles, second factor, sessions, invitations. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { Invitations } from './invitations.js';
import { Invite } from './invite.js';
import { PersonActions } from './person-actions.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/personas');

export function Screen() {
  const { companyId } = route.useParams();
  const people = useQuery(peopleQuery(companyId));
  const [inviting, setInviting] = useState(false);
  const mayInvite = useMay('people', companyId);
  return (
    <Page
      title={es.nav.people}
      intro={es.people.intro}
      actions={
        mayInvite ? (
          <Button kind="primary" onPress={() => setInviting(true)}>
            {es.people.invite}
          </Button>
        ) : null
      }
    >
      <Loaded query={people}>
        {({ items, invitations }) => (
          <>
            <Table
              label={es.nav.people}
              rows={items}
              keyOf={({ personId }) => personId}
              columns={[
                [
                  es.people.person,
                  ({ name, email }) => (
                    <>
                      {name}
                      <div className="soft">{email}</div>
                    </>
                  ),
                ],
                [es.people.role, ({ role }) => es.roles[role]],
                [es.account.secondFactor, ({ secondFactor }) => <SecondFactorBadge on={secondFactor} />],
                [es.master.actions, (person) => <PersonActions companyId={companyId} person={person} />],
              ]}
            />
            {invitations.length === 0 ? null : (
              <Invitations companyId={companyId} invitations={invitations} />
            )}
          </>
        )}
      </Loaded>
      {inviting ? <Invite companyId={companyId} onClose={() => setInviting(false)} /> : null}
    </Page>
  );
}

function SecondFactorBadge({ on }: { readonly on: boolean }) {
  return <Badge tone={on ? 'good' : 'plain'}>{on ? es.account.on : es.account.off}</Badge>;
}

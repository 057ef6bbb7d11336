/** The people of a company: roles, second factor, sessions, invitations. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyPerson } from '../../api/answers.js';
import { peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded } from '../../parts/loaded.js';
import { Cell, Page, Row, RowHead, Table } from '../../parts/page.js';
import { Invitations } from './invitations.js';
import { Invite } from './invite.js';
import { PersonActions } from './person-actions.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/personas');

export function PeoplePage() {
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
              heads={[es.people.person, es.people.role, es.account.secondFactor, es.master.actions]}
            >
              {items.map((person) => (
                <PersonRow key={person.personId} companyId={companyId} person={person} />
              ))}
            </Table>
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

interface RowProps {
  readonly companyId: number;
  readonly person: CompanyPerson;
}

function PersonRow({ companyId, person }: RowProps) {
  return (
    <Row>
      <RowHead>
        {person.name}
        <div className="soft">{person.email}</div>
      </RowHead>
      <Cell>{es.roles[person.role]}</Cell>
      <Cell>
        <Badge tone={person.secondFactor ? 'good' : 'plain'}>
          {person.secondFactor ? es.account.on : es.account.off}
        </Badge>
      </Cell>
      <Cell>
        <PersonActions companyId={companyId} person={person} />
      </Cell>
    </Row>
  );
}

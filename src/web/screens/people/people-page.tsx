/** The people of a company: roles, second factor, sessions, invitations. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyPerson, Role } from '../../api/answers.js';
import { changeRole, endSessions, invitePerson, peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Loading, Notice, Problem } from '../../parts/notice.js';
import { Page, ScrollTable } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';
import { PersonActions } from './person-actions.js';

const route = getRouteApi('/frame/empresas/$companyId/personas');

export function PeoplePage() {
  const { companyId } = route.useParams();
  const people = useQuery(peopleQuery(companyId));
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title={es.nav.people}
      intro={es.people.intro}
      actions={
        <Button kind="primary" onPress={() => setInviting(true)}>
          {es.people.invite}
        </Button>
      }
    >
      {people.isPending ? <Loading /> : null}
      {people.isError ? <Problem error={people.error} onRetry={() => void people.refetch()} /> : null}
      {people.data === undefined ? null : (
        <ScrollTable label={es.nav.people}>
          <thead>
            <tr>
              <th scope="col">{es.people.person}</th>
              <th scope="col">{es.people.role}</th>
              <th scope="col">{es.account.secondFactor}</th>
              <th scope="col" className="number">
                {es.people.sessions}
              </th>
              <th scope="col">{es.master.actions}</th>
            </tr>
          </thead>
          <tbody>
            {people.data.map((person) => (
              <PersonRow key={person.personId} companyId={companyId} person={person} />
            ))}
          </tbody>
        </ScrollTable>
      )}
      {inviting ? <Invite companyId={companyId} onClose={() => setInviting(false)} /> : null}
    </Page>
  );
}

interface RowProps {
  readonly companyId: number;
  readonly person: CompanyPerson;
}

function PersonRow({ companyId, person }: RowProps) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(peopleQuery(companyId));
  const end = useAction(() => endSessions(companyId, person.personId).then(() => true), refresh);
  const change = useAction(
    (role: Role | null) => changeRole(companyId, person.personId, role).then(() => true),
    refresh,
  );
  return (
    <tr>
      <th scope="row">
        {person.name ?? person.email}
        {person.name === null ? null : <div className="soft">{person.email}</div>}
        {person.invited ? <Badge tone="info">{es.people.invited}</Badge> : null}
      </th>
      <td>{es.roles[person.role]}</td>
      <td>
        <Badge tone={person.secondFactor ? 'good' : 'plain'}>
          {person.secondFactor ? es.account.on : es.account.off}
        </Badge>
      </td>
      <td className="number">{person.sessions}</td>
      <td>
        <PersonActions person={person} end={end} change={change} />
      </td>
    </tr>
  );
}

const roles = (['administrador', 'operador', 'consulta'] as const).map(
  (role) => [role, `${es.roles[role]}: ${es.roleHints[role]}`] as const,
);
type Invitable = (typeof roles)[number][0];

function Invite({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Invitable>('consulta');
  const [link, setLink] = useState<string>();
  const invite = useAction(
    () => invitePerson(companyId, { email: email.trim(), role }),
    async ({ invitationUrl }) => {
      setLink(new URL(invitationUrl, location.origin).href);
      await queries.invalidateQueries(peopleQuery(companyId));
    },
  );
  return (
    <Dialog title={es.people.invite} open onClose={onClose}>
      {link === undefined ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void invite.run(undefined);
          }}
        >
          <TextField
            label={es.login.email}
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={setEmail}
            error={invite.errorAt('email')}
          />
          <SelectField
            label={es.people.role}
            options={roles}
            value={role}
            onChange={(value) => setRole(value === '' ? role : value)}
            error={invite.errorAt('role')}
          />
          {invite.errorBeside('email', 'role') === undefined ? null : <Problem error={invite.error} />}
          <div className="actions">
            <Button kind="primary" type="submit" pending={invite.pending}>
              {es.people.invite}
            </Button>
            <Button onPress={onClose}>{es.actions.cancel}</Button>
          </div>
        </form>
      ) : (
        <>
          <Notice tone="good" title={es.people.linkTitle} urgent>
            <p>{es.people.linkText}</p>
            <p>
              <code className="wrap">{link}</code>
            </p>
          </Notice>
          <div className="actions">
            <Copy text={link} />
            <Button onPress={onClose}>{es.actions.close}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

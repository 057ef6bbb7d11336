/** The people of a company: roles, second factor, sessions, invitations. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { LeftBehind as Left, OpenInvitation } from '../../api/answers.js';
import { mailInvitation, peopleQuery, withdrawInvitation } from '../../api/companies.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Problem } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';
import { when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { Invite } from './invite.js';
import { isWorthShowing, LeftBehind } from './left-behind.js';
import { PersonActions } from './person-actions.js';

const route = getRouteApi('/frame/empresas/$companyId/personas');

export function Screen() {
  const { companyId } = route.useParams();
  const people = useQuery(peopleQuery(companyId));
  const [inviting, setInviting] = useState(false);
  const [left, setLeft] = useState<{ readonly name: string; readonly left: Left }>();
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
            <Rows rows={items} empty={es.people.empty}>
              {(rows) => (
                <Table
                  label={es.nav.people}
                  rows={rows}
                  keyOf={({ personId }) => personId}
                  columns={[
                    [
                      es.people.person,
                      ({ name, email, invitedBy }) => (
                        <>
                          {name}
                          <div className="soft">{email}</div>
                          {invitedBy === null ? null : (
                            <div className="small soft">{es.people.invitedBy(invitedBy)}</div>
                          )}
                        </>
                      ),
                    ],
                    [es.people.role, ({ role }) => es.roles[role]],
                    [es.account.secondFactor, ({ secondFactor }) => <SecondFactorBadge on={secondFactor} />],
                    [
                      es.master.actions,
                      (person) => (
                        <PersonActions
                          companyId={companyId}
                          person={person}
                          onLeft={(found) => {
                            if (isWorthShowing(found)) setLeft({ name: person.name, left: found });
                          }}
                        />
                      ),
                    ],
                  ]}
                />
              )}
            </Rows>
            {invitations.length === 0 ? null : (
              <Invitations companyId={companyId} invitations={invitations} />
            )}
          </>
        )}
      </Loaded>
      {left === undefined ? null : <LeftBehind {...left} onClose={() => setLeft(undefined)} />}
      {inviting ? <Invite companyId={companyId} onClose={() => setInviting(false)} /> : null}
    </Page>
  );
}

function SecondFactorBadge({ on }: { readonly on: boolean }) {
  return <Badge tone={on ? 'good' : 'plain'}>{on ? es.account.on : es.account.off}</Badge>;
}

interface InvitationsProps {
  readonly companyId: number;
  readonly invitations: readonly OpenInvitation[];
}

function Invitations({ companyId, invitations }: InvitationsProps) {
  const queries = useQueryClient();
  const withdraw = useAction(
    (invitationId: string) => withdrawInvitation(companyId, invitationId),
    () => queries.invalidateQueries(peopleQuery(companyId)),
  );
  const again = useAction(
    (invitationId: string) => mailInvitation(companyId, invitationId),
    () => queries.invalidateQueries(peopleQuery(companyId)),
  );
  // Where no invitation was ever mailed, the service sends no mail.
  const mailed = invitations.some(({ mail }) => mail !== null);
  return (
    <section className="card" aria-labelledby="invitations">
      <h2 id="invitations">{es.people.invitations}</h2>
      <Problem error={withdraw.error ?? again.error} />
      <Table
        label={es.people.invitations}
        rows={invitations}
        {...(mailed && { widthRem: 58 })}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          [
            es.login.email,
            ({ email, invitedBy }) => (
              <>
                {email}
                {invitedBy === null ? null : (
                  <div className="small soft">{es.people.invitedBy(invitedBy)}</div>
                )}
              </>
            ),
          ],
          [es.people.role, ({ role }) => es.roles[role]],
          [es.master.expires, ({ expiresAt }) => when(expiresAt), 'nowrap'],
          ...(mailed
            ? [[es.people.mail, ({ mail }: OpenInvitation) => <MailState mail={mail} />] as const]
            : []),
          [
            es.master.actions,
            ({ invitationId, email }) => (
              <>
                {mailed ? (
                  <Button
                    small
                    label={`${es.people.mailAgain}: ${email}`}
                    pending={again.pending}
                    onPress={() => void again.run(invitationId)}
                  >
                    {es.people.mailAgain}
                  </Button>
                ) : null}
                <Button
                  small
                  kind="danger"
                  label={`${es.people.withdraw}: ${email}`}
                  pending={withdraw.pending}
                  onPress={() => void withdraw.run(invitationId)}
                >
                  {es.people.withdraw}
                </Button>
              </>
            ),
          ],
        ]}
      />
    </section>
  );
}

const mailTones = { queued: 'info', sending: 'info', sent: 'good', failed: 'bad' } as const;

function MailState({ mail }: Pick<OpenInvitation, 'mail'>) {
  if (mail === null) return es.people.noMail;
  const { state, code, at } = mail;
  return (
    <>
      <Badge tone={mailTones[state]}>{es.people.mailStates[state]}</Badge>
      <div className="small soft">{when(at)}</div>
      {code === null ? null : <div className="small soft">{es.people.mailCode(code)}</div>}
    </>
  );
}

/** Invitations whose link nobody has used yet. */
import { useQueryClient } from '@tanstack/react-query';
import type { OpenInvitation } from '../../api/answers.js';
import { peopleQuery, withdrawInvitation } from '../../api/company.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { when } from '../../shared/format.js';
import { Problem } from '../../parts/notice.js';
import { Table } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';

interface InvitationsProps {
  readonly companyId: number;
  readonly invitations: readonly OpenInvitation[];
}

export function Invitations({ companyId, invitations }: InvitationsProps) {
  const queries = useQueryClient();
  const withdraw = useAction(
    (invitationId: string) => withdrawInvitation(companyId, invitationId),
    () => queries.invalidateQueries(peopleQuery(companyId)),
  );
  return (
    <section className="card" aria-labelledby="invitations">
      <h2 id="invitations">{es.people.invitations}</h2>
      {withdraw.error === undefined ? null : <Problem error={withdraw.error} />}
      <Table
        label={es.people.invitations}
        rows={invitations}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          [es.login.email, ({ email }) => email],
          [es.people.role, ({ role }) => es.roles[role]],
          [es.people.expires, ({ expiresAt }) => when(expiresAt), 'nowrap'],
          [
            es.master.actions,
            ({ invitationId, email }) => (
              <Button
                small
                kind="danger"
                label={`${es.people.withdraw}: ${email}`}
                pending={withdraw.pending}
                onPress={() => void withdraw.run(invitationId)}
              >
                {es.people.withdraw}
              </Button>
            ),
          ],
        ]}
      />
    </section>
  );
}

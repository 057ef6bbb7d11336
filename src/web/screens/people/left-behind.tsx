/** What a person made in the company before losing rights, for the remaining administrators to decide. */
import type { LeftBehind as Left } from '../../api/answers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { FactList } from '../../parts/page.js';

interface LeftBehindProps {
  readonly name: string;
  readonly left: Left;
  readonly onClose: () => void;
}

export function isWorthShowing({ invitationsWithdrawn, users, keys, people, certificates }: Left): boolean {
  return invitationsWithdrawn + users.length + keys.length + people.length + certificates.length > 0;
}

export function LeftBehind({ name, left, onClose }: LeftBehindProps) {
  const { invitationsWithdrawn, users, keys, people, certificates } = left;
  const listed = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join(', '));
  return (
    <Dialog title={es.people.leftTitle(name)} open onClose={onClose}>
      <p>{es.people.leftText}</p>
      <FactList
        facts={[
          [es.people.leftInvitations, invitationsWithdrawn === 0 ? null : String(invitationsWithdrawn)],
          [
            es.people.leftUsers,
            listed(
              users.map(({ usuario, disabled }) => (disabled ? es.people.leftDisabled(usuario) : usuario)),
            ),
          ],
          [es.people.leftKeys, listed(keys.map(({ name, shown }) => `${name} (${shown})`))],
          [es.people.leftPeople, listed(people.map(({ email }) => email))],
          [es.people.leftCertificates, listed(certificates)],
        ]}
      />
      <div className="actions">
        <Button onPress={onClose}>{es.actions.close}</Button>
      </div>
    </Dialog>
  );
}

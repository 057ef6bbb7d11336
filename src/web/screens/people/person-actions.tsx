/** What an administrator may do with one person: another role, no role, end the sessions. */
import { useState } from 'react';
import type { CompanyPerson, Role } from '../../api/answers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField } from '../../parts/field.js';
import { Problem } from '../../parts/notice.js';
import type { Action } from '../../parts/use-action.js';

interface ActionsProps {
  readonly person: CompanyPerson;
  readonly end: Action<undefined>;
  readonly change: Action<Role | null>;
}

const roles = (['administrador', 'operador', 'consulta'] as const).map(
  (role) => [role, es.roles[role]] as const,
);

export function PersonActions({ person, end, change }: ActionsProps) {
  const [open, setOpen] = useState(false);
  const [role, setRole] = useState(person.role);
  const name = person.name;
  const send = async (wanted: Role | null) => {
    if (await change.run(wanted)) setOpen(false);
  };
  return (
    <>
      <div className="actions">
        <Button small label={`${es.people.changeRole}: ${name}`} onPress={() => setOpen(true)}>
          {es.people.changeRole}
        </Button>
        <Button
          small
          label={`${es.people.endSessions}: ${name}`}
          pending={end.pending}
          onPress={() => void end.run(undefined)}
        >
          {es.people.endSessions}
        </Button>
      </div>
      {end.error === undefined ? null : <Problem error={end.error} />}
      <Dialog title={`${es.people.changeRole}: ${name}`} open={open} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void send(role);
          }}
        >
          <SelectField
            label={es.people.role}
            options={roles}
            value={role}
            onChange={(value) => setRole(value === '' ? role : value)}
            error={change.errorAt('role')}
          />
          {change.errorBeside('role') === undefined ? null : <Problem error={change.error} />}
          <div className="actions">
            <Button kind="primary" type="submit" pending={change.pending}>
              {es.actions.save}
            </Button>
            <Button kind="danger" pending={change.pending} onPress={() => void send(null)}>
              {es.people.remove}
            </Button>
            <Button onPress={() => setOpen(false)}>{es.actions.cancel}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

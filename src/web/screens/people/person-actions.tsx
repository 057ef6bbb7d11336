/** What an administrator may do to one person: give another role, take the role away, end the sessions. */
import { useState } from 'react';
import type { CompanyPerson, LeftBehind } from '../../api/answers.js';
import { changeRole, endSessions, peopleQuery } from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, SelectField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { useForm } from '../../parts/form/use-form.js';

interface ActionsProps {
  readonly companyId: number;
  readonly person: CompanyPerson;
  readonly onLeft: (left: LeftBehind) => void;
}

export function PersonActions({ companyId, person, onLeft }: ActionsProps) {
  const [changing, setChanging] = useState(false);
  const [ended, setEnded] = useState(false);
  const end = useAction(
    () => endSessions(companyId, person.personId),
    () => setEnded(true),
  );
  return (
    <>
      <div className="actions">
        <Button small label={`${es.people.changeRole}: ${person.name}`} onPress={() => setChanging(true)}>
          {es.people.changeRole}
        </Button>
        <Button
          small
          label={`${es.people.endSessions}: ${person.name}`}
          pending={end.pending}
          onPress={() => {
            setEnded(false);
            void end.run(undefined);
          }}
        >
          {es.people.endSessions}
        </Button>
      </div>
      {ended ? (
        <p className="small" role="status">
          {es.people.sessionsEnded}
        </p>
      ) : null}
      <Problem error={end.error} />
      {changing ? (
        <ChangeRole
          companyId={companyId}
          person={person}
          onLeft={onLeft}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </>
  );
}

function ChangeRole({ companyId, person, onLeft, onClose }: ActionsProps & { readonly onClose: () => void }) {
  const form = useForm({
    start: { role: person.role, remove: false },
    send: ({ role, remove }) => changeRole(companyId, person.personId, remove ? null : role),
    // The session too: the person may have changed their own role.
    refreshes: [peopleQuery(companyId), sessionQuery],
    done: ({ left }) => {
      onClose();
      if (left !== null) onLeft(left);
    },
  });
  const { remove } = form.values;
  return (
    <FormDialog
      title={`${remove ? es.people.remove : es.people.changeRole}: ${person.name}`}
      form={form}
      submit={remove ? es.people.remove : es.actions.save}
      kind={remove ? 'danger' : 'primary'}
      onClose={onClose}
    >
      {remove ? null : (
        <SelectField
          label={es.people.role}
          options={es.companyRoles}
          hint={es.rolesMay[form.values.role]}
          {...form.field('role')}
        />
      )}
      <Check label={es.people.removes} checked={remove} onChange={form.field('remove').onChange} />
    </FormDialog>
  );
}

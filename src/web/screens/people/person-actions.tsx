/** What an administrator may do to one person: give another role, take the role away, end the sessions. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyPerson } from '../../api/answers.js';
import { changeRole, endSessions, peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { useForm } from '../../parts/use-form.js';

interface ActionsProps {
  readonly companyId: number;
  readonly person: CompanyPerson;
}

export function PersonActions({ companyId, person }: ActionsProps) {
  const queries = useQueryClient();
  const [changing, setChanging] = useState(false);
  const end = useAction(
    () => endSessions(companyId, person.personId),
    () => queries.invalidateQueries(peopleQuery(companyId)),
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
          onPress={() => void end.run(undefined)}
        >
          {es.people.endSessions}
        </Button>
      </div>
      {end.error === undefined ? null : <Problem error={end.error} />}
      {changing ? (
        <ChangeRole companyId={companyId} person={person} onClose={() => setChanging(false)} />
      ) : null}
    </>
  );
}

const roles = (['administrador', 'operador', 'consulta'] as const).map(
  (role) => [role, es.roles[role]] as const,
);

function ChangeRole({ companyId, person, onClose }: ActionsProps & { readonly onClose: () => void }) {
  const form = useForm({
    start: { role: person.role, remove: false },
    send: ({ role, remove }) => changeRole(companyId, person.personId, remove ? null : role),
    refreshes: [peopleQuery(companyId)],
    done: onClose,
  });
  return (
    <FormDialog
      title={`${es.people.changeRole}: ${person.name}`}
      form={form}
      submit={es.actions.save}
      buttons={
        <Button kind="danger" pending={form.pending} onPress={() => void form.submit({ remove: true })}>
          {es.people.remove}
        </Button>
      }
      onClose={onClose}
    >
      <SelectField label={es.people.role} options={roles} {...form.field('role')} />
    </FormDialog>
  );
}

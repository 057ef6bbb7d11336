/** The company's integration users: the accounts of its own systems. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '../../api/answers.js';
import { addUser, disableUser, setUserPassword, usersQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { Loading, Problem } from '../../parts/notice.js';
import { Page, ScrollTable } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';

const route = getRouteApi('/frame/empresas/$companyId/usuarios');

/** Whose password the dialog sets: a new user's, or an existing one's. */
type Editing = { readonly kind: 'new' } | { readonly kind: 'password'; readonly usuario: string };

export function UsersPage() {
  const { companyId } = route.useParams();
  const users = useQuery(usersQuery(companyId));
  const [editing, setEditing] = useState<Editing>();
  return (
    <Page
      title={es.nav.users}
      intro={es.users.intro}
      actions={
        <Button kind="primary" onPress={() => setEditing({ kind: 'new' })}>
          {es.users.add}
        </Button>
      }
    >
      {users.isPending ? <Loading /> : null}
      {users.isError ? <Problem error={users.error} onRetry={() => void users.refetch()} /> : null}
      {users.data?.length === 0 ? <p className="card empty">{es.users.empty}</p> : null}
      {users.data === undefined || users.data.length === 0 ? null : (
        <ScrollTable label={es.nav.users}>
          <thead>
            <tr>
              <th scope="col">{es.users.name}</th>
              <th scope="col">{es.master.state}</th>
              <th scope="col">{es.master.actions}</th>
            </tr>
          </thead>
          <tbody>
            {users.data.map((user) => (
              <UserRow
                key={user.usuario}
                companyId={companyId}
                user={user}
                onPassword={() => setEditing({ kind: 'password', usuario: user.usuario })}
              />
            ))}
          </tbody>
        </ScrollTable>
      )}
      {editing === undefined ? null : (
        <PasswordDialog companyId={companyId} editing={editing} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  );
}

interface RowProps {
  readonly companyId: number;
  readonly user: User;
  readonly onPassword: () => void;
}

function UserRow({ companyId, user: { usuario, disabled }, onPassword }: RowProps) {
  const queries = useQueryClient();
  const change = useAction(
    () => disableUser(companyId, usuario, !disabled).then(() => true),
    () => queries.invalidateQueries(usersQuery(companyId)),
  );
  const toggle = disabled ? es.users.enable : es.users.disable;
  return (
    <tr>
      <th scope="row">{usuario}</th>
      <td>
        <Badge tone={disabled ? 'plain' : 'good'}>{disabled ? es.users.disabled : es.users.active}</Badge>
      </td>
      <td>
        <div className="actions">
          <Button small label={`${es.users.newPassword}: ${usuario}`} onPress={onPassword}>
            {es.users.newPassword}
          </Button>
          <Button
            small
            kind={disabled ? 'plain' : 'danger'}
            label={`${toggle}: ${usuario}`}
            pending={change.pending}
            onPress={() => void change.run(undefined)}
          >
            {toggle}
          </Button>
        </div>
        {change.error === undefined ? null : <Problem error={change.error} />}
      </td>
    </tr>
  );
}

interface DialogProps {
  readonly companyId: number;
  readonly editing: Editing;
  readonly onClose: () => void;
}

function PasswordDialog({ companyId, editing, onClose }: DialogProps) {
  const queries = useQueryClient();
  const isNew = editing.kind === 'new';
  const [usuario, setUsuario] = useState(isNew ? '' : editing.usuario);
  const [password, setPassword] = useState('');
  const save = useAction(
    () =>
      (isNew
        ? addUser(companyId, { usuario: usuario.trim(), clave: password })
        : setUserPassword(companyId, usuario, password)
      ).then(() => true),
    async () => {
      await queries.invalidateQueries(usersQuery(companyId));
      onClose();
    },
  );
  return (
    <Dialog title={isNew ? es.users.add : `${es.users.newPassword}: ${usuario}`} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(undefined);
        }}
      >
        {isNew ? (
          <TextField
            label={es.users.name}
            autoComplete="off"
            maxLength={100}
            required
            value={usuario}
            onChange={setUsuario}
            error={save.errorAt('usuario')}
          />
        ) : null}
        <TextField
          label={es.login.password}
          hint={es.users.passwordHint}
          type="password"
          autoComplete="new-password"
          maxLength={200}
          required
          value={password}
          onChange={setPassword}
          error={save.errorAt('clave')}
        />
        {save.errorBeside('usuario', 'clave') === undefined ? null : <Problem error={save.error} />}
        <div className="actions">
          <Button kind="primary" type="submit" pending={save.pending}>
            {es.actions.save}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

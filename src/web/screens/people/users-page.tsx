/** The company's integration users: the accounts of its own systems. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '../../api/answers.js';
import { addUser, disableUser, setUserPassword, usersQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { PasswordField, TextField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/usuarios');

type Editing = { readonly kind: 'new' } | { readonly kind: 'password'; readonly usuario: string };

export function Screen() {
  const { companyId } = route.useParams();
  const users = useQuery(usersQuery(companyId));
  const [editing, setEditing] = useState<Editing>();
  const mayAdd = useMay('users', companyId);
  return (
    <Page
      title={es.nav.users}
      intro={es.users.intro}
      actions={
        mayAdd ? (
          <Button kind="primary" onPress={() => setEditing({ kind: 'new' })}>
            {es.users.add}
          </Button>
        ) : null
      }
    >
      <Loaded query={users}>
        {(list) => (
          <Rows rows={list} empty={es.users.empty}>
            {(rows) => (
              <Table
                label={es.nav.users}
                rows={rows}
                keyOf={({ usuario }) => usuario}
                columns={[
                  [es.users.name, ({ usuario }) => usuario],
                  [
                    es.vouchers.state,
                    ({ disabled, review }) => (
                      <>
                        <Badge tone={disabled ? 'plain' : 'good'}>
                          {disabled ? es.users.disabled : es.users.active}
                        </Badge>
                        {review ? (
                          <>
                            {' '}
                            <Badge tone="warn">{es.users.review}</Badge>
                            <div className="small">{es.users.reviewText}</div>
                          </>
                        ) : null}
                      </>
                    ),
                  ],
                  [es.users.madeBy, (user) => <MadeBy {...user} />],
                  [
                    es.master.actions,
                    (user) => (
                      <UserActions
                        companyId={companyId}
                        user={user}
                        onPassword={() => setEditing({ kind: 'password', usuario: user.usuario })}
                      />
                    ),
                  ],
                ]}
              />
            )}
          </Rows>
        )}
      </Loaded>
      {editing === undefined ? null : (
        <PasswordDialog companyId={companyId} editing={editing} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  );
}

function MadeBy({ madeBy, passwordBy }: Pick<User, 'madeBy' | 'passwordBy'>) {
  return (
    <>
      {madeBy ?? es.none}
      {passwordBy === null || passwordBy === madeBy ? null : (
        <div className="small soft">{es.users.passwordBy(passwordBy)}</div>
      )}
    </>
  );
}

interface ActionsProps {
  readonly companyId: number;
  readonly user: User;
  readonly onPassword: () => void;
}

function UserActions({ companyId, user: { usuario, disabled }, onPassword }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const toggle = disabled ? es.users.enable : es.users.disable;
  return (
    <>
      <div className="actions">
        <Button small label={`${es.users.newPassword}: ${usuario}`} onPress={onPassword}>
          {es.users.newPassword}
        </Button>
        <Button
          small
          kind={disabled ? 'plain' : 'danger'}
          label={`${toggle}: ${usuario}`}
          onPress={() => setAsking(true)}
        >
          {toggle}
        </Button>
      </div>
      {asking ? (
        <Toggle
          companyId={companyId}
          usuario={usuario}
          disabled={disabled}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

interface ToggleProps extends Pick<User, 'usuario' | 'disabled'> {
  readonly companyId: number;
  readonly onClose: () => void;
}

/** Disables a user, which ends its tokens, or enables it again. */
function Toggle({ companyId, usuario, disabled, onClose }: ToggleProps) {
  const form = useForm({
    start: {},
    send: () => disableUser(companyId, usuario, !disabled),
    refreshes: [usersQuery(companyId)],
    done: onClose,
  });
  const name = disabled ? es.users.enable : es.users.disable;
  return (
    <FormDialog
      title={`${name}: ${usuario}`}
      form={form}
      submit={name}
      kind={disabled ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>{disabled ? es.users.enableText : es.users.disableText}</p>
    </FormDialog>
  );
}

interface DialogProps {
  readonly companyId: number;
  readonly editing: Editing;
  readonly onClose: () => void;
}

function PasswordDialog({ companyId, editing, onClose }: DialogProps) {
  const isNew = editing.kind === 'new';
  const form = useForm({
    start: { usuario: isNew ? '' : editing.usuario, clave: '' },
    send: ({ usuario, clave }) =>
      isNew
        ? addUser(companyId, { usuario: usuario.trim(), clave })
        : setUserPassword(companyId, usuario, clave),
    refreshes: [usersQuery(companyId)],
    done: onClose,
  });
  const title = isNew ? es.users.add : `${es.users.newPassword}: ${editing.usuario}`;
  return (
    <FormDialog title={title} form={form} submit={es.actions.save} onClose={onClose}>
      {isNew ? (
        <TextField
          label={es.users.name}
          autoComplete="off"
          maxLength={100}
          required
          {...form.field('usuario')}
        />
      ) : null}
      <PasswordField
        label={es.login.password}
        hint={es.users.passwordHint}
        autoComplete="new-password"
        maxLength={200}
        {...form.field('clave')}
      />
    </FormDialog>
  );
}

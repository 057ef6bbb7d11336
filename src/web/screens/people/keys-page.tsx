/** The company's API keys: which systems have one, what each may do, and when it was last used. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Key } from '../../api/answers.js';
import { keysQuery } from '../../api/keys.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { FactList, Page, Table } from '../../parts/page.js';
import { when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { AddKey, KeepKey, RevokeKey, RotateKey } from './key-dialogs.js';
import { scopeList } from './key-scopes.js';
import { keys as keysTexts } from '../../texts/keys.js';

const route = getRouteApi('/frame/empresas/$companyId/claves');

type Asking = 'rotate' | 'new' | 'old' | 'revoke';

export function Screen() {
  const { companyId } = route.useParams();
  const found = useQuery(keysQuery(companyId));
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<{ readonly key: Key; readonly what: Asking }>();
  const close = () => setAsking(undefined);
  return (
    <Page
      title={es.nav.keys}
      intro={keysTexts.intro}
      actions={
        <Button kind="primary" onPress={() => setAdding(true)}>
          {keysTexts.add}
        </Button>
      }
    >
      <Loaded query={found}>
        {({ items }) => (
          <Rows rows={items} empty={keysTexts.empty}>
            {(rows) => (
              <Table
                label={es.nav.keys}
                widthRem={54}
                rows={rows}
                keyOf={({ keyId }) => keyId}
                columns={[
                  [keysTexts.name, (key) => <Named {...key} />],
                  [keysTexts.permissions, (key) => <Permissions {...key} />],
                  [keysTexts.lastUse, (key) => <LastUse {...key} />],
                  [keysTexts.expires, ({ expiresAt }) => <Expiry expiresAt={expiresAt} />],
                  [
                    es.master.actions,
                    (key) => <Actions rotated={key} onAsk={(what) => setAsking({ key, what })} />,
                  ],
                ]}
              />
            )}
          </Rows>
        )}
      </Loaded>
      <h2>{keysTexts.mayTitle}</h2>
      <FactList facts={scopeList.map((scope) => [keysTexts.scopes[scope], keysTexts.scopesMay[scope]])} />
      {adding ? <AddKey companyId={companyId} onClose={() => setAdding(false)} /> : null}
      {asking?.what === 'rotate' ? (
        <RotateKey companyId={companyId} rotated={asking.key} onClose={close} />
      ) : null}
      {asking?.what === 'revoke' ? (
        <RevokeKey companyId={companyId} revoked={asking.key} onClose={close} />
      ) : null}
      {asking?.what === 'new' || asking?.what === 'old' ? (
        <KeepKey companyId={companyId} kept={asking.key} secret={asking.what} onClose={close} />
      ) : null}
    </Page>
  );
}

function Named({ name, shown, environment, madeBy, rotation }: Key) {
  return (
    <>
      {name}
      <div className="small mono">{shown}</div>
      <div className="small soft">
        {es.environments[environment]}
        {madeBy === null ? null : ` · ${keysTexts.madeBy(madeBy)}`}
      </div>
      {rotation === null ? null : (
        <>
          <Badge tone="info">{keysTexts.rotating}</Badge>
          <div className="small">
            {rotation.endsAt === null
              ? keysTexts.notUsedYet(rotation.shown)
              : keysTexts.endsAt(rotation.shown, when(rotation.endsAt))}
          </div>
        </>
      )}
    </>
  );
}

function Permissions({ scopes, role }: Pick<Key, 'scopes' | 'role'>) {
  return (
    <>
      {scopes.map((scope) => keysTexts.scopes[scope]).join(', ')}
      {role === null ? null : (
        <div className="small">
          {es.people.role}: {es.companyRoles[role]}
        </div>
      )}
    </>
  );
}

function LastUse({ lastUsedAt, lastUsedFrom }: Pick<Key, 'lastUsedAt' | 'lastUsedFrom'>) {
  if (lastUsedAt === null) return keysTexts.neverUsed;
  return (
    <>
      {when(lastUsedAt)}
      {lastUsedFrom === null ? null : <div className="small soft">{keysTexts.from(lastUsedFrom)}</div>}
    </>
  );
}

function Expiry({ expiresAt }: Pick<Key, 'expiresAt'>) {
  const now = useNow();
  if (expiresAt === null) return keysTexts.neverExpires;
  return (
    <>
      {when(expiresAt)} {Date.parse(expiresAt) <= now ? <Badge tone="bad">{keysTexts.expired}</Badge> : null}
    </>
  );
}

interface ActionsProps {
  readonly rotated: Key;
  readonly onAsk: (what: Asking) => void;
}

function Actions({ rotated: { name, rotation }, onAsk }: ActionsProps) {
  return (
    <div className="actions">
      {rotation === null ? (
        <Button small label={`${keysTexts.rotate}: ${name}`} onPress={() => onAsk('rotate')}>
          {keysTexts.rotate}
        </Button>
      ) : (
        <>
          <Button small label={`${keysTexts.keepNew}: ${name}`} onPress={() => onAsk('new')}>
            {keysTexts.keepNew}
          </Button>
          <Button small label={`${keysTexts.keepOld}: ${name}`} onPress={() => onAsk('old')}>
            {keysTexts.keepOld}
          </Button>
        </>
      )}
      <Button small kind="danger" label={`${keysTexts.revoke}: ${name}`} onPress={() => onAsk('revoke')}>
        {keysTexts.revoke}
      </Button>
    </div>
  );
}

/** Numbers that were handed out and never used. If DGII voided one, support annuls it here. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import { annulUnused, unusedQuery } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { NoteField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { LoadedPages } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { age, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/sin-usar');

export function Screen() {
  const place = route.useParams();
  const mayAnnul = useMay('annul', place.companyId);
  const unused = useInfiniteQuery(unusedQuery(place));
  const now = useNow();
  const [annulling, setAnnulling] = useState<string>();
  return (
    <Page title={es.nav.unused} intro={`${es.environments[place.environment]}. ${es.unused.intro}`}>
      <LoadedPages query={unused} empty={es.unused.empty}>
        {(rows) => (
          <Table
            label={es.nav.unused}
            rows={rows}
            keyOf={({ encf }) => encf}
            columns={[
              [es.vouchers.encf, ({ encf }) => encf, 'encf'],
              [es.vouchers.type, ({ ecfType }) => ecfTypes[ecfType].nombre],
              [es.unused.handedOut, ({ reservedAt }) => when(reservedAt), 'nowrap'],
              [es.unused.age, ({ reservedAt }) => age(reservedAt, now), 'nowrap'],
              [es.unused.reference, ({ externalReference }) => externalReference || es.none],
              mayAnnul && [
                es.master.actions,
                ({ encf }) => (
                  <Button
                    small
                    kind="danger"
                    label={`${es.unused.annul} ${encf}`}
                    onPress={() => setAnnulling(encf)}
                  >
                    {es.unused.annul}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </LoadedPages>
      {annulling === undefined ? null : (
        <Annul place={place} encf={annulling} onClose={() => setAnnulling(undefined)} />
      )}
    </Page>
  );
}

interface AnnulProps {
  readonly place: Place;
  readonly encf: string;
  readonly onClose: () => void;
}

function Annul({ place, encf, onClose }: AnnulProps) {
  const form = useForm({
    start: { note: '' },
    send: ({ note }) => annulUnused(place, encf, note.trim()),
    refreshes: [unusedQuery(place)],
    done: onClose,
  });
  const title = `${es.unused.annul} ${encf}`;
  return (
    <FormDialog title={title} form={form} submit={es.unused.annul} kind="danger" onClose={onClose}>
      <Notice tone="warn">{es.unused.annulText}</Notice>
      <NoteField {...form.field('note')} />
    </FormDialog>
  );
}

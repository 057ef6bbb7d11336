/** Numbers that were handed out and never used. If DGII voided one, support annuls it here. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import { annulUnused, unusedQuery } from '../../api/numbering.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { NoteField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form.js';
import { LoadedPages } from '../../parts/loaded.js';
import { age, when } from '../../shared/format.js';
import { Notice } from '../../parts/notice.js';
import { Cell, Page, Row, RowHead, Table } from '../../parts/page.js';
import { useForm } from '../../parts/use-form.js';
import { useNow } from '../../shared/use-now.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/sin-usar');

export function UnusedPage() {
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
            heads={[
              es.vouchers.encf,
              es.vouchers.type,
              es.unused.handedOut,
              es.unused.age,
              es.unused.reference,
              mayAnnul && es.master.actions,
            ]}
          >
            {rows.map(({ encf, ecfType, reservedAt, reference }) => (
              <Row key={encf}>
                <RowHead className="encf">{encf}</RowHead>
                <Cell>{ecfTypes[ecfType].nombre}</Cell>
                <Cell className="nowrap">{when(reservedAt)}</Cell>
                <Cell className="nowrap">{age(reservedAt, now)}</Cell>
                <Cell>{reference ?? es.none}</Cell>
                {mayAnnul ? (
                  <Cell>
                    <Button
                      small
                      kind="danger"
                      label={`${es.unused.annul} ${encf}`}
                      onPress={() => setAnnulling(encf)}
                    >
                      {es.unused.annul}
                    </Button>
                  </Cell>
                ) : null}
              </Row>
            ))}
          </Table>
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

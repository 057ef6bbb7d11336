/** Numbers that were handed out and never used. Support annuls one that DGII voided. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import { annulUnused, unusedQuery } from '../../api/numbering.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { TextArea } from '../../parts/field.js';
import { age, when } from '../../shared/format.js';
import { Loading, Notice, Problem } from '../../parts/notice.js';
import { Page, ScrollTable } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';
import { useNow } from '../../parts/use-now.js';
import { useMay } from '../../shell/use-session.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/sin-usar');

export function UnusedPage() {
  const place = route.useParams();
  const mayAnnul = useMay('annul', place.companyId);
  const unused = useInfiniteQuery(unusedQuery(place));
  const now = useNow();
  const [annulling, setAnnulling] = useState<string>();
  const rows = unused.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={es.nav.unused} intro={`${es.environments[place.environment]}. ${es.unused.intro}`}>
      {unused.isPending ? <Loading /> : null}
      {unused.isError ? <Problem error={unused.error} onRetry={() => void unused.refetch()} /> : null}
      {unused.isSuccess && rows.length === 0 ? <p className="card empty">{es.unused.empty}</p> : null}
      {rows.length === 0 ? null : (
        <ScrollTable label={es.nav.unused}>
          <thead>
            <tr>
              <th scope="col">{es.vouchers.encf}</th>
              <th scope="col">{es.vouchers.type}</th>
              <th scope="col">{es.unused.handedOut}</th>
              <th scope="col">{es.unused.age}</th>
              <th scope="col">{es.unused.reference}</th>
              {mayAnnul ? <th scope="col">{es.master.actions}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ encf, ecfType, reservedAt, reference }) => (
              <tr key={encf}>
                <th scope="row" className="encf">
                  {encf}
                </th>
                <td>{ecfTypes[ecfType].nombre}</td>
                <td className="nowrap">{when(reservedAt)}</td>
                <td className="nowrap">{age(reservedAt, now)}</td>
                <td>{reference ?? es.none}</td>
                {mayAnnul ? (
                  <td>
                    <Button
                      small
                      kind="danger"
                      label={`${es.unused.annul} ${encf}`}
                      onPress={() => setAnnulling(encf)}
                    >
                      {es.unused.annul}
                    </Button>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      {unused.hasNextPage ? (
        <div>
          <Button pending={unused.isFetchingNextPage} onPress={() => void unused.fetchNextPage()}>
            {es.actions.more}
          </Button>
        </div>
      ) : null}
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
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const annul = useAction(
    () => annulUnused(place, encf, note.trim()).then(() => true),
    async () => {
      await queries.invalidateQueries(unusedQuery(place));
      onClose();
    },
  );
  return (
    <Dialog title={`${es.unused.annul} ${encf}`} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void annul.run(undefined);
        }}
      >
        <Notice tone="warn">{es.unused.annulText}</Notice>
        <TextArea
          label={es.voucher.note}
          hint={es.voucher.noteHint}
          maxLength={300}
          required
          value={note}
          onChange={setNote}
          error={annul.errorAt('note')}
        />
        {annul.errorBeside('note') === undefined ? null : <Problem error={annul.error} />}
        <div className="actions">
          <Button kind="danger" type="submit" pending={annul.pending}>
            {es.unused.annul}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

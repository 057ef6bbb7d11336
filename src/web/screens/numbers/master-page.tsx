/** The voucher master: for each type the next number, what is left, and the authorized ranges in order of use. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ecfTypes, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { Sequence } from '../../api/answers.js';
import { sequencesQuery } from '../../api/numbers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Loaded } from '../../parts/loaded.js';
import { FactList, Page } from '../../parts/page.js';
import { count } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { AddRange } from './add-range.js';
import { Expiry, StockBadge, UsedBar, Warnings } from './range-state.js';
import { Ranges } from './ranges.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/maestro');

export function Screen() {
  const place = route.useParams();
  const mayChange = useMay('ranges', place.companyId);
  const sequences = useQuery(sequencesQuery(place));
  const [adding, setAdding] = useState<EcfType>();
  return (
    <Page
      title={es.nav.master}
      intro={`${es.nav.masterTitle}. ${es.master.intro}`}
      actions={
        <>
          <Link className="button" to="/empresas/$companyId/$environment/maestro/anulaciones" params={place}>
            {mayChange ? es.annulments.open : es.annulments.list}
          </Link>
          {mayChange ? (
            <Button kind="primary" onPress={() => setAdding(31)}>
              {es.master.add}
            </Button>
          ) : null}
        </>
      }
    >
      <Loaded query={sequences}>
        {(list) => (
          <div className="sequences">
            {[...list].sort(inOrder).map((sequence) => (
              <SequenceCard
                key={sequence.ecfType}
                sequence={sequence}
                {...(mayChange ? { onAdd: () => setAdding(sequence.ecfType) } : {})}
              >
                <Ranges place={place} sequence={sequence} mayChange={mayChange} />
              </SequenceCard>
            ))}
          </div>
        )}
      </Loaded>
      {adding === undefined ? null : (
        <AddRange place={place} ecfType={adding} onClose={() => setAdding(undefined)} />
      )}
    </Page>
  );
}

/** Types without ranges come last. */
function inOrder(a: Sequence, b: Sequence): number {
  const rank = ({ authorizations }: Sequence) => (authorizations.length === 0 ? 1 : 0);
  return rank(a) - rank(b) || a.ecfType - b.ecfType;
}

interface CardProps {
  readonly sequence: Sequence;
  readonly onAdd?: () => void;
  readonly children: ReactNode;
}

function SequenceCard({ sequence, onAdd, children }: CardProps) {
  const { ecfType, next, available, advertencias, authorizations } = sequence;
  const title = `type-${ecfType}`;
  return (
    <section className="card sequence" aria-labelledby={title}>
      <header>
        <h2 id={title}>
          <span className="soft">{ecfType}</span> {ecfTypes[ecfType].nombre}
        </h2>
        <div className="actions">
          <StockBadge {...sequence} />
          {onAdd === undefined ? null : (
            <Button small label={`${es.master.addHere} ${ecfType}`} onPress={onAdd}>
              {es.master.addHere}
            </Button>
          )}
        </div>
      </header>
      {authorizations.length === 0 ? null : (
        <>
          <FactList
            facts={[
              [es.master.next, next ?? es.none, 'encf big'],
              [es.master.available, count(available), 'big'],
              [
                es.master.expires,
                <Expiry
                  day={sequence.expiresOn}
                  isSoon={authorizations.some(
                    (one) => one.expiresSoon && one.expiresOn === sequence.expiresOn,
                  )}
                />,
              ],
              [es.master.used, <UsedBar sequence={sequence} />],
            ]}
          />
          <Warnings warnings={advertencias} />
          {children}
        </>
      )}
    </section>
  );
}

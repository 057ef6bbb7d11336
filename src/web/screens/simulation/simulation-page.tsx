/**
 * The simulation of the certification (steps 4 and 5): which vouchers DGII wants, which it accepted since a day, and the files for its portal.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { localDate } from '../../../ecf/model/dates.js';
import type { SimulationKind } from '../../api/answers.js';
import { simulationQuery } from '../../api/certification.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { Loaded } from '../../parts/loaded.js';
import { Page } from '../../parts/page.js';
import { swapDay } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { CertificationOnly } from '../certification-runs/certification-tabs.js';
import { totalsOf } from './accepted.js';
import { KindsTable } from './kinds-table.js';
import { PortalFiles } from './portal-files.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion/simulacion');
const texts = es.simulation;

export function Screen() {
  const place = route.useParams();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <CertificationOnly place={place} elsewhere={texts.wrongEnvironment}>
        <Simulation place={place} />
      </CertificationOnly>
    </Page>
  );
}

function Simulation({ place }: { readonly place: Place }) {
  const navigate = route.useNavigate();
  const { desde } = route.useSearch();
  const today = localDate(useNow());
  const from = desde === undefined ? today : swapDay(desde);
  const simulation = useQuery(simulationQuery(place.companyId, from));
  return (
    <>
      <SinceForm
        // A link may open this page with another day; the new key makes the form show it.
        key={from}
        day={swapDay(from)}
        onApply={(day) => void navigate({ search: day === '' ? {} : { desde: day } })}
      />
      <Loaded query={simulation}>
        {({ kinds }) => (
          <>
            <Kinds place={place} kinds={kinds} />
            <SendingOrder />
            <PortalFiles place={place} from={from} kinds={kinds} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface SinceProps {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  readonly onApply: (day: string) => void;
}

function SinceForm({ day, onApply }: SinceProps) {
  const [typed, setTyped] = useState(day);
  return (
    <form
      className="card form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed);
      }}
    >
      <TextField label={texts.since} hint={texts.sinceHint} type="date" value={typed} onChange={setTyped} />
      <div className="actions">
        <Button type="submit">{texts.count}</Button>
      </div>
    </form>
  );
}

function Kinds({ place, kinds }: { readonly place: Place; readonly kinds: readonly SimulationKind[] }) {
  const { accepted, needed } = totalsOf(kinds);
  return (
    <section className="card" aria-labelledby="kinds">
      <h2 id="kinds">{texts.kinds}</h2>
      <p role="status">
        {accepted === needed ? `${texts.complete}: ${needed}.` : texts.total(accepted, needed)}
      </p>
      <div className="bar" aria-hidden="true">
        <span style={{ width: `${(100 * accepted) / needed}%` }} />
      </div>
      <p className="hint soft">{texts.kindsHint}</p>
      <KindsTable place={place} kinds={kinds} />
    </section>
  );
}

function SendingOrder() {
  return (
    <section className="card" aria-labelledby="order">
      <h2 id="order">{texts.order}</h2>
      <ol>
        {texts.orderSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="hint soft">{texts.orderHint}</p>
    </section>
  );
}

/**
 * The simulation of the certification (steps 4 and 5): what DGII wants, what it accepted, and the files for its portal.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { localDate } from '../../../ecf/model/dates.js';
import { documentStates } from '../../../ecf/model/document-states.js';
import type { SimulationKind, SimulationVoucher } from '../../api/answers.js';
import { simulationQuery, simulationFiles } from '../../api/certification.js';
import type { Place } from '../../api/vouchers.js';
import { Button } from '../../parts/button.js';
import { Download } from '../../parts/download.js';
import { DateField } from '../../parts/form/field.js';
import { Loaded } from '../../parts/loaded.js';
import { Page } from '../../parts/page.js';
import { swapDay } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { CertificationOnly } from './runs/certification-tabs.js';
import { FullInvoiceList } from './runs/portal-uploads.js';
import { KindsTable } from './kinds-table.js';
import { simulation as texts } from '../../texts/simulation.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion/simulacion');

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
      <DateField label={texts.since} hint={texts.sinceHint} value={typed} onChange={setTyped} />
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

interface FilesProps {
  readonly place: Place;
  /** The first day that counts, `dd-MM-yyyy`. */
  readonly from: string;
  readonly kinds: readonly SimulationKind[];
}

/** What a person uploads in DGII's portal: the full consumption invoices (step 4), and a printed form of each kind (step 5). */
function PortalFiles({ place, from, kinds }: FilesProps) {
  const isAny = kinds.some(({ accepted }) => accepted > 0);
  return (
    <section className="card" aria-labelledby="files">
      <header>
        <h2 id="files">{texts.files}</h2>
        {isAny ? (
          <Download href={simulationFiles(place.companyId, from)} name="simulacion.zip">
            {texts.zip}
          </Download>
        ) : null}
      </header>
      {isAny ? (
        <>
          <h3>{texts.uploads}</h3>
          <FullInvoices place={place} kinds={kinds} />
          <h3>{texts.prints}</h3>
          <p>{texts.printsHint}</p>
        </>
      ) : (
        <p className="soft">{texts.noFiles}</p>
      )}
    </section>
  );
}

function FullInvoices({ place, kinds }: Pick<FilesProps, 'place' | 'kinds'>) {
  const files = kinds
    .filter(({ kind }) => kind === '32-summary')
    .flatMap(({ vouchers }) => vouchers.filter(isAccepted))
    .map(({ ecf, attempt }) => ({ encf: ecf, attempt }));
  if (files.length === 0) return <p className="soft">{texts.noUploads}</p>;
  return <FullInvoiceList place={place} invoices={files} />;
}

/** Vouchers count that DGII accepted, also with conditions. */
function isAccepted({ state }: Pick<SimulationVoucher, 'state'>): boolean {
  return documentStates[state].accepted === 1;
}

/** Vouchers of one kind beyond what DGII wants do not count for another kind. */
function totalsOf(kinds: readonly SimulationKind[]) {
  return {
    needed: kinds.reduce((sum, { needed }) => sum + needed, 0),
    accepted: kinds.reduce((sum, { needed, accepted }) => sum + Math.min(needed, accepted), 0),
  };
}

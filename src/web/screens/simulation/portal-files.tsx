/** What a person uploads in DGII's portal: the full consumption invoices (step 4), and a printed form of each kind (step 5). */
import type { SimulationKind } from '../../api/answers.js';
import { simulationFiles } from '../../api/certification.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Download } from '../../parts/button.js';
import { FullInvoiceList } from '../certification-runs/portal-uploads.js';
import { isAccepted } from './accepted.js';

const texts = es.simulation;

interface FilesProps {
  readonly place: Place;
  /** The first day that counts, `dd-MM-yyyy`. */
  readonly from: string;
  readonly kinds: readonly SimulationKind[];
}

export function PortalFiles({ place, from, kinds }: FilesProps) {
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
    .flatMap(({ vouchers }) => vouchers.filter(isAccepted));
  if (files.length === 0) return <p className="soft">{texts.noUploads}</p>;
  return <FullInvoiceList place={place} invoices={files} />;
}

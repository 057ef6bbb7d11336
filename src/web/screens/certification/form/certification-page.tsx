/** Issues a certification voucher: form and JSON side by side, with the faults while a person types. */
import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { localDate } from '../../../../ecf/model/dates.js';
import { isNote } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import { companyQuery } from '../../../api/companies.js';
import { sequencesQuery } from '../../../api/numbers.js';
import { jsonQuery, voucherQuery } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Copy } from '../../../parts/copy.js';
import { Loading, Notice, Problem } from '../../../parts/notice.js';
import { Page, FactList } from '../../../parts/page.js';
import { amountText } from '../../../shared/format.js';
import { useNow } from '../../../shared/use-now.js';
import { useMay, useSession } from '../../../shell/use-session.js';
import { CertificationOnly } from '../runs/certification-tabs.js';
import { lastType, typeWithNumbers } from './first-type.js';
import { creditOn, isWhole, noteOf } from './note-of.js';
import { copyOf, emptyVoucher, type Issuer } from './start-voucher.js';

/** The largest part of the application arrives while the company and the numbers are being read. */
const IssueForm = lazy(async () => ({ default: (await import('./issue-form.js')).IssueForm }));

/** The last part of the page, so nothing moves when it arrives. */
const PortalXmlCard = lazy(async () => ({ default: (await import('../portal-xml-card.js')).PortalXmlCard }));

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion');

export function Screen() {
  const place = route.useParams();
  const mayIssue = useMay('certification', place.companyId);
  return (
    <Page title={es.nav.certification} intro={es.certification.intro}>
      <CertificationOnly place={place} elsewhere={es.certification.wrongEnvironment}>
        {mayIssue ? <NewVoucher /> : <Notice tone="warn">{es.certification.notAllowed}</Notice>}
        <ReceiverAddress />
      </CertificationOnly>
      <Suspense fallback={null}>
        <PortalXmlCard companyId={place.companyId} />
      </Suspense>
    </Page>
  );
}

function NewVoucher() {
  const place = route.useParams();
  const { copia, intento, repite = false, tipo } = route.useSearch();
  const { person } = useSession();
  const now = useNow();
  const company = useQuery(companyQuery(place.companyId));
  const copied = useQuery({ ...jsonQuery(place, copia ?? '', intento ?? 0), enabled: copia !== undefined });
  const isNoteOn = copia !== undefined && isNote(tipo);
  // What earlier notes left of the voucher decides what a new one does.
  const modified = useQuery({ ...voucherQuery(place, copia ?? ''), enabled: isNoteOn });
  const known = tipo ?? lastType(person.personId, place.companyId);
  const asksNumbers = copia === undefined && known === undefined;
  const sequences = useQuery({ ...sequencesQuery(place), enabled: asksNumbers });
  // If only a repeated query failed, the form stays with everything that was typed.
  const failed = [company, copied, modified].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (company.data === undefined || (copia !== undefined && copied.data === undefined)) return <Loading />;
  if (isNoteOn && modified.data === undefined) return <Loading />;
  // The numbers only suggest a type, so the form does not wait for another attempt to read them.
  if (asksNumbers && sequences.isPending && sequences.failureCount === 0) return <Loading />;
  const { rnc, razonSocial } = company.data;
  const issuer: Issuer = { rnc, razonSocial, today: localDate(now) };
  const startFrom = (content: string) =>
    isNote(tipo)
      ? noteOf(content, {
          type: tipo,
          cancels: modified.data !== undefined && isWhole(modified.data),
          today: issuer.today,
        })
      : copyOf(content, issuer.today, repite);
  const copy = copied.data === undefined ? undefined : startFrom(copied.data);
  const draftName = [person.personId, place.companyId, place.environment, copia, intento, repite, tipo].join(
    '/',
  );
  return (
    <>
      {tipo === 34 && modified.data !== undefined ? <CreditLeft voucher={modified.data} /> : null}
      <Suspense fallback={<Loading />}>
        <IssueForm
          // Another company, another copied voucher or another type starts another form.
          key={draftName}
          place={place}
          issuer={issuer}
          draftName={draftName}
          start={copy ?? emptyVoucher(known ?? typeWithNumbers(sequences.data), issuer)}
          {...(repite && copia !== undefined && intento !== undefined
            ? { newAttempt: { encf: copia, attempt: intento } }
            : {})}
        />
      </Suspense>
    </>
  );
}

/** A new credit note starts with the voucher's whole amount, so a person must know how much of it may still be credited. */
function CreditLeft({ voucher }: { readonly voucher: Voucher }) {
  const credit = creditOn(voucher);
  if (credit === undefined) return null;
  const { ecf } = voucher;
  const { left, credited, debited } = credit;
  const debits = Number(debited) > 0 ? amountText(debited) : undefined;
  return (
    <Notice tone="info">
      {Number(left) > 0
        ? es.certification.creditLeft(ecf, amountText(left), amountText(credited), debits)
        : es.certification.nothingLeft(ecf, debits)}
    </Notice>
  );
}

const texts = es.certification.receiver;

function ReceiverAddress() {
  const { receiverMiddle } = useSession().service;
  if (receiverMiddle === null) return null;
  return (
    <section className="card" aria-labelledby="receiver">
      <header>
        <h2 id="receiver">{texts.title}</h2>
        <div className="actions">
          <Copy text={receiverMiddle} />
        </div>
      </header>
      <p className="hint">{texts.hint}</p>
      <FactList facts={[[texts.middle, <code>{receiverMiddle}</code>]]} />
    </section>
  );
}

/** Issues a certification voucher: form and JSON side by side, with the faults while a person types. */
import { lazy, Suspense } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { es } from '../../es.js';
import { Copy } from '../../parts/copy.js';
import { Notice } from '../../parts/notice.js';
import { Page, FactList } from '../../parts/page.js';
import { useMay, useSession } from '../../shell/use-session.js';
import { NewVoucher } from '../vouchers/issue/new-voucher.js';
import { CertificationOnly } from './runs/certification-tabs.js';
import { certification as certificationTexts } from '../../texts/certification.js';

/** The last part of the page, so nothing moves when it arrives. */
const PortalXmlCard = lazy(async () => ({ default: (await import('./portal-xml-card.js')).PortalXmlCard }));

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion');

export function Screen() {
  const place = route.useParams();
  const started = route.useSearch();
  const mayIssue = useMay('certification', place.companyId);
  return (
    <Page title={es.nav.certification} intro={certificationTexts.intro}>
      <CertificationOnly place={place} elsewhere={certificationTexts.wrongEnvironment}>
        {mayIssue ? (
          <NewVoucher place={place} started={started} layout="all" />
        ) : (
          <Notice tone="warn">{certificationTexts.notAllowed}</Notice>
        )}
        <ReceiverAddress />
      </CertificationOnly>
      <Suspense fallback={null}>
        <PortalXmlCard companyId={place.companyId} />
      </Suspense>
    </Page>
  );
}

const texts = certificationTexts.receiver;

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

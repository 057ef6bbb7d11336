/** One received voucher: from whom and how much, the decision about it, its paper, and what happened to it. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { legendOf, withTestNotice } from '../../../ecf/model/legend.js';
import type { Received } from '../../api/answers.js';
import { receivedContentQuery, receivedPrint, receivedQuery, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { useTitle } from '../../parts/page.js';
import { ContentSheet } from '../../parts/voucher/content-sheet.js';
import { PaperDesk } from '../../parts/voucher/paper-desk.js';
import { usePaper, type PaperChoice } from '../../parts/voucher/use-paper.js';
import { useSession } from '../../shell/use-session.js';
import { paper as paperTexts } from '../../texts/paper.js';
import { received as texts } from '../../texts/received.js';
import { Decide } from './decide.js';
import { Displaced } from './displaced.js';
import { isPrintable, ReceivedBar, ReceivedHero } from './received-head.js';
import { History } from './received-history.js';
import { ReceivedLink } from './received-link.js';
import { keyOf } from './received-key.js';
import { nameOf } from './received-row.js';
import { Signer, Technical } from './received-technical.js';
import '../../style/voucher.css';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf');

/** Its type is part of the router's, and the router's of this page's links: without a written type that is a circle. */
export function Screen(): ReactElement {
  const path = route.useParams();
  const received = useQuery(receivedQuery(path));
  const paper = usePaper();
  useTitle(received.data === undefined ? path.encf : nameOf(received.data));
  return (
    <>
      <ReceivedBar path={path} received={received.data} paper={paper.chosen} />
      {received.data === undefined ? <h1>{path.encf}</h1> : null}
      <Loaded key={keyOf(path)} query={received}>
        {(data) => <Details path={path} received={data} paper={paper} />}
      </Loaded>
    </>
  );
}

interface DetailsProps {
  readonly path: ReceivedOf;
  readonly received: Received;
  readonly paper: PaperChoice;
}

function Details({ path, received, paper }: DetailsProps) {
  return (
    <>
      <section className="voucher-state" aria-label={texts.state}>
        <ReceivedHero received={received} />
        {received.dgii?.state === 'rejected' ? <Notice tone="bad">{texts.rejectedAtDgii}</Notice> : null}
        <Decide path={path} received={received} />
      </section>
      <div className="voucher-parts">
        <div className="column">
          <Desk path={path} received={received} paper={paper} />
          <Displaced path={path} received={received} />
        </div>
        <div className="voucher-side">
          <History received={received} />
          <Signer received={received} />
          <Technical path={path} received={received} />
        </div>
      </div>
    </>
  );
}

function Desk({ path, received, paper }: DetailsProps) {
  const { tipoeCF, rncEmisor, encf, xmlSha256, dgii } = received;
  const { demo } = useSession().service;
  const query = useQuery(receivedContentQuery(path, xmlSha256));
  const pdf = isPrintable(dgii)
    ? {
        addressOn: (one: PaperChoice['chosen']) => receivedPrint(path, one, xmlSha256),
        name: `${rncEmisor}${encf}`,
      }
    : undefined;
  return (
    <PaperDesk paper={paper} pdf={pdf}>
      <Loaded query={query} undated>
        {(content) => (
          <ContentSheet
            type={tipoeCF}
            encf={encf}
            content={content}
            linkTo={(other) => <ReceivedLink path={path} encf={other} />}
            code={<Code received={received} />}
            legend={legendFor(received)}
            size={paper.chosen}
          />
        )}
      </Loaded>
      {pdf === undefined ? null : <p className="hint">{es.printedForm.ofReceived}</p>}
      {pdf !== undefined && demo ? <p className="hint">{es.printedForm.ofDemo}</p> : null}
    </PaperDesk>
  );
}

/** Without a result of DGII only the issuer knows what its printed form has to say. */
function legendFor({ dgii, environment }: Received) {
  if (!isPrintable(dgii)) return {};
  const facts = { state: dgii.state, signed: true, deferred: false, contingency: false };
  return withTestNotice(legendOf(facts), environment);
}

function Code({ received: { dgii, codigoSeguridad, fechaFirma } }: { readonly received: Received }) {
  return (
    <div className="paper-qr">
      {isPrintable(dgii) ? <p className="paper-code">{paperTexts.codeInPdf}</p> : null}
      <p>
        {es.voucher.securityCode}: {codigoSeguridad}
      </p>
      <p>
        {paperTexts.signedOn} {fechaFirma}
      </p>
    </div>
  );
}

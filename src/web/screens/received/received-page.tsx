/** One received voucher: its facts, its signer, our answer, DGII's state of it, and the company's decision. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Received } from '../../api/answers.js';
import {
  receivedContentQuery,
  receivedAcknowledgement,
  receivedApproval,
  receivedXml,
  receivedPrint,
  receivedQuery,
  type ReceivedOf,
} from '../../api/received.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Copy } from '../../parts/copy.js';
import { Download } from '../../parts/download.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { FactList, Page } from '../../parts/page.js';
import { amount, whenExactly } from '../../shared/format.js';
import { PrintCard, usePaper } from '../vouchers/print-card.js';
import { Readable } from '../vouchers/readable.js';
import { Decide } from './decide.js';
import { Displaced } from './displaced.js';
import { AtDgii, Decided } from './received-states.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf');
const texts = es.received;

/** Until DGII shows a result, only the issuer knows what the printed form has to say. */
const printable: readonly Received['dgii'][] = ['accepted', 'conditionally-accepted', 'rejected'];

export function Screen() {
  const path = route.useParams();
  const received = useQuery(receivedQuery(path));
  const paper = usePaper();
  return (
    <Page
      title={path.encf}
      intro={
        received.data === undefined
          ? undefined
          : `${ecfTypes[received.data.ecfType].nombre} · ${received.data.issuer}`
      }
      actions={
        received.data === undefined ? undefined : <Copy text={location.href} label={es.actions.copyLink} />
      }
    >
      <Loaded query={received}>
        {(data) => (
          <>
            <State received={data} />
            <Decide path={path} received={data} />
            <Contents path={path} received={data} />
            <Signer received={data} />
            <Files path={path} received={data} />
            {printable.includes(data.dgii) ? (
              <PrintCard
                hint={es.printedForm.ofReceived}
                paper={paper}
                addressOf={(chosen) => receivedPrint(path, chosen, data.xmlSha256)}
                name={`${data.rncEmisor}${data.encf}`}
              />
            ) : null}
            <Displaced path={path} received={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface PartProps {
  readonly received: Received;
}

function State({ received }: PartProps) {
  return (
    <section className="card" aria-labelledby="state">
      <header>
        <h2 id="state" className="visually-hidden">
          {texts.state}
        </h2>
        <div role="status">
          {texts.dgii}: <AtDgii dgii={received.dgii} /> {texts.decision}:{' '}
          <Decided decided={received.decided} />
        </div>
      </header>
      {received.overdue ? <Notice tone="warn">{texts.overdue}</Notice> : null}
      {received.dgii === 'rejected' ? <Notice tone="bad">{texts.rejectedAtDgii}</Notice> : null}
      <FactList
        facts={[
          [es.vouchers.total, `RD$ ${amount(received.total)}`],
          [es.vouchers.itbis, received.totalItbis === null ? null : `RD$ ${amount(received.totalItbis)}`],
          [texts.issuer, received.issuer],
          [texts.issuerRnc, received.rncEmisor],
          [es.vouchers.buyer, received.buyerRnc],
          [es.vouchers.issued, received.issuedOn],
          [texts.signed, received.fechaFirma],
          [es.vouchers.received, whenExactly(received.receivedAt)],
          [texts.asked, received.dgiiAt === null ? null : whenExactly(received.dgiiAt)],
          [es.voucher.securityCode, received.securityCode],
        ]}
      />
    </section>
  );
}

function Contents({ path, received }: PartProps & { readonly path: ReceivedOf }) {
  const content = useQuery(receivedContentQuery(path, received.xmlSha256));
  return (
    <section className="card" aria-labelledby="contents">
      <h2 id="contents">{es.content.title}</h2>
      <Loaded query={content} undated>
        {(data) => (
          <Readable
            content={data}
            linkTo={(encf) => (
              <Link
                to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
                params={{ ...path, encf }}
              >
                {encf}
              </Link>
            )}
          />
        )}
      </Loaded>
    </section>
  );
}

const chainTones = { trusted: 'good', 'not-trusted': 'bad', 'not-checked': 'plain' } as const;
const periodTones = { usable: 'good', expired: 'bad', 'not-yet-valid': 'bad' } as const;

function Signer({ received: { signer } }: PartProps) {
  const { subject, fingerprint, chain, period } = signer;
  return (
    <section className="card" aria-labelledby="signer">
      <header>
        <h2 id="signer">{texts.signer}</h2>
      </header>
      <FactList
        facts={[
          [texts.chain, <Badge tone={chainTones[chain]}>{texts.chains[chain]}</Badge>],
          [es.buyer.certificate, <Badge tone={periodTones[period]}>{texts.periods[period]}</Badge>],
          [es.buyer.signer, subject],
          [es.certificates.fingerprint, fingerprint],
        ]}
      />
    </section>
  );
}

function Files({ path, received }: PartProps & { readonly path: ReceivedOf }) {
  const { acknowledgement, approval, xmlSha256, rncEmisor, encf } = received;
  const name = `${rncEmisor}${encf}.xml`;
  return (
    <section className="card" aria-labelledby="files">
      <header>
        <h2 id="files">{texts.files}</h2>
        <div className="actions">
          <Download href={receivedXml(path, xmlSha256)} name={name}>
            {texts.downloadXml}
          </Download>
          {acknowledgement === null ? null : (
            <Download href={receivedAcknowledgement(path)} name={`ARECF${name}`}>
              {texts.downloadAcknowledgement}
            </Download>
          )}
          {approval === null || approval.signed === null ? null : (
            <Download href={receivedApproval(path)} name={`ACECF${name}`}>
              {texts.downloadApproval}
            </Download>
          )}
        </div>
      </header>
      <FactList
        facts={[
          [
            es.buyer.acknowledgement,
            acknowledgement === null
              ? texts.notAcknowledged
              : `${texts.acknowledged}, ${whenExactly(acknowledgement.at)}`,
          ],
          [texts.hash, xmlSha256],
        ]}
      />
    </section>
  );
}

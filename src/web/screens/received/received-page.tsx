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
import { received as texts } from '../../texts/received.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf');

/** Until DGII shows a result, only the issuer knows what the printed form has to say. */
const printable: readonly string[] = ['accepted', 'conditionally-accepted', 'rejected'];

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
          : `${ecfTypes[received.data.tipoeCF].nombre} · ${received.data.razonSocialEmisor}`
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
            {data.dgii !== null && printable.includes(data.dgii.state) ? (
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
          <Decided estado={received.decision?.estado} />
        </div>
      </header>
      {received.recordatorio ? <Notice tone="warn">{texts.overdue}</Notice> : null}
      {received.dgii?.state === 'rejected' ? <Notice tone="bad">{texts.rejectedAtDgii}</Notice> : null}
      <FactList
        facts={[
          [es.vouchers.total, `RD$ ${amount(received.montoTotal)}`],
          [es.vouchers.itbis, received.totalITBIS === null ? null : `RD$ ${amount(received.totalITBIS)}`],
          [texts.issuer, received.razonSocialEmisor],
          [texts.issuerRnc, received.rncEmisor],
          [es.vouchers.buyer, received.rncComprador],
          [es.vouchers.issued, received.fechaEmision],
          [texts.signed, received.fechaFirma],
          [es.vouchers.received, whenExactly(received.receivedAt)],
          [texts.asked, received.dgii === null ? null : whenExactly(received.dgii.fecha)],
          [es.voucher.securityCode, received.codigoSeguridad],
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

const chainTones = { confiable: 'good', 'no confiable': 'bad', 'no verificada': 'plain' } as const;
const periodTones = { vigente: 'good', vencido: 'bad', 'aún no válido': 'bad' } as const;

function Signer({ received: { firmante } }: PartProps) {
  const { sujeto, fingerprint, cadena, vigencia } = firmante;
  return (
    <section className="card" aria-labelledby="signer">
      <header>
        <h2 id="signer">{texts.signer}</h2>
      </header>
      <FactList
        facts={[
          [texts.chain, <Badge tone={chainTones[cadena]}>{texts.chains[cadena]}</Badge>],
          [es.buyer.certificate, <Badge tone={periodTones[vigencia]}>{texts.periods[vigencia]}</Badge>],
          [es.buyer.signer, sujeto],
          [es.certificates.fingerprint, fingerprint],
        ]}
      />
    </section>
  );
}

function Files({ path, received }: PartProps & { readonly path: ReceivedOf }) {
  const { acuse, aprobacion, xmlSha256, rncEmisor, encf } = received;
  const name = `${rncEmisor}${encf}.xml`;
  return (
    <section className="card" aria-labelledby="files">
      <header>
        <h2 id="files">{texts.files}</h2>
        <div className="actions">
          <Download href={receivedXml(path, xmlSha256)} name={name}>
            {texts.downloadXml}
          </Download>
          {acuse === null ? null : (
            <Download href={receivedAcknowledgement(path)} name={`ARECF${name}`}>
              {texts.downloadAcknowledgement}
            </Download>
          )}
          {aprobacion === null ? null : (
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
            acuse === null ? texts.notAcknowledged : `${texts.acknowledged}, ${whenExactly(acuse.fecha)}`,
          ],
          [texts.hash, xmlSha256],
        ]}
      />
    </section>
  );
}

/** The head of the page of a received voucher. */
import { Link } from '@tanstack/react-router';
import type { Paper, Received } from '../../api/answers.js';
import {
  receivedAcknowledgement,
  receivedApproval,
  receivedPrint,
  receivedXml,
  type ReceivedOf,
} from '../../api/received.js';
import { es } from '../../es.js';
import { Icon } from '../../parts/icon.js';
import { Actions } from '../../parts/voucher/actions.js';
import { Bar, Hero, Meta } from '../../parts/voucher/head.js';
import { PdfButton } from '../../parts/voucher/pdf-button.js';
import { Steps } from '../../parts/voucher/steps.js';
import { when } from '../../shared/format.js';
import { received as texts } from '../../texts/received.js';
import { useReceivedBefore, useShowOther } from './received-before.js';
import { keyOf } from './received-key.js';
import { nameOf } from './received-row.js';
import { AtDgii, Decided } from './received-states.js';

type Printable = NonNullable<Received['dgii']> & {
  readonly state: 'accepted' | 'conditionally-accepted' | 'rejected';
};

/** The service makes no printed form until DGII shows a result. */
export function isPrintable(dgii: Received['dgii']): dgii is Printable {
  return dgii !== null && ['accepted', 'conditionally-accepted', 'rejected'].includes(dgii.state);
}

interface BarProps {
  readonly path: ReceivedOf;
  readonly received: Received | undefined;
  readonly paper: Paper;
}

export function ReceivedBar({ path, received, paper }: BarProps) {
  return (
    <Bar way={<Way path={path} received={received} />}>
      {received === undefined ? null : (
        <Actions
          key={received.encf}
          files={filesOf(path, received)}
          copies={[{ text: es.actions.copyLink, copied: location.href }]}
        >
          {isPrintable(received.dgii) ? (
            <PdfButton paper={paper} addressOn={(one) => receivedPrint(path, one, received.xmlSha256)} />
          ) : null}
        </Actions>
      )}
    </Bar>
  );
}

function Way({ path, received }: Pick<BarProps, 'path' | 'received'>) {
  const { companyId, environment } = path;
  const receivedBefore = useReceivedBefore();
  const show = useShowOther(path, receivedBefore);
  return (
    <>
      <Link
        className="button quiet"
        to="/empresas/$companyId/$environment/recibidos"
        params={{ companyId, environment }}
        search={receivedBefore?.search ?? {}}
        aria-label={es.voucher.back(es.nav.received)}
      >
        <Icon name="back" />
        {es.nav.received}
      </Link>
      {receivedBefore === undefined ? null : (
        <Steps
          keys={receivedBefore.vouchers.map(keyOf)}
          shown={keyOf(path)}
          name={received && nameOf(received)}
          onShow={show}
        />
      )}
    </>
  );
}

/** What the issuer sent, and what the company signed about it. */
export function filesOf(path: ReceivedOf, { acuse, aprobacion, xmlSha256, rncEmisor, encf }: Received) {
  const name = `${rncEmisor}${encf}.xml`;
  return [
    { text: texts.downloadXml, href: receivedXml(path, xmlSha256), name },
    ...(acuse === null
      ? []
      : [{ text: texts.downloadAcknowledgement, href: receivedAcknowledgement(path), name: `ARECF${name}` }]),
    ...(aprobacion === null
      ? []
      : [{ text: texts.downloadApproval, href: receivedApproval(path), name: `ACECF${name}` }]),
  ];
}

export function ReceivedHero({ received }: { readonly received: Received }) {
  const { dgii, decision, receivedAt, razonSocialEmisor, rncEmisor, tipoeCF, encf, fechaEmision } = received;
  return (
    <Hero
      state={
        <>
          <span className="soft small">{texts.dgii}:</span> <AtDgii dgii={dgii} />{' '}
          <span className="soft small">{texts.decision}:</span> <Decided estado={decision?.estado} />
        </>
      }
      note={texts.receivedAt(when(receivedAt))}
      name={razonSocialEmisor}
      fullName={nameOf(received)}
      voucher={received}
      meta={<Meta rnc={rncEmisor} type={tipoeCF} encf={encf} issuedOn={fechaEmision} />}
    />
  );
}

/** Who signed a received voucher, and folded what proves it: codes, files, and all fields. */
import { useQuery } from '@tanstack/react-query';
import type { Received } from '../../api/answers.js';
import { receivedContentQuery, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Download } from '../../parts/download.js';
import { Loaded } from '../../parts/loaded.js';
import { FactList } from '../../parts/page.js';
import { Readable } from '../../parts/voucher/readable.js';
import { TechnicalFold } from '../../parts/voucher/technical-fold.js';
import { whenExactly } from '../../shared/format.js';
import { received as texts } from '../../texts/received.js';
import { filesOf } from './received-head.js';
import { ReceivedLink } from './received-link.js';

interface PartProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

const chainTones = { confiable: 'good', 'no confiable': 'bad', 'no verificada': 'plain' } as const;
const periodTones = { vigente: 'good', vencido: 'bad', 'aún no válido': 'bad' } as const;

/** Anybody can sign with a certificate of their own, so it is not folded. */
export function Signer({ received: { firmante } }: Pick<PartProps, 'received'>) {
  const { sujeto, cadena, vigencia } = firmante;
  return (
    <section aria-labelledby="signer">
      <h2 id="signer">{texts.signer}</h2>
      <FactList
        facts={[
          [texts.chain, <Badge tone={chainTones[cadena]}>{texts.chains[cadena]}</Badge>],
          [es.buyer.certificate, <Badge tone={periodTones[vigencia]}>{texts.periods[vigencia]}</Badge>],
          [es.buyer.signer, sujeto],
        ]}
      />
    </section>
  );
}

export function Technical({ path, received }: PartProps) {
  const { rncComprador, fechaFirma, receivedAt, dgii, codigoSeguridad, xmlSha256, firmante } = received;
  return (
    <TechnicalFold hint={texts.technicalHint}>
      {() => (
        <>
          <FactList
            facts={[
              [es.voucher.securityCode, codigoSeguridad, 'mono'],
              [es.vouchers.buyer, rncComprador],
              [texts.signed, fechaFirma],
              [es.vouchers.received, whenExactly(receivedAt)],
              [texts.asked, dgii === null ? null : whenExactly(dgii.fecha)],
              [texts.hash, xmlSha256, 'mono'],
              [es.certificates.fingerprint, firmante.fingerprint, 'mono'],
            ]}
          />
          <Files path={path} received={received} />
          <AllFields path={path} received={received} />
        </>
      )}
    </TechnicalFold>
  );
}

function Files({ path, received }: PartProps) {
  return (
    <section aria-labelledby="files">
      <h3 id="files">{texts.files}</h3>
      <div className="actions">
        {filesOf(path, received).map(({ text, ...file }) => (
          <Download key={text} {...file}>
            {text}
          </Download>
        ))}
      </div>
    </section>
  );
}

function AllFields({ path, received: { xmlSha256 } }: PartProps) {
  const content = useQuery(receivedContentQuery(path, xmlSha256));
  return (
    <section aria-labelledby="contents">
      <h3 id="contents">{es.voucher.allFields}</h3>
      <Loaded query={content} undated>
        {(data) => <Readable content={data} linkTo={(encf) => <ReceivedLink path={path} encf={encf} />} />}
      </Loaded>
    </section>
  );
}

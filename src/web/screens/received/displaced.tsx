/** The vouchers that had this number before: when they lost it, why, and their bytes. */
import type { Received } from '../../api/answers.js';
import { receivedXml, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Download } from '../../parts/download.js';
import { Table } from '../../parts/page.js';
import { amount, whenExactly } from '../../shared/format.js';
import { Decided } from './received-states.js';
import { received as texts } from '../../texts/received.js';

interface DisplacedProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

export function Displaced({ path, received: { desplazados } }: DisplacedProps) {
  if (desplazados === undefined || desplazados.length === 0) return null;
  return (
    <section className="card" aria-labelledby="displaced">
      <h2 id="displaced">{texts.displaced}</h2>
      <p>{texts.displacedText(desplazados.length > 1)}</p>
      <Table
        label={texts.displaced}
        widthRem={76}
        rows={desplazados}
        keyOf={({ xmlSha256 }) => xmlSha256}
        nameAt={-1}
        columns={[
          [es.vouchers.received, ({ receivedAt }) => whenExactly(receivedAt), 'nowrap'],
          [texts.displacedAt, ({ dgii }) => whenExactly(dgii.fecha), 'nowrap'],
          [texts.displacedWhy, ({ dgii }) => texts.displacedReasons[dgii.state]],
          [es.vouchers.total, ({ montoTotal }) => `RD$ ${amount(montoTotal)}`],
          [es.voucher.securityCode, ({ codigoSeguridad }) => codigoSeguridad],
          [es.buyer.signer, ({ firmante }) => firmante.sujeto],
          [texts.decision, ({ decision }) => <LostDecision decision={decision} />],
          [
            texts.file,
            ({ xmlSha256 }) => (
              <Download
                href={receivedXml(path, xmlSha256)}
                name={`${path.rncEmisor}${path.encf}-${xmlSha256.slice(0, 8)}.xml`}
              >
                {texts.displacedXml(xmlSha256)}
              </Download>
            ),
          ],
        ]}
      />
    </section>
  );
}

interface LostProps {
  readonly decision: NonNullable<Received['desplazados']>[number]['decision'] | undefined;
}

function LostDecision({ decision }: LostProps) {
  if (decision === undefined) return null;
  const { estado, motivo, por, fecha } = decision;
  return (
    <>
      <Decided estado={estado} />{' '}
      {[motivo, por, whenExactly(fecha)].filter((text) => text !== null).join(' · ')}
    </>
  );
}

/** The vouchers that had this number before: when they lost it, why, and their bytes. */
import type { Received } from '../../api/answers.js';
import { receivedXml, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Download } from '../../parts/download.js';
import { Table } from '../../parts/page.js';
import { amount, whenExactly } from '../../shared/format.js';
import { Decided } from './received-states.js';

interface DisplacedProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

const texts = es.received;

export function Displaced({ path, received: { displaced } }: DisplacedProps) {
  if (displaced.length === 0) return null;
  return (
    <section className="card" aria-labelledby="displaced">
      <h2 id="displaced">{texts.displaced}</h2>
      <p>{texts.displacedText(displaced.length > 1)}</p>
      <Table
        label={texts.displaced}
        widthRem={76}
        rows={displaced}
        keyOf={({ xmlSha256 }) => xmlSha256}
        nameAt={-1}
        columns={[
          [es.vouchers.received, ({ receivedAt }) => whenExactly(receivedAt), 'nowrap'],
          [texts.displacedAt, (one) => whenExactly(one.displacedAt), 'nowrap'],
          [texts.displacedWhy, ({ dgii }) => reasonOf(dgii)],
          [es.vouchers.total, ({ total }) => `RD$ ${amount(total)}`],
          [es.voucher.securityCode, ({ securityCode }) => securityCode],
          [es.buyer.signer, ({ signer }) => signer.subject],
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

/** What was decided about the voucher that lost the number, and by whom. */
function LostDecision({ decision }: Pick<Received['displaced'][number], 'decision'>) {
  if (decision === null) return null;
  const { estado, motivo, by, at } = decision;
  return (
    <>
      <Decided decided={estado} /> {[motivo, by, whenExactly(at)].filter((text) => text !== null).join(' · ')}
    </>
  );
}

/** Only these two states make a voucher lose its number. */
function reasonOf(dgii: Received['displaced'][number]['dgii']): string {
  return dgii === 'rejected' ? texts.displacedReasons.rejected : texts.displacedReasons['not-found'];
}

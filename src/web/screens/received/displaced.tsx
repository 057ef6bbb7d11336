/** The vouchers that had this number before: when they lost it, why, and their bytes. */
import type { Received } from '../../api/answers.js';
import { receivedXml, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Download } from '../../parts/button.js';
import { Cell, Row, Table } from '../../parts/page.js';
import { amount, whenExactly } from '../../shared/format.js';
import { Decided } from './received-states.js';

interface DisplacedProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

const texts = es.received;
const { displacedAt, displacedWhy, total, securityCode, subject, decision, file } = texts;
const heads = [texts.received, displacedAt, displacedWhy, total, securityCode, subject, decision, file];

export function Displaced({ path, received: { displaced } }: DisplacedProps) {
  if (displaced.length === 0) return null;
  return (
    <section className="card" aria-labelledby="displaced">
      <h2 id="displaced">{texts.displaced}</h2>
      <p>{texts.displacedText(displaced.length > 1)}</p>
      <Table label={texts.displaced} heads={heads} widthRem={76}>
        {displaced.map((one) => (
          <Row key={one.xmlSha256}>
            <Cell className="nowrap">{whenExactly(one.receivedAt)}</Cell>
            <Cell className="nowrap">{whenExactly(one.displacedAt)}</Cell>
            <Cell>{reasonOf(one.dgii)}</Cell>
            <Cell>{`RD$ ${amount(one.total)}`}</Cell>
            <Cell>{one.securityCode}</Cell>
            <Cell>{one.signer.subject}</Cell>
            <Cell>
              <LostDecision decision={one.decision} />
            </Cell>
            <Cell>
              <Download
                href={receivedXml(path, one.xmlSha256)}
                name={`${path.rncEmisor}${path.encf}-${one.xmlSha256.slice(0, 8)}.xml`}
              >
                {texts.displacedXml(one.xmlSha256)}
              </Download>
            </Cell>
          </Row>
        ))}
      </Table>
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

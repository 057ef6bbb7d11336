/** The part of the receiver's addresses that a person types in DGII's certification portal. */
import { es } from '../../es.js';
import { Copy } from '../../parts/copy.js';
import { FactList } from '../../parts/page.js';
import { useSession } from '../../shell/use-session.js';

const texts = es.certification.receiver;

export function ReceiverAddress() {
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

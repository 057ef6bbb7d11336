/** Whether the buyer has the voucher, and what the buyer answered. If a delivery ended without success, a person can order it again. */
import type { Voucher } from '../../api/answers.js';
import { deliverVoucher, fileAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge, deliveryTones } from '../../parts/badge.js';
import { Download } from '../../parts/download.js';
import { Form } from '../../parts/form.js';
import { FactList, type Fact } from '../../parts/page.js';
import { useForm } from '../../parts/use-form.js';
import { whenExactly } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';

interface BuyerProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

const texts = es.buyer;

export function Buyer({ place, voucher }: BuyerProps) {
  const { buyerDelivery, buyerApproval } = voucher;
  if (buyerDelivery === null && buyerApproval === null) return null;
  return (
    <section className="card" aria-labelledby="buyer">
      <h2 id="buyer">{texts.title}</h2>
      {buyerDelivery === null ? null : <Delivery place={place} voucher={voucher} delivery={buyerDelivery} />}
      {buyerApproval === null ? null : <Approval place={place} voucher={voucher} approval={buyerApproval} />}
    </section>
  );
}

interface DeliveryProps extends BuyerProps {
  readonly delivery: NonNullable<Voucher['buyerDelivery']>;
}

function Delivery({ place, voucher, delivery }: DeliveryProps) {
  const mayOrder = useMay('decisions', place.companyId, place.environment);
  const { state, status, code, codeText, attempts, to, lastAt, endedAt, waits, nextTryAt } = delivery;
  const { acknowledgement } = delivery;
  const isOver = state !== 'waiting' && state !== 'delivered';
  const facts: readonly Fact[] = [
    [texts.code, code === null ? null : [code, codeText].filter((text) => text !== null).join(': ')],
    [texts.waits, waits],
    [texts.to, to],
    [es.voucher.attempts, String(attempts)],
    [texts.lastAt, lastAt === null ? null : whenExactly(lastAt)],
    [texts.nextTryAt, nextTryAt === null ? null : whenExactly(nextTryAt)],
    [texts.endedAt, endedAt === null ? null : whenExactly(endedAt)],
  ];
  return (
    <>
      <div>
        <Badge tone={deliveryTones[state]}>{status}</Badge>
      </div>
      <FactList facts={facts} />
      {acknowledgement === null ? null : (
        <Acknowledgement place={place} voucher={voucher} acknowledgement={acknowledgement} />
      )}
      {isOver && mayOrder ? <Again place={place} voucher={voucher} /> : null}
    </>
  );
}

interface AcknowledgementProps extends BuyerProps {
  readonly acknowledgement: NonNullable<NonNullable<Voucher['buyerDelivery']>['acknowledgement']>;
}

/** The buyer's acknowledgement. Anybody can send one without a valid signature, so the person sees what is wrong with it. */
function Acknowledgement({ place, voucher: { encf, attempt }, acknowledgement }: AcknowledgementProps) {
  const { signatureFault, signer, fechaHora, sha256 } = acknowledgement;
  const isValid = signatureFault === null;
  return (
    <>
      <h3>{texts.acknowledgement}</h3>
      <div>
        <Badge tone={isValid ? 'good' : 'bad'}>{isValid ? texts.signatureValid : texts.signatureBad}</Badge>
      </div>
      {isValid ? null : (
        <p className="hint">
          {signatureFault} {texts.unproven}
        </p>
      )}
      <FactList
        facts={[
          [texts.signer, signer],
          [texts.fechaHora, fechaHora],
          [texts.hash, sha256],
        ]}
      />
      <div className="actions">
        <Download href={fileAddress('acknowledgement', place, encf, attempt)} name={`ARECF${encf}.xml`}>
          {texts.download}
        </Download>
      </div>
    </>
  );
}

function Again({ place, voucher: { encf, attempt } }: BuyerProps) {
  const form = useForm({
    start: {},
    send: () => deliverVoucher({ ...place, encf }, { attempt }),
    refreshes: [{ queryKey: ['voucher', place, encf] }],
  });
  return <Form form={form} submit={texts.again} kind="plain" />;
}

interface ApprovalProps extends BuyerProps {
  readonly approval: NonNullable<Voucher['buyerApproval']>;
}

function Approval({ place, voucher: { encf, attempt }, approval }: ApprovalProps) {
  const { estado, motivo, fecha, receivedAt, signer } = approval;
  return (
    <>
      <h3>{es.received.decision}</h3>
      <div>
        <Badge tone={estado === 'aprobado' ? 'good' : 'bad'}>{texts.approvals[estado]}</Badge>
      </div>
      {estado === 'rechazado' ? <p className="hint">{texts.rejectionAdvice}</p> : null}
      <FactList
        facts={[
          [es.received.motivo, motivo],
          [texts.signedOn, fecha],
          [es.vouchers.received, whenExactly(receivedAt)],
        ]}
      />
      {signer === null ? null : <Signer signer={signer} />}
      <div className="actions">
        <Download href={fileAddress('approval', place, encf, attempt)} name={`ACECF${encf}.xml`}>
          {texts.downloadApproval}
        </Download>
      </div>
    </>
  );
}

const chainTones = { trusted: 'good', 'not-trusted': 'bad', 'not-checked': 'warn' } as const;

/** Anybody can make a certificate, so the person sees whose it is and whether a trusted authority issued it. */
function Signer({
  signer: { subject, name, serialNumber, chain, period },
}: {
  readonly signer: NonNullable<NonNullable<Voucher['buyerApproval']>['signer']>;
}) {
  const who = [name, serialNumber].filter((text) => text !== '').join(', ');
  return (
    <>
      <h3>{texts.signedBy}</h3>
      <div>
        <Badge tone={chainTones[chain]}>{texts.chains[chain]}</Badge>
      </div>
      <FactList
        facts={[
          [texts.signer, who === '' ? subject : who],
          [texts.certificate, es.received.periods[period]],
        ]}
      />
      {chain === 'trusted' ? null : <p className="hint">{texts.doubtful}</p>}
    </>
  );
}

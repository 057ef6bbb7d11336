/** Whether the buyer has the voucher, and what the buyer answered. If a delivery ended without success, a person can order it again. */
import type { Voucher } from '../../../api/answers.js';
import { deliverVoucher, fileAddress, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Badge, deliveryTones } from '../../../parts/badge.js';
import { CopyIcon } from '../../../parts/copy.js';
import { Download } from '../../../parts/download.js';
import { Form } from '../../../parts/form/form.js';
import { FactList, type Fact } from '../../../parts/page.js';
import { useForm } from '../../../parts/form/use-form.js';
import { whenExactly } from '../../../shared/format.js';
import { useMay } from '../../../shell/use-session.js';
import { received as receivedTexts } from '../../../texts/received.js';

interface BuyerProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

const texts = es.buyer;

/** Whether the buyer has the voucher and what the buyer said. What proves it is folded (BuyerProof). */
export function Buyer({ place, voucher }: BuyerProps) {
  const { entrega, aprobacionComercial, consultaUrl } = voucher;
  if ([entrega, aprobacionComercial, consultaUrl].every((one) => one === undefined)) return null;
  return (
    <section aria-labelledby="buyer">
      <h2 id="buyer">{texts.title}</h2>
      {entrega === undefined ? null : <Delivery place={place} voucher={voucher} delivery={entrega} />}
      {aprobacionComercial === undefined ? null : <Approval approval={aprobacionComercial} />}
      {consultaUrl === undefined ? null : <BuyerLink address={consultaUrl} />}
    </section>
  );
}

/** Anybody with it sees the voucher. */
function BuyerLink({ address }: { readonly address: string }) {
  return (
    <p className="with-icon">
      <a href={address} target="_blank" rel="noreferrer">
        {es.printedForm.link}
      </a>
      <CopyIcon text={address} icon="copy" label={es.printedForm.copyLink} />
    </p>
  );
}

interface DeliveryProps extends BuyerProps {
  readonly delivery: NonNullable<Voucher['entrega']>;
}

function acknowledgementOf({ acuse, acuseAnterior }: DeliveryProps['delivery']) {
  return acuse ?? acuseAnterior;
}

function Delivery({ place, voucher, delivery }: DeliveryProps) {
  const mayOrder = useMay('decisions', place.companyId, place.environment);
  const { state, status, codigoTexto, motivo } = delivery;
  const isOver = state !== 'waiting' && state !== 'delivered';
  const acknowledgement = acknowledgementOf(delivery);
  const isUnproven = acknowledgement !== undefined && acknowledgement.signatureFault !== null;
  return (
    <>
      <p className="with-icon">
        <Badge tone={deliveryTones[state]}>{status}</Badge>
        <span className="soft small">{codigoTexto ?? motivo}</span>
      </p>
      {isUnproven ? (
        <p className="with-icon">
          {texts.acknowledgement}: <Badge tone="bad">{texts.signatureBad}</Badge>
        </p>
      ) : null}
      {isOver && mayOrder ? <Again place={place} voucher={voucher} /> : null}
    </>
  );
}

/** For who has to prove it, and for support: each try, the acknowledgement's signature and hash, and whose certificate signed the answer. */
export function BuyerProof({ place, voucher }: BuyerProps) {
  const { entrega, aprobacionComercial } = voucher;
  if (entrega === undefined && aprobacionComercial === undefined) return null;
  return (
    <section aria-labelledby="buyer-proof">
      <h3 id="buyer-proof">{texts.proof}</h3>
      {entrega === undefined ? null : <Tries place={place} voucher={voucher} delivery={entrega} />}
      {aprobacionComercial === undefined ? null : (
        <ApprovalProof place={place} voucher={voucher} approval={aprobacionComercial} />
      )}
    </section>
  );
}

function Tries({ place, voucher, delivery }: DeliveryProps) {
  const { codigo, codigoTexto, attempts, to, lastAt, fecha, nextTryAt } = delivery;
  const acknowledgement = acknowledgementOf(delivery);
  const facts: readonly Fact[] = [
    [
      texts.code,
      codigo === undefined ? null : [codigo, codigoTexto].filter((text) => text !== null).join(': '),
    ],
    [texts.to, to],
    [es.voucher.attempts, String(attempts)],
    [texts.lastAt, lastAt === null ? null : whenExactly(lastAt)],
    [texts.nextTryAt, nextTryAt === null ? null : whenExactly(nextTryAt)],
    [texts.endedAt, fecha === undefined ? null : whenExactly(fecha)],
  ];
  return (
    <>
      <FactList facts={facts} />
      {acknowledgement === undefined ? null : (
        <Acknowledgement place={place} voucher={voucher} acknowledgement={acknowledgement} />
      )}
    </>
  );
}

interface AcknowledgementProps extends BuyerProps {
  readonly acknowledgement: NonNullable<NonNullable<Voucher['entrega']>['acuse']>;
}

/** The buyer's acknowledgement. Anybody can send one without a valid signature, so the person sees what is wrong with it. */
function Acknowledgement({ place, voucher: { ecf, attempt }, acknowledgement }: AcknowledgementProps) {
  const { signatureFault, firmante, fechaHora, sha256 } = acknowledgement;
  const isValid = signatureFault === null;
  return (
    <>
      <h4>{texts.acknowledgement}</h4>
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
          [texts.signer, firmante?.sujeto ?? null],
          [texts.fechaHora, fechaHora ?? null],
          [texts.hash, sha256],
        ]}
      />
      <div className="actions">
        <Download href={fileAddress('acknowledgement', place, ecf, attempt)} name={`ARECF${ecf}.xml`}>
          {texts.download}
        </Download>
      </div>
    </>
  );
}

function Again({ place, voucher: { ecf, attempt } }: BuyerProps) {
  const form = useForm({
    start: {},
    send: () => deliverVoucher({ ...place, encf: ecf }, { attempt }),
    refreshes: [{ queryKey: ['voucher', place, ecf] }],
  });
  return <Form form={form} submit={texts.again} kind="plain" />;
}

type BuyerAnswer = NonNullable<Voucher['aprobacionComercial']>;

function Approval({ approval: { estado, motivo, firmante } }: { readonly approval: BuyerAnswer }) {
  return (
    <>
      <p className="with-icon">
        <Badge tone={estado === 'aprobado' ? 'good' : 'bad'}>{texts.approvals[estado]}</Badge>
        <span>{motivo}</span>
      </p>
      {estado === 'rechazado' ? <p className="hint">{texts.rejectionAdvice}</p> : null}
      {firmante.cadena === 'confiable' ? null : <p className="hint">{texts.doubtful}</p>}
    </>
  );
}

interface ApprovalProofProps extends BuyerProps {
  readonly approval: BuyerAnswer;
}

function ApprovalProof({ place, voucher: { ecf, attempt }, approval }: ApprovalProofProps) {
  const { fecha, receivedAt, firmante } = approval;
  return (
    <>
      <h4>{receivedTexts.decision}</h4>
      <FactList
        facts={[
          [texts.signedOn, fecha],
          [es.vouchers.received, whenExactly(receivedAt)],
        ]}
      />
      <Signer signer={firmante} />
      <div className="actions">
        <Download href={fileAddress('approval', place, ecf, attempt)} name={`ACECF${ecf}.xml`}>
          {texts.downloadApproval}
        </Download>
      </div>
    </>
  );
}

const chainTones = { confiable: 'good', 'no confiable': 'bad', 'no verificada': 'warn' } as const;

/** Anybody can make a certificate, so the person sees whose it is and whether a trusted authority issued it. */
function Signer({
  signer: { nombre, identificacion, sujeto, cadena, vigencia },
}: {
  readonly signer: BuyerAnswer['firmante'];
}) {
  const who = [nombre, identificacion].filter((text) => text !== '').join(', ');
  return (
    <>
      <h4>{texts.signedBy}</h4>
      <div>
        <Badge tone={chainTones[cadena]}>{texts.chains[cadena]}</Badge>
      </div>
      <FactList
        facts={[
          [texts.signer, who === '' ? sujeto : who],
          [texts.certificate, receivedTexts.periods[vigencia]],
        ]}
      />
    </>
  );
}

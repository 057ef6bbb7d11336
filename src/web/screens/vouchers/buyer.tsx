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
import { received as receivedTexts } from '../../texts/received.js';

interface BuyerProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

const texts = es.buyer;

export function Buyer({ place, voucher }: BuyerProps) {
  const { entrega, aprobacionComercial } = voucher;
  if (entrega === undefined && aprobacionComercial === undefined) return null;
  return (
    <section className="card" aria-labelledby="buyer">
      <h2 id="buyer">{texts.title}</h2>
      {entrega === undefined ? null : <Delivery place={place} voucher={voucher} delivery={entrega} />}
      {aprobacionComercial === undefined ? null : (
        <Approval place={place} voucher={voucher} approval={aprobacionComercial} />
      )}
    </section>
  );
}

interface DeliveryProps extends BuyerProps {
  readonly delivery: NonNullable<Voucher['entrega']>;
}

function Delivery({ place, voucher, delivery }: DeliveryProps) {
  const mayOrder = useMay('decisions', place.companyId, place.environment);
  const { state, status, codigo, codigoTexto, attempts, to, lastAt, fecha, motivo, nextTryAt } = delivery;
  const acknowledgement = delivery.acuse ?? delivery.acuseAnterior;
  const isOver = state !== 'waiting' && state !== 'delivered';
  const facts: readonly Fact[] = [
    [
      texts.code,
      codigo === undefined ? null : [codigo, codigoTexto].filter((text) => text !== null).join(': '),
    ],
    [texts.waits, motivo ?? null],
    [texts.to, to],
    [es.voucher.attempts, String(attempts)],
    [texts.lastAt, lastAt === null ? null : whenExactly(lastAt)],
    [texts.nextTryAt, nextTryAt === null ? null : whenExactly(nextTryAt)],
    [texts.endedAt, fecha === undefined ? null : whenExactly(fecha)],
  ];
  return (
    <>
      <div>
        <Badge tone={deliveryTones[state]}>{status}</Badge>
      </div>
      <FactList facts={facts} />
      {acknowledgement === undefined ? null : (
        <Acknowledgement place={place} voucher={voucher} acknowledgement={acknowledgement} />
      )}
      {isOver && mayOrder ? <Again place={place} voucher={voucher} /> : null}
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

interface ApprovalProps extends BuyerProps {
  readonly approval: NonNullable<Voucher['aprobacionComercial']>;
}

function Approval({ place, voucher: { ecf, attempt }, approval }: ApprovalProps) {
  const { estado, motivo, fecha, receivedAt, firmante } = approval;
  return (
    <>
      <h3>{receivedTexts.decision}</h3>
      <div>
        <Badge tone={estado === 'aprobado' ? 'good' : 'bad'}>{texts.approvals[estado]}</Badge>
      </div>
      {estado === 'rechazado' ? <p className="hint">{texts.rejectionAdvice}</p> : null}
      <FactList
        facts={[
          [receivedTexts.motivo, motivo ?? null],
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
  readonly signer: NonNullable<Voucher['aprobacionComercial']>['firmante'];
}) {
  const who = [nombre, identificacion].filter((text) => text !== '').join(', ');
  return (
    <>
      <h3>{texts.signedBy}</h3>
      <div>
        <Badge tone={chainTones[cadena]}>{texts.chains[cadena]}</Badge>
      </div>
      <FactList
        facts={[
          [texts.signer, who === '' ? sujeto : who],
          [texts.certificate, receivedTexts.periods[vigencia]],
        ]}
      />
      {cadena === 'confiable' ? null : <p className="hint">{texts.doubtful}</p>}
    </>
  );
}

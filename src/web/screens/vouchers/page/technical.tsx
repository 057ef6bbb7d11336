/** The technical details of an issued voucher: its codes, its deliveries, the buyer's proof, all its fields. */
import type { Voucher } from '../../../api/answers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { FactList, type Fact } from '../../../parts/page.js';
import { TechnicalFold } from '../../../parts/voucher/technical-fold.js';
import { whenExactly } from '../../../shared/format.js';
import { BuyerProof } from './buyer.js';
import { Contents } from './contents.js';
import { Deliveries } from '../timeline.js';

const texts = es.voucher;

interface TechnicalProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function Technical({ place, voucher }: TechnicalProps) {
  return (
    <TechnicalFold hint={texts.technicalHint}>
      {() => (
        <>
          <FactList facts={factsOf(voucher)} />
          <Deliveries voucher={voucher} />
          <BuyerProof place={place} voucher={voucher} />
          <Contents place={place} voucher={voucher} />
        </>
      )}
    </TechnicalFold>
  );
}

function factsOf(voucher: Voucher): readonly Fact[] {
  const { temporalUrl, securityCode, xmlSha256, estadoDgii, trackIds, correlationId, attempt } = voucher;
  const { receivedAt, finalAt, secuenciaUtilizada } = voucher;
  return [
    [texts.trackIds, trackIds.length === 0 ? null : trackIds.join(', '), 'mono'],
    [texts.securityCode, securityCode === '' ? null : securityCode, 'mono'],
    [texts.dgiiState, estadoDgii === '' ? null : estadoDgii],
    [texts.numberUsed, yesOrNo(secuenciaUtilizada)],
    [es.vouchers.received, whenExactly(receivedAt)],
    [texts.finalAt, finalAt === null ? null : whenExactly(finalAt)],
    [texts.issuedBy, issuedByText(voucher)],
    [texts.attempt, String(attempt)],
    [es.vouchers.correlation, correlationId, 'mono'],
    [texts.xmlHash, xmlSha256, 'mono'],
    [
      texts.process,
      temporalUrl === null ? null : (
        <a href={temporalUrl} target="_blank" rel="noreferrer">
          {texts.temporal}
        </a>
      ),
    ],
  ];
}

/** Null: the company's system issued it. */
function issuedByText({ issuedBy }: Voucher): string | null {
  if (issuedBy === null) return null;
  return issuedBy.conditionalConfirmed ? texts.confirmedFaults(issuedBy.por) : issuedBy.por;
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? es.yes : es.no;
}

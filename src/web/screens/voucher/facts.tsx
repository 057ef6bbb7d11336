/** The voucher's facts, and its QR code for the printed representation. */
import { lazy, Suspense } from 'react';
import type { Voucher } from '../../api/answers.js';
import { es } from '../../es.js';
import { amount, whenExactly } from '../../shared/format.js';

const QrPicture = lazy(async () => ({ default: (await import('../../parts/qr-picture.js')).QrPicture }));

export function Facts({ voucher }: { readonly voucher: Voucher }) {
  const { verdict, qrUrl, temporalUrl, securityCode } = voucher;
  const rows: readonly (readonly [string, string | null])[] = [
    [es.vouchers.total, `RD$ ${amount(voucher.total)}`],
    [es.vouchers.buyer, voucher.buyerRnc === '' ? null : voucher.buyerRnc],
    [es.vouchers.issued, voucher.issuedOn],
    [es.vouchers.received, whenExactly(voucher.receivedAt)],
    [es.voucher.finalAt, voucher.finalAt === null ? null : whenExactly(voucher.finalAt)],
    [es.voucher.securityCode, securityCode],
    [es.voucher.trackIds, voucher.trackIds.length === 0 ? null : voucher.trackIds.join(', ')],
    [es.voucher.dgiiState, verdict === null || verdict.estado === '' ? null : verdict.estado],
    [es.voucher.numberUsed, yesOrNo(verdict?.secuenciaUtilizada ?? null)],
    [es.vouchers.correlation, voucher.correlationId],
  ];
  return (
    <div className="with-qr">
      <dl className="facts">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {temporalUrl === null ? null : (
          <div>
            <dt>{es.voucher.process}</dt>
            <dd>
              <a href={temporalUrl} target="_blank" rel="noreferrer">
                {es.voucher.temporal}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {qrUrl === null ? null : (
        <figure>
          <Suspense fallback={null}>
            <QrPicture text={qrUrl} label={es.voucher.qr} />
          </Suspense>
          <figcaption>
            <a href={qrUrl} target="_blank" rel="noreferrer">
              {es.voucher.checkAtDgii}
            </a>
          </figcaption>
        </figure>
      )}
    </div>
  );
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? es.yes : es.no;
}

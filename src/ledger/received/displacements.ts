/**
 * A received voucher takes a number from another one. Anybody may send a voucher with the next number of an issuer, so the first one
 * that came is not always the genuine one.
 */
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import type { DgiiState, DisplacedVoucher, ReceivedVoucher, ReceptionRecord } from './reception-record.js';
import { voucherRoomBytes } from './receptions.js';

/** Each one adds a kilobyte to the record. An issuer that DGII rejects sends a number again once or twice. */
export const displacedMax = 5;

export interface Displacement {
  /** The reception as it was read. */
  readonly was: ReceptionRecord;
  /** DGII's state of its voucher. */
  readonly wasState: DgiiState;
  /** The voucher that takes the number, and its bytes. */
  readonly voucher: ReceivedVoucher;
  readonly bytes: Uint8Array;
}

/** The voucher that has the number, or the one of these bytes that had it before. */
export function voucherUnder(
  reception: ReceptionRecord,
  xmlSha256 = reception.sha256,
): ReceptionRecord | DisplacedVoucher | undefined {
  return [reception, ...(reception.displaced ?? [])].find(({ sha256 }) => sha256 === xmlSha256);
}

export function createDisplacements({ receptions }: Pick<Collections, 'receptions'>, files: Files) {
  /** Moves a content out of the record into a file. */
  const asFile = async (
    companyId: number,
    kind: 'received-ecf' | 'acknowledgement',
    ref: DisplacedVoucher['file'],
    now: Date,
  ) =>
    typeof ref === 'string'
      ? ref
      : (await files.keepText(companyId, kind, await files.getFileBytes(ref), now, 0)).ref;

  const displacedOf = async ({ was, wasState }: Displacement, now: Date): Promise<DisplacedVoucher> => {
    const { companyId, arecf, totalITBIS } = was;
    return {
      ...{ razonSocialEmisor: was.razonSocialEmisor, ecfType: was.ecfType, fechaEmision: was.fechaEmision },
      ...{ montoTotal: was.montoTotal, ...(totalITBIS === undefined ? {} : { totalITBIS }) },
      ...{ rncComprador: was.rncComprador, securityCode: was.securityCode, fechaFirma: was.fechaFirma },
      ...{ signer: was.signer, sha256: was.sha256, receivedAt: was.receivedAt },
      file: await asFile(companyId, 'received-ecf', was.file, now),
      ...(arecf && {
        arecf: { ...arecf, file: await asFile(companyId, 'acknowledgement', arecf.file, now) },
      }),
      dgii: { estado: wasState, at: now },
    };
  };

  return {
    /**
     * One write, if the reception still has the voucher and the ARECF that were read, and nobody has decided. So whatever dies, the
     * number has the old voucher or the new one. False: something changed.
     */
    displaceReception: async (displacement: Displacement, now: Date): Promise<boolean> => {
      const { was, voucher, bytes } = displacement;
      const displaced = [...(was.displaced ?? []), await displacedOf(displacement, now)];
      const kept = await files.keepText(was.companyId, 'received-ecf', bytes, now, voucherRoomBytes);
      const { modifiedCount } = await receptions.replaceOne(
        {
          ...{ _id: was._id, sha256: was.sha256, 'arecf.sha256': was.arecf?.sha256 ?? { $exists: false } },
          ...{ decision: { $exists: false }, approval: { $exists: false } },
        },
        // DGII has the voucher, so a worker asks at once: the answer may be an automatic decision.
        { ...voucher, file: kept.ref, sha256: kept.sha256, receivedAt: now, askDgiiAt: now, displaced },
      );
      return modifiedCount === 1;
    },
  };
}

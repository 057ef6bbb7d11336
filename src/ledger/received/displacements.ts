/**
 * A received voucher takes the number of another one. Anybody may send a voucher with the next number of an issuer, so the first voucher to
 * arrive is not always the genuine one.
 */
import type { Collections } from '../collections.js';
import type { Files } from '../files.js';
import { acceptedStates, type DgiiState } from '../../ecf/codes/reception-states.js';
import { replacedWith, withEvent } from '../events/event-writes.js';
import { displacedEvent } from './reception-events.js';
import {
  receptionRef,
  type DisplacedVoucher,
  type ReceivedVoucher,
  type ReceptionRecord,
} from './reception-record.js';
import { receptionSearchOf } from './reception-search.js';
import { voucherRoomBytes } from './receptions.js';
import { issuedDayOf } from '../vouchers/lists/voucher-pages.js';

/** Each displaced voucher adds a kilobyte to the record. An issuer whose voucher DGII rejects sends the number again once or twice. */
export const displacedMax = 5;

export interface Displacement {
  /** The reception as it was read. */
  readonly was: ReceptionRecord;
  /** DGII's state of the voucher that loses the number. */
  readonly wasState: DgiiState;
  /** The voucher that takes the number, and its bytes. */
  readonly voucher: ReceivedVoucher;
  readonly bytes: Uint8Array;
}

/** The voucher with these bytes: the one that has the number now, or one that had it before. */
export function voucherUnder(
  reception: ReceptionRecord,
  xmlSha256 = reception.sha256,
): ReceptionRecord | DisplacedVoucher | undefined {
  return [reception, ...(reception.displaced ?? [])].find(({ sha256 }) => sha256 === xmlSha256);
}

export function createDisplacements({ receptions }: Pick<Collections, 'receptions'>, files: Files) {
  const asFile = async (
    companyId: number,
    kind: 'received-ecf' | 'acknowledgement',
    ref: DisplacedVoucher['file'],
    now: Date,
  ) =>
    typeof ref === 'string'
      ? ref
      : (
          await files.keepContent({
            companyId,
            kind,
            content: await files.getFileBytes(ref),
            now,
            roomBytes: 0,
          })
        ).ref;

  const displacedOf = async ({ was, wasState }: Displacement, now: Date): Promise<DisplacedVoucher> => {
    const { companyId, arecf, decision, totalITBIS, ncfModificado, signatureHash } = was;
    return {
      razonSocialEmisor: was.razonSocialEmisor,
      ecfType: was.ecfType,
      fechaEmision: was.fechaEmision,
      montoTotal: was.montoTotal,
      ...(totalITBIS === undefined ? {} : { totalITBIS }),
      ...(ncfModificado === undefined ? {} : { ncfModificado }),
      rncComprador: was.rncComprador,
      securityCode: was.securityCode,
      fechaFirma: was.fechaFirma,
      signer: was.signer,
      ...(signatureHash === undefined ? {} : { signatureHash }),
      sha256: was.sha256,
      receivedAt: was.receivedAt,
      file: await asFile(companyId, 'received-ecf', was.file, now),
      ...(arecf && {
        arecf: { ...arecf, file: await asFile(companyId, 'acknowledgement', arecf.file, now) },
      }),
      dgii: { estado: wasState, at: now },
      ...(decision && { decision }),
    };
  };

  return {
    /**
     * Gives the number to the new voucher in one write, so even if a process dies the number has either the old voucher or the new one.
     * A decision about the old voucher goes with it, because nobody has heard of it: the new voucher has none. False if the reception has
     * changed since it was read (another voucher, ARECF or decision), if DGII has accepted its voucher, or if its approval is signed.
     */
    displaceReception: async (displacement: Displacement, now: Date): Promise<boolean> => {
      const { was, voucher, bytes } = displacement;
      const displaced = [...(was.displaced ?? []), await displacedOf(displacement, now)];
      const kept = await files.keepContent({
        companyId: was.companyId,
        kind: 'received-ecf',
        content: bytes,
        now,
        roomBytes: voucherRoomBytes,
      });
      // DGII has this voucher, so a worker asks for its state at once; the answer may bring an automatic decision.
      const next: Omit<ReceptionRecord, '_id'> = {
        ...voucher,
        file: kept.ref,
        sha256: kept.sha256,
        receivedAt: now,
        issuedDay: issuedDayOf(voucher.fechaEmision),
        search: receptionSearchOf(voucher),
        askDgiiAt: now,
        displaced,
      };
      const { modifiedCount } = await receptions.updateOne(
        {
          ...receptionRef(was),
          'arecf.sha256': was.arecf?.sha256 ?? { $exists: false },
          'decision.at': was.decision?.at ?? { $exists: false },
          'dgii.estado': { $nin: [...acceptedStates] },
          approval: { $exists: false },
        },
        withEvent(replacedWith(next), displacedEvent({ _id: was._id, ...next }, was, now)),
      );
      return modifiedCount === 1;
    },
  };
}

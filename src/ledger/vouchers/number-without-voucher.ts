/** What is certain about a number without a voucher. DGII rejects a note on such a number, and may burn the note's own number. */
import { localDate } from '../../ecf/model/dates.js';
import { parseEncf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { ManagedRange, Referenced } from '../../ecf/model/facts.js';
import type { Collections } from '../collections.js';
import { confirmed } from '../mongo/confirmed.js';
import {
  reservationId,
  reservationOf,
  sequenceKey,
  usedAtDgiiNote,
  type SequenceRef,
} from '../numbers/numbers.js';

/** Undefined: the voucher may come later, or from another system. DGII may even have it already. */
export async function findNumberWithoutVoucher(
  collections: Collections,
  companyId: number,
  environment: Environment,
  encf: string,
): Promise<Referenced | undefined> {
  const { annulments, reservations } = collections;
  const parsed = parseEncf(encf);
  if (parsed === undefined) return undefined;
  const sequence = { companyId, environment, ecfType: parsed.type };
  const _id = reservationId(sequenceKey(sequence), parsed.serial);
  const [voided, reservation] = await Promise.all([
    annulments.findOne({ _id }),
    reservations.findOne(reservationOf(_id), { projection: { _id: 1 } }),
  ]);
  const none = {
    encf,
    tipoeCF: parsed.type,
    montoTotal: '0',
    fechaEmision: '',
    rncComprador: '',
    tipoMoneda: null,
    credited: '0',
    debited: '0',
    annulled: false,
  };
  if (voided !== null) {
    const isVoid = voided.lock === undefined && voided.note !== usedAtDgiiNote;
    return isVoid ? { ...none, state: 'annulled' } : undefined;
  }
  if (reservation !== null) return undefined;
  const neverHandedOut = await managedRangeOf(collections, sequence, parsed.serial);
  if (neverHandedOut === undefined) return undefined;
  const wasHandedOut = (await reservations.findOne(reservationOf(_id), confirmed)) !== null;
  return wasHandedOut ? undefined : { ...none, state: 'refused', neverHandedOut };
}

/** The range, if only this service assigns this number. It does so from the first number that it hands out to the last one. */
async function managedRangeOf(
  { companies, sequences }: Collections,
  sequence: SequenceRef,
  serial: number,
): Promise<ManagedRange | undefined> {
  const { companyId, environment } = sequence;
  // In certification DGII's set gives numbers too.
  if (environment === 'certification') return undefined;
  const [company, record] = await Promise.all([
    companies.findOne({ _id: companyId }),
    sequences.findOne({ _id: sequenceKey(sequence) }),
  ]);
  if (company?.origin !== 'service' || company.originChange !== undefined) return undefined;
  if (company.environment !== environment) return undefined;
  const range = record?.authorizations.find(({ first, last }) => first <= serial && serial <= last);
  return range && { since: localDate(range.registeredAt.getTime()), expiresOn: range.expiresOn };
}

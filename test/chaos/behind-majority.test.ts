/**
 * A primary that does not know yet that a majority has a record, as after an election. A number that was handed out must not be refused, and
 * a voucher that was sent must not be unknown.
 */
import { createReservations } from '../../src/ledger/numbers/reservations.js';
import {
  reservationId,
  sequenceKey,
  type ReservationRecord,
  type SequenceRecord,
} from '../../src/ledger/numbers/numbers.js';
import type { Company } from '../../src/ledger/companies/company.js';
import type { Caller } from '../../src/ledger/people/user.js';
import { findNumberWithoutVoucher } from '../../src/ledger/vouchers/number-without-voucher.js';
import { createAdmission } from '../../src/ledger/vouchers/admission.js';
import { addVoucher, encfOf, environment, openLedgerAt } from '../flow/events/feeds.js';
import { startReplicaSet } from '../harness/replica-set.js';

const companyId = 49;
const rnc = '999999949';
/** The time in which a majority does not have a write of the primary. */
const delaySecs = 3;

test('a number and a voucher that no majority seems to have are found after an election', async () => {
  const { uri } = await startReplicaSet(delaySecs);
  const ledger = await openLedgerAt(uri, 'ecf_numbers');
  const { reservations, companies, sequences } = ledger;
  const key = sequenceKey({ companyId, environment, ecfType: 31 });
  const first = { key, n: 6, companyId, environment, ecfType: 31, state: 'reserved' } as const;
  await companies.insertOne({ _id: companyId, companyId, rnc, origin: 'service', environment } as Company & {
    _id: number;
  });
  const range = { first: 1, last: 20, from: 1, to: 20, registeredAt: new Date(), expiresOn: '31-12-2028' };
  await sequences.insertOne({ _id: key, authorizations: [range] } as unknown as SequenceRecord);
  // With these the collections exist, for a majority too.
  await reservations.insertOne({ ...first, _id: reservationId(key, 6) } as ReservationRecord);
  await addVoucher(ledger, companyId, 6);
  const atPrimary = { writeConcern: { w: 1 } };

  await reservations.insertOne(
    { ...first, n: 7, _id: reservationId(key, 7) } as ReservationRecord,
    atPrimary,
  );
  expect(await reservations.countDocuments({ key })).toBe(1);
  const { findNumber } = createReservations(ledger);
  const caller = { rnc, usuario: 'demo' } as Caller;
  expect(await findNumber(companyId, environment, encfOf(7), caller)).toMatchObject({
    reservation: 'reserved',
  });

  await reservations.insertOne(
    { ...first, n: 9, _id: reservationId(key, 9) } as ReservationRecord,
    atPrimary,
  );
  const ofNote = (serial: number) => findNumberWithoutVoucher(ledger, companyId, environment, encfOf(serial));
  expect(await ofNote(9)).toBeUndefined();
  expect(await ofNote(10)).toMatchObject({ neverHandedOut: {} });

  await addVoucher(ledger, companyId, 7, atPrimary);
  expect(await ledger.documents.countDocuments({ companyId })).toBe(1);
  const { findDocument } = createAdmission(ledger, undefined as never);
  expect(await findDocument(companyId, environment, encfOf(7))).toMatchObject({ encf: encfOf(7) });
  expect(await findDocument(companyId, environment, encfOf(8))).toBeUndefined();
}, 300_000);

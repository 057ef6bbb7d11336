/**
 * Several processes may issue credit notes on one voucher at the same moment. Each note first claims its amount in the voucher's one claim
 * record, by compare-and-set, so together they never exceed the voucher. The record names only the notes between their claim and their
 * signature. All other notes count by their own state. So when a note is rejected, refused or annulled, its amount is free again without
 * another write.
 */
import type { Decimal128, Document, Filter } from 'mongodb';
import { messageCause } from '../../ecf/messages/dgii-messages.js';
import { isInContingency } from '../../ecf/model/contingency.js';
import { acceptedStates, documentStateList, documentStates } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { Collections, NoteClaimRecord } from '../collections.js';
import { usedAtDgiiNote } from '../numbers/numbers.js';
import type { DocumentRecord } from './document-record.js';
import { isInserted } from '../mongo/guard.js';
import { findNumberWithoutVoucher } from './number-without-voucher.js';

/** Notes of one voucher between claim and signature. That normally takes milliseconds. */
const claimedMax = 500;
/** How many of the notes that wait for one voucher are woken at once. The completer wakes the others. */
const wokenMax = 200;
/** Many more than a voucher has. A sum of them takes some ten milliseconds, and no further note is accepted. */
const notesSummedMax = 10_000;
const sumLimitMs = 5_000;

const deadStates = documentStateList.filter((state) => documentStates[state].accepted === 0);

interface SeenClaims {
  readonly _id: string;
  /** 0: there is no record yet. */
  readonly version: number;
  readonly others: NoteClaimRecord['notes'];
}

export interface ReadForClaim {
  /** Undefined: the ledger does not have the voucher, or DGII has another one than ours under this number. */
  readonly referenced: Referenced | undefined;
  readonly seen: SeenClaims;
}

export function createNoteClaims(collections: Collections) {
  const { documents, noteClaims } = collections;

  return {
    /**
     * The voucher `encf` with the sum of the notes on it, without the note `exceptNote`; `annulled` also if only its number was voided,
     * `refused` if the service never handed its number out.
     * Undefined: the ledger does not have the voucher, or DGII has another one than ours under this number.
     */
    findReferenced: (companyId: number, environment: Environment, encf: string, exceptNote: string) =>
      readReferenced(collections, { companyId, environment }, encf, {
        encf: { $ne: exceptNote },
        state: { $nin: deadStates },
      }),

    /**
     * Reads the voucher `encf`, the sum of the other notes on it that were signed or have claimed, and the state of the claim record. The
     * caller decides whether its own note fits too, and then claims with `claimReferenced`.
     */
    readForClaim: async (note: AttemptRef, encf: string): Promise<ReadForClaim> => {
      const { companyId, environment } = note;
      const _id = `${companyId}:${environment}:${encf}`;
      const record = await noteClaims.findOne({ _id });
      const others = (record?.notes ?? []).filter((one) => one.encf !== note.encf);
      // Read after the claim record: a note that has left it since then is signed or over, and its state shows that.
      const signedOrClaimed = [
        { state: { $nin: ['admitted' as const, ...deadStates] } },
        ...others.map(unsigned),
      ];
      const referenced = await readReferenced(collections, note, encf, {
        encf: { $ne: note.encf },
        $or: signedOrClaimed,
      });
      return { referenced, seen: { _id, version: record?.version ?? 0, others } };
    },

    /**
     * Claims a note's amount, if no other note has claimed since the claim record was read. May be repeated for the same attempt.
     * `lost`: another note was first; read again. `crowded`: too many notes claim at the same moment; try later.
     */
    claimReferenced: async (note: AttemptRef, seen: SeenClaims): Promise<'claimed' | 'lost' | 'crowded'> => {
      const { companyId, encf, attempt } = note;
      const { _id, version, others } = seen;
      const notes = [...(await stillUnsigned(collections, note, others)), { encf, attempt }];
      if (notes.length > claimedMax) return 'crowded';
      const won = await writeClaims(collections, version, { _id, companyId, version: version + 1, notes });
      return won ? 'claimed' : 'lost';
    },

    /** Notes on this voucher that are not signed yet. */
    notesWaitingFor: (companyId: number, environment: Environment, encf: string): Promise<DocumentRecord[]> =>
      documents
        .find(
          { ...onVoucher(companyId, environment, encf), state: 'admitted' },
          { projection: { _id: 0 }, limit: wokenMax, maxTimeMS: sumLimitMs },
        )
        .toArray(),
  };
}

/**
 * The voucher `encf`, with the sum of the credit notes on it that match the filter, of `notesSummedMax` at most, and that of the accepted
 * debit notes. An accepted note stays accepted, so what a debit note adds to the balance is never taken back.
 */
async function readReferenced(
  collections: Collections,
  { companyId, environment }: Pick<AttemptRef, 'companyId' | 'environment'>,
  encf: string,
  notes: Filter<DocumentRecord>,
): Promise<Referenced | undefined> {
  const { documents } = collections;
  const sumOf = (filter: Filter<DocumentRecord>) =>
    documents
      .aggregate<Sums>(
        [
          { $match: { ...onVoucher(companyId, environment, encf), ...filter } },
          { $limit: notesSummedMax },
          group,
        ],
        { hint: 'notes', maxTimeMS: sumLimitMs },
      )
      .next();
  const [document, credits, debits] = await Promise.all([
    documents.findOne({ companyId, environment, encf }, { projection: referencedFields }),
    sumOf({ tipoeCF: 34, ...notes }),
    sumOf({ tipoeCF: 33, state: { $in: acceptedStates } }),
  ]);
  if (document === null) return findNumberWithoutVoucher(collections, companyId, environment, encf);
  if (anotherHasNumber(document)) return undefined;
  const { tipoeCF, state, montoTotal, fechaEmision, rncComprador, tipoMoneda } = document;
  return {
    encf,
    tipoeCF,
    state,
    montoTotal,
    fechaEmision,
    rncComprador,
    tipoMoneda: tipoMoneda ?? null,
    credited: String(credits?.total ?? 0),
    debited: String(debits?.total ?? 0),
    annulled: credits?.annulled === 1,
    ...contingencyOf(document),
    ...(credits !== null && credits.count >= notesSummedMax && { full: true }),
  };
}

/** The notes that still hold their claim: they are neither signed nor over. */
async function stillUnsigned(
  { documents }: Collections,
  { companyId, environment }: AttemptRef,
  notes: NoteClaimRecord['notes'],
) {
  if (notes.length === 0) return notes;
  const open = await documents
    .find(
      { companyId, environment, $or: notes.map(unsigned) },
      { projection: { _id: 0, encf: 1, attempt: 1 } },
    )
    .toArray();
  return open.map(({ encf, attempt }) => ({ encf, attempt }));
}

/** The version decides: this write loses when another one came first. Version 0: there was no record yet. */
async function writeClaims(
  { noteClaims }: Collections,
  version: number,
  after: NoteClaimRecord,
): Promise<boolean> {
  if (version === 0) return isInserted(noteClaims.insertOne(after));
  return (await noteClaims.replaceOne({ _id: after._id, version }, after)).matchedCount === 1;
}

function onVoucher(companyId: number, environment: Environment, encf: string) {
  return { companyId, environment, 'modifies.encf': encf } as const;
}

/** DGII has another voucher under this number, so ours is over. A note may modify that other voucher. */
function anotherHasNumber({ state, verdict }: Pick<DocumentRecord, 'state' | 'verdict'>): boolean {
  const said = verdict?.mensajes ?? [];
  return state === 'annulled'
    ? said.some(({ valor }) => valor === usedAtDgiiNote)
    : state === 'rejected' && messageCause(said) === 'already-used';
}

/** An outage kept the voucher from DGII. This stays true if the voucher was signed anew since then. */
function contingencyOf(
  document: Pick<DocumentRecord, 'state' | 'waiting' | 'signed' | 'contingencySince' | 'submittedAt'>,
): Pick<Referenced, 'contingency'> {
  const { contingencySince, submittedAt: endedAt } = document;
  if (contingencySince === undefined) return isInContingency(document) ? { contingency: {} } : {};
  return { contingency: endedAt === undefined ? {} : { endedAt } };
}

function unsigned({ encf, attempt }: { readonly encf: string; readonly attempt: number }) {
  return { encf, attempt, state: 'admitted' as const };
}

const referencedFields = {
  _id: 0,
  tipoeCF: 1,
  state: 1,
  montoTotal: 1,
  fechaEmision: 1,
  rncComprador: 1,
  tipoMoneda: 1,
  'verdict.mensajes': 1,
  'waiting.reason': 1,
  signed: 1,
  contingencySince: 1,
  submittedAt: 1,
} as const;

interface Sums {
  readonly count: number;
  readonly total: Decimal128;
  readonly annulled: 0 | 1;
}

/** Sums decimals: money is never added as doubles. */
const group: Document = {
  $group: {
    _id: null,
    count: { $sum: 1 },
    total: { $sum: { $toDecimal: '$montoTotal' } },
    annulled: { $max: { $cond: [{ $eq: ['$modifies.codigo', '1'] }, 1, 0] } },
  },
};

/** The evidence that the ledger has about vouchers and annulments: which files with which hashes, and where their bytes are. */
import { createHash } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { Collections, FileKind } from '../collections.js';
import type { FeedRef } from '../events/feed-reader.js';
import type { Files } from '../files.js';
import { voucherUnder } from '../received/displacements.js';
import type { ReceptionRecord } from '../received/reception-record.js';
import { attemptId, type DocumentRecord, type FileRef } from '../vouchers/document-record.js';
import { folderOf, hashName, type EvidenceOf } from './evidence-path.js';

/** One file of evidence, as the ledger has it now. */
export interface EvidenceFile {
  readonly name: string;
  readonly sha256: string;
  /** A text is made of the record. */
  readonly file: FileRef | { readonly text: string };
  /** The ledger may replace or remove it later, so the archive keeps a copy. */
  readonly fleeting?: FileKind;
}

/** What index.csv says of it. */
export interface EvidenceFacts {
  readonly encf: string;
  readonly attempt: number | null;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly fechaEmision: string;
  readonly montoTotal: string;
  readonly totalITBIS: string;
  readonly trackId: string;
}

export interface Evidence {
  readonly facts: EvidenceFacts;
  readonly files: readonly EvidenceFile[];
}

const noFacts: EvidenceFacts = {
  encf: '',
  attempt: null,
  rncEmisor: '',
  rncComprador: '',
  fechaEmision: '',
  montoTotal: '',
  totalITBIS: '',
  trackId: '',
};

const voucherMembers = [
  ...['encf', 'attempt', 'state', 'rncEmisor', 'rncComprador', 'fechaEmision', 'montoTotal', 'totalITBIS'],
  ...['signed.file', 'signed.sha256', 'signed.summary', 'verdict'],
  ...['buyerDelivery.acknowledgement', 'buyerDelivery.earlierAcknowledgement'],
] as const;
type Voucher = Pick<
  DocumentRecord,
  | 'encf'
  | 'attempt'
  | 'state'
  | 'rncEmisor'
  | 'rncComprador'
  | 'fechaEmision'
  | 'montoTotal'
  | 'totalITBIS'
  | 'signed'
  | 'verdict'
  | 'buyerDelivery'
>;

const projectionOf = (prefix: string) =>
  Object.fromEntries([['_id', 0], ...voucherMembers.map((member) => [`${prefix}${member}`, 1])]) as Record<
    string,
    0 | 1
  >;
const ofDocument = projectionOf('');
const ofAttempt = projectionOf('document.');
const ofReception = { pending: 0 } as const;
const readLimitMs = 15_000;

export type ReadEvidence = ReturnType<typeof createEvidence>['readEvidence'];

type EvidenceCollections = Pick<
  Collections,
  'documents' | 'attempts' | 'receptions' | 'rangeAnnulments' | 'incomingApprovals'
>;

export function createEvidence(collections: EvidenceCollections, { getFileBytes }: Files) {
  const { documents, attempts, receptions, rangeAnnulments, incomingApprovals } = collections;

  /** A reply has no hash of its own in the ledger. */
  const replyOf = async (file: FileRef): Promise<EvidenceFile> => {
    const sha256 = createHash('sha256')
      .update(await getFileBytes(file))
      .digest('hex');
    return { name: hashName('answer', sha256), sha256, file };
  };

  /**
   * DGII's reply as it came, or of an accepted voucher what the reply said. Nearly all are accepted, and a million replies take half a
   * minute to decompress.
   */
  const answerOf = async (
    state: Voucher['state'],
    verdict: NonNullable<Voucher['verdict']>,
  ): Promise<EvidenceFile | undefined> => {
    if (state !== 'accepted') return verdict.replyFile === null ? undefined : replyOf(verdict.replyFile);
    const { trackId, codigoDgii, estado, mensajes, secuenciaUtilizada } = verdict;
    const text = JSON.stringify({ trackId, codigo: codigoDgii, estado, mensajes, secuenciaUtilizada });
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { name: hashName('answer', sha256), sha256, file: { text } };
  };

  const issued = async (feed: FeedRef, wanted: readonly IssuedRef[]): Promise<Found[]> => {
    const { companyId, environment } = feed;
    const encfs = [...new Set(wanted.map(({ encf }) => encf))];
    const latest = await documents
      .find<Voucher>(
        { companyId, environment, encf: { $in: encfs } },
        { projection: ofDocument, hint: 'encf', maxTimeMS: readLimitMs },
      )
      .toArray();
    const byEncf = new Map(latest.map((one) => [one.encf, one]));
    const earlier = wanted.filter(({ encf, attempt }) => byEncf.get(encf)?.attempt !== attempt);
    const replaced = await attempts
      .find<{ readonly document: Voucher }>(
        { _id: { $in: earlier.map(({ encf, attempt }) => attemptId({ ...feed, encf, attempt })) } },
        { projection: ofAttempt, maxTimeMS: readLimitMs },
      )
      .toArray();
    const found = new Map(
      [...latest, ...replaced.map(({ document }) => document)].map((one) => [keyOf(one), one]),
    );
    return Promise.all(
      wanted.flatMap((of) => {
        const voucher = found.get(keyOf(of));
        return voucher === undefined ? [] : [evidenceOfVoucher(of, voucher)];
      }),
    );
  };

  const evidenceOfVoucher = async (of: IssuedRef, voucher: Voucher): Promise<Found> => {
    const { signed, verdict, buyerDelivery } = voucher;
    const { earlierAcknowledgement, acknowledgement } = buyerDelivery ?? {};
    // Only what was not delivered can be delivered again.
    const fleeting = buyerDelivery?.state === 'delivered' ? {} : ({ fleeting: 'acknowledgement' } as const);
    // A rejected voucher may be annulled later, and then has another verdict.
    const stays = voucher.state === 'accepted' || voucher.state === 'conditionally-accepted';
    const answer = verdict && (await answerOf(voucher.state, verdict));
    const files = [
      ...(signed === undefined ? [] : [{ name: 'ecf.xml', sha256: signed.sha256, file: signed.file }]),
      ...(signed?.summary === undefined ? [] : [{ name: 'rfce.xml', ...signed.summary }]),
      ...(answer === undefined ? [] : [stays ? answer : { ...answer, fleeting: 'reply' as const }]),
      ...[earlierAcknowledgement, acknowledgement].flatMap((one) =>
        one === undefined
          ? []
          : [{ name: hashName('arecf', one.sha256), sha256: one.sha256, file: one.file, ...fleeting }],
      ),
    ];
    const { encf, attempt, rncEmisor, rncComprador, fechaEmision, montoTotal, totalITBIS } = voucher;
    const facts = {
      encf,
      attempt,
      rncEmisor,
      rncComprador,
      fechaEmision,
      montoTotal,
      totalITBIS: totalITBIS ?? '',
      trackId: verdict?.trackId ?? '',
    };
    return [folderOf(of), { facts, files }];
  };

  /** Approvals that buyers sent. They are not in the voucher's record. */
  const approvals = async (
    { companyId, environment }: FeedRef,
    encfs: readonly string[],
  ): Promise<ReadonlyMap<string, readonly EvidenceFile[]>> => {
    const found = await incomingApprovals
      .find(
        { companyId, environment, encf: { $in: encfs }, file: { $exists: true } },
        {
          projection: { encf: 1, sha256: 1, file: 1, 'signer.chain': 1 },
          hint: 'voucher',
          maxTimeMS: readLimitMs,
        },
      )
      .toArray();
    const byEncf = new Map<string, EvidenceFile[]>();
    for (const { encf, sha256, file, signer } of found) {
      if (file === undefined) continue;
      const fleeting = signer.chain === 'trusted' ? {} : ({ fleeting: 'received-approval' } as const);
      const one = { name: hashName('acecf', sha256), sha256, file, ...fleeting };
      byEncf.set(encf, [...(byEncf.get(encf) ?? []), one]);
    }
    return byEncf;
  };

  const received = async (
    { companyId, environment }: FeedRef,
    wanted: readonly ReceivedRef[],
  ): Promise<Found[]> => {
    const numbers = [...new Set(wanted.map(({ rncEmisor, encf }) => `${rncEmisor} ${encf}`))].map((one) => {
      const [rncEmisor = '', encf = ''] = one.split(' ');
      return { rncEmisor, encf };
    });
    const filter = { companyId, environment, $or: numbers } as Filter<ReceptionRecord>;
    const found = await receptions
      .find<ReceptionRecord>(filter, { projection: ofReception, maxTimeMS: readLimitMs })
      .toArray();
    const byNumber = new Map(found.map((one) => [`${one.rncEmisor} ${one.encf}`, one]));
    return wanted.flatMap((of): Found[] => {
      const reception = byNumber.get(`${of.rncEmisor} ${of.encf}`);
      const full = reception && fullHash(reception, of.sha256);
      const voucher = reception && full !== undefined ? voucherUnder(reception, full) : undefined;
      return voucher === undefined ? [] : [[folderOf(of), evidenceOfReceived(of, voucher)]];
    });
  };

  const annulled = async (
    { companyId, environment }: FeedRef,
    wanted: readonly AnnulledRef[],
  ): Promise<Found[]> => {
    const found = await rangeAnnulments
      .find({ _id: { $in: wanted.map(({ id }) => id) }, companyId, environment })
      .toArray();
    return Promise.all(
      found.map(async ({ _id: id, rnc, signed, deliveries }): Promise<Found> => {
        const replies = deliveries.flatMap(({ replyFile }) => (replyFile === undefined ? [] : [replyFile]));
        const files = [
          ...(signed === undefined ? [] : [{ name: 'anecf.xml', sha256: signed.sha256, file: signed.file }]),
          ...(await Promise.all(replies.map(replyOf))),
        ];
        return [folderOf({ kind: 'annulled', id }), { facts: { ...noFacts, rncEmisor: rnc }, files }];
      }),
    );
  };

  return {
    /** By the folder of each. What the ledger does not have is absent. */
    readEvidence: async (
      feed: FeedRef,
      wanted: readonly EvidenceOf[],
    ): Promise<ReadonlyMap<string, Evidence>> => {
      const ofKind = <K extends EvidenceOf['kind']>(kind: K) =>
        wanted.filter((one): one is Extract<EvidenceOf, { kind: K }> => one.kind === kind);
      const vouchers = ofKind('issued');
      const [own, others, ranges, sent] = await Promise.all([
        vouchers.length === 0 ? [] : issued(feed, vouchers),
        ofKind('received').length === 0 ? [] : received(feed, ofKind('received')),
        ofKind('annulled').length === 0 ? [] : annulled(feed, ofKind('annulled')),
        vouchers.length === 0
          ? new Map<string, readonly EvidenceFile[]>()
          : approvals(
              feed,
              vouchers.map(({ encf }) => encf),
            ),
      ]);
      const withApprovals = own.map(([folder, { facts, files }]): Found => [
        folder,
        { facts, files: [...files, ...(sent.get(facts.encf) ?? [])] },
      ]);
      return new Map([...withApprovals, ...others, ...ranges]);
    },
  };
}

type IssuedRef = Extract<EvidenceOf, { kind: 'issued' }>;
type ReceivedRef = Extract<EvidenceOf, { kind: 'received' }>;
type AnnulledRef = Extract<EvidenceOf, { kind: 'annulled' }>;
type Found = readonly [folder: string, evidence: Evidence];

function keyOf({ encf, attempt }: Pick<Voucher, 'encf' | 'attempt'>): string {
  return `${encf}:${attempt}`;
}

function fullHash(reception: ReceptionRecord, beginning: string): string | undefined {
  return [reception, ...(reception.displaced ?? [])].find(({ sha256 }) => sha256.startsWith(beginning))
    ?.sha256;
}

function evidenceOfReceived(
  { rncEmisor, encf }: ReceivedRef,
  voucher: Exclude<ReturnType<typeof voucherUnder>, undefined>,
): Evidence {
  const { file, sha256, arecf, rncComprador, fechaEmision, montoTotal, totalITBIS } = voucher;
  // Only the voucher that has the number now may have an approval: a decision about another one was never sent.
  const approval = 'approval' in voucher ? voucher.approval : undefined;
  const approvals = approval === undefined ? [] : [approval, ...(approval.dgii.copies ?? [])];
  return {
    facts: {
      ...noFacts,
      encf,
      rncEmisor,
      rncComprador,
      fechaEmision,
      montoTotal,
      totalITBIS: totalITBIS ?? '',
    },
    files: [
      { name: 'ecf.xml', sha256, file },
      ...(arecf === undefined ? [] : [{ name: 'arecf.xml', sha256: arecf.sha256, file: arecf.file }]),
      ...approvals.map((one) => ({
        name: hashName('acecf', one.sha256),
        sha256: one.sha256,
        file: one.file,
      })),
    ],
  };
}

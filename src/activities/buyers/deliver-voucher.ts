/**
 * One try to deliver an accepted voucher to its electronic buyer. The delivery never changes the voucher's own verdict.
 *
 * The ledger permits each try: a compare-and-set writes it there before the first byte is sent. A try without an outcome may have arrived,
 * so the next try sends the same bytes. If the buyer then answers "duplicate", the buyer has the voucher. Only an acknowledgement ends a
 * delivery. After any other answer we try again, until the time for tries is over.
 */
import type { BuyerAnswer } from '../../dgii/buyers/buyer-client.js';
import type { Credentials } from '../../dgii/client.js';
import type { DirectoryEntry } from '../../dgii/replies/answers.js';
import type { BuyerWait } from '../../ecf/codes/buyer-delivery.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import {
  acknowledgementRoomBytes,
  type BuyerDelivery,
  type BuyerTry,
} from '../../ledger/buyers/buyer-delivery.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { readAcknowledgement, type Acknowledgement } from '../../documents/read/acknowledgement.js';
import { assertNever } from '../../shared/errors.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { checkConsents } from '../consents.js';
import { nextCheckAfter } from '../vouchers/ledger-steps.js';
import { wasPausedTooLong, writeAheadRecord } from '../write-ahead.js';
import { isReplacement, receiverHostOf, buyerWaitOf, wantsDelivery } from './buyer-rules.js';
import type { BuyerOptions, Busy } from './receiver-slots.js';

/**
 * The delivery after a try. `none`: this voucher does not go to its buyer. `busyMs`: the receiver has no free slot; try again after this
 * time.
 */
export type Delivered = BuyerDelivery | 'none' | (Busy & { readonly attempts: number });

/** A write fails only if another process writes at the same moment. */
const endTriesMax = 3;

interface Try extends BuyerOptions {
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
}

export async function deliverVoucher(
  deps: ActivityDeps,
  ref: AttemptRef,
  options: BuyerOptions,
): Promise<Delivered> {
  const [document, company] = await Promise.all([
    deps.store.findDocument(ref.companyId, ref.environment, ref.encf),
    deps.store.findCompany(ref.companyId),
  ]);
  if (document?.attempt !== ref.attempt || document.deliverAt === undefined)
    return document?.buyerDelivery ?? 'none';
  const one: Try = { ref, document, ...options };
  const { buyerDelivery: earlier, signed } = document;
  const xml = signed === undefined ? undefined : await deps.store.getFileBytes(signed.file);
  const now = deps.clock();
  // Another process may be sending. It records its own outcome, so this process leaves the delivery as it is.
  if (earlier?.last !== undefined && earlier.last.outcome === undefined && now < earlier.last.leaseUntil) {
    await deps.store.mendBuyerLease(ref, earlier.last, now);
    return earlier;
  }
  if (xml === undefined || !wantsDelivery(document, company) || isReplacement(xml)) {
    // People have seen this delivery as waiting, so it must end and not disappear.
    if (earlier?.state === 'waiting') return end(deps, one, { ...earlier, state: 'stopped' });
    await deps.store.dropBuyerDelivery(ref, earlier);
    return 'none';
  }
  const route = await routeOf(deps, one, company);
  if ('reason' in route) return wait(deps, one, route.reason);
  const { auth, entry } = route;
  if (entry === undefined) return end(deps, one, { ...openOf(one, now), state: 'not-electronic' });
  const { companyId, environment } = ref;
  const to = receiverHostOf(entry.urlRecepcion);
  const work = () => send(deps, one, { auth, entry, to, xml });
  const sent = await options.slots.within({ environment, host: to, companyId }, work);
  if (!('busyMs' in sent)) return sent;
  if (options.claimed === true) await deps.store.putBackBuyerDelivery(ref, earlier, sent.busyMs);
  else await deps.store.deferBuyerDelivery(ref, earlier, nextCheckAfter(deps, sent.busyMs));
  return { ...sent, attempts: earlier?.attempts ?? 0 };
}

/** Finds the certificate and the buyer's address. `entry` is undefined if the buyer is not in the directory. */
async function routeOf(
  deps: ActivityDeps,
  { ref, document, cancelled }: Try,
  company: Company | undefined,
): Promise<
  { readonly reason: BuyerWait } | { readonly auth: Credentials; readonly entry: DirectoryEntry | undefined }
> {
  if (!checkConsents(deps, ref, company)) return { reason: 'PRODUCTION_NOT_ALLOWED' };
  const auth = await credentialsOf(deps.certificates, ref, deps.clock());
  if (auth === undefined) return { reason: 'CERTIFICATE_UNUSABLE' };
  const listed = await deps.directory.find(auth, document.rncComprador, cancelled);
  switch (listed.kind) {
    case 'found':
      return { auth, entry: listed.entry };
    case 'not-found':
    case 'not-offered':
      return { auth, entry: undefined };
    case 'unavailable':
      return { reason: 'DIRECTORY_UNAVAILABLE' };
    default:
      return assertNever(listed);
  }
}

interface Sending {
  readonly auth: Credentials;
  readonly entry: DirectoryEntry;
  readonly to: string;
  readonly xml: Buffer;
}

async function send(deps: ActivityDeps, one: Try, { auth, entry, to, xml }: Sending): Promise<BuyerDelivery> {
  const { ref, document, cancelled } = one;
  const ahead = await writeAhead(deps, one, to);
  // Another process has written this try already.
  if (ahead === undefined) return latestDelivery(deps, ref, openOf(one, deps.clock()));
  const { delivery, last } = ahead;
  if (wasPausedTooLong(deps, last))
    return finish(deps, one, delivery, { kind: 'not-sent', cause: 'cancelled', detail: 'stood still' });
  const fileName = `${document.rncEmisor}${document.encf}.xml`;
  const answer = await deps.buyers.deliverVoucher({ auth, entry }, { fileName, xml }, cancelled);
  return finish(deps, one, delivery, answer);
}

/** Undefined if another process changed the delivery first. */
async function writeAhead(
  deps: ActivityDeps,
  { ref, document, claimed }: Try,
  to: string,
): Promise<{ readonly delivery: BuyerDelivery; readonly last: BuyerTry } | undefined> {
  const { buyerTimeoutMs, checkMarginMs } = deps.settings;
  const earlier = openOf({ document }, deps.clock());
  const attempts = earlier.attempts + 1;
  const last: BuyerTry = { ...writeAheadRecord(deps, attempts, buyerTimeoutMs), to };
  const arrived = earlier.last !== undefined && earlier.last.outcome === undefined;
  const { reason: _reason, nextTryAt: _at, ...kept } = earlier;
  const next = { ...kept, attempts, last, ...(arrived && { mayHaveArrived: true as const }) };
  const afterLease = new Date(last.leaseUntil.getTime() + checkMarginMs);
  const dueAt = claimed === true ? 'as-claimed' : afterLease;
  const written = await deps.store.changeBuyerDelivery(ref, document.buyerDelivery, next, dueAt);
  return written?.buyerDelivery === undefined ? undefined : { delivery: written.buyerDelivery, last };
}

async function finish(
  deps: ActivityDeps,
  one: Try,
  delivery: BuyerDelivery,
  answer: BuyerAnswer,
): Promise<BuyerDelivery> {
  const { ref, document } = one;
  const now = deps.clock();
  const ended: BuyerTry = {
    ...(delivery.last as BuyerTry),
    endedAt: now,
    outcome: answer.kind,
    ...(answer.kind === 'answered' && { httpStatus: answer.status }),
  };
  const tried: BuyerDelivery = { ...delivery, last: ended };
  const started: Try = { ...one, document: { ...document, buyerDelivery: delivery } };
  const read = readAnswer(answer, document);
  if ('missing' in read) {
    const reason = buyerWaitOf(answer);
    const about = { ...ref, reason, detail: read.missing, to: ended.to };
    deps.log.warn(about, 'a buyer did not acknowledge a voucher');
    // Unless nothing was sent, the receiver may have kept the voucher, whatever it answered.
    const arrived = answer.kind !== 'not-sent' && { mayHaveArrived: true as const };
    return wait(deps, started, reason, { ...tried, ...arrived });
  }
  const kept = await deps.store.keepContent({
    companyId: ref.companyId,
    kind: 'acknowledgement',
    content: read.bytes,
    now,
    roomBytes: acknowledgementRoomBytes,
  });
  const { signature, signer, fechaHora } = read;
  const acknowledgement = { file: kept.ref, sha256: kept.sha256, signature, signer, fechaHora };
  return end(deps, started, { ...tried, ...verdictOn(read, tried), acknowledgement });
}

type UsableAcknowledgement = Exclude<Acknowledgement, { kind: 'unusable' }>;

function readAnswer(
  answer: BuyerAnswer,
  document: DocumentRecord,
): (UsableAcknowledgement & { readonly bytes: Buffer }) | { readonly missing: string } {
  if (answer.kind !== 'answered') return { missing: answer.detail };
  if (answer.cut) return { missing: 'cut' };
  const read = readAcknowledgement(answer.bytes, document);
  return read.kind === 'unusable' ? { missing: read.reason } : { ...read, bytes: answer.bytes };
}

/** If an earlier try may have arrived, the code "duplicate" means that the buyer has the voucher. */
function verdictOn(
  { kind, code }: UsableAcknowledgement,
  { mayHaveArrived }: BuyerDelivery,
): Pick<BuyerDelivery, 'state' | 'code'> {
  const has = kind === 'received' || (code === '3' && mayHaveArrived === true);
  return { state: has ? 'delivered' : 'refused', ...(code !== null && { code }) };
}

/**
 * Ends the delivery. Another process may have changed it meanwhile. Then we write only an acknowledgement, and only if the delivery still
 * waits: an end that is already recorded stays.
 */
async function end(deps: ActivityDeps, { ref, document }: Try, ended: BuyerDelivery): Promise<BuyerDelivery> {
  const { reason, nextTryAt: _at, ...kept } = ended;
  const why = ended.state === 'given-up' && reason !== undefined && { reason };
  const next = { ...kept, ...why, endedAt: deps.clock() };
  let was = document.buyerDelivery;
  for (let tries = 0; tries < endTriesMax; tries += 1) {
    const written = await deps.store.changeBuyerDelivery(ref, was, next, null);
    if (written?.buyerDelivery !== undefined) {
      const { state, code } = ended;
      if (state === 'refused' || state === 'given-up')
        deps.log.error({ ...ref, state, code, to: ended.last?.to }, 'a voucher did not get to its buyer');
      return written.buyerDelivery;
    }
    was = await latestDelivery(deps, ref, ended);
    if (was.state !== 'waiting' || ended.acknowledgement === undefined) return was;
  }
  return was ?? ended;
}

async function wait(
  deps: ActivityDeps,
  one: Try,
  reason: BuyerWait,
  tried?: BuyerDelivery,
): Promise<BuyerDelivery> {
  const now = deps.clock();
  const open = tried ?? openOf(one, now);
  if (now.getTime() - open.since.getTime() >= deps.settings.buyerGiveUpMs)
    return end(deps, one, { ...open, state: 'given-up', reason });
  const nextTryAt = new Date(now.getTime() + one.pauseMs);
  const dueAt = new Date(nextTryAt.getTime() + deps.settings.checkMarginMs);
  const next = { ...open, state: 'waiting', reason, nextTryAt } as const;
  const written = await deps.store.changeBuyerDelivery(one.ref, one.document.buyerDelivery, next, dueAt);
  return written?.buyerDelivery ?? latestDelivery(deps, one.ref, next);
}

/** The delivery as the ledger has it, after another process changed it first. */
async function latestDelivery(
  deps: ActivityDeps,
  ref: AttemptRef,
  otherwise: BuyerDelivery,
): Promise<BuyerDelivery> {
  const document = await deps.store.findDocument(ref.companyId, ref.environment, ref.encf);
  return document?.buyerDelivery ?? otherwise;
}

function openOf({ document }: Pick<Try, 'document'>, now: Date): BuyerDelivery {
  return document.buyerDelivery ?? { version: 0, state: 'waiting', since: now, attempts: 0 };
}

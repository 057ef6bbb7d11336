/** A ledger in memory: the part that the api uses, with a switch for outages. */
import { randomBytes } from 'node:crypto';
import type { EncfRange } from '../../src/ecf/annulment/encf-ranges.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../src/ledger/numbers/range-annulment-record.js';
import type { AnnulmentsUnderWay, NewRangeAnnulment } from '../../src/ledger/numbers/range-annulments.js';
import { mayCall } from '../../src/ledger/people/users.js';
import type { ApiStore } from '../../src/ledger/ledger.js';
import { mayTryAgain } from '../../src/ledger/vouchers/live-document.js';
import { LedgerUnavailableError } from '../../src/ledger/unavailable.js';
import type {
  Admission,
  AdmitInput,
  DocumentRecord,
  FileRef,
} from '../../src/ledger/vouchers/document-record.js';
import type { ApiKey } from '../../src/ledger/people/api-key.js';
import type { KeyUse } from '../../src/ledger/people/api-keys.js';
import type { Caller, FoundCaller, User, UserOfCompany } from '../../src/ledger/people/user.js';
import type { Company } from '../../src/ledger/companies/company.js';
import type { Page } from '../../src/ledger/pages.js';
import type { Decided, InboxQuery, InboxRow } from '../../src/ledger/received/inbox.js';
import type { Decision, ReceptionRecord } from '../../src/ledger/received/reception-record.js';
import type { RefusedRow } from '../../src/ledger/received/refused-receptions.js';
import type { ReceptionKey } from '../../src/ledger/received/receptions.js';
import type { MailRecord, NewMail, VoucherMailRecord } from '../../src/ledger/mail/mail-record.js';
import type { Inquiry } from '../../src/ledger/inquiries/inquiries.js';
import type { AttemptRef } from '../../src/ecf/model/encf.js';
import type { Referenced } from '../../src/ecf/model/facts.js';
import type { Taxpayer } from '../../src/ecf/model/taxpayer.js';
import type { RegistryInfo, TaxpayerLookup } from '../../src/ledger/taxpayers/taxpayers.js';
import {
  issuedDayOf,
  type VoucherQuery,
  type VoucherRow,
} from '../../src/ledger/vouchers/lists/voucher-pages.js';
import type {
  NextNumber,
  NextRequest,
  NumberFacts,
  SequenceStatus,
  UnusedPage,
  UnusedQuery,
} from '../../src/ledger/numbers/numbers.js';
import type { IssueClaim, IssueKey } from '../../src/ledger/vouchers/issue-claim.js';
import type { FoundClaim } from '../../src/ledger/vouchers/issue-claims.js';
import {
  webhooksMax,
  type WebhookDeliveryRecord,
  type WebhookRecord,
} from '../../src/ledger/events/webhook-record.js';
import type { NewWebhook, WebhookChange } from '../../src/ledger/events/webhooks.js';
import type { FoundNumber } from '../../src/ledger/numbers/reservations.js';

import type { EventRecord } from '../../src/ledger/events/event-record.js';
import type { FeedPage, FeedQuery, FeedRef, FeedWatcher } from '../../src/ledger/events/feed-reader.js';

export class FakeStore implements ApiStore {
  readonly companies = new Map<number, Company>();
  readonly users: User[] = [];
  readonly apiKeys: ApiKey[] = [];
  /** How often a key was looked up. */
  keyReads = 0;
  readonly keyUses: KeyUse[] = [];
  readonly linkKeys = new Map<number, string>();
  readonly files = new Map<FileRef, Buffer>();
  readonly documents = new Map<string, DocumentRecord>();
  /** The attempts that others replaced. */
  readonly earlier: DocumentRecord[] = [];
  readonly admitted: AdmitInput[] = [];
  /** Facts about some numbers. The ledger knows nothing about any other number. */
  readonly numbers = new Map<string, NumberFacts>();
  /** Vouchers that notes modify. The ledger knows no others. */
  readonly referenced = new Map<string, Referenced>();
  readonly marked: AttemptRef[] = [];
  readonly nextRequests: NextRequest[] = [];
  readonly unusedQueries: UnusedQuery[] = [];
  readonly voucherQueries: VoucherQuery[] = [];
  readonly counters = new Map<string, number>();
  /** What `issue` claimed, by key. */
  readonly issueClaims = new Map<string, FoundClaim>();
  readonly webhooks = new Map<string, WebhookRecord>();
  /** The key for which the api seals secrets. */
  uploadKey: Awaited<ReturnType<ApiStore['publicUploadKey']>>;
  next: NextNumber = { outcome: 'not-available', reason: 'SIN_RANGO' };
  overview: readonly SequenceStatus[] = [];
  page: UnusedPage = { numbers: [], next: undefined };
  /** Keyed by issuer and e-NCF. */
  readonly receptions = new Map<string, ReceptionRecord>();
  readonly inquiries = new Map<string, Inquiry>();
  readonly rangeAnnulments = new Map<string, RangeAnnulmentRecord>();
  /** The imported registry; undefined: nothing was imported. */
  registry: RegistryInfo | undefined;
  readonly taxpayers = new Map<string, Taxpayer>();
  readonly mails = new Map<string, MailRecord>();
  /** Oldest first, of one feed. */
  readonly events: EventRecord[] = [];
  /** Of the api that waits for events. */
  feedWatcher: FeedWatcher | undefined;
  down = false;
  /** Why no body can be read. */
  bodies: Error | undefined;

  async count(id: string, by: number): Promise<number> {
    this.check();
    const count = (this.counters.get(id) ?? 0) + by;
    this.counters.set(id, count);
    return count;
  }

  async counted(ids: readonly string[]): Promise<readonly number[]> {
    this.check();
    return ids.map((id) => this.counters.get(id) ?? 0);
  }

  async ping(): Promise<Date> {
    this.check();
    return new Date();
  }

  async findUser(usuario: string, rnc: string): Promise<User | undefined> {
    this.check();
    return this.users.find((user) => user.usuario === usuario && user.rnc === rnc);
  }

  async findUserOfCompany(usuario: string, rnc: string): Promise<UserOfCompany | undefined> {
    const user = await this.findUser(usuario, rnc);
    const company = user && (await this.findCompany(user.companyId));
    return user && company && { user, company };
  }

  async findApiKey(hash: string): Promise<{ key: ApiKey; company?: Company } | undefined> {
    this.check();
    this.keyReads += 1;
    const key = this.apiKeys.find(({ secrets }) => secrets.some((one) => one.hash === hash));
    const company = this.companies.get(key?.companyId ?? 0);
    return key && { key, ...(company && { company }) };
  }

  async noteKeyUse(use: KeyUse): Promise<void> {
    this.check();
    this.keyUses.push(use);
  }

  async noteFirstKeyUse(use: KeyUse): Promise<void> {
    this.check();
    this.keyUses.push(use);
  }

  /** What the ledger reads of a caller together with other records. */
  async findCaller(caller: Caller): Promise<FoundCaller | undefined> {
    return caller.keyHash === undefined
      ? this.findUserOfCompany(caller.usuario, caller.rnc)
      : this.findApiKey(caller.keyHash);
  }

  async findCompany(companyId: number): Promise<Company | undefined> {
    this.check();
    return this.companies.get(companyId);
  }

  async findDocument(
    companyId: number,
    environment: string,
    encf: string,
  ): Promise<DocumentRecord | undefined> {
    this.check();
    return this.documents.get(keyOf(companyId, environment, encf));
  }

  async findEarlierAttempt(
    companyId: number,
    environment: string,
    encf: string,
    attempt: number,
  ): Promise<DocumentRecord | undefined> {
    this.check();
    const key = keyOf(companyId, environment, encf);
    return this.earlier.find(
      (one) => one.attempt === attempt && keyOf(one.companyId, one.environment, one.encf) === key,
    );
  }

  /** All vouchers of the company, whatever the filters. The filters and pages are tested with a real ledger. */
  async findVouchers(query: VoucherQuery): Promise<Page<VoucherRow> | 'too-slow'> {
    this.check();
    this.voucherQueries.push(query);
    const rows = [...this.documents.values()].filter(({ companyId }) => companyId === query.companyId);
    return { rows, next: undefined };
  }

  /** How many vouchers searches do not find yet. */
  unindexed = 0;

  async countUnindexed(): Promise<number> {
    this.check();
    return this.unindexed;
  }

  async admit(input: AdmitInput): Promise<Admission> {
    this.check();
    const key = keyOf(input.companyId, input.environment, input.encf);
    const standing = this.documents.get(key);
    const { contentHash, suspended = false, resend = false } = input;
    if (
      standing !== undefined &&
      !mayTryAgain(standing, contentHash, suspended, { now: input.now, resend })
    ) {
      return { outcome: 'existing', document: standing };
    }
    const attempt = (standing?.attempt ?? 0) + 1;
    const contentFile = `${key}:${attempt}`;
    if (standing !== undefined) this.earlier.push(standing);
    this.files.set(contentFile, Buffer.from(input.content));
    const { content: _content, now, firstCheckMs: _firstCheckMs, ...identity } = input;
    const document = {
      ...identity,
      attempt,
      contentFile,
      state: 'admitted',
      final: false,
      submissionCount: 0,
      submissions: [],
      trackIds: [],
      receivedAt: now,
      issuedDay: issuedDayOf(input.fechaEmision),
      earlierTrackIds: [],
    } as DocumentRecord;
    this.documents.set(key, document);
    this.admitted.push(input);
    return { outcome: 'created', document };
  }

  async getFileBytes(ref: FileRef): Promise<Buffer> {
    this.check();
    if (this.bodies !== undefined) throw this.bodies;
    const file = this.files.get(ref);
    if (file === undefined) throw new Error('The file is missing');
    return file;
  }

  async findLinkKey(companyId: number): Promise<string | undefined> {
    this.check();
    return this.linkKeys.get(companyId);
  }

  async linkKeyOf(companyId: number): Promise<string> {
    this.check();
    const key = this.linkKeys.get(companyId) ?? randomBytes(32).toString('base64');
    this.linkKeys.set(companyId, key);
    return key;
  }

  async findMail(id: string): Promise<MailRecord | undefined> {
    this.check();
    return this.mails.get(id);
  }

  async putMail(id: string, mail: NewMail): Promise<boolean> {
    this.check();
    if (this.mails.has(id)) return false;
    const { createdAt } = mail;
    const begun = { state: 'queued', attempts: 0, since: createdAt, dueAt: createdAt } as const;
    this.mails.set(id, { _id: id, ...mail, ...begun, expireAt: createdAt });
    return true;
  }

  async countOpenMails(): Promise<number> {
    this.check();
    return this.mails.size;
  }

  async mailsOfVoucher({ encf }: Pick<DocumentRecord, 'encf'>): Promise<VoucherMailRecord[]> {
    this.check();
    const found = [...this.mails.values()].filter(
      (mail): mail is VoucherMailRecord => mail.kind === 'voucher' && mail.data.encf === encf,
    );
    return found.reverse();
  }

  async nextNumber(request: NextRequest): Promise<NextNumber> {
    this.check();
    const { caller } = request;
    const found = caller && (await this.findCaller(caller));
    if (caller !== undefined && !mayCall(caller, found)) return { outcome: 'caller-refused' };
    this.nextRequests.push(request);
    return this.next;
  }

  async findNumber(
    companyId: number,
    environment: string,
    encf: string,
    caller?: Caller,
  ): Promise<FoundNumber> {
    const found = caller && (await this.findCaller(caller));
    const document = await this.findDocument(companyId, environment, encf);
    const unknown = { reservation: undefined, annulled: false, expiresOn: undefined };
    return { ...(this.numbers.get(encf) ?? unknown), document, ...(found && { caller: found }) };
  }

  async findReferenced(
    _companyId: number,
    _environment: string,
    encf: string,
  ): Promise<Referenced | undefined> {
    this.check();
    return this.referenced.get(encf);
  }

  async notesOn() {
    this.check();
    return { rows: [], more: false };
  }

  async markUsed(use: AttemptRef): Promise<'used' | 'annulled' | 'not-ours'> {
    this.check();
    this.marked.push(use);
    const known = this.numbers.get(use.encf);
    if (known?.annulled === true) return 'annulled';
    return known?.reservation === undefined ? 'not-ours' : 'used';
  }

  async findIssueClaim({ key }: IssueKey): Promise<FoundClaim | undefined> {
    this.check();
    return this.issueClaims.get(key);
  }

  async claimIssue(
    { key }: IssueKey,
    content: Pick<IssueClaim, 'ecfType' | 'contentHash'>,
  ): Promise<IssueClaim> {
    this.check();
    const { claim } = this.issueClaims.get(key) ?? { claim: content };
    this.issueClaims.set(key, { claim, encf: undefined });
    return claim;
  }

  async reopenIssueClaim({ key }: IssueKey, contentHash: string, refusedAt: Date): Promise<void> {
    this.check();
    const found = this.issueClaims.get(key);
    if (found?.claim.contentHash === contentHash)
      this.issueClaims.set(key, { ...found, claim: { ...found.claim, refusedAt } });
  }

  async keepNewIssueContent({ key }: IssueKey, refusedHash: string, contentHash: string): Promise<boolean> {
    this.check();
    const found = this.issueClaims.get(key);
    if (found?.claim.contentHash !== refusedHash || found.claim.refusedAt === undefined) return false;
    this.issueClaims.set(key, { ...found, claim: { ecfType: found.claim.ecfType, contentHash } });
    return true;
  }

  async sequencesOverview(): Promise<readonly SequenceStatus[]> {
    this.check();
    return this.overview;
  }

  async unused(query: UnusedQuery): Promise<UnusedPage> {
    this.check();
    this.unusedQueries.push(query);
    return this.page;
  }

  async putInquiry(inquiry: Inquiry): Promise<void> {
    this.check();
    this.inquiries.set(inquiry.id, inquiry);
  }

  async findInquiry(id: string): Promise<Inquiry | undefined> {
    this.check();
    return this.inquiries.get(id);
  }

  async putRangeAnnulment({
    ranges,
    firstCheckMs: _,
    ...asked
  }: NewRangeAnnulment): Promise<RangeAnnulmentRecord> {
    this.check();
    const key = asked._id;
    this.files.set(key, Buffer.from(JSON.stringify(ranges)));
    const record: RangeAnnulmentRecord = {
      ...asked,
      version: 1,
      state: 'requested',
      final: false,
      requested: key,
      results: key,
      requestedSha256: '',
      deliveryCount: 0,
      deliveries: [],
    };
    this.rangeAnnulments.set(key, record);
    return record;
  }

  async findSameRequest(): Promise<RangeAnnulmentRecord | undefined> {
    this.check();
    return undefined;
  }

  async annulmentsUnderWay(companyId: number): Promise<AnnulmentsUnderWay> {
    this.check();
    const underWay = [...this.rangeAnnulments.values()].filter((one) => one.companyId === companyId);
    return { requests: underWay.length, numbers: underWay.reduce((sum, { count }) => sum + count, 0) };
  }

  async findRangeAnnulment(id: string): Promise<RangeAnnulmentRecord | undefined> {
    this.check();
    return this.rangeAnnulments.get(id);
  }

  async changeRangeAnnulment(
    record: RangeAnnulmentRecord,
    {
      results,
      ...changes
    }: Partial<Omit<RangeAnnulmentRecord, 'results'>> & { results?: readonly NumberResult[] },
  ): Promise<RangeAnnulmentRecord | undefined> {
    this.check();
    if (results !== undefined) this.files.set(`${record._id} results`, Buffer.from(JSON.stringify(results)));
    const kept = results === undefined ? {} : { results: `${record._id} results` };
    const changed = { ...record, ...changes, ...kept, version: record.version + 1 };
    this.rangeAnnulments.set(record._id, changed);
    return changed;
  }

  async listRangeAnnulments({ limit }: { readonly limit: number }): Promise<Page<RangeAnnulmentRecord>> {
    this.check();
    return { rows: [...this.rangeAnnulments.values()].slice(0, limit), next: undefined };
  }

  async annulmentRequested({ requested }: RangeAnnulmentRecord): Promise<readonly EncfRange[]> {
    return JSON.parse(String(await this.getFileBytes(requested))) as readonly EncfRange[];
  }

  async annulmentResults({
    results,
  }: Pick<RangeAnnulmentRecord, 'results'>): Promise<readonly NumberResult[]> {
    return JSON.parse(String(await this.getFileBytes(results))) as readonly NumberResult[];
  }

  async findTaxpayer(rnc: string): Promise<TaxpayerLookup> {
    this.check();
    return { registry: this.registry, taxpayer: this.taxpayers.get(rnc) };
  }

  // The receiver is tested with a real ledger, in test/flow/receiving.
  async findCompanyByRnc(rnc: string): Promise<Company | undefined> {
    this.check();
    return [...this.companies.values()].find((company) => company.rnc === rnc);
  }

  claimReception(): Promise<never> {
    return notInMemory();
  }

  displaceReception(): Promise<never> {
    return notInMemory();
  }

  trustSigner(): Promise<never> {
    return notInMemory();
  }

  findRefusal(): Promise<never> {
    return notInMemory();
  }

  refuseReception(): Promise<never> {
    return notInMemory();
  }

  findToAcknowledge(): Promise<never> {
    return notInMemory();
  }

  noteUnknownApproval(): Promise<never> {
    return notInMemory();
  }
  keepApproval(): Promise<never> {
    return notInMemory();
  }

  readFeed({ companyId, environment, after, types, limit }: FeedQuery): Promise<FeedPage> {
    this.check();
    const own = this.events.filter(
      (event) => event.companyId === companyId && event.environment === environment && event.seq > after,
    );
    const found = own.filter(({ type }) => types?.includes(type) ?? true).slice(0, limit);
    const latest = own.at(-1)?.seq ?? after;
    const next = found.length === limit ? found.at(-1)!.seq : latest;
    return Promise.resolve({ events: found, next, more: next < latest });
  }

  findEvent({ companyId, environment }: FeedRef, seq: number): Promise<EventRecord | undefined> {
    this.check();
    return Promise.resolve(
      this.events.find((e) => e.companyId === companyId && e.environment === environment && e.seq === seq),
    );
  }

  /** It has no archive. */
  listManifests(): Promise<never[]> {
    this.check();
    return Promise.resolve([]);
  }

  readPart(): Promise<never> {
    throw new Error('There is no archive');
  }

  readEvidence(): Promise<ReadonlyMap<string, never>> {
    return Promise.resolve(new Map<string, never>());
  }

  listCrls(): Promise<never[]> {
    return Promise.resolve([]);
  }

  listCertificates(): Promise<never[]> {
    return Promise.resolve([]);
  }

  latestSeq(): Promise<number> {
    this.check();
    return Promise.resolve(this.events.at(-1)?.seq ?? 0);
  }

  confirmedLatestSeq(): Promise<number> {
    return this.latestSeq();
  }

  oldestSeq(): Promise<number> {
    this.check();
    return Promise.resolve(this.events[0]?.seq ?? 1);
  }

  watchFeeds(watcher: FeedWatcher) {
    this.feedWatcher = watcher;
    return { close: () => Promise.resolve() };
  }

  publicUploadKey(): Promise<Awaited<ReturnType<ApiStore['publicUploadKey']>>> {
    this.check();
    return Promise.resolve(this.uploadKey);
  }

  async putWebhook({ secret, now, ...wanted }: NewWebhook): Promise<WebhookRecord | undefined> {
    this.check();
    if (this.webhooks.size >= webhooksMax) return undefined;
    const slot = this.webhooks.size + 1;
    const record = {
      ...wanted,
      slot,
      active: true,
      secrets: [secret],
      failed: [],
      version: 1,
      createdAt: now,
    };
    this.webhooks.set(record._id, record);
    return record;
  }

  async findWebhook(id: string): Promise<WebhookRecord | undefined> {
    this.check();
    return this.webhooks.get(id);
  }

  async listWebhooks(companyId: number): Promise<WebhookRecord[]> {
    this.check();
    return [...this.webhooks.values()].filter((webhook) => webhook.companyId === companyId);
  }

  /** Undefined for a webhook of version 0: another process has changed it. */
  async changeWebhook(
    { _id, version }: Pick<WebhookRecord, '_id' | 'version'>,
    change: WebhookChange,
  ): Promise<WebhookRecord | undefined> {
    this.check();
    const known = this.webhooks.get(_id);
    if (known === undefined || version === 0) return undefined;
    const changed = { ...known, ...change, version: version + 1 };
    this.webhooks.set(_id, changed);
    return changed;
  }

  async removeWebhook(id: string): Promise<boolean> {
    this.check();
    return this.webhooks.delete(id);
  }

  wakeWebhook(): Promise<boolean> {
    return Promise.resolve(true);
  }

  rewindWebhook(): Promise<void> {
    return Promise.resolve();
  }

  orderDelivery(): Promise<void> {
    return Promise.resolve();
  }

  orderUndelivered(): Promise<number> {
    return Promise.resolve(0);
  }

  abandonDeliveries(): Promise<void> {
    return Promise.resolve();
  }

  listDeliveries(): Promise<Page<WebhookDeliveryRecord>> {
    this.check();
    return Promise.resolve({ rows: [], next: undefined });
  }

  earlierAttempts(): Promise<never> {
    return notInMemory();
  }

  async findReceptions(_query: InboxQuery): Promise<Page<InboxRow> | 'too-slow'> {
    this.check();
    return { rows: [...this.receptions.values()], next: undefined };
  }

  findRefused(): Promise<Page<RefusedRow>> {
    this.check();
    return Promise.resolve({ rows: [], next: undefined });
  }

  async findReception({ rncEmisor, encf }: ReceptionKey): Promise<ReceptionRecord | undefined> {
    this.check();
    return this.receptions.get(`${rncEmisor} ${encf}`);
  }

  async decideReception(key: ReceptionKey, decision: Decision, sha256?: string): Promise<Decided> {
    const reception = await this.findReception(key);
    if (reception === undefined) return { outcome: 'unknown' };
    if (sha256 !== undefined && reception.sha256 !== sha256) return { outcome: 'changed' };
    if (reception.decision === undefined)
      return { outcome: 'decided', reception: { ...reception, decision } };
    return { outcome: 'decided-before', same: reception.decision.estado === decision.estado, reception };
  }

  useSeed(): Promise<never> {
    return notInMemory();
  }

  /** Changes a document as the worker would. */
  patch(encf: string, patch: Partial<DocumentRecord>): void {
    for (const [key, document] of this.documents) {
      if (document.encf === encf) this.documents.set(key, { ...document, ...patch });
    }
  }

  reset(): void {
    this.webhooks.clear();
    this.uploadKey = undefined;
    this.companies.clear();
    this.users.length = 0;
    this.apiKeys.length = 0;
    this.keyUses.length = 0;
    this.keyReads = 0;
    this.documents.clear();
    this.earlier.length = 0;
    this.files.clear();
    this.linkKeys.clear();
    this.mails.clear();
    this.admitted.length = 0;
    this.numbers.clear();
    this.referenced.clear();
    this.counters.clear();
    this.marked.length = 0;
    this.nextRequests.length = 0;
    this.inquiries.clear();
    this.receptions.clear();
    this.unusedQueries.length = 0;
    this.voucherQueries.length = 0;
    this.unindexed = 0;
    this.next = { outcome: 'not-available', reason: 'SIN_RANGO' };
    this.overview = [];
    this.page = { numbers: [], next: undefined };
    this.registry = undefined;
    this.taxpayers.clear();
    this.rangeAnnulments.clear();
    this.issueClaims.clear();
    this.down = false;
    this.bodies = undefined;
  }

  private check(): void {
    if (this.down) throw new LedgerUnavailableError();
  }
}

function keyOf(companyId: number, environment: string, encf: string): string {
  return `${companyId}:${environment}:${encf}`;
}

function notInMemory(): Promise<never> {
  return Promise.reject(new Error('The ledger in memory has no receptions'));
}

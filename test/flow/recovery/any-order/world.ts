/** One voucher on the real ledger, with its own company, processes, network and DGII, and what happens to them. */
import { setMaxListeners } from 'node:events';
import type { Db, Document } from 'mongodb';
import { createDgiiSpeed } from '../../../../src/activities/vouchers/dgii-speed.js';
import { applyVerdict } from '../../../../src/activities/vouchers/apply-verdict.js';
import {
  currentOf,
  readCurrent,
  type CurrentDocument,
} from '../../../../src/activities/vouchers/ledger-steps.js';
import { recordOwnVerdict } from '../../../../src/activities/vouchers/record-verdict.js';
import { query } from '../../../../src/activities/vouchers/query.js';
import { submit } from '../../../../src/activities/vouchers/submit.js';
import { wasNotTried } from '../../../../src/activities/vouchers/step-result.js';
import { checkSigner } from '../../../../src/activities/rounds/suspension.js';
import type { ActivityDeps } from '../../../../src/activities/deps.js';
import type { AttemptRef } from '../../../../src/ecf/model/encf.js';
import type { Environment } from '../../../../src/ecf/model/environments.js';
import type { Store } from '../../../../src/ledger/ledger.js';
import { idOfEncf } from '../../../../src/ledger/numbers/numbers.js';
import {
  endedDeliveries,
  mayHaveArrived,
  type Confirmation,
} from '../../../../src/ledger/vouchers/operator-decisions.js';
import type { Admission, DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';
import { createLog } from '../../../../src/shared/log.js';
import { admitInput, signedXml } from '../../../harness/ledger.js';
import { stepSettings } from '../step-settings.js';
import {
  DgiiModel,
  firstTotal,
  isAccepted,
  usesNumber,
  type Bytes,
  type ContentVerdict,
} from './dgii-model.js';
import { Network, wellFates } from './network.js';
import type { Action, Fates, Schedule } from './schedule.js';
import { Died, runTasks, Task } from './tasks.js';

const silentLog = createLog({ role: 'test', level: 'silent' });
const never = new AbortController().signal;
// Many steps listen to it at the same time.
setMaxListeners(0, never);
const settings = { ...stepSettings, allowProduction: false };
const pauseMs = 500;
let lastCompany = 0;

/** The collections with the voucher and its number: what a restore brings back. */
const restored = ['documents', 'attempts', 'reservations', 'annulments', 'companies'] as const;

export class World {
  /** Near the real time, because the ledger compares leases with its own clock too. */
  nowMs = Date.now();
  readonly companyId = (lastCompany += 1);
  readonly place: { readonly companyId: number; readonly environment: Environment; readonly encf: string };
  readonly model: DgiiModel;
  readonly network: Network;
  readonly trace: string[] = [];
  /** A copy of one of these first requests may reach DGII after a restore, and the ledger never hears of it. */
  requestsForgotten = 0;
  /** Why a person may be needed. */
  readonly excuses = new Set<'restored' | 'another system' | 'person'>();
  private readonly aheadMs = [0, 0];
  private readonly parked: Task[] = [];
  private readonly recent: (DocumentRecord | undefined)[] = [];
  private readonly contents = new Map<string, { readonly total: string; readonly verdict: ContentVerdict }>();
  private readonly certificates = ['A'];
  private readonly snapshots: (readonly Document[])[][] = [];
  private readonly restores: boolean;
  private codes = 0;

  constructor(
    private readonly store: Store,
    private readonly db: Db,
    readonly schedule: Schedule,
    /** Whether the trace has the record after each action. */
    private readonly tracing: boolean,
  ) {
    const certification = schedule.kind.endsWith('certification');
    const summary = schedule.kind.startsWith('summary');
    const encf = summary ? 'E320000000001' : 'E310000000001';
    const environment = certification ? 'certification' : 'pre-certification';
    this.place = { companyId: this.companyId, environment, encf };
    this.model = new DgiiModel({ encf, summary, certification }, schedule.habits);
    this.network = new Network(
      this.model,
      () => this.nowMs,
      (what) => this.trace.push(what),
    );
    this.restores = schedule.actions.some((one) => one.do === 'restore');
  }

  async begin(): Promise<void> {
    const { companyId, environment, encf } = this.place;
    await this.store.putCompany({
      companyId,
      rnc: String(100_000_000 + companyId),
      razonSocial: 'EMPRESA DE PRUEBA SRL',
      origin: 'service',
      environment,
      productionAllowed: false,
    });
    const _id = idOfEncf(companyId, environment, encf)!;
    const number = {
      companyId,
      environment,
      ecfType: Number(encf.slice(1, 3)),
      n: 1,
      key: _id.replace(/:\d+$/, ''),
    };
    await this.db.collection('reservations').insertOne({
      _id: _id as never,
      ...number,
      state: 'reserved',
      reservedAt: new Date(this.nowMs),
      requestId: 'r',
    });
    await this.admit(this.schedule.verdict, false);
  }

  read(): Promise<DocumentRecord | undefined> {
    const { companyId, environment, encf } = this.place;
    return this.store.findDocument(companyId, environment, encf);
  }

  reservation() {
    const { companyId } = this.place;
    return this.db.collection('reservations').findOne({ companyId });
  }

  async act(action: Action): Promise<void> {
    this.trace.push(JSON.stringify(action).replace(/,"fates.*/, ''));
    if ('passMs' in action) this.nowMs += action.passMs;
    this.network.arrive();
    await this.perform(action);
    if (this.restores) await this.snapshot();
    if (!this.tracing) return;
    const { state, attempt, waiting, submissions = [], verdict } = (await this.read()) ?? {};
    const outcomes = submissions.map(({ outcome }) => outcome ?? 'open').join();
    this.trace.push(
      `  → ${state} ${attempt} [${outcomes}] ${waiting?.reason ?? ''} ${verdict?.secuenciaUtilizada ?? ''}`,
    );
  }

  private async perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'step': {
        const task = new Task(action.process);
        task.dieAt = action.dieAt ?? task.dieAt;
        task.stopAt = action.stopAt ?? task.stopAt;
        this.startSteps(task, action.fates, { count: action.count, mayBeRecent: action.recent });
        return this.run([task]);
      }
      case 'race': {
        const tasks = ([0, 1] as const).map((process) => new Task(process));
        tasks[0]!.dieAt = action.dieAt ?? tasks[0]!.dieAt;
        for (const task of tasks)
          this.startSteps(task, action.fates[task.process], { count: action.count, mayBeRecent: false });
        return this.run(tasks, action.order);
      }
      case 'thaw':
        return this.thaw();
      case 'clock':
        this.aheadMs[action.process] = action.aheadMs;
        this.network.clocksDiffer ||= action.aheadMs !== 0;
        return;
      case 'signer': {
        const every = action.everyCertificate || action.refusal.cause === 'not-delegated';
        this.model.signers.set(every ? '*' : this.certificates.at(-1)!, action.refusal);
        return;
      }
      case 'delegate': {
        this.model.signers.clear();
        return;
      }
      case 'resume':
        return this.resume();
      case 'certificate':
        this.certificates.push(String.fromCharCode(65 + this.certificates.length));
        return;
      case 'correct':
        await this.admit(action.verdict, action.sameTotal, action.sameContent);
        return;
      case 'person':
        await this.person(action.decision);
        return;
      case 'foreign':
        this.excuses.add('another system');
        this.model.receiveFromAnother(action, this.nowMs);
        return;
      case 'restore':
        return this.restore(action.back);
    }
  }

  /** Those that stand still go on. */
  async thaw(): Promise<void> {
    const tasks = this.parked.splice(0);
    for (const task of tasks) task.stopAt = Number.POSITIVE_INFINITY;
    await this.run(tasks);
  }

  /** A worker asks for a token of a suspended company. */
  async resume(): Promise<void> {
    const task = new Task(0);
    const certificate = { fingerprint: this.certificates.at(-1)! };
    const { companyId, environment } = this.place;
    task.start(() =>
      checkSigner(this.depsOf(task, wellFates), { companyId, environment, certificate } as never, never),
    );
    await this.run([task]);
  }

  private async run(tasks: readonly Task[], order?: readonly number[]): Promise<void> {
    await runTasks(tasks, order);
    for (const task of tasks) {
      if (!task.done) this.parked.push(task);
      else if (task.error === undefined) for (const code of task.told) this.network.told.add(code);
      else if (!(task.error instanceof Died)) {
        const { stack } = task.error as Error;
        this.network.violations.push(`a step threw ${stack}`);
      }
    }
  }

  private depsOf(task: Task, fates: Fates): ActivityDeps {
    const own: Record<string, unknown> = {
      currentCertificate: () => ({ fingerprint: this.certificates.at(-1) }),
      findCertificate: (_companyId: number, fingerprint: string) => ({
        fingerprint,
        notBefore: new Date(0),
        notAfter: new Date(8e15),
      }),
    };
    const store = new Proxy(this.store, {
      get: (real, name: keyof Store) => {
        if (name === 'notesWaitingFor') return () => Promise.resolve([]);
        const method = (own[name] ?? real[name]) as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => task.gate(name, () => method(...args));
      },
    });
    return {
      store,
      dgii: this.network.clientFor(task, fates),
      certificates: { current: () => Promise.resolve({ fingerprint: this.certificates.at(-1) }) },
      dgiiSpeed: createDgiiSpeed(),
      outages: { observe: () => undefined },
      clock: () => new Date(this.nowMs + this.aheadMs[task.process]!),
      log: silentLog,
      settings,
    } as unknown as ActivityDeps;
  }

  /** Starts the steps that the ledger's record calls for, one after another. */
  private startSteps(
    task: Task,
    fates: Fates,
    { count, mayBeRecent }: { count: number; mayBeRecent: boolean },
  ): void {
    const deps = this.depsOf(task, fates);
    task.start(async () => {
      for (let steps = 0; steps < count; steps += 1) {
        const document = await task.gate('read', () => this.read());
        if (document === undefined) return;
        const kept = this.recent[task.process];
        const recent = mayBeRecent && kept?.attempt === document.attempt ? kept : undefined;
        const after = await this.takeStep(deps, document, recent);
        if (wasNotTried(after)) return;
        this.recent[task.process] = after === 'superseded' || after.final ? undefined : after;
      }
    });
  }

  private takeStep(deps: ActivityDeps, document: DocumentRecord, recent: DocumentRecord | undefined) {
    const { companyId, environment, encf, attempt, state } = document;
    const ref = { companyId, environment, encf, attempt };
    if (state === 'admitted') return this.sign(deps, ref);
    if (state === 'submitted') return query(deps, ref, { timeoutMs: 60_000, pauseMs, recent }, never);
    return submit(deps, ref, { pauseMs, recent }, never);
  }

  async step(process: 0 | 1): Promise<void> {
    const task = new Task(process);
    this.startSteps(task, wellFates, { count: 1, mayBeRecent: false });
    await this.run([task]);
  }

  /** As `prepare`, without XML and keys. */
  private async sign(deps: ActivityDeps, ref: AttemptRef): Promise<CurrentDocument> {
    const found = await deps.store.readDocumentAndMark(ref);
    const current = currentOf(ref, found.document);
    await applyVerdict(deps, ref, current);
    if (current === 'superseded' || current.state !== 'admitted') return current;
    const mark = found.mark === 'unmarked' ? await deps.store.markUsed(ref) : found.mark;
    if (mark === 'annulled') return recordOwnVerdict(deps, ref, 'annulled', { codigo: 'X', valor: 'x' });
    const now = deps.clock();
    this.codes += 1;
    const code = `B${this.codes}`;
    const content = JSON.stringify({ code, ...this.contents.get(current.contentHash)! } satisfies Bytes);
    const keep = { companyId: ref.companyId, kind: 'signed-xml', content, now, roomBytes: 2_000 } as const;
    const { ref: file, sha256 } = await deps.store.keepContent(keep);
    const signed = signedXml({
      file,
      sha256,
      securityCode: code,
      signedAt: now,
      certificate: this.certificates.at(-1)!,
    });
    const summary = this.model.place.summary ? { summary: { file, sha256 } } : {};
    this.trace.push(`    signs ${code}: ${content}`);
    return (await deps.store.recordSigned(ref, { ...signed, ...summary }, now)) ?? readCurrent(deps, ref);
  }

  /** The client sends a voucher, or corrects it after a rejection. */
  private async admit(verdict: ContentVerdict, sameTotal: boolean, sameContent = false): Promise<void> {
    const repeated = sameContent ? [...this.contents].at(-1) : undefined;
    if (repeated !== undefined) return this.admitAgain(verdict, repeated);
    const contentHash = String(this.contents.size + 1).padStart(64, '0');
    const total = sameTotal || this.contents.size === 0 ? firstTotal : `${this.contents.size}00.00`;
    this.contents.set(contentHash, { total, verdict });
    await this.admitContent(contentHash, total);
  }

  /** The client sends the last content again, and says so. What DGII judges of it is now another thing. */
  private async admitAgain(
    verdict: ContentVerdict,
    [contentHash, { total }]: readonly [string, { readonly total: string }],
  ): Promise<void> {
    const before = (await this.read())?.attempt;
    const { outcome, document } = await this.admitContent(contentHash, total, true);
    if (outcome === 'created' && document.attempt !== before)
      this.contents.set(contentHash, { total, verdict });
  }

  private async admitContent(contentHash: string, total: string, resend = false): Promise<Admission> {
    const company = await this.store.findCompany(this.companyId);
    return this.store.admit(
      admitInput({
        ...this.place,
        rncEmisor: company!.rnc,
        tipoeCF: this.model.place.summary ? 32 : 31,
        montoTotal: total,
        contentHash,
        resend,
        suspended: company!.suspended !== undefined,
        now: new Date(this.nowMs),
      }),
    );
  }

  /** A person who looks into DGII's virtual office first. */
  async person(decision: 'confirm' | 'force' | 'annul'): Promise<string> {
    const document = await this.read();
    if (document === undefined || document.final) return 'nothing to decide';
    const order = { by: 'prueba', note: 'Visto en la oficina virtual', now: new Date(this.nowMs) };
    const code = document.signed?.securityCode;
    const ours = this.model.receptions.filter(({ bytes }) => bytes.code === code);
    const nothingComes = ours.length === 0 && this.network.underWay.length === 0 && this.parked.length === 0;
    if (nothingComes) this.network.lastDelivery = undefined;
    if (decision === 'force')
      return nothingComes ? (await this.store.forceDocument(document, order)).outcome : 'not now';
    if (decision === 'annul') {
      if (mayHaveArrived(document) || !nothingComes || !this.model.voidNumber()) return 'not now';
      this.excuses.add('person');
      return (await this.store.annulDocument(document, order)).outcome;
    }
    const deliveries = endedDeliveries(document, order.now);
    const confirmation = this.shownInOffice(ours, { nothingComes, deliveries });
    if (confirmation === undefined) return 'not now';
    this.trace.push(`    confirms ${JSON.stringify(confirmation)}`);
    return (await this.store.confirmDocument(document, confirmation, order)).outcome;
  }

  private shownInOffice(
    ours: DgiiModel['receptions'],
    { nothingComes, deliveries }: { nothingComes: boolean; deliveries: number },
  ): Confirmation | undefined {
    if (ours.some(isAccepted)) return { found: 'accepted' };
    const used = this.model.receptions.some(usesNumber);
    if ((used || ours.length > 0) && ours.every(({ judged }) => judged !== undefined))
      return { found: 'rejected', deliveries };
    return nothingComes && !used ? { found: 'not-received', deliveries } : undefined;
  }

  private async snapshot(): Promise<void> {
    const { companyId } = this.place;
    const mine = { attempts: { 'document.companyId': companyId } } as const;
    this.snapshots.push(
      await Promise.all(
        restored.map((name) =>
          this.db
            .collection(name)
            .find(name === 'attempts' ? mine.attempts : { companyId })
            .toArray(),
        ),
      ),
    );
  }

  /** The ledger is as it was some actions ago, and every process is a new one. */
  private async restore(back: number): Promise<void> {
    const then = this.snapshots.at(-1 - back) ?? this.snapshots[0];
    if (then === undefined) return;
    for (const task of this.parked.splice(0)) {
      task.die();
      task.stopAt = Number.POSITIVE_INFINITY;
      await runTasks([task]);
    }
    this.recent.length = 0;
    this.network.told.clear();
    this.network.lenient = true;
    this.model.restored = true;
    this.requestsForgotten = this.network.requests;
    this.excuses.add('restored');
    const { companyId } = this.place;
    for (const [at, name] of restored.entries()) {
      const collection = this.db.collection(name);
      await collection.deleteMany(name === 'attempts' ? { 'document.companyId': companyId } : { companyId });
      if (then[at]!.length > 0) await collection.insertMany([...then[at]!]);
    }
  }
}

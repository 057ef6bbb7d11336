/** The way between a step and the model of DGII: it loses, repeats and delays requests, and notes what must not have happened. */
import type { Credentials } from '../../../../src/dgii/client.js';
import type { SubmitAnswer, Unavailable } from '../../../../src/dgii/replies/answers.js';
import { stepSettings } from '../step-settings.js';
import { isAccepted, noLags, reply, type Arrival, type Bytes, type DgiiModel } from './dgii-model.js';
import type { Fates } from './schedule.js';
import type { Task } from './tasks.js';

interface UnderWay extends Arrival {
  readonly dueMs: number;
}

/** The last delivery that went out. */
interface LastDelivery {
  readonly code: string;
  readonly sentAtMs: number;
  /** Nobody knows whether it arrived. */
  open: boolean;
  /** How often DGII has answered since then which deliveries it knows. */
  answers: number;
}

const leaseMs = stepSettings.deliveryTimeoutMs + stepSettings.leaseMarginMs;
const nothing = { detail: '', mensajes: [], reply: null } as const;
const unknown = { kind: 'unknown', ...nothing } as const;
export const wellFates: Fates = { net: 'ok', laterMs: 0, lags: noLags, copyLags: noLags, unanswered: [] };

export class Network {
  readonly underWay: UnderWay[] = [];
  /** The security codes that DGII has told the ledger's processes to be accepted. */
  readonly told = new Set<string>();
  readonly violations: string[] = [];
  /** A restore or a person's order may send other bytes, or send again. */
  lenient = false;
  /** Undefined: none, or a person looked into DGII's office since then. */
  lastDelivery: LastDelivery | undefined;
  /** A process whose clock is ahead may end a lease early. */
  clocksDiffer = false;
  requests = 0;

  constructor(
    readonly model: DgiiModel,
    private readonly nowMs: () => number,
    private readonly log: (what: string) => void,
  ) {}

  /** DGII receives what is due. */
  arrive(): void {
    const now = this.nowMs();
    this.model.judge(now);
    for (const one of this.underWay.filter(({ dueMs }) => dueMs <= now)) {
      this.underWay.splice(this.underWay.indexOf(one), 1);
      this.take(one);
    }
  }

  /** DGII's client, as one step of a process uses it. */
  clientFor(task: Task, fates: Fates) {
    const toldBefore = new Set(this.told);
    const fate = () => (this.model.well ? wellFates : fates);
    const deliver = (auth: Credentials, { xml }: { readonly xml: string | Uint8Array }) => {
      const parkedAtMs = this.nowMs();
      return task.gate('deliver', () => {
        const bytes = JSON.parse(Buffer.from(xml).toString()) as Bytes;
        this.checkDelivery(bytes, new Set([...toldBefore, ...task.told]));
        this.checkRepetition(bytes, parkedAtMs);
        // The step stood still for longer than the limit of a delivery: the bytes went out, and it hears no answer.
        const late = this.nowMs() - parkedAtMs > 20_000;
        const answer = this.deliver(auth, bytes, late ? { ...fate(), net: 'no-answer' } : fate());
        for (const code of acceptedIn(answer, this.model)) task.told.add(code);
        this.noteDelivery(bytes, parkedAtMs, answer);
        return answer;
      });
    };
    const ask = <Answer extends { readonly kind: string }>(
      name: Fates['unanswered'][number],
      auth: Credentials,
      answer: () => Answer,
    ): Promise<Answer | Unavailable> =>
      task.gate<Answer | Unavailable>(name, () => {
        const refusal = this.model.signerRefusal(auth.certificate.fingerprint);
        const given = answer();
        if (given.kind === 'not-offered') return given;
        if (refusal?.where === 'token') return { kind: 'unavailable', cause: refusal.cause, ...nothing };
        if (fate().unanswered.includes(name)) return { kind: 'unavailable', cause: 'timeout', ...nothing };
        if (this.lastDelivery !== undefined && (name === 'trackIds' || name === 'queryRfce'))
          this.lastDelivery.answers += 1;
        this.log(`    ${name}: ${JSON.stringify(given).replace(/,"reply".*/, '')}`);
        // A list does not say whose the deliveries are.
        if (name !== 'trackIds') for (const code of acceptedIn(given, this.model)) task.told.add(code);
        return given;
      });
    return {
      submitEcf: deliver,
      sendRfce: deliver,
      trackIds: (auth: Credentials) => ask('trackIds', auth, () => this.model.trackIds(this.nowMs())),
      state: (auth: Credentials) => ask('state', auth, () => this.model.state(this.nowMs())),
      result: (auth: Credentials, trackId: string) =>
        ask('result', auth, () => this.model.result(trackId, this.nowMs())),
      queryRfce: (auth: Credentials, { codigoSeguridad }: { readonly codigoSeguridad: string }) =>
        ask('queryRfce', auth, () => this.model.summaryState(codigoSeguridad, this.nowMs())),
      renewToken: (auth: Credentials) =>
        task.gate('token', () => {
          const refusal = this.model.signerRefusal(auth.certificate.fingerprint);
          return refusal === undefined || refusal.where !== 'token'
            ? { kind: 'token' }
            : { kind: 'unavailable', cause: refusal.cause, ...nothing };
        }),
    };
  }

  private checkDelivery({ code }: Bytes, told: ReadonlySet<string>): void {
    this.log(`    delivers ${code}`);
    if (this.lenient) return;
    if (told.has(code))
      this.violations.push(`delivers ${code} again, although DGII said that it accepted it`);
    const mayBeAccepted = ({ bytes }: Pick<Arrival, 'bytes'>) =>
      bytes.code !== code && !bytes.verdict.startsWith('rejected');
    const others = this.model.receptions.filter(
      (one) => one.bytes.code.startsWith('B') && mayBeAccepted(one) && one.judged === undefined,
    );
    const accepted = this.model.receptions.filter(
      (one) => one.bytes.code.startsWith('B') && one.bytes.code !== code && isAccepted(one),
    );
    const coming = this.underWay.filter(mayBeAccepted);
    if (accepted.length > 0)
      this.violations.push(`delivers ${code}, although DGII accepted ${accepted[0]!.bytes.code}`);
    if (others.length > 0)
      this.violations.push(`delivers ${code}, while DGII judges ${others[0]!.bytes.code}`);
    if (coming.length > 0)
      this.violations.push(`delivers ${code}, while ${coming[0]!.bytes.code} is under way`);
  }

  /** The same bytes go out again only after the lease, and after DGII answered twice. In certification it answers only about summaries. */
  private checkRepetition({ code }: Bytes, sentAtMs: number): void {
    const last = this.lastDelivery;
    if (last?.code !== code || !last.open || this.lenient || sentAtMs < last.sentAtMs) return;
    const { certification, summary } = this.model.place;
    if (last.answers < 2 && (summary || !certification))
      this.violations.push(`delivers ${code} again, and DGII has answered ${last.answers} questions since`);
    if (sentAtMs - last.sentAtMs < leaseMs && !this.clocksDiffer)
      this.violations.push(`delivers ${code} again within the lease`);
  }

  private noteDelivery({ code }: Bytes, sentAtMs: number, answer: SubmitAnswer): void {
    if (this.lastDelivery !== undefined && sentAtMs < this.lastDelivery.sentAtMs) return;
    const open = answer.kind !== 'not-sent' && answer.kind !== 'refused';
    this.lastDelivery = { code, sentAtMs, open, answers: 0 };
  }

  private deliver(
    { certificate }: Credentials,
    bytes: Bytes,
    { net, laterMs, lags, copyLags }: Fates,
  ): SubmitAnswer {
    const refusal = this.model.signerRefusal(certificate.fingerprint);
    this.requests += 1;
    const arrival = { bytes, lags, request: this.requests, refusal };
    const copy = { ...arrival, lags: copyLags };
    const takeLater = (one: Arrival) => this.underWay.push({ ...one, dueMs: this.nowMs() + laterMs });
    this.log(`      on the way: ${net}`);
    if (net === 'unreachable' || net === 'throttled') return { kind: 'not-sent', cause: net, ...nothing };
    if (net === 'lost') return unknown;
    if (refusal?.where === 'token') return { kind: 'not-sent', cause: refusal.cause, ...nothing };
    if (refusal?.where === 'door') return refused(refusal.cause);
    const take = () => this.take(arrival);
    const answerTo = (one: ReturnType<typeof take>) => this.model.answerTo(one) as SubmitAnswer;
    switch (net) {
      case 'no-answer':
        take();
        return unknown;
      case 'late':
        takeLater(arrival);
        return unknown;
      case 'twice': {
        const first = take();
        takeLater(copy);
        this.arrive();
        return answerTo(first);
      }
      case 'twice-first-unheard':
        this.take(copy);
        return answerTo(take());
      case 'refused-copy':
        take();
        return refused('transient');
      case 'refused-transient':
        return refused('transient');
      case 'refused-other':
        return refused('other');
      case 'transient-kept':
      case 'transient-not-kept':
        if (!this.model.place.summary) return unknown;
        if (net === 'transient-kept') take();
        return { kind: 'transient', mensajes: [], reply } as unknown as SubmitAnswer;
      default:
        return answerTo(take());
    }
  }

  private take(arrival: Arrival) {
    const reception = this.model.receive(arrival, this.nowMs());
    this.log(
      `      DGII receives ${reception.bytes.code} as ${reception.trackId}: ${reception.judged ?? 'in process'}`,
    );
    return reception;
  }
}

function refused(cause: 'certificate' | 'not-delegated' | 'transient' | 'other') {
  return { kind: 'refused', cause, mensajes: [], reply } as const;
}

/** The security codes that an answer reports as accepted. */
function acceptedIn(answer: unknown, { receptions }: DgiiModel): string[] {
  const text = JSON.stringify(answer);
  const accepted = receptions.filter(isAccepted).map(({ bytes }) => bytes.code);
  // DGII accepts one voucher of a number, so any answer that says "accepted" is about that one.
  return /"(state|verdict)":"(conditionally-)?accepted"/.test(text) ? accepted : [];
}

/**
 * A small model of DGII for any-order.test.ts. It keeps every delivery, judges each one (a number is used once), and shows lists, results
 * and states late or not at all. It has no network: world.ts loses, repeats and delays the requests.
 */
import type {
  FinalResult,
  ResultAnswer,
  RfceAnswer,
  StateAnswer,
  SubmitAnswer,
  TrackIdsAnswer,
} from '../../../../src/dgii/replies/answers.js';
import type { DgiiMessage } from '../../../../src/ecf/messages/dgii-messages.js';

/** What DGII decides about some content, if its number is free and it accepts the signer. */
export type ContentVerdict = 'accepted' | 'conditionally-accepted' | 'rejected-used' | 'rejected-free';

/** A signed file. Two files with the same security code have the same bytes. */
export interface Bytes {
  readonly code: string;
  readonly total: string;
  readonly verdict: ContentVerdict;
}

/** How long after the arrival DGII judges a delivery, and shows it. */
export interface Lags {
  readonly judgeMs: number;
  readonly resultMs: number;
  readonly listMs: number;
  readonly stateMs: number;
}

export const noLags: Lags = { judgeMs: 0, resultMs: 0, listMs: 0, stateMs: 0 };

/** The total of the first voucher that the client sends. */
export const firstTotal = '1180.00';
export const codeOfAnother = 'OTHER';

/** Where DGII refuses the signer: it gives no token, or refuses the delivery, or rejects the voucher. */
export type SignerRefusal = {
  readonly where: 'token' | 'door' | 'verdict';
  readonly cause: 'certificate' | 'not-delegated';
};

export type Judgement = ContentVerdict | 'already-used' | 'voided' | 'signer-refused';

/** Something that reaches DGII. `request`: the number of our request; a copy that a proxy made has the number of its original. */
export interface Arrival {
  readonly bytes: Bytes;
  readonly lags: Lags;
  readonly request: number;
  readonly refusal: SignerRefusal | undefined;
}

export interface Reception {
  readonly trackId: string;
  readonly bytes: Bytes;
  readonly atMs: number;
  readonly lags: Lags;
  readonly request: number;
  readonly signerRefused: SignerRefusal['cause'] | undefined;
  judged?: Judgement;
}

/** What differs from one schedule to the next, because nobody knows how DGII does it. */
export interface Habits {
  /** Whether the state of a number shows a rejected voucher. */
  readonly statesOfRejected: boolean;
  /** Which of several rejected vouchers the state shows. */
  readonly shows: 'first' | 'last';
  /** Whether DGII has a state of a voucher that is in process. */
  readonly statesInProcess: boolean;
}

export const reply = { httpStatus: 200, contentType: 'application/json', raw: '{}', rawCut: false };
const never = Number.POSITIVE_INFINITY;
export const neverMs = never;

const spends: readonly (Judgement | undefined)[] = ['accepted', 'conditionally-accepted', 'rejected-used'];
export const isAccepted = ({ judged }: Reception) =>
  judged === 'accepted' || judged === 'conditionally-accepted';
export const usesNumber = ({ judged }: Reception) => spends.includes(judged);

const texts: Readonly<Partial<Record<Judgement | 'certificate' | 'not-delegated', DgiiMessage>>> = {
  'rejected-used': { codigo: '1406', valor: 'RazonSocialComprador no es válido.' },
  'rejected-free': { codigo: '3', valor: 'Estructura' },
  'already-used': { codigo: '1209', valor: 'secuencia ya utilizada' },
  voided: { codigo: '135', valor: 'Número de secuencia no autorizada' },
  certificate: { codigo: '0', valor: 'Tipo de certificado no admitido' },
  'not-delegated': { codigo: '0', valor: 'El firmante no está delegado por el emisor' },
};

/**
 * When DGII calls a proxy's copy of a request a second use of the number, it shows within this time the copy that used it. If it took
 * longer than a lease, the rejection could hide the accepted copy. The ledger knows of each request, so an earlier request may stay hidden.
 */
const shownAfterUsedMs = 20_000;

export class DgiiModel {
  readonly receptions: Reception[] = [];
  /** By the certificate's fingerprint; `*` is for every certificate. */
  readonly signers = new Map<string, SignerRefusal>();
  voided = false;
  /** DGII has become well: it judges at once and shows everything. */
  well = false;
  /** After a restore the ledger may not know of an earlier request. */
  restored = false;

  constructor(
    readonly place: { readonly encf: string; readonly summary: boolean; readonly certification: boolean },
    readonly habits: Habits,
  ) {}

  signerRefusal(fingerprint: string): SignerRefusal | undefined {
    return this.signers.get('*') ?? this.signers.get(fingerprint);
  }

  receive({ bytes, lags, request, refusal }: Arrival, nowMs: number): Reception {
    const judgeMs = this.place.summary || this.well ? 0 : lags.judgeMs;
    const reception = {
      trackId: `T${this.receptions.length + 1}`,
      bytes,
      atMs: nowMs,
      lags: { ...lags, judgeMs },
      request,
      signerRefused: refusal?.where === 'verdict' ? refusal.cause : undefined,
    };
    this.receptions.push(reception);
    this.judge(nowMs);
    return reception;
  }

  /** Another system, or this service before a restore, uses the same number. */
  receiveFromAnother(
    { sameTotal, verdict }: { readonly sameTotal: boolean; readonly verdict: ContentVerdict },
    nowMs: number,
  ): void {
    const bytes = { code: codeOfAnother, total: sameTotal ? firstTotal : '77.00', verdict };
    this.receive({ bytes, lags: noLags, request: 0, refusal: undefined }, nowMs);
  }

  /** Judges what is due, in the order in which it is due: DGII may judge a later delivery first. */
  judge(nowMs: number): void {
    const due = this.receptions.filter(
      ({ judged, atMs, lags }) => judged === undefined && (this.well || atMs + lags.judgeMs <= nowMs),
    );
    const dueMs = ({ atMs, lags }: Reception) => (this.well ? atMs : atMs + lags.judgeMs);
    for (const reception of due.sort((a, b) => dueMs(a) - dueMs(b)))
      reception.judged = this.verdictOn(reception);
  }

  private verdictOn({ bytes, signerRefused }: Reception): Judgement {
    // Of bytes that used the number DGII says so first. Otherwise its answer would not point to an earlier delivery that it hides.
    const sameBytes = this.receptions.some((one) => usesNumber(one) && one.bytes.code === bytes.code);
    if (signerRefused !== undefined && !sameBytes) return 'signer-refused';
    if (this.receptions.some(usesNumber)) return 'already-used';
    return this.voided ? 'voided' : bytes.verdict;
  }

  /** Voids the number, unless a voucher used it or DGII has one in process. False: DGII refused. */
  voidNumber(): boolean {
    const free = this.receptions.every((one) => one.judged !== undefined && !usesNumber(one));
    this.voided ||= free;
    return free;
  }

  private shows(reception: Reception, lag: 'resultMs' | 'listMs' | 'stateMs', nowMs: number): boolean {
    const sinceUsedMs = usesNumber(reception) ? this.msSinceCalledUsed(reception, nowMs) : 0;
    return this.well || reception.atMs + reception.lags[lag] <= nowMs || sinceUsedMs >= shownAfterUsedMs;
  }

  /** Milliseconds since DGII received the first copy of this request that it called a second use of the number. */
  private msSinceCalledUsed({ request }: Reception, nowMs: number): number {
    const first = this.receptions.find(
      (one) => one.judged === 'already-used' && (this.restored || one.request === request),
    );
    return first === undefined ? 0 : nowMs - first.atMs;
  }

  private final({ trackId, judged, signerRefused }: Reception): FinalResult {
    if (judged === undefined) throw new Error('DGII has not judged it');
    const accepted = judged === 'accepted' || judged === 'conditionally-accepted';
    const message = texts[judged] ?? texts[signerRefused ?? judged];
    return {
      kind: 'final',
      verdict: accepted ? judged : 'rejected',
      codigo: accepted ? '1' : '2',
      estado: accepted ? 'Aceptado' : 'Rechazado',
      mensajes: message === undefined ? [] : [message],
      secuenciaUtilizada: judged !== 'rejected-free' && judged !== 'signer-refused',
      trackId: this.place.summary ? null : trackId,
      rnc: null,
      encf: this.place.encf,
    };
  }

  /** The answer to the delivery that became this reception. */
  answerTo(reception: Reception): SubmitAnswer | RfceAnswer {
    return this.place.summary
      ? { ...this.final(reception), reply }
      : { kind: 'received', trackId: reception.trackId, mensajes: [], reply };
  }

  result(trackId: string, nowMs: number): ResultAnswer {
    this.judge(nowMs);
    const found = this.receptions.find((one) => one.trackId === trackId);
    if (found === undefined) return { kind: 'not-found', reply };
    if (found.judged !== undefined && this.shows(found, 'resultMs', nowMs))
      return { ...this.final(found), reply };
    return this.shows(found, 'listMs', nowMs)
      ? { kind: 'pending', reason: 'in-process', reply }
      : { kind: 'not-found', reply };
  }

  trackIds(nowMs: number): TrackIdsAnswer {
    if (this.place.certification) return { kind: 'not-offered' };
    this.judge(nowMs);
    const listed = this.receptions.filter((one) => this.shows(one, 'listMs', nowMs));
    if (listed.length === 0) return { kind: 'not-found', reply };
    const trackIds = listed.map((one) => {
      const state =
        one.judged !== undefined && this.shows(one, 'resultMs', nowMs)
          ? this.final(one).verdict
          : ('in-process' as const);
      return { trackId: one.trackId, state };
    });
    return { kind: 'found', trackIds, reply };
  }

  state(nowMs: number): StateAnswer {
    if (this.place.certification) return { kind: 'not-offered' } as unknown as StateAnswer;
    this.judge(nowMs);
    const shown = this.receptions.filter((one) => this.shows(one, 'stateMs', nowMs));
    const judged = shown.filter(
      (one) => isAccepted(one) || (one.judged !== undefined && this.habits.statesOfRejected),
    );
    const found = judged.find(isAccepted) ?? judged.at(this.habits.shows === 'first' ? 0 : -1);
    const waiting = this.habits.statesInProcess ? shown.find((one) => one.judged === undefined) : undefined;
    const one = found ?? waiting;
    if (one === undefined) return { kind: 'not-found', reply };
    return {
      kind: 'found',
      state: one === found ? (isAccepted(one) ? 'accepted' : 'rejected') : 'in-process',
      rncEmisor: null,
      encf: this.place.encf,
      montoTotal: one.bytes.total,
      totalITBIS: null,
      fechaEmision: null,
      fechaFirma: null,
      rncComprador: null,
      codigoSeguridad: one.bytes.code,
      reply,
    };
  }

  summaryState(code: string, nowMs: number): ResultAnswer {
    const shown = this.receptions.filter(
      (one) => one.bytes.code === code && this.shows(one, 'listMs', nowMs),
    );
    const found = shown.find(isAccepted) ?? shown.at(this.habits.shows === 'first' ? 0 : -1);
    return found === undefined ? { kind: 'not-found', reply } : { ...this.final(found), reply };
  }
}

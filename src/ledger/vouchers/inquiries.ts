/**
 * Questions put to DGII by way of a worker, and their answers. Both lie here for an hour and nowhere else: the workflow that
 * carries a question to the worker knows its id alone.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { DgiiMessage } from './document-record.js';
import { guard } from '../mongo/guard.js';

/** What DGII is asked about a voucher that anybody issued. */
export interface ExternalStatusQuestion {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly rncComprador: string;
  readonly codigoSeguridad?: string;
}

/** Why DGII cannot be asked in a company's name, or does not answer to it. */
export type AccessRefusal =
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_NOT_YET_VALID'
  | 'CERTIFICATE_EXPIRED'
  /** It does not open under the worker's master key. */
  | 'CERTIFICATE_UNREADABLE'
  /** By DGII. */
  | 'CERTIFICATE_REFUSED'
  | 'NOT_DELEGATED'
  /** DGII does not tell this company about this voucher. */
  | 'QUERY_REFUSED';

export interface Refused {
  readonly outcome: 'refused';
  readonly reason: AccessRefusal;
  /** DGII's words. */
  readonly mensajes: readonly DgiiMessage[];
}

export interface Unreachable {
  readonly outcome: 'unavailable';
  /** A code of the DGII client's, for people. */
  readonly cause: string;
}

export type ExternalStatusAnswer =
  | {
      readonly outcome: 'found';
      readonly standing: 'accepted' | 'conditionally-accepted' | 'rejected' | 'in-process';
      readonly rncEmisor: string | null;
      readonly encf: string | null;
      readonly rncComprador: string | null;
      /** Decimal text. */
      readonly montoTotal: string | null;
      readonly totalITBIS: string | null;
      readonly fechaEmision: string | null;
      readonly fechaFirma: string | null;
      readonly codigoSeguridad: string | null;
    }
  | { readonly outcome: 'not-found' | 'not-offered' }
  | Refused
  | Unreachable;

export type CertificateCheckAnswer =
  | {
      readonly outcome: 'token';
      readonly fingerprint: string;
      /** The company had been suspended, and is no more. */
      readonly resumed: boolean;
    }
  | (Refused & { readonly fingerprint: string | null })
  | (Unreachable & { readonly fingerprint: string });

export interface EnvironmentStatus {
  readonly environment: Environment;
  readonly available: boolean;
  /** DGII's word, or the code of what stood in the way. */
  readonly detail: string;
  /** Why nobody could say so: a code of the DGII client's, for people. */
  readonly cause?: string;
  /** Who said so: DGII's status service, or the seed that the token service gave. */
  readonly by: 'status' | 'semilla';
}

export interface DgiiStatusAnswer {
  readonly outcome: 'told';
  readonly environments: readonly EnvironmentStatus[];
  /** DGII's texts, days and hours in Santo Domingo; null where its status service cannot be asked. */
  readonly windows:
    | readonly {
        readonly ambiente: string;
        readonly horaInicio: string;
        readonly horaFin: string;
        readonly dias: readonly string[];
      }[]
    | null;
}

/** Each kind of question with what it may be answered. */
export interface InquiryKinds {
  readonly 'external-status': {
    readonly about: {
      readonly companyId: number;
      readonly environment: Environment;
      readonly question: ExternalStatusQuestion;
    };
    readonly answer: ExternalStatusAnswer;
  };
  readonly 'certificate-check': {
    readonly about: { readonly companyId: number; readonly environment: Environment };
    readonly answer: CertificateCheckAnswer;
  };
  readonly 'dgii-status': {
    readonly about: { readonly environments: readonly Environment[] };
    readonly answer: DgiiStatusAnswer;
  };
}

export type InquiryKind = keyof InquiryKinds;

export type Inquiry<Kind extends InquiryKind = InquiryKind> = {
  [K in Kind]: {
    readonly id: string;
    readonly kind: K;
    readonly about: InquiryKinds[K]['about'];
    readonly answer?: InquiryKinds[K]['answer'];
  };
}[Kind];

export type InquiryRecord = Omit<Inquiry, 'id'> & { readonly _id: string; readonly expireAt: Date };

export interface Inquiries {
  /** @param inquiry its id is fresh: a UUID. */
  putInquiry(inquiry: Inquiry, now: Date): Promise<void>;
  findInquiry(id: string): Promise<Inquiry | undefined>;
  /** The first answer stands. */
  answerInquiry(id: string, answer: NonNullable<Inquiry['answer']>): Promise<void>;
}

/** Whoever asked waits for seconds; an hour is for the operator who looks into what went wrong. */
const keptMs = 3_600_000;

export function createInquiries({ inquiries }: Collections): Inquiries {
  return {
    putInquiry: ({ id, ...rest }, now) =>
      guard(async () => {
        await inquiries.insertOne({ _id: id, ...rest, expireAt: new Date(now.getTime() + keptMs) });
      }),
    findInquiry: (id) =>
      guard(async () => {
        const found = await inquiries.findOne({ _id: id });
        if (found === null) return undefined;
        const { _id, expireAt: _expireAt, ...rest } = found;
        return { id: _id, ...rest } as Inquiry;
      }),
    answerInquiry: (id, answer) =>
      guard(async () => {
        await inquiries.updateOne({ _id: id, answer: { $exists: false } }, { $set: { answer } });
      }),
  };
}

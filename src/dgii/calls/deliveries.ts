/** Sends signed files to DGII: vouchers, summaries, annulments and commercial approvals. */
import { assertNever } from '../../shared/errors.js';
import type { Credentials } from '../auth/token-cache.js';
import { multipartXml } from '../multipart.js';
import { readAnnulReply } from '../replies/annulment-reader.js';
import type { AnnulAnswer, ApprovalAnswer, DgiiReply, RfceAnswer, SubmitAnswer } from '../replies/answers.js';
import { readApprovalReply } from '../replies/buyer-readers.js';
import { readSubmitReply } from '../replies/readers.js';
import { readRfceReply } from '../replies/summary-readers.js';
import { isOffered, serviceUrl } from '../services.js';
import { sendAuthorized, readWith, type Call, type Connection, type Read } from './send-authorized.js';

interface SignedFile {
  /** For a voucher `{RNCEmisor}{eNCF}.xml`; for an annulment letters and digits, then `.xml`. */
  readonly fileName: string;
  readonly xml: string | Uint8Array;
}

interface SignedVoucher extends SignedFile {
  readonly encf: string;
}

type Undelivered = Extract<SubmitAnswer, { kind: 'not-sent' } | { kind: 'unknown' }>;

export function createDeliveries(connection: Connection) {
  return {
    /** The e-CF goes out a second time only if DGII refused the token of the first time. */
    submitEcf: (auth: Credentials, doc: SignedVoucher, signal: AbortSignal): Promise<SubmitAnswer> =>
      deliver(connection, { auth, service: 'recepcion', signal }, doc, readSubmitReply),

    sendRfce: (auth: Credentials, doc: SignedVoucher, signal: AbortSignal): Promise<RfceAnswer> =>
      deliver(connection, { auth, service: 'recepcionFc', signal }, doc, (status, body) =>
        readRfceReply(status, body, doc.encf),
      ),

    /** Not offered in certification. */
    annul: async (auth: Credentials, doc: SignedFile, signal: AbortSignal): Promise<AnnulAnswer> =>
      isOffered('anulacionRangos', auth.environment)
        ? deliver(connection, { auth, service: 'anulacionRangos', signal }, doc, readAnnulReply)
        : { kind: 'not-offered' },

    sendApproval: (auth: Credentials, doc: SignedVoucher, signal: AbortSignal): Promise<ApprovalAnswer> => {
      const bareOk = auth.environment === 'certification';
      return deliver(connection, { auth, service: 'aprobacionComercial', signal }, doc, (status, body) =>
        readApprovalReply(status, body, { bareOk }),
      );
    },
  };
}

/** Without an answer, the result says whether the file may have arrived. */
async function deliver<R extends { readonly kind: string }>(
  connection: Connection,
  call: Call,
  { fileName, xml, encf = '' }: SignedFile & Partial<SignedVoucher>,
  read: Read<R>,
): Promise<(R & { readonly reply: DgiiReply }) | Undelivered> {
  const { auth, service } = call;
  // DGII refuses any other file name (codes 81 and 3243), so it is a broken invariant.
  if (!fileName.endsWith(`${encf}.xml`)) throw new Error('The file name must end in the e-NCF');
  const form = multipartXml(fileName, xml);
  const request = {
    url: serviceUrl(connection.hosts, auth.environment, service),
    method: 'POST',
    headers: { 'content-type': form.contentType },
    body: form.body,
  } as const;
  const outcome = await sendAuthorized(connection, call, request, connection.timeouts.submitMs);
  switch (outcome.kind) {
    case 'obstructed':
      return { ...outcome.obstructed, kind: 'not-sent' };
    case 'broken': {
      const { reason, detail } = outcome.failure;
      return { kind: 'unknown', detail: `${reason}: ${detail}`, mensajes: [], reply: null };
    }
    case 'answered':
      return readWith(read, outcome.reply);
    default:
      return assertNever(outcome);
  }
}

/** DGII's services about buyers: its directory of electronic taxpayers, and commercial approvals (ACECF). */
import type { Credentials } from '../auth/token-cache.js';
import type { ApprovalAnswer, DirectoryAnswer } from '../replies/answers.js';
import { readApprovalReply, readDirectoryReply } from '../replies/buyer-readers.js';
import { isOffered } from '../services.js';
import type { Connection } from './send-authorized.js';
import { deliver, type SignedVoucher } from './deliveries.js';
import { ask } from './queries.js';

export function createBuyerServices(connection: Connection) {
  return {
    /** Where a taxpayer receives vouchers and approvals. Not offered in certification. */
    directoryEntry: async (auth: Credentials, rnc: string, signal: AbortSignal): Promise<DirectoryAnswer> => {
      if (!isOffered('consultaDirectorio', auth.environment)) return { kind: 'not-offered' };
      const anyRnc = auth.environment === 'pre-certification';
      return ask(
        connection,
        { auth, service: 'consultaDirectorio', signal },
        { RNC: rnc },
        (status, contentType, body) => readDirectoryReply(status, contentType, body, { rnc, anyRnc }),
      );
    },

    /** Sends our approval or rejection of a voucher that somebody sent to the company. */
    sendApproval: (auth: Credentials, doc: SignedVoucher, signal: AbortSignal): Promise<ApprovalAnswer> => {
      const bareOk = auth.environment === 'certification';
      return deliver(
        connection,
        { auth, service: 'aprobacionComercial', signal },
        doc,
        (status, contentType, body) => readApprovalReply(status, contentType, body, { bareOk }),
      );
    },
  };
}

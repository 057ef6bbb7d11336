/** Tries a company's certificate at DGII. */
import type { Environment } from '../../ecf/model/environments.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { AccessRefusal } from '../../ledger/inquiries/inquiries.js';
import type { OperatorDeps, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

interface Checked {
  readonly companyId: number;
  readonly environment: Environment;
  readonly fingerprint: string | null;
}

type CheckRefusal =
  Exclude<AccessRefusal, 'CERTIFICATE_UNREADABLE' | 'QUERY_REFUSED'> | 'CERTIFICATE_NOT_OPENED';

export type CertificateCheck =
  /** DGII issued a token. `resumed` is true if this ended a suspension of the company. */
  | ({ readonly outcome: 'token'; readonly resumed: boolean } & Checked)
  | Refused<CheckRefusal, Checked & { readonly mensajes: readonly DgiiMessage[] }>
  | Refused<'DGII_UNAVAILABLE', Checked & { readonly cause: string }>
  | ProcessRefusal;

export async function checkCertificate(
  { processes }: OperatorDeps,
  companyId: number,
  environment: Environment,
): Promise<CertificateCheck> {
  const asked = await processes.ask('certificate-check', { companyId, environment });
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  const checked = { companyId, environment, fingerprint: answer.fingerprint };
  switch (answer.outcome) {
    case 'token':
      return { outcome: 'token', resumed: answer.resumed, ...checked };
    case 'refused':
      return refused(codeOf(answer.reason), { ...checked, mensajes: answer.mensajes });
    case 'unavailable':
      return refused('DGII_UNAVAILABLE', { ...checked, cause: answer.cause });
  }
}

function codeOf(reason: AccessRefusal): CheckRefusal {
  if (reason === 'QUERY_REFUSED') return 'CERTIFICATE_REFUSED';
  return reason === 'CERTIFICATE_UNREADABLE' ? 'CERTIFICATE_NOT_OPENED' : reason;
}

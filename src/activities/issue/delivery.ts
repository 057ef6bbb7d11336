/** One delivery to DGII before it is made: whether it may be, and how it stands in the ledger. */
import { hostname } from 'node:os';
import { amountOf } from '../../ecf/amounts.js';
import { goesAsSummary } from '../../ecf/consumer-threshold.js';
import { compareDates, localDate } from '../../ecf/dates.js';
import { parseEcfType } from '../../ecf/ecf-types.js';
import type { DocumentRecord, Submission } from '../../store/document-record.js';
import type { Company } from '../../store/store.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import type { DgiiHost } from './dgii-speed.js';

const host = `${hostname()}:${process.pid}`;

/** The next one; in the place of the last, if nothing of that was sent: an outage must not lengthen the record. */
export function newDelivery(
  deps: Pick<ActivityDeps, 'clock' | 'settings'>,
  document: DocumentRecord,
  timeoutMs: number,
): Submission {
  const startedAt = deps.clock();
  const last = document.submissions.at(-1);
  return {
    n: last?.outcome === 'not-sent' ? last.n : document.submissionCount + 1,
    startedAt,
    leaseUntil: new Date(startedAt.getTime() + timeoutMs + deps.settings.leaseMarginMs),
    host,
    to: deps.settings.dgiiHosts[goesAlone(document) ? 'ecf' : 'fc'],
  };
}

/** Which of DGII's hosts takes the voucher. */
export function hostOf(document: Pick<DocumentRecord, 'environment' | 'tipoeCF' | 'montoTotal'>): DgiiHost {
  return `${document.environment}/${goesAlone(document) ? 'ecf' : 'fc'}`;
}

/** Not by a summary in its place. */
function goesAlone({ tipoeCF, montoTotal }: Pick<DocumentRecord, 'tipoeCF' | 'montoTotal'>): boolean {
  const type = parseEcfType(tipoeCF);
  return type === undefined || !goesAsSummary(type, amountOf(montoTotal));
}

/** Production takes two consents: the operator's and the company's own; both are looked at again before each delivery. */
export function mayGoOut(
  { settings, log }: Pick<ActivityDeps, 'settings' | 'log'>,
  { companyId, environment, encf }: DocumentRef,
  company: Company | undefined,
): boolean {
  if (environment !== 'production') return true;
  const allowed = settings.allowProduction && company?.productionAllowed === true;
  if (!allowed) log.error({ companyId, encf }, 'production is not allowed');
  return allowed;
}

/** DGII compares the sequence's expiry with the day of sending. Once something went out the number may be in use: no more. */
export function expired(
  { clock }: Pick<ActivityDeps, 'clock'>,
  { fechaVencimientoSecuencia: expiry }: Pick<DocumentRecord, 'fechaVencimientoSecuencia'>,
): boolean {
  return expiry !== null && compareDates(expiry, localDate(clock().getTime())) < 0;
}

/**
 * Whether other bytes may take the place of what was signed, because it is certain that DGII has nothing of it: when nothing
 * was sent or DGII refused the signer, which a replaced certificate cures; by an operator's order also when DGII refused it
 * for another reason. What the record keeps no more of is not known.
 */
export function mayBeSignedAnew(
  { submissions, submissionCount, signed, forced }: DocumentRecord,
  fingerprint: string,
): boolean {
  if (submissionCount !== submissions.length) return false;
  const taken = submissions.some(({ outcome }) => outcome !== 'not-sent' && outcome !== 'refused');
  if (taken) return false;
  if (forced !== undefined && submissions.at(-1)?.outcome === 'refused') return true;
  const cured = submissions.every(({ outcome, signerRefused }) => outcome === 'not-sent' || signerRefused);
  return cured && signed?.certificate !== fingerprint;
}

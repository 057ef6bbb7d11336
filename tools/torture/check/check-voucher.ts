/** Checks one voucher: the ledger against what DGII received, and the client's last answer against the ledger. */
import type { CheckedAnswer, DgiiReception, Evidence, LedgerVoucher, VoucherResult } from './run-evidence.js';

export interface VoucherEvidence {
  readonly result: VoucherResult;
  readonly document: LedgerVoucher;
  readonly attempts: readonly Pick<LedgerVoucher, 'signed'>[];
  readonly received: readonly DgiiReception[];
  /** The posts under its name that DGII answered without receiving them. */
  readonly refused: Evidence['refused'];
}

export function checkVoucher(evidence: VoucherEvidence): string[] {
  const { result, document, received } = evidence;
  const name = `${document.companyId}:${document.encf}`;
  const ledger = document.final
    ? [
        ...checkAccepted(name, document, received),
        ...checkBytes(name, evidence),
        ...checkVerdict(name, document, received),
        ...checkTrackIds(name, document, received),
      ]
    : [`NOT-FINAL: ${name} is ${document.state} (${document.waiting?.reason ?? ''})`];
  return [...ledger, ...checkAnswer(name, document, result.last), ...checkOutcome(name, document, result)];
}

function checkAccepted(name: string, document: LedgerVoucher, received: readonly DgiiReception[]): string[] {
  const times = received.filter(isAccepted).length;
  if (times === (isIssued(document) ? 1 : 0)) return [];
  return [`ACCEPTED-TIMES: ${name} is ${document.state}, and DGII accepted it ${times} times`];
}

/** Our approval of a supplier's voucher has the name that our own voucher of the same number would have. */
function isApproval({ service }: Evidence['refused'][number]): boolean {
  return service === 'aprobacion' || service === 'receptoraprobacion';
}

/** DGII saw only one set of bytes of an accepted voucher, apart from attempts that it rejected before. */
function checkBytes(name: string, { document, attempts, received, refused }: VoucherEvidence): string[] {
  const own = new Set([document, ...attempts].flatMap(sentHashes));
  const posted = [...received, ...refused.filter((one) => !isApproval(one))];
  const found = posted
    .filter(({ sha256 }) => !own.has(sha256))
    .map(({ sha256 }) => `OTHER-BYTES: ${name}: DGII was sent ${sha256}, which no attempt signed`);
  const first = received.find(isAccepted);
  if (first !== undefined && !sentHashes(document).includes(first.sha256))
    found.push(`OTHER-BYTES: ${name}: DGII accepted ${first.sha256}, which is not what the ledger holds`);
  return found;
}

function checkVerdict(name: string, document: LedgerVoucher, received: readonly DgiiReception[]): string[] {
  const { state, verdict } = document;
  if (state === 'refused' || state === 'annulled') return [];
  const hashes = sentHashes(document);
  const given = received.filter(
    (one) =>
      hashes.includes(one.sha256) &&
      (verdict?.trackId === null || one.trackId === verdict?.trackId) &&
      one.verdict.outcome === state,
  );
  if (verdict === undefined || given.length === 0)
    return [`OTHER-VERDICT: ${name} is ${state} by ${verdict?.trackId}, which DGII did not say`];
  const same = given.some(
    (one) =>
      one.verdict.secuenciaUtilizada === verdict.secuenciaUtilizada &&
      codesOf(one.verdict.mensajes) === codesOf(verdict.mensajes),
  );
  return same
    ? []
    : [`OTHER-MESSAGES: ${name}: DGII's messages and secuenciaUtilizada are not what the ledger holds`];
}

/** For "nothing to say" DGII sends one empty message, which the ledger does not store. */
function codesOf(messages: readonly { readonly codigo: string | number; readonly valor: string }[]): string {
  return messages
    .filter(({ valor }) => valor !== '')
    .map(({ codigo }) => Number(codigo))
    .join();
}

function checkTrackIds(name: string, document: LedgerVoucher, received: readonly DgiiReception[]): string[] {
  const known = new Set(received.map(({ trackId }) => trackId));
  return [...document.trackIds, ...document.earlierTrackIds]
    .filter((trackId) => !known.has(trackId))
    .map((trackId) => `TRACK-ID: ${name} claims ${trackId}, which DGII never gave for it`);
}

function checkAnswer(name: string, document: LedgerVoucher, last: CheckedAnswer | undefined): string[] {
  if (last === undefined) return [`NO-ANSWER: no client got an answer about ${name}`];
  const expected: CheckedAnswer = {
    accepted: isIssued(document) ? 1 : 0,
    attempt: document.attempt,
    securityCode: document.signed?.securityCode ?? '',
    secuenciaUtilizada: document.verdict?.secuenciaUtilizada ?? null,
  };
  const members = ['accepted', 'attempt', 'securityCode', 'secuenciaUtilizada'] as const;
  return members
    .filter((member) => last[member] !== expected[member])
    .map(
      (member) => `OTHER-ANSWER: ${name}: ${member} was ${last[member]}, the ledger has ${expected[member]}`,
    );
}

/** Only an ordered rejection that uses the number may end a voucher without success, no matter what failed. */
function checkOutcome(name: string, document: LedgerVoucher, { order }: VoucherResult): string[] {
  if (order === 'rejected-spent' || isIssued(document)) return [];
  const why = order === 'rejected-free' ? 'its client corrected it' : 'nothing was wrong with it';
  return [`BURNT: ${name} is ${document.state}, and ${why}`];
}

function isIssued({ state }: LedgerVoucher): boolean {
  return state === 'accepted' || state === 'conditionally-accepted';
}

function isAccepted({ verdict }: DgiiReception): boolean {
  return verdict.outcome !== 'rejected';
}

function sentHashes({ signed }: Pick<LedgerVoucher, 'signed'>): string[] {
  return signed === undefined ? [] : [signed.summary?.sha256 ?? signed.sha256];
}

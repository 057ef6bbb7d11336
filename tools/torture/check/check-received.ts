/** Each voucher sent to us got the right acknowledgement, one content won each number, and no approval was lost. */
import { wellAnsweredMax } from './check-buyers.js';
import type {
  Answer,
  BuyerEvidence,
  EmittedDocument,
  LedgerReception,
  SignerTrouble,
} from './buyer-evidence.js';
import { groupedBy } from './grouped-by.js';

export function checkReceived(evidence: BuyerEvidence): string[] {
  const answers = groupedBy(evidence.answered, ({ of }) => of);
  const sent = evidence.emitted.map((document) => ({
    document,
    answers: answers.get(document.sha256) ?? [],
  }));
  const vouchers = sent.filter(({ document }) => document.document === 'ECF');
  const receptions = new Map(evidence.receptions.map((one) => [keyOf(one), one]));
  const byNumber = groupedBy(vouchers, ({ document }) => keyOf(document));
  return [
    ...sent.flatMap(checkAnswered),
    ...sent.flatMap((one) => checkSigner(one, evidence.troubles)),
    ...[...byNumber].flatMap(([key, contents]) => checkNumber(key, contents, receptions.get(key))),
    ...[...receptions.keys()]
      .filter((key) => !byNumber.has(key))
      .map((key) => `UNKNOWN-RECEPTION: the ledger has ${key}, which nobody sent`),
    ...checkApprovals(
      sent.filter(({ document }) => document.document === 'ACECF'),
      evidence,
    ),
  ];
}

/** DGII may object to the certificate: a signature that was made while the company was in trouble stays bad. */
export function isUsable({ status, mensajes }: Pick<Answer, 'status' | 'mensajes'>): boolean {
  return status === 200 && mensajes.every(isAboutSigner);
}

/** DGII says "Tipo de certificado no admitido" and "El RNC … del certificado no está delegado". */
function isAboutSigner(text: string): boolean {
  return text.includes('certificado');
}

interface SentDocument {
  readonly document: EmittedDocument;
  readonly answers: readonly Answer[];
}

/** The sender repeats until it has an answer that it can use, so the last one must be right. */
function checkAnswered({ document, answers }: SentDocument): string[] {
  const name = `${keyOf(document)} (${document.sha256.slice(0, 8)})`;
  const last = answers.at(-1);
  if (last === undefined || last.status === null) return [`NOT-ANSWERED: ${name} got no answer`];
  if (document.document === 'ACECF') {
    const expected = document.flaw === undefined ? 200 : 400;
    return last.status === expected ? [] : [`APPROVAL-ANSWER: ${name} was answered ${last.status}`];
  }
  const { mensajes, estado, motivo } = last;
  if (!isUsable(last)) return [`NOT-ANSWERED: ${name}: ${mensajes.join('; ')}`];
  const right = { altered: ['2'], incomplete: ['1'] };
  const expected = document.flaw === undefined ? ['', '3'] : right[document.flaw];
  const said = estado === '0' ? '' : motivo;
  return expected.includes(said) ? [] : [`VERDICT: ${name} was answered ${said || 'received'}`];
}

/**
 * DGII may object to the signer of an acknowledgement only if its company was in trouble between the first sending of the document and this
 * answer, because the acknowledgement was signed in that time.
 */
function checkSigner({ document, answers }: SentDocument, troubles: readonly SignerTrouble[]): string[] {
  if (document.document === 'ACECF') return [];
  const inTrouble = ({ at }: Answer) =>
    troubles.some(
      ({ rnc, fromMs, toMs }) =>
        rnc === document.rncComprador && fromMs <= Date.parse(at) && Date.parse(document.at) <= toMs,
    );
  const wrong = answers.find((answer) => answer.mensajes.some(isAboutSigner) && !inTrouble(answer));
  return wrong === undefined
    ? []
    : [`WRONG-SIGNER: ${keyOf(document)} was answered by a wrong signer: ${wrong.mensajes.join('; ')}`];
}

function checkNumber(
  key: string,
  contents: readonly SentDocument[],
  reception: LedgerReception | undefined,
): string[] {
  const received = contents.filter(({ answers }) => answers.some(({ estado }) => estado === '0'));
  const whole = contents.some(({ document }) => document.flaw === undefined);
  if (received.length !== (whole ? 1 : 0))
    return [`RECEIVED-TIMES: ${key}: ${received.length} contents of this number were received`];
  const [one] = received;
  if (one === undefined)
    return reception === undefined ? [] : [`RECEIVED-TIMES: ${key} was refused and is in the ledger`];
  if (reception === undefined) return [`RECEPTION-LOST: ${key} was acknowledged and is not in the ledger`];
  if (reception.sha256 !== one.document.sha256)
    return [`RECEPTION-LOST: ${key}: the ledger holds other bytes than those acknowledged`];
  const given = new Set(one.answers.filter(({ estado }) => estado === '0').map(({ sha256 }) => sha256));
  return given.size === 1 && given.has(reception.arecf?.sha256 ?? '')
    ? []
    : [`ACKNOWLEDGED-TIMES: ${key}: ${given.size} acknowledgements were given, the ledger has one or none`];
}

/** Each approval that we answered with 200 must be in the ledger. Each decision of ours must be at DGII and at the issuer, or given up. */
function checkApprovals(sent: readonly SentDocument[], evidence: BuyerEvidence): string[] {
  const stored = new Set(evidence.incomingApprovals.map(({ sha256 }) => sha256));
  const known = new Set(sent.map(({ document }) => document.sha256));
  return [
    ...sent
      .filter(({ answers }) => answers.some(({ status }) => status === 200))
      .filter(({ document }) => !stored.has(document.sha256))
      .map(({ document }) => `APPROVAL-LOST: ${keyOf(document)} was taken and is not in the ledger`),
    ...evidence.incomingApprovals
      .filter(({ sha256 }) => !known.has(sha256))
      .map(({ encf }) => `UNKNOWN-APPROVAL: the ledger has one of ${encf}, which nobody sent`),
    ...evidence.receptions.flatMap((reception) => checkDecision(reception, evidence)),
  ];
}

function checkDecision(reception: LedgerReception, { approved, atBuyers, refused }: BuyerEvidence): string[] {
  const key = keyOf(reception);
  const isOurs = (one: { readonly rncEmisor: string; readonly encf: string }) =>
    one.rncEmisor === reception.rncEmisor && one.encf === reception.encf;
  const atDgii = approved.filter((one) => isOurs(one) && one.rncComprador === reception.rncComprador);
  const atIssuer = atBuyers.filter((one) => one.service === 'receptoraprobacion' && isOurs(one));
  const bytes = new Set([...atDgii, ...atIssuer].map(({ sha256 }) => sha256));
  const { approval } = reception;
  const signed = new Set([approval?.sha256, ...(approval?.dgii.copies ?? []).map(({ sha256 }) => sha256)]);
  if (reception.decision === undefined)
    return bytes.size === 0 ? [] : [`UNDECIDED: an approval of ${key} was sent, and nobody decided`];
  const givenUp = approval === undefined && reception.heldApproval?.state === 'given-up';
  if (givenUp && bytes.size === 0) return [];
  const wellAnswered = atIssuer.filter(
    ({ motivo, answer = 'acknowledge' }) => motivo === '' && answer === 'acknowledge',
  );
  const estado = reception.decision.estado === 'aprobado' ? '1' : '2';
  return [
    ...checkLeg(
      `DGII on ${key}`,
      approval?.dgii,
      atDgii.some((one) => one.estado === estado),
    ),
    ...checkLeg(
      `the issuer on ${key}`,
      approval?.issuer,
      atIssuer.some(({ motivo }) => motivo === ''),
      refused.some(
        ({ service, sha256, reason }) =>
          service === 'receptoraprobacion' && sha256 === approval?.sha256 && reason.startsWith('HTTP 4'),
      ),
    ),
    ...(approval?.issuer.state === 'given-up' && wellAnswered.length > wellAnsweredMax
      ? [`GIVEN-UP: the approval of ${key}, which the issuer took ${wellAnswered.length} times`]
      : []),
    ...[...bytes]
      .filter((sha256) => !signed.has(sha256))
      .map(
        (sha256) => `OTHER-BYTES: ${sha256} about ${key} was sent, which is not the approval in the ledger`,
      ),
  ];
}

/**
 * DGII defines no text for a refusal: a refused approval may have been taken, or a server in between answered.
 * @param answered4xx whether these bytes were answered with a 4xx without being taken
 */
function checkLeg(
  whose: string,
  leg: { readonly state: string } | undefined,
  has: boolean,
  answered4xx = false,
): string[] {
  const { state } = leg ?? { state: 'absent' };
  if (state === 'given-up') return [];
  const right = state === 'delivered' ? has : state === 'refused' && (has || answered4xx);
  return right ? [] : [`APPROVAL-LOST: ${whose}: ${state}, and it ${has ? 'arrived' : 'never arrived'}`];
}

function keyOf({
  rncEmisor,
  rncComprador,
  encf,
}: Pick<LedgerReception, 'rncEmisor' | 'rncComprador' | 'encf'>): string {
  return `${rncEmisor}:${rncComprador}:${encf}`;
}

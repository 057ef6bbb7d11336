/** The links from a voucher to the form that makes another one of it. */
import { Link } from '@tanstack/react-router';
import { documentStates } from '../../../../ecf/model/document-states.js';
import { isNote } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import type { Started } from '../issue/started.js';

interface VoucherProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function NewVouchers({ place, voucher }: VoucherProps) {
  return (
    <>
      {copiesOf(place, voucher).map(({ text, search }) => (
        <Link
          key={text}
          className="button"
          to="/empresas/$companyId/$environment/certificacion"
          params={place}
          search={search}
        >
          {text}
        </Link>
      ))}
      <NoteLink place={place} voucher={voucher} />
    </>
  );
}

interface Copy {
  readonly text: string;
  /** What the form of certification starts with. */
  readonly search: { readonly copia: string; readonly intento: number; readonly repite?: true };
}

/** Only certification makes a further one of a voucher. What the person most likely needs comes first. */
export function copiesOf({ environment }: Place, voucher: Voucher): readonly Copy[] {
  if (environment !== 'certification') return [];
  const copied = { copia: voucher.ecf, intento: voucher.attempt };
  const clone: Copy = { text: es.voucher.clone, search: copied };
  if (!mayRepeat(voucher)) return [clone];
  const again: Copy = { text: es.voucher.newAttempt, search: { ...copied, repite: true } };
  return isNumberFree(voucher) ? [again, clone] : [clone, again];
}

/** The same sale once more. Certification has its own copies. A note belongs to its voucher, so nobody copies it. */
export function saleToCopy({ environment }: Place, voucher: Voucher): Started | undefined {
  if (environment === 'certification' || !mayBeModified(voucher)) return undefined;
  return { copia: voucher.ecf, intento: voucher.latestAttempt };
}

/** In certification a voucher that is not valid is copied, and not corrected. */
export function NoteLink({ place, voucher }: VoucherProps) {
  if (place.environment === 'certification' && !mayBeModified(voucher)) return null;
  return <CorrectLink place={place} voucher={voucher} />;
}

/** To the page that leads from this voucher to the document which puts it right. Of one that is not valid there is nothing to ask. */
function CorrectLink({ place, voucher }: VoucherProps) {
  const { ecf, attempt, latestAttempt, final, state } = voucher;
  if (!final || attempt !== latestAttempt) return null;
  if (documentStates[state].accepted === 0) return <Again place={place} voucher={voucher} />;
  return (
    <Link
      className="button"
      to="/empresas/$companyId/$environment/comprobantes/$encf/corregir"
      params={{ ...place, encf: ecf }}
    >
      {es.voucher.correct}
    </Link>
  );
}

/** The sale of a voucher that is not valid: under its own number if that is free, which most people want, or under another one. */
function Again({ place, voucher }: VoucherProps) {
  const other: Started = { copia: voucher.ecf, intento: voucher.latestAttempt };
  const isFree = isNumberFree(voucher);
  return (
    <>
      {isFree ? <IssueLink place={place} started={{ ...other, mismo: true }} kind="primary" /> : null}
      <IssueLink place={place} started={other} kind={isFree ? 'plain' : 'primary'} />
    </>
  );
}

interface IssueLinkProps {
  readonly place: Place;
  readonly started: Started;
  readonly kind: 'primary' | 'plain';
}

function IssueLink({ place, started, kind }: IssueLinkProps) {
  return (
    <Link
      className={`button ${kind}`}
      to="/empresas/$companyId/$environment/emitir"
      params={place}
      search={started}
    >
      {started.mismo === true ? es.voucher.correctAndSend : es.voucher.issueAgain}
    </Link>
  );
}

/** DGII did not count the number of this voucher as used. */
export function isNumberFree({ state, secuenciaUtilizada }: Voucher): boolean {
  return state === 'refused' || (state === 'rejected' && secuenciaUtilizada === false);
}

/** Only certification repeats a spent number: after the latest attempt, unless DGII accepted or a person annulled it. */
function mayRepeat({ attempt, latestAttempt, final, state }: Voucher): boolean {
  const ended = final && documentStates[state].accepted === 0 && state !== 'annulled';
  return ended && attempt === latestAttempt;
}

/** A note modifies a voucher that DGII has accepted, and never another note (rules REFERENCIA-09, -13 and -14). */
function mayBeModified({ tipoeCF, state }: Voucher): boolean {
  return documentStates[state].accepted === 1 && !isNote(tipoeCF);
}

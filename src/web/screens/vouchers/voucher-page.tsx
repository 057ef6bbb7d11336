/** One voucher: its state, what DGII said, the deliveries, and the decisions that a person may take. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { documentStates } from '../../../ecf/model/document-states.js';
import { ecfTypes, isNote } from '../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../api/answers.js';
import { printAddress, voucherQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge, StateBadge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { Loaded } from '../../parts/loaded.js';
import { Money } from '../../parts/money.js';
import { Notice, NotProcessing } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { partyName, shortType } from '../../parts/voucher-cells.js';
import { amount, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { useMay } from '../../shell/use-session.js';
import { customerMail } from '../../texts/customer-mail.js';
import { PrintLink, usePaper, type PaperChoice } from './print-card.js';
import { Buyer } from './buyer.js';
import { Contents, PrintedForm } from './contents.js';
import { Decisions } from './decisions.js';
import { Facts, MessageList, Messages } from './facts.js';
import { MailDialog } from './mail-dialog.js';
import { NotesBalance } from './notes-balance.js';
import { Notes } from './notes.js';
import { Technical } from './technical.js';
import { Timeline } from './timeline.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes/$encf');

export function Screen() {
  const { encf, ...place } = route.useParams();
  const { intento } = route.useSearch();
  const voucher = useQuery(voucherQuery(place, encf, intento));
  const paper = usePaper();
  const mayIssue = useMay('issue', place.companyId, place.environment);
  return (
    <Page
      title={encf}
      intro={voucher.data === undefined ? undefined : ecfTypes[voucher.data.tipoeCF].nombre}
      actions={
        voucher.data === undefined ? undefined : (
          <>
            <Copy text={location.href} label={es.actions.copyLink} />
            <PrintLink address={printAddress(place, encf, voucher.data.attempt, paper.chosen)} />
            {mayIssue ? <MailButton place={place} voucher={voucher.data} /> : null}
            {mayIssue && !isToCorrect(voucher.data) ? (
              <NewVouchers place={place} voucher={voucher.data} />
            ) : null}
          </>
        )
      }
    >
      <Loaded query={voucher}>
        {(data) => <Details place={place} voucher={data} paper={paper} mayIssue={mayIssue} />}
      </Loaded>
    </Page>
  );
}

interface VoucherProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

function MailButton({ place, voucher }: VoucherProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (documentStates[voucher.state].accepted !== 1) return null;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{customerMail.send}</Button>
      {isOpen ? <MailDialog place={place} voucher={voucher} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function NewVouchers({ place, voucher }: VoucherProps) {
  if (place.environment !== 'certification') return <CorrectLink place={place} voucher={voucher} />;
  const copied = { copia: voucher.ecf, intento: voucher.attempt };
  const link = (text: string, more: { readonly repite?: true }) => (
    <Link
      key={text}
      className="button"
      to="/empresas/$companyId/$environment/certificacion"
      params={place}
      search={{ ...copied, ...more }}
    >
      {text}
    </Link>
  );
  const again = mayRepeat(voucher) ? link(es.voucher.newAttempt, { repite: true }) : null;
  // What the person most likely needs comes first.
  const isFree = voucher.state === 'refused' || voucher.secuenciaUtilizada === false;
  return (
    <>
      {isFree ? again : null}
      {link(es.voucher.clone, {})}
      {isFree ? null : again}
      {mayBeModified(voucher) ? <CorrectLink place={place} voucher={voucher} /> : null}
    </>
  );
}

/** To the page that leads from this voucher to the document which puts it right. */
function CorrectLink({ place, voucher: { ecf, attempt, latestAttempt, final } }: VoucherProps) {
  if (!final || attempt !== latestAttempt) return null;
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

/** Only certification repeats a spent number: after the latest attempt, unless DGII accepted or a person annulled it. */
function mayRepeat({ attempt, latestAttempt, final, state }: Voucher): boolean {
  const ended = final && documentStates[state].accepted === 0 && state !== 'annulled';
  return ended && attempt === latestAttempt;
}

/** The voucher ended without acceptance, and the service says what to do. The links that do it are then beside what it says. */
function isToCorrect({ state, verdictAdvice }: Voucher): boolean {
  return documentStates[state].accepted === 0 && verdictAdvice !== null;
}

/** A note modifies a voucher that DGII has accepted, and never another note (rules REFERENCIA-09, -13 and -14). */
function mayBeModified({ tipoeCF, state }: Voucher): boolean {
  return documentStates[state].accepted === 1 && !isNote(tipoeCF);
}

interface DetailsProps extends VoucherProps {
  readonly paper: PaperChoice;
  readonly mayIssue: boolean;
}

function Details({ place, voucher, paper, mayIssue }: DetailsProps) {
  const { state, status, reason, contingencia, submittedAt, verdictAdvice, notes } = voucher;
  const isOver = isToCorrect(voucher);
  return (
    <>
      <Attempts place={place} voucher={voucher} />
      <section className="card" aria-labelledby="state">
        <h2 id="state" className="visually-hidden">
          {es.voucher.state}
        </h2>
        <div className="hero">
          <div>
            <div className="hero-state">
              <div role="status">
                <StateBadge state={state} status={status} reason={reason} />
              </div>
              {voucher.final ? null : <span className="soft">{es.voucher.polling}</span>}
            </div>
            <Party voucher={voucher} />
          </div>
          <div className="hero-amount">
            <Money className="figure" text={String(voucher.montoTotal)} />
            {voucher.totalITBIS === null ? null : (
              <p className="small faint">{es.voucher.withItbis(amount(voucher.totalITBIS))}</p>
            )}
          </div>
        </div>
        {voucher.processing === false ? <NotProcessing /> : null}
        {reason === undefined ? null : <Waiting voucher={voucher} />}
        {verdictAdvice === null || isOver ? null : (
          <Notice tone="info" title={es.voucher.whatToDo}>
            <p>{verdictAdvice}</p>
          </Notice>
        )}
        {isOver ? <Remedy place={place} voucher={voucher} mayIssue={mayIssue} /> : null}
        {contingencia === undefined || submittedAt !== null ? null : (
          <SendBefore moment={contingencia.enviarAntesDe} />
        )}
        <Facts voucher={voucher} />
      </section>
      {isOver ? null : <Messages voucher={voucher} />}
      <Decisions key={voucher.ecf} place={place} voucher={voucher} />
      <div className="beside">
        <div className="column">
          <Contents place={place} voucher={voucher} />
          <Notes place={place} voucher={voucher} />
          <Buyer place={place} voucher={voucher} />
          <PrintedForm place={place} voucher={voucher} paper={paper} />
        </div>
        <div className="column">
          <Timeline voucher={voucher} />
          {notes.items.length > 0 && mayBeModified(voucher) ? (
            <NotesBalance place={place} voucher={voucher} />
          ) : null}
          <Technical voucher={voucher} />
        </div>
      </div>
    </>
  );
}

/** Why DGII did not take the voucher, what follows from it, and the links that do it. */
function Remedy({ place, voucher, mayIssue }: Omit<DetailsProps, 'paper'>) {
  const { mensajes, verdictAdvice } = voucher;
  return (
    <Notice tone="bad" title={es.voucher.cause}>
      <MessageList messages={mensajes} />
      <p>
        <strong>{es.voucher.whatToDo}:</strong> {verdictAdvice}
      </p>
      {mayIssue ? (
        <div className="actions">
          <NewVouchers place={place} voucher={voucher} />
        </div>
      ) : null}
    </Notice>
  );
}

/** Whom the voucher is for, or from whom the company bought. */
function Party({ voucher }: { readonly voucher: Voucher }) {
  const { rncComprador: rnc, tipoeCF, fechaEmision } = voucher;
  const facts = [
    rnc === '' ? null : `${es.vouchers.partyRnc(tipoeCF)} ${rnc}`,
    `${es.vouchers.issued} ${fechaEmision}`,
  ];
  return (
    <>
      <p className="hero-name">{partyName(voucher) ?? shortType(tipoeCF)}</p>
      <p className="small soft">{facts.filter((fact) => fact !== null).join(' · ')}</p>
    </>
  );
}

function Waiting({ voucher }: { readonly voucher: Voucher }) {
  const { waitingAdvice, waitingSince, nextTryAt } = voucher;
  return (
    <Notice tone="warn" title={es.voucher.whatToDo}>
      {waitingAdvice === null ? null : <p>{waitingAdvice}</p>}
      <p>
        {waitingSince === null ? null : `${es.voucher.since} ${when(waitingSince)}. `}
        {nextTryAt === null ? null : `${es.voucher.nextTry} ${when(nextTryAt)}.`}
      </p>
    </Notice>
  );
}

/** The limit for sending a voucher that is printed before DGII has it. The service keeps trying after it, but a person must know. */
function SendBefore({ moment }: { readonly moment: string }) {
  const isPast = Date.parse(moment) < useNow();
  return (
    <p>
      {es.voucher.sendBefore} <strong>{when(moment)}</strong>.{' '}
      {isPast ? <Badge tone="bad">{es.voucher.sendBeforePast}</Badge> : null}
    </p>
  );
}

function Attempts({ place, voucher }: VoucherProps) {
  const { ecf: encf, attempt, attempts } = voucher;
  if (attempts.length < 2) return null;
  return (
    <nav aria-label={es.voucher.attempts} className="segments">
      {attempts.map((one) => (
        <Link
          key={one.attempt}
          to="/empresas/$companyId/$environment/comprobantes/$encf"
          params={{ ...place, encf }}
          search={{ intento: one.attempt }}
          aria-current={one.attempt === attempt ? 'true' : undefined}
        >
          {es.vouchers.attempt(one.attempt)} · {one.status}
        </Link>
      ))}
    </nav>
  );
}

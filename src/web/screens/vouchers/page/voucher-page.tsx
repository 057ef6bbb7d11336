/** One voucher: for whom and how much, its paper, what happened to it, and the decisions that a person may take. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Voucher } from '../../../api/answers.js';
import { voucherQuery, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Badge } from '../../../parts/badge.js';
import { Loaded } from '../../../parts/loaded.js';
import { Notice, NotProcessing } from '../../../parts/notice.js';
import { useTitle } from '../../../parts/page.js';
import { nameOf } from '../../../parts/voucher/cells.js';
import { usePaper, type PaperChoice } from '../../../parts/voucher/use-paper.js';
import { when } from '../../../shared/format.js';
import { useNow } from '../../../shared/use-now.js';
import { useMay } from '../../../shell/use-session.js';
import { Buyer } from './buyer.js';
import { Decisions } from './decisions.js';
import { Desk } from './desk.js';
import { VoucherBar, VoucherHero } from './head.js';
import { MessageList, Messages } from './messages.js';
import { NewVouchers } from './new-vouchers.js';
import { NotesBalance } from './notes-balance.js';
import { Notes } from './notes.js';
import { Payment } from './payment.js';
import { SellAgain } from './sell-again.js';
import { Technical } from './technical.js';
import { Timeline } from '../timeline.js';
import { isToCorrect } from './voucher-actions.js';
import '../../../style/voucher.css';

const route = getRouteApi('/frame/empresas/$companyId/$environment/comprobantes/$encf');

/** Its type is part of the router's, and the router's of this page's links: without a written type that is a circle. */
export function Screen(): ReactElement {
  const { encf, ...place } = route.useParams();
  const { intento } = route.useSearch();
  const voucher = useQuery(voucherQuery(place, encf, intento));
  const paper = usePaper();
  const mayIssue = useMay('issue', place.companyId, place.environment);
  useTitle(voucher.data === undefined ? encf : nameOf(voucher.data));
  return (
    <>
      <VoucherBar place={place} encf={encf} voucher={voucher.data} paper={paper} mayIssue={mayIssue} />
      {voucher.data === undefined ? <h1>{encf}</h1> : null}
      <Loaded key={encf} query={voucher}>
        {(data) => <Details place={place} voucher={data} paper={paper} mayIssue={mayIssue} />}
      </Loaded>
    </>
  );
}

interface VoucherProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

interface DetailsProps extends VoucherProps {
  readonly paper: PaperChoice;
  readonly mayIssue: boolean;
}

function Details({ place, voucher, paper, mayIssue }: DetailsProps) {
  const isOver = isToCorrect(voucher);
  return (
    <>
      <Attempts place={place} voucher={voucher} />
      <section className="voucher-state" aria-label={es.voucher.state}>
        <VoucherHero voucher={voucher} />
        {voucher.processing === false ? <NotProcessing /> : null}
        {voucher.reason === undefined ? null : <Waiting voucher={voucher} />}
        <Advice place={place} voucher={voucher} mayIssue={mayIssue} />
        <SendBefore voucher={voucher} />
      </section>
      {isOver ? null : <Messages voucher={voucher} />}
      <Decisions key={voucher.ecf} place={place} voucher={voucher} />
      <div className="voucher-parts">
        <div className="column">
          <Desk place={place} voucher={voucher} paper={paper} />
          <Notes place={place} voucher={voucher} />
        </div>
        <div className="voucher-side">
          <Timeline voucher={voucher} />
          <Buyer place={place} voucher={voucher} />
          <NotesBalance voucher={voucher} />
          <Payment place={place} voucher={voucher} />
          <Technical place={place} voucher={voucher} />
          {mayIssue ? <SellAgain place={place} voucher={voucher} /> : null}
        </div>
      </div>
    </>
  );
}

/** What to do after DGII's verdict. */
function Advice({ place, voucher, mayIssue }: Omit<DetailsProps, 'paper'>) {
  const { verdictAdvice } = voucher;
  if (verdictAdvice === null) return null;
  if (isToCorrect(voucher)) return <Remedy place={place} voucher={voucher} mayIssue={mayIssue} />;
  return (
    <Notice tone="info" title={es.voucher.whatToDo}>
      <p>{verdictAdvice}</p>
    </Notice>
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
      ) : (
        <p>{es.voucher.correctedByIssuer}</p>
      )}
    </Notice>
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
function SendBefore({ voucher: { contingencia, submittedAt } }: { readonly voucher: Voucher }) {
  const now = useNow();
  if (contingencia === undefined || submittedAt !== null) return null;
  const moment = contingencia.enviarAntesDe;
  const isPast = Date.parse(moment) < now;
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
          state={(state) => state}
          aria-current={one.attempt === attempt ? 'true' : undefined}
        >
          {es.vouchers.attempt(one.attempt)} · {one.status}
        </Link>
      ))}
    </nav>
  );
}

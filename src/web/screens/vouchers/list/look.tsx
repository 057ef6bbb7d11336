/** A look at one voucher beside the list: for whom, how much, what became of it and what to do. The page has the rest. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { documentStates } from '../../../../ecf/model/document-states.js';
import type { Voucher, VoucherRow } from '../../../api/answers.js';
import { contentQuery, printAddress, voucherQuery, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { StateBadge } from '../../../parts/badge.js';
import { Copy } from '../../../parts/copy.js';
import { Drawer } from '../../../parts/drawer.js';
import { Icon } from '../../../parts/icon.js';
import { Loaded } from '../../../parts/loaded.js';
import { Money } from '../../../parts/money.js';
import { Notice } from '../../../parts/notice.js';
import { FactList, type Fact } from '../../../parts/page.js';
import { customerOf, Encf, shortType } from '../../../parts/voucher/cells.js';
import { VoucherLines } from '../../../parts/voucher/lines.js';
import { slashDay, when } from '../../../shared/format.js';
import { list } from '../../../texts/list.js';
import type { ListBefore } from '../list-before.js';
import { usePaper } from '../../../parts/voucher/use-paper.js';
import { Steps } from '../timeline.js';

const texts = list.vouchers;

interface LookProps {
  readonly place: Place;
  readonly encf: string;
  /** The row of the list, which is there before the voucher is. */
  readonly row: VoucherRow | undefined;
  readonly list: ListBefore;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

export function Look({ place, encf, row, list: listBefore, onMove, onClose }: LookProps) {
  const voucher = useQuery(voucherQuery(place, encf));
  const head = voucher.data ?? row;
  return (
    <Drawer
      label={list.detail(encf)}
      at={listBefore.encfs.indexOf(encf)}
      of={listBefore.encfs.length}
      onMove={onMove}
      onClose={onClose}
      open={
        <Link
          className="button small"
          to="/empresas/$companyId/$environment/comprobantes/$encf"
          params={{ ...place, encf }}
          state={{ listBefore }}
        >
          {list.open}
        </Link>
      }
    >
      {head === undefined ? null : <Head voucher={head} />}
      <Loaded query={voucher} undated>
        {(data) => <Details place={place} voucher={data} />}
      </Loaded>
    </Drawer>
  );
}

function Head({ voucher }: { readonly voucher: VoucherRow }) {
  const { tipoeCF, rncComprador: rnc, montoTotal } = voucher;
  return (
    <div aria-live="polite">
      <h2>{customerOf(voucher)}</h2>
      <p className="small faint">
        {[rnc === '' ? null : `RNC ${rnc}`, shortType(tipoeCF)].filter((fact) => fact !== null).join(' · ')}
      </p>
      <Money className="figure" text={String(montoTotal)} />
      <StateBadge {...voucher} />
    </div>
  );
}

interface DetailsProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

function Details({ place, voucher }: DetailsProps) {
  const { ecf, attempt, fechaEmision, receivedAt, numeroFacturaInterna, atBuyer } = voucher;
  const paper = usePaper();
  const facts: readonly Fact[] = [
    [
      es.vouchers.encf,
      <>
        <Encf text={ecf} /> <Copy text={ecf} label={es.actions.copy} />
      </>,
      'encf',
    ],
    [texts.internal, numeroFacturaInterna],
    [es.vouchers.issued, slashDay(fechaEmision)],
    [es.vouchers.received, when(receivedAt)],
    [es.vouchers.atBuyer, atBuyer === null ? null : es.vouchers.atBuyerStates[atBuyer]],
  ];
  return (
    <>
      <Remedy voucher={voucher} />
      <div className="actions">
        <a
          className="button small"
          href={printAddress(place, ecf, attempt, paper.chosen)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="download" />
          {texts.pdf}
        </a>
      </div>
      <FactList facts={facts} />
      <Lines place={place} voucher={voucher} />
      <section aria-labelledby="look-timeline">
        <h3 id="look-timeline">{es.voucher.timeline}</h3>
        <Steps voucher={voucher} last={4} />
      </section>
    </>
  );
}

/** The cause, in DGII's words, and what a person can do about it. */
function Remedy({ voucher }: { readonly voucher: Voucher }) {
  const { state, mensajes, verdictAdvice, waitingAdvice } = voucher;
  const advice = waitingAdvice ?? verdictAdvice;
  if (mensajes.length === 0 && advice === null) return null;
  const isBad = documentStates[state].accepted === 0;
  return (
    <Notice tone={isBad ? 'bad' : 'warn'}>
      {mensajes.map(({ codigo, valor, consejo }, at) => (
        <p key={`${codigo}-${at}`}>
          {codigo === '' ? null : <strong className="mono">{codigo} </strong>}
          {valor} {consejo}
        </p>
      ))}
      {advice === null ? null : (
        <p>
          <strong>{es.voucher.whatToDo}:</strong> {advice}
        </p>
      )}
    </Notice>
  );
}

function Lines({ place, voucher: { ecf, attempt } }: DetailsProps) {
  const { data } = useQuery(contentQuery(place, ecf, attempt));
  return data === undefined ? null : <VoucherLines content={data} />;
}

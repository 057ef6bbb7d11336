/** The head of the page of an issued voucher. */
import { Link } from '@tanstack/react-router';
import { documentStates } from '../../../../ecf/model/document-states.js';
import { bought } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { StateBadge } from '../../../parts/badge.js';
import { Icon } from '../../../parts/icon.js';
import { customerOf, nameOf } from '../../../parts/voucher/cells.js';
import { Bar, Hero, Meta } from '../../../parts/voucher/head.js';
import { Steps } from '../../../parts/voucher/steps.js';
import type { PaperChoice } from '../../../parts/voucher/use-paper.js';
import { when } from '../../../shared/format.js';
import { list } from '../../../texts/list.js';
import { useListBefore, useShowOther } from '../list-before.js';
import { VoucherActions } from './voucher-actions.js';

interface BarProps {
  readonly place: Place;
  readonly encf: string;
  readonly voucher: Voucher | undefined;
  readonly paper: PaperChoice;
  readonly mayIssue: boolean;
}

export function VoucherBar({ place, encf, voucher, paper, mayIssue }: BarProps) {
  return (
    <Bar way={<Way place={place} encf={encf} voucher={voucher} />}>
      {voucher === undefined ? null : (
        <VoucherActions key={encf} place={place} voucher={voucher} paper={paper.chosen} mayIssue={mayIssue} />
      )}
    </Bar>
  );
}

function Way({ place, encf, voucher }: Pick<BarProps, 'place' | 'encf' | 'voucher'>) {
  const listBefore = useListBefore();
  const show = useShowOther(place);
  return (
    <>
      <Link
        className="button quiet"
        to="/empresas/$companyId/$environment/comprobantes"
        params={place}
        search={listBefore?.search ?? {}}
        aria-label={es.voucher.back(es.nav.vouchers)}
      >
        <Icon name="back" />
        {es.nav.vouchers}
      </Link>
      {listBefore === undefined ? null : (
        <Steps keys={listBefore.encfs} shown={encf} name={voucher && nameOf(voucher)} onShow={show} />
      )}
    </>
  );
}

export function VoucherHero({ voucher }: { readonly voucher: Voucher }) {
  const { state, status, reason, final, ecf, tipoeCF, rncComprador: rnc, fechaEmision } = voucher;
  const { numeroFacturaInterna: internal } = voucher;
  return (
    <Hero
      state={<StateBadge state={state} status={status} reason={reason} />}
      note={final ? endOf(voucher) : es.voucher.polling}
      name={customerOf(voucher)}
      fullName={nameOf(voucher)}
      voucher={voucher}
      meta={
        <Meta
          rnc={rnc}
          {...(bought.includes(tipoeCF) && { rncLabel: es.vouchers.partyRnc(tipoeCF) })}
          type={tipoeCF}
          encf={ecf}
          issuedOn={fechaEmision}
        >
          {internal === null ? null : <span title={list.vouchers.internal}>{internal}</span>}
        </Meta>
      }
    />
  );
}

/** Only DGII accepts and rejects; the other ends are the service's or a person's. */
function endOf({ state, finalAt }: Voucher): string {
  const isOfDgii = documentStates[state].accepted === 1 || state === 'rejected';
  return isOfDgii ? es.voucher.byDgii(when(finalAt)) : when(finalAt);
}

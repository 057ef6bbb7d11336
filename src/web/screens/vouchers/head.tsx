/** The head of a voucher's page: the way back, what a person can do with it, for whom it is, and how much. */
import { Link } from '@tanstack/react-router';
import { documentStates } from '../../../ecf/model/document-states.js';
import { bought } from '../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { StateBadge } from '../../parts/badge.js';
import { CopyIcon } from '../../parts/copy.js';
import { Icon } from '../../parts/icon.js';
import { Money } from '../../parts/money.js';
import { StepButtons } from '../../parts/step-buttons.js';
import { customerOf, Encf, nameOf, shortType } from '../../parts/voucher-cells.js';
import { amount, slashDay, when } from '../../shared/format.js';
import { list } from '../../texts/list.js';
import { useListBefore, useSteps } from './list-before.js';
import type { PaperChoice } from './print-card.js';
import { VoucherActions } from './voucher-actions.js';

interface BarProps {
  readonly place: Place;
  readonly encf: string;
  readonly voucher: Voucher | undefined;
  readonly paper: PaperChoice;
  readonly mayIssue: boolean;
}

export function VoucherBar({ place, encf, voucher, paper, mayIssue }: BarProps) {
  const listBefore = useListBefore();
  const steps = useSteps(place, encf, listBefore);
  return (
    <div className="voucher-bar">
      <div className="voucher-way">
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
          <span className="steps" data-steps>
            <StepButtons {...steps} />
            <span className="visually-hidden" aria-live="polite">
              {voucher === undefined ? null : nameOf(voucher)}
            </span>
          </span>
        )}
      </div>
      {voucher === undefined ? null : (
        <VoucherActions key={encf} place={place} voucher={voucher} paper={paper.chosen} mayIssue={mayIssue} />
      )}
    </div>
  );
}

export function Hero({ voucher }: { readonly voucher: Voucher }) {
  const { state, status, reason, final, totalITBIS } = voucher;
  return (
    <div className="hero">
      <div>
        <div className="hero-state">
          <div role="status">
            <StateBadge state={state} status={status} reason={reason} />
          </div>
          <span className="soft small">{final ? endOf(voucher) : es.voucher.polling}</span>
        </div>
        <h1 aria-label={nameOf(voucher)}>{customerOf(voucher)}</h1>
        <Meta voucher={voucher} />
      </div>
      <div className="hero-amount">
        <Money className="figure" text={String(voucher.montoTotal)} />
        {totalITBIS === null ? null : (
          <p className="small faint">{es.voucher.withItbis(amount(totalITBIS))}</p>
        )}
      </div>
    </div>
  );
}

/** Only DGII accepts and rejects; the other ends are the service's or a person's. */
function endOf({ state, finalAt }: Voucher): string {
  const isOfDgii = documentStates[state].accepted === 1 || state === 'rejected';
  return isOfDgii ? es.voucher.byDgii(when(finalAt)) : when(finalAt);
}

function Meta({ voucher }: { readonly voucher: Voucher }) {
  const { ecf, tipoeCF, rncComprador: rnc, numeroFacturaInterna: internal, fechaEmision } = voucher;
  return (
    <p className="hero-meta">
      {rnc === '' ? null : (
        <span>
          {bought.includes(tipoeCF) ? es.vouchers.partyRnc(tipoeCF) : 'RNC'} {rnc}
        </span>
      )}
      <span>{shortType(tipoeCF)}</span>
      <span>
        <Encf text={ecf} />
        <CopyIcon text={ecf} icon="copy" label={es.voucher.copyEncf} />
      </span>
      {internal === null ? null : <span title={list.vouchers.internal}>{internal}</span>}
      <span>
        <span className="visually-hidden">{es.vouchers.issued} </span>
        {slashDay(fechaEmision)}
      </span>
    </p>
  );
}

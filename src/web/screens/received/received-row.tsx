/** What the list of received vouchers shows of each one. */
import { Link } from '@tanstack/react-router';
import { localDate } from '../../../ecf/model/dates.js';
import type { Received } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import type { ListColumn } from '../../parts/list/list-table.js';
import { Encf, Issued, ShortType } from '../../parts/voucher/cells.js';
import { amount, daysUntil, slashDay } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { list } from '../../texts/list.js';
import { received as texts } from '../../texts/received.js';
import type { DecisionOrder } from './decide-many.js';
import type { ReceivedBefore } from './received-before.js';
import { AtDgii, Decided } from './received-states.js';

export const nameOf = ({ razonSocialEmisor, encf }: Received): string => `${razonSocialEmisor}, ${encf}`;

export const isUndecided = ({ decision }: Received): boolean => decision === null;

interface RowActions {
  /** What the page of a voucher keeps of this list. */
  readonly list: ReceivedBefore;
  readonly isOpen: (row: Received) => boolean;
  /** Shows or hides the lines of the voucher. */
  readonly onOpen: (row: Received) => void;
  /** Absent: the person may not decide. */
  readonly onOrder: ((order: DecisionOrder) => void) | undefined;
}

export function receivedColumns(
  place: Place,
  { list: receivedBefore, isOpen, onOpen, onOrder }: RowActions,
): readonly ListColumn<Received>[] {
  const columns: ListColumn<Received>[] = [
    {
      head: texts.lines,
      cell: (row) => (
        <button
          type="button"
          className="icon-button"
          aria-label={`${texts.lines}: ${row.encf}`}
          aria-expanded={isOpen(row)}
          onClick={() => onOpen(row)}
        >
          <Icon name="next" />
        </button>
      ),
      className: 'unfold',
    },
    {
      head: texts.issuer,
      cell: (row) => <Issuer row={row} place={place} list={receivedBefore} />,
      className: 'lead-name',
    },
    { head: es.vouchers.encf, cell: ({ encf }) => <Encf text={encf} />, className: 'encf' },
    { head: es.vouchers.type, cell: ({ tipoeCF }) => <ShortType ecfType={tipoeCF} />, className: 'rare' },
    { head: es.vouchers.issued, cell: (row) => <Issued row={row} />, className: 'date' },
    { head: texts.dgii, cell: ({ dgii }) => <AtDgii dgii={dgii} />, className: 'second' },
    { head: texts.decision, cell: (row) => <Decision row={row} />, className: 'state' },
    {
      head: es.vouchers.itbis,
      cell: ({ totalITBIS }) => (totalITBIS === null ? null : amount(totalITBIS)),
      className: 'rare number soft',
    },
    {
      head: list.vouchers.total,
      cell: ({ montoTotal }) => amount(montoTotal),
      className: 'total number',
    },
  ];
  if (onOrder === undefined) return columns;
  const decide = (row: Received) =>
    isUndecided(row) ? (
      <>
        <Button
          small
          label={`${texts.approve}: ${nameOf(row)}`}
          onPress={() => onOrder({ estado: 'aprobado', rows: [row] })}
        >
          {texts.approve}
        </Button>
        <Button
          small
          kind="quiet"
          label={`${texts.reject}: ${nameOf(row)}`}
          onPress={() => onOrder({ estado: 'rechazado', rows: [row] })}
        >
          {texts.reject}
        </Button>
      </>
    ) : null;
  return [...columns, { head: list.actions, cell: decide, className: 'acts' }];
}

interface IssuerProps {
  readonly row: Received;
  readonly place: Place;
  readonly list: ReceivedBefore;
}

function Issuer({ row, place, list: receivedBefore }: IssuerProps) {
  const { rncEmisor, razonSocialEmisor, encf } = row;
  return (
    <>
      <Link
        to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
        params={{ ...place, rncEmisor, encf }}
        state={{ receivedBefore }}
        aria-label={nameOf(row)}
      >
        {razonSocialEmisor}
      </Link>
      <span className="rnc faint"> {rncEmisor}</span>
    </>
  );
}

function Decision({ row }: { readonly row: Received }) {
  const { decision, undelivered, recordatorio, decideBefore } = row;
  return (
    <>
      {recordatorio ? <Badge tone="warn">{texts.late}</Badge> : <Decided estado={decision?.estado} />}
      {decideBefore === null ? null : <Deadline moment={decideBefore} />}
      {undelivered === null ? null : (
        <div className="small soft" title={texts.undelivered[undelivered]}>
          {texts.undelivered[undelivered]}
        </div>
      )}
    </>
  );
}

export function Deadline({ moment }: { readonly moment: string }) {
  const day = localDate(Date.parse(moment));
  const left = daysUntil(day, useNow());
  const shown = slashDay(day);
  return (
    <div className="small soft">
      {left < 0 ? texts.ended(shown) : texts.decideBefore(texts.daysLeft(left), shown)}
    </div>
  );
}

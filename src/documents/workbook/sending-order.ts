/**
 * The official order of sending ("Orden de Emisión", Proceso de Certificación para ser Emisor Electrónico p.11): first the vouchers that
 * DGII gets in full, then the notes, then the consumption vouchers that it gets as summaries. The rows of the workbook have another
 * order: a note may stand before the voucher it modifies, and DGII refuses a note whose voucher it does not have (code 614).
 */
import type { Amount } from '../../ecf/model/amounts.js';
import { goesAsSummary } from '../../ecf/model/consumer-threshold.js';
import { isNote, type EcfType } from '../../ecf/model/ecf-types.js';

export type SendingGroup = 1 | 2 | 3;

export interface Sendable {
  readonly encf: string;
  readonly tipoeCF: EcfType;
  readonly montoTotal: Amount;
  readonly modifies: string | undefined;
}

export type InGroup<Row> = Row & { readonly group: SendingGroup };

/** Within a group the rows keep their order, except that a row never comes before the one it modifies. */
export function inSendingOrder<Row extends Sendable>(rows: readonly Row[]): InGroup<Row>[] {
  const byEncf = new Map(rows.map((row) => [row.encf, row]));
  const grouped = rows.map((row) => ({ ...row, group: groupOf(row, byEncf) }));
  return ([1, 2, 3] as const).flatMap((group) => afterModified(grouped.filter((row) => row.group === group)));
}

function groupOf(row: Sendable, byEncf: ReadonlyMap<string, Sendable>): SendingGroup {
  const own = ownGroup(row);
  const modified = byEncf.get(row.modifies ?? '');
  // DGII's sets have no note of a small consumption voucher. It would have to wait for it.
  return modified !== undefined && ownGroup(modified) > own ? ownGroup(modified) : own;
}

function ownGroup({ tipoeCF, montoTotal }: Sendable): SendingGroup {
  if (isNote(tipoeCF)) return 2;
  return goesAsSummary(tipoeCF, montoTotal) ? 3 : 1;
}

/** Two rows that modify each other keep their order. */
function afterModified<Row extends Sendable>(rows: readonly Row[]): Row[] {
  const waiting = [...rows];
  const ordered: Row[] = [];
  while (waiting.length > 0) {
    const encfs = new Set(waiting.map(({ encf }) => encf));
    const free = waiting.findIndex(({ modifies }) => modifies === undefined || !encfs.has(modifies));
    ordered.push(...waiting.splice(Math.max(0, free), 1));
  }
  return ordered;
}

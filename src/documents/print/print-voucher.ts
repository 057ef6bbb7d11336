/**
 * The printed form of a voucher (representación impresa), as a PDF. Pure: the same input gives the same bytes.
 */
import { parseDate } from '../../ecf/model/dates.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { DocumentState } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import { legendOf, withTestNotice } from '../../ecf/model/legend.js';
import type { ValueColumn } from '../../ecf/codes/value-columns.js';
import { contentOf, type Signature } from './content/content.js';
import type { Paper } from './papers.js';
import { Canvas, type PaperSize } from './pdf/canvas.js';
import { usualColor } from './pdf/color.js';
import { drawPageForm } from './pdf/page-form.js';
import { drawReceipt, receiptPapers } from './pdf/receipt.js';

const pageSizes = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const satisfies Record<string, PaperSize>;

export interface Look {
  /** An opaque PNG. */
  readonly logo?: Uint8Array;
  /** `#rrggbb`, in lower case. */
  readonly color?: string;
  readonly valueColumn?: ValueColumn;
}

export interface PrintOrder {
  readonly environment: Environment;
  readonly state: DocumentState;
  /** Absent if the voucher is not signed yet. */
  readonly signature?: Signature;
  readonly contingency: boolean;
  readonly look: Look;
  readonly paper: Paper;
}

export function printVoucher(ecf: Ecf, order: PrintOrder): Uint8Array {
  const { signature, paper, environment } = order;
  const look = { color: usualColor, valueColumn: 'sin-itbis' as const, ...order.look };
  const content = contentOf(ecf, environment, signature, look.valueColumn);
  const facts = { ...order, signed: signature !== undefined, deferred: content.deferred };
  const legend = withTestNotice(legendOf(facts), environment);
  const canvas = new Canvas({
    title: `${content.title} ${content.encf}`,
    date: new Date(parseDate(content.issuer.issuedOn) ?? Date.UTC(2000, 0)),
  });
  if (paper === '80mm' || paper === '58mm') drawReceipt(canvas, content, legend, receiptPapers[paper]);
  else drawPageForm(canvas, content, { legend, paper: pageSizes[paper], look });
  return canvas.bytes();
}

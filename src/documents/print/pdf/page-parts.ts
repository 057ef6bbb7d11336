/** The parts of a sheet around the lines: header, buyer, totals, QR block (Informe Técnico e-CF v1.0 pp.32-37). */
import type { Content, Stamp } from '../content/content.js';
import type { Labelled } from '../content/texts.js';
import { lineSpacing, millimetres, type Canvas, type TextStyle } from './canvas.js';
import type { Range } from './page-plan.js';
import { printable } from './printable.js';
import { drawQr, qrOf, type QrCode } from './qr.js';

export interface Frame {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly color: string;
  readonly titleColor: string;
  readonly logo: Uint8Array | undefined;
}

const logoFit = [150, 44] as const;
const gap = 8;
/** DGII wants the QR code at least 2 cm from the edge of the sheet. */
const qrLeft = 20 * millimetres;
const qrTextSize = 8;
const totalSize = 8.5;
export const totalHeight = totalSize * lineSpacing + 3;

export function drawHeader(canvas: Canvas, content: Content, frame: Frame): number {
  const { x, width, color } = frame;
  let top = frame.top;
  if (frame.logo !== undefined) {
    const { logo } = frame;
    const alt = `Logotipo de ${printable(content.issuer.tradeName ?? content.issuer.legalName)}`;
    const at = top;
    canvas.tag('Figure', () => canvas.image(logo, x, at, logoFit), { alt });
    top += logoFit[1] + 4;
  }
  const left = drawIssuer(canvas, content, frame, top);
  let y = Math.max(left, drawIdentification(canvas, content, frame, top)) + gap;
  canvas.rule(x, y, width, color);
  y += gap;
  if (content.buyer.length > 0) {
    for (const row of content.buyer) y = drawLabelled(canvas, row, { x, y, width }, { size: 9.5 });
    y += gap - 2;
    canvas.rule(x, y, width, color);
    y += gap;
  }
  return y;
}

function drawIssuer(
  canvas: Canvas,
  { issuer }: Content,
  { x, width, titleColor }: Frame,
  top: number,
): number {
  const own = width * 0.52;
  const { tradeName, legalName, branch, rnc, address, issuedOn } = issuer;
  let y = canvas.paragraph(tradeName ?? legalName, [x, top], own, {
    size: 13,
    font: 'bold',
    color: titleColor,
  });
  if (tradeName !== undefined) y = canvas.paragraph(legalName, [x, y], own, { size: 10.5 });
  if (branch !== undefined)
    y = canvas.paragraph(`Sucursal: ${branch}`, [x, y], own, { size: 9, font: 'bold' });
  y = drawLabelled(canvas, { label: 'RNC', value: rnc }, { x, y, width: own }, { size: 9 });
  y = canvas.paragraph(`Dirección: ${address}`, [x, y], own, { size: 8.5 });
  return drawLabelled(canvas, { label: 'Fecha Emisión', value: issuedOn }, { x, y, width: own }, { size: 9 });
}

function drawIdentification(canvas: Canvas, content: Content, frame: Frame, top: number): number {
  const own = frame.width * 0.46;
  const end = frame.x + frame.width;
  const title = { size: 12, font: 'bold', color: frame.titleColor, align: 'right' } as const;
  let y = top;
  canvas.tag('H1', () => (y = canvas.paragraph(content.title, [end, top], own, title)));
  for (const { label, value } of content.identification) {
    const style = { size: 9.5, align: 'right' } as const;
    const at = y;
    canvas.tag('P', () => {
      canvas.write(`${label}:`, end - canvas.widthOf(` ${value}`, style), at, { ...style, font: 'bold' });
      canvas.write(value, end, at, style);
    });
    y += style.size * lineSpacing;
  }
  if (content.modification === undefined) return y;
  return canvas.paragraph(content.modification, [end, y], own, { size: 9.5, font: 'bold', align: 'right' });
}

function drawLabelled(
  canvas: Canvas,
  { label, value }: Labelled,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  style: TextStyle,
): number {
  const bold = { ...style, font: 'bold' } as const;
  const indent = canvas.widthOf(`${label}: `, bold);
  let below = y;
  canvas.tag('P', () => {
    canvas.write(`${label}:`, x, y, bold);
    below = canvas.paragraph(value, [x + indent, y], width - indent, style);
  });
  return below;
}

export interface AmountBlock {
  readonly heights: readonly number[];
  readonly draw: (y: number, rows?: Range) => number;
}

export function amountBlock(
  canvas: Canvas,
  rows: readonly Labelled[],
  { left, right }: { readonly left: number; readonly right: number },
): AmountBlock {
  const widths = rows.map(({ value }) => canvas.widthOf(value, { size: totalSize, font: 'bold' }));
  const box = Math.max(90, ...widths) + 10;
  const labelEnd = right - box - 6;
  const labelStyle = { size: totalSize, font: 'bold', align: 'right' } as const;
  const laid = rows.map(({ label, value, total }) => {
    const lines = canvas.lines(`${label}:`, labelEnd - left, labelStyle);
    return { label, value, total, height: totalHeight + (lines.length - 1) * totalSize * lineSpacing };
  });
  return {
    heights: laid.map(({ height }) => height),
    draw: (y, { from, to } = { from: 0, to: laid.length }) => {
      let top = y;
      for (const { label, value, total, height } of laid.slice(from, to)) {
        const font = total ? 'bold' : 'regular';
        canvas.box([right - box, top, box, height], '#f2f2f2');
        canvas.tag('P', () => {
          canvas.paragraph(`${label}:`, [labelEnd, top + 2], labelEnd - left, labelStyle);
          canvas.write(value, right - 5, top + 2, { size: totalSize, font, align: 'right' });
        });
        top += height;
      }
      return top;
    },
  };
}

export interface StampBlock {
  readonly right: number;
  readonly qr: QrCode;
  readonly stamp: Stamp;
  readonly height: number;
}

export function stampBlock(canvas: Canvas, stamp: Stamp): StampBlock {
  const qr = qrOf(stamp.address);
  const height = qr.quiet + qr.side + qr.quiet * 0.6 + 2 * qrTextSize * lineSpacing;
  const widths = stampTexts(stamp).map((text) => canvas.widthOf(text, { size: qrTextSize }));
  return { right: qrLeft + Math.max(qr.side + qr.quiet, ...widths), qr, stamp, height };
}

export function drawStamp(canvas: Canvas, { qr, stamp }: StampBlock, y: number): void {
  drawQr(canvas, qr, qrLeft, y + qr.quiet);
  let top = y + qr.quiet + qr.side + qr.quiet * 0.6;
  for (const text of stampTexts(stamp)) {
    canvas.write(text, qrLeft, top, { size: qrTextSize });
    top += qrTextSize * lineSpacing;
  }
}

export function stampTexts({ securityCode, fechaFirma }: Stamp): readonly string[] {
  return [`Código de Seguridad: ${securityCode}`, `Fecha de Firma Digital: ${fechaFirma}`];
}

/** The content of a voucher, issued or received, on paper. */
import type { ReactNode } from 'react';
import { exemptIndicator, indicadorFacturacion } from '../../../ecf/codes/indicators.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { Legend } from '../../../ecf/model/legend.js';
import type { Content, Paper as Size } from '../../api/answers.js';
import { es } from '../../es.js';
import { count } from '../../shared/format.js';
import { Paper, type CompanyLook } from './paper.js';
import { readerOf } from './read-content.js';

interface ContentSheetProps {
  readonly type: EcfType;
  readonly encf: string;
  readonly content: Content;
  /** Turns the e-NCF of a voucher that has a page into a link. */
  readonly linkTo: (encf: string) => ReactNode;
  readonly code: ReactNode;
  readonly legend: Legend;
  readonly size: Size;
  readonly look?: CompanyLook | undefined;
}

/** The content has each code in words. */
const exempt = indicadorFacturacion.codes.get(exemptIndicator);

function textOf(rows: Content['lines']['shown'][number]['others'], field: string): string {
  return rows.find((row) => row.field === field)?.text ?? '';
}

export function ContentSheet({ content, linkTo, ...sheet }: ContentSheetProps) {
  const read = readerOf(content);
  const { reference, lines, sections } = content;
  const reason = read('InformacionReferencia', 'RazonModificacion');
  const adjustments = sections.find(({ name }) => name === 'DescuentosORecargos')?.rows ?? [];
  return (
    <Paper
      {...sheet}
      label={es.printedForm.sheet}
      modified={reference === null ? undefined : linkTo(reference)}
      read={read}
      lines={lines.shown.map(({ unitPrice: price, billing, others, ...line }) => ({
        ...line,
        price,
        isExempt: billing === exempt,
        discount: textOf(others, 'DescuentoMonto'),
        surcharge: textOf(others, 'RecargoMonto'),
      }))}
      more={(shown) =>
        lines.total > shown ? <p>{es.printedForm.firstLines(count(shown), count(lines.total))}</p> : null
      }
    >
      {adjustments.map(({ label, text }) => (
        <p key={label} className="paper-note">
          {label}: {text}
        </p>
      ))}
      {reason === '' ? null : <p className="paper-note">{reason}</p>}
    </Paper>
  );
}

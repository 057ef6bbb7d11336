/** The PDF of a voucher on the paper that the person uses. Its menu has the other papers, for once. */
import type { Paper } from '../../api/answers.js';
import { es } from '../../es.js';
import { list } from '../../texts/list.js';
import { Icon } from '../icon.js';
import { MenuButton } from '../menu-button.js';

interface PdfButtonProps {
  readonly paper: Paper;
  readonly addressOn: (paper: Paper) => string;
}

const papers = Object.entries(es.printedForm.papers) as readonly [Paper, string][];

export function PdfButton({ paper, addressOn }: PdfButtonProps) {
  return (
    <span className="split">
      <a className="button" href={addressOn(paper)} target="_blank" rel="noreferrer">
        <Icon name="download" />
        {list.vouchers.pdf}
      </a>
      <MenuButton
        icon="down"
        label={es.printedForm.onPaper}
        actions={papers.map(([one, text]) => ({ text, icon: 'printer', href: addressOn(one) }))}
      />
    </span>
  );
}

/** What only support, integrators and who has to prove something look for. Folded, because it decides nothing. */
import { useState, type ReactNode } from 'react';
import { es } from '../../es.js';
import { Icon } from '../icon.js';

interface TechnicalFoldProps {
  /** Some of what is in it. */
  readonly hint: string;
  /** Nothing of it is loaded while it is folded. */
  readonly children: () => ReactNode;
}

export function TechnicalFold({ hint, children }: TechnicalFoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card fold technical" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="next" />
        {es.voucher.technical}
        <span className="faint small">{hint}</span>
      </summary>
      {isOpen ? <div className="technical-parts">{children()}</div> : null}
    </details>
  );
}

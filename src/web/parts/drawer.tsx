/** A look at one row, beside the list. The list stays, and its keys go on working. */
import { useEffect, useRef, type ReactNode } from 'react';
import { es } from '../es.js';
import { IconButton } from './icon-button.js';
import { StepButtons, type StepButtonsProps } from './list/step-buttons.js';

interface DrawerProps extends StepButtonsProps {
  /** Says what the drawer shows. */
  readonly label: string;
  readonly onClose: () => void;
  /** The link to the page of what the drawer shows. */
  readonly open: ReactNode;
  /** It is a part of the page from the beginning, so it does not take the focus. */
  readonly isStill?: boolean;
  readonly children: ReactNode;
}

export function Drawer(props: DrawerProps) {
  const { label, at, of, onMove, onClose, open, isStill = false, children } = props;
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isStill) drawer.current?.focus({ preventScroll: true });
  }, [isStill]);
  return (
    <aside className="drawer" aria-label={label} tabIndex={-1} ref={drawer}>
      <header>
        <StepButtons at={at} of={of} onMove={onMove} />
        <span className="spring" />
        {open}
        <IconButton icon="close" label={`${es.actions.close} (Esc)`} onPress={onClose} />
      </header>
      <div className="drawer-body">{children}</div>
    </aside>
  );
}

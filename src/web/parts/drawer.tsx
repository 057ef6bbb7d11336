/** A look at one row, beside the list. The list stays, and its keys go on working. */
import { useEffect, useRef, type ReactNode } from 'react';
import { es } from '../es.js';
import { count } from '../shared/format.js';
import { list as texts } from '../texts/list.js';
import { IconButton } from './icon-button.js';

interface DrawerProps {
  /** Says what the drawer shows. */
  readonly label: string;
  /** The place of the row in the list, from 0; -1 if the list does not have it. */
  readonly at: number;
  readonly of: number;
  /** @param step to the next row, or to the one before */
  readonly onMove: (step: 1 | -1) => void;
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
        <IconButton icon="up" label={`${texts.previous} (K)`} disabled={at <= 0} onPress={() => onMove(-1)} />
        <IconButton
          icon="down"
          label={`${texts.next} (J)`}
          disabled={at === -1 || at === of - 1}
          onPress={() => onMove(1)}
        />
        <span className="small faint">{at === -1 ? null : texts.position(count(at + 1), count(of))}</span>
        <span className="spring" />
        {open}
        <IconButton icon="close" label={`${es.actions.close} (Esc)`} onPress={onClose} />
      </header>
      <div className="drawer-body">{children}</div>
    </aside>
  );
}

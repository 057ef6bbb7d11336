/** The button, and the keys Ctrl K, that open the menu which leads anywhere. The menu itself is loaded when a person first wants it. */
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { networkError } from '../api/api-error.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import type { CommandMenuProps } from '../menu/command-menu.js';
import { Icon } from '../parts/icon.js';
import { Problem } from '../parts/notice.js';
import { isDialogOpen } from '../shared/typing.js';

const loadMenu = () => import('../menu/command-menu.js');
const loadEarly = () => void loadMenu().catch(() => undefined);

interface OpenMenuProps {
  readonly place: Place | undefined;
  /** The person has chosen something in it. */
  readonly onFollowed: () => void;
}

export function OpenMenu({ place, onFollowed }: OpenMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps>>();
  const [failure, setFailure] = useState<Error>();
  const [early, setEarly] = useState('');
  const open = useCallback(() => {
    setOpen(true);
    setEarly('');
    setFailure(undefined);
    loadMenu().then(
      ({ CommandMenu }) => setMenu(() => CommandMenu),
      () => setFailure(networkError()),
    );
  }, []);
  useLetters(isOpen && Menu === undefined, (letter) => setEarly((before) => before + letter));
  useMenuKey(isOpen, open, () => setOpen(false));
  return (
    <>
      <AriaButton
        className="quick"
        aria-keyshortcuts={isOfApple() ? 'Meta+K' : 'Control+K'}
        onHoverStart={loadEarly}
        onPress={open}
      >
        <Icon name="search" />
        <span>{es.menu.open}</span>
        <span className="keys" aria-hidden="true">
          <kbd>{isOfApple() ? '⌘' : 'Ctrl'}</kbd>
          <kbd>K</kbd>
        </span>
      </AriaButton>
      <Problem error={failure} />
      {isOpen && Menu !== undefined ? (
        <Menu place={place} typedBefore={early} onClose={() => setOpen(false)} onFollowed={onFollowed} />
      ) : null}
    </>
  );
}

/** What a person types after Ctrl K while the menu is being loaded. No key of the page has a meaning meanwhile. */
function useLetters(isLoading: boolean, take: (letter: string) => void): void {
  useEffect(() => {
    if (!isLoading) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      take(event.key);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });
}

function isOfApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Ctrl K, or ⌘ K, from anywhere but another dialog. It also closes the menu. */
function useMenuKey(isOpen: boolean, open: () => void, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') loadEarly();
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      if (!isOpen && isDialogOpen()) return;
      // Some browsers go to their own search field.
      event.preventDefault();
      if (isOpen) close();
      else open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/**
 * A button with a menu of the rarer actions. Its keys are those of the WAI-ARIA menu button. It is our own: with react-aria's menu the first
 * load would have 18 KB more, because react-aria's dialog imports that menu.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon, type IconName } from './icon.js';

export interface MenuAction {
  readonly text: string;
  readonly icon: IconName;
  /** Opens in a tab of its own. */
  readonly href?: string;
  readonly onAction?: () => void;
}

interface MenuButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

export function MenuButton({ icon, label, actions }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span
      className="menu-place"
      // A press moves no focus: some browsers give it to no button, and the menu would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button menu-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name={icon} />
      </button>
      {isOpen ? (
        <Menu
          label={label}
          actions={actions}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      ) : null}
    </span>
  );
}

interface MenuProps extends Pick<MenuButtonProps, 'label' | 'actions'> {
  /** The focus is then on the button. */
  readonly onClose: () => void;
}

function Menu({ label, actions, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => itemsOf(menu.current)[0]?.focus(), []);
  return (
    <div
      ref={menu}
      className="action-menu"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => onKey(event, onClose)}
    >
      {actions.map(({ text, icon, href, onAction }) => {
        const item = {
          role: 'menuitem',
          tabIndex: -1,
          className: 'action',
          children: (
            <>
              <Icon name={icon} />
              {text}
            </>
          ),
          onClick: () => {
            onClose();
            onAction?.();
          },
        };
        return href === undefined ? (
          <button key={text} type="button" {...item} />
        ) : (
          <a key={text} href={href} target="_blank" rel="noreferrer" {...item} />
        );
      })}
    </div>
  );
}

function itemsOf(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/** A key that has a meaning here has none for the page. */
function onKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Escape') {
    event.preventDefault();
    close();
    return;
  }
  if (key === ' ' && target instanceof HTMLAnchorElement) {
    event.preventDefault();
    target.click();
    return;
  }
  const items = itemsOf(currentTarget);
  const next = itemAt(items, key);
  if (next === undefined && !isLetter(key)) return;
  event.preventDefault();
  next?.focus();
}

const isLetter = (key: string): boolean => key.length === 1 && key !== ' ';

function itemAt(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(Math.max(at, 0) - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return isLetter(key)
        ? startingWith(key, [...items.slice(at + 1), ...items.slice(0, at + 1)])
        : undefined;
  }
}

function startingWith(letter: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  return items.find(({ textContent }) => textContent.toLowerCase().startsWith(letter.toLowerCase()));
}

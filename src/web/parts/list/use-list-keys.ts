/** The keys of a list: J and K to the next and the previous row, X to choose it, Enter to open what the drawer shows, Esc to close. */
import { useEffect, useRef } from 'react';
import { isForPage, usesLetters } from '../../shared/typing.js';

interface ListKeys {
  /** The rows in their order. A row of the table has its key in `data-row`. */
  readonly keys: readonly string[];
  /** The row that the drawer, or a page of its own, shows. Absent, with the next two: the list has no drawer. */
  readonly shown?: string | undefined;
  readonly onShow?: (key: string) => void;
  /** Opens the page of the row that the drawer shows. Absent: the page is open. */
  readonly onOpen?: (key: string) => void;
  readonly onChoose?: (key: string) => void;
  /** Closes the drawer, or gives up the choice. @returns whether there was anything to close: else Esc may close something else */
  readonly onClose: () => boolean;
}

const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);

const linkOf = (key: string) => rowOf(key)?.querySelector<HTMLElement>('th a') ?? null;

export function focusRow(key: string): void {
  linkOf(key)?.focus();
}

function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
}

export function useListKeys(list: ListKeys): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isForPage(event) && act(latest.current, event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** @returns whether the key had a meaning here */
function act(list: ListKeys, event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return list.onClose();
  if (event.key === 'Enter') return openShown(list, event.target);
  if (!usesLetters()) return false;
  switch (event.key.toLowerCase()) {
    case 'j':
      return move(list, 1);
    case 'k':
      return move(list, -1);
    case 'x':
      return choose(list);
    default:
      return false;
  }
}

/** A button or another link keeps its own meaning. The link of the row that is shown would only show it again. */
function openShown({ shown, onOpen }: ListKeys, target: EventTarget | null): boolean {
  if (shown === undefined || onOpen === undefined) return false;
  const isControl = target instanceof Element && target.closest('a, button, input, summary') !== null;
  if (isControl && target !== linkOf(shown)) return false;
  onOpen(shown);
  return true;
}

function move({ keys, shown, onShow }: ListKeys, step: 1 | -1): boolean {
  const now = shown ?? focusedRow();
  const at = now === undefined ? -1 : keys.indexOf(now);
  const next = at === -1 ? keys[0] : keys[at + step];
  if (next === undefined) return true;
  const isInList = focusedRow() !== undefined;
  if (shown !== undefined) onShow?.(next);
  if (shown === undefined || isInList) focusRow(next);
  else rowOf(next)?.scrollIntoView({ block: 'nearest' });
  return true;
}

function choose({ keys, shown, onChoose }: ListKeys): boolean {
  const now = shown ?? focusedRow();
  if (onChoose === undefined || now === undefined || !keys.includes(now)) return false;
  onChoose(now);
  return true;
}

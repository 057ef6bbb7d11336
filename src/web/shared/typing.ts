/** When a key that a person presses is for the page, and not for a field or a dialog. */
import { tryStorage } from './browser-storage.js';

/** A checkbox takes no text, so the keys of a list work while it has the focus. */
const typed = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]';

/** Also the menu of Ctrl K. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** False if the person types into a field, a dialog is open, or the key is part of a shortcut of the browser. */
export function isForPage({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (isDialogOpen()) return false;
  return !(target instanceof HTMLElement && (target.isContentEditable || target.matches(typed)));
}

const storedAs = 'teclas';

/** Somebody who speaks to the computer, or whose hand slips, presses letters without wanting to (WCAG 2.1.4). */
export function usesLetters(): boolean {
  return tryStorage(() => localStorage.getItem(storedAs)) !== 'no';
}

export function allowLetters(wanted: boolean): void {
  tryStorage(() => (wanted ? localStorage.removeItem(storedAs) : localStorage.setItem(storedAs, 'no')));
}

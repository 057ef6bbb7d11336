/** Keeps the focus near its place when the pressed button goes away: a screen reader would start again at the top. */
import { useEffect, type RefObject } from 'react';

/** What has a name that a screen reader says. The page itself comes last. */
const places = 'section, fieldset, form[aria-label], [role="region"], main';

export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = main.current;
    if (page === null) return;
    let focused: HTMLElement | undefined;
    // An element that is gone no longer says where it was.
    let around: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      focused = target;
      around = placesAround(target);
    };
    const restore = () => {
      if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
      const place = around.find(({ isConnected }) => isConnected);
      if (place === undefined) return;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    page.addEventListener('focusin', remember);
    // A dialog is outside the page. When it closes, the button that opened it may be gone.
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      page.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [main]);
}

/** Innermost first. */
function placesAround(element: HTMLElement): readonly HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(places) ?? null;
  return place === null ? [] : [place, ...placesAround(place)];
}

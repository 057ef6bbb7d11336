/** Who reads one example in Python wants the others in Python: the chosen tab holds for all groups, on all pages. */

const storageKey = 'ecf-docs-tab';

export function followChosenTab(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return;
    const title = titleOf(target);
    if (title === undefined || title === chosen()) return;
    // A browser may forbid storage; then the choice holds for this page.
    try {
      localStorage.setItem(storageKey, title);
    } catch {
      return;
    }
    // The other groups are above and below: what the reader looks at must not move.
    const before = target.getBoundingClientRect().top;
    showChosenTab();
    scrollBy(0, target.getBoundingClientRect().top - before);
  });
}

export function showChosenTab(): void {
  const title = chosen();
  if (title === undefined) return;
  for (const input of document.querySelectorAll<HTMLInputElement>('.vp-code-group input'))
    if (!input.checked && titleOf(input) === title) input.click();
}

function chosen(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function titleOf({ labels }: HTMLInputElement): string | undefined {
  return labels?.[0]?.dataset['title'];
}

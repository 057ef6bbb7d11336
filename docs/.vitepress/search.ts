/** How words are found: without regard to capitals and accents, so that `numero` finds `número`. The index and the question agree. */
import type { DefaultTheme } from 'vitepress';

export type LocalSearchTranslations = NonNullable<DefaultTheme.LocalSearchOptions['translations']>;

export const miniSearch = {
  options: { processTerm: (term: string) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() },
  // A near miss is for typing errors in longer words; codes such as TOTALES-11 and numbers must be exact.
  searchOptions: {
    prefix: true,
    fuzzy: (term: string) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
    boost: { title: 4, text: 2, titles: 1 },
    combineWith: 'AND' as const,
  },
};

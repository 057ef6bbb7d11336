/** The texts of the site around a page, in the page's language. */
import type { DefaultTheme } from 'vitepress';
import type { LocalSearchTranslations } from './search.js';

const searchInSpanish: LocalSearchTranslations = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    displayDetails: 'Mostrar el texto',
    resetButtonTitle: 'Borrar la búsqueda',
    backButtonTitle: 'Cerrar la búsqueda',
    noResultsText: 'Nada sobre',
    footer: {
      selectText: 'abrir',
      selectKeyAriaLabel: 'Intro',
      navigateText: 'elegir',
      navigateUpKeyAriaLabel: 'flecha arriba',
      navigateDownKeyAriaLabel: 'flecha abajo',
      closeText: 'cerrar',
      closeKeyAriaLabel: 'Escape',
    },
  },
};

interface Texts {
  readonly lang: 'es' | 'en';
  readonly theme: DefaultTheme.Config;
  readonly search: LocalSearchTranslations;
}

const english: Texts = { lang: 'en', theme: { outline: { level: [2, 3] } }, search: {} };

const spanish: Texts = {
  lang: 'es',
  theme: {
    outline: { level: [2, 3], label: 'En esta página' },
    docFooter: { prev: 'Anterior', next: 'Siguiente' },
    darkModeSwitchLabel: 'Apariencia',
    lightModeSwitchTitle: 'Cambiar a claro',
    darkModeSwitchTitle: 'Cambiar a oscuro',
    sidebarMenuLabel: 'Menú',
    returnToTopLabel: 'Volver arriba',
    skipToContentLabel: 'Ir al contenido',
    notFound: {
      title: 'Esta página no existe',
      quote:
        'Busque arriba o vuelva al inicio. This page does not exist: search above or go back to the start.',
      linkLabel: 'Ir al inicio',
      linkText: 'Inicio',
    },
  },
  search: searchInSpanish,
};

/** @param page below docs/. The start page and a missing page are for both; their frame is in Spanish. */
export function textsFor(page: string): Texts {
  return /^(?:operate|develop)\//.test(page) ? english : spanish;
}

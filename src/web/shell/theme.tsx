/** Light or dark: as the system has it, or as the person chose in this browser. */
import { useState } from 'react';
import { es } from '../es.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Segments } from '../parts/segments.js';
import { tryStorage } from '../shared/browser-storage.js';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const icons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };

const storedAs = 'tema';

function chosenTheme(): Theme {
  const stored = tryStorage(() => localStorage.getItem(storedAs));
  return themes.find((one) => one === stored) ?? 'system';
}

/** The style sheet follows the system unless this attribute names a theme (style/tokens.css). */
function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

/** Before anything is drawn, so that no page flashes in the other theme. */
export function showChosenTheme(): void {
  show(chosenTheme());
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    show(chosen);
    tryStorage(() => localStorage.setItem(storedAs, chosen));
  };
  return (
    <Segments
      className="theme"
      label={es.theme.label}
      value={theme}
      onChange={choose}
      options={themes.map((one) => [
        one,
        <>
          <span title={es.theme[one]}>
            <Icon name={icons[one]} />
          </span>
          <span className="visually-hidden">{es.theme[one]}</span>
        </>,
      ])}
    />
  );
}

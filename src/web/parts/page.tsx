/** The head of a screen: its title, also in the browser's tab, and its actions. */
import { useEffect, type ReactNode } from 'react';
import { es } from '../es.js';

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, intro, actions, children }: PageProps) {
  useTitle(title);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {intro === undefined ? null : <p className="soft">{intro}</p>}
        </div>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${es.product}`;
  }, [title]);
}

interface ScrollTableProps {
  /** What the table shows; a person with the keyboard reaches the table under this name and scrolls it. */
  readonly label: string;
  readonly children: ReactNode;
}

export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    // A wide table scrolls by itself, so that the page never does.
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

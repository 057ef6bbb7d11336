/** What a person can do with the rows that are chosen. It lies above the end of the list. */
import type { ReactNode } from 'react';
import { count } from '../../shared/format.js';
import { list as texts } from '../../texts/list.js';
import { Icon } from '../icon.js';
import { chosenMax } from './use-selection.js';

interface SelectionBarProps {
  readonly chosen: number;
  /** What they add up to, or another fact about them. */
  readonly fact?: ReactNode;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function SelectionBar({ chosen, fact, onClear, children }: SelectionBarProps) {
  const text = texts.chosenCount(count(chosen), chosen === 1);
  return (
    <>
      {/* A screen reader says a change only of a region that was on the page before. */}
      <p className="visually-hidden" role="status">
        {chosen === 0 ? '' : text}
      </p>
      {chosen === 0 ? null : (
        <section className="selection-bar" aria-label={texts.chosen}>
          <p>
            <b>{text}</b> <span className="soft">{fact}</span>
            {chosen < chosenMax ? null : (
              <span className="small block soft">{texts.chosenMax(count(chosenMax))}</span>
            )}
          </p>
          <div className="actions">{children}</div>
          <button type="button" className="icon-button" aria-label={texts.chooseNone} onClick={onClear}>
            <Icon name="close" />
          </button>
        </section>
      )}
    </>
  );
}

/** To the row before and to the next one, beside what shows one row of a list. The keys K and J do the same. */
import { count } from '../../shared/format.js';
import { list as texts } from '../../texts/list.js';
import { IconButton } from '../icon-button.js';

export interface StepButtonsProps {
  /** The place of the row in the list, from 0; -1 if the list does not have it. */
  readonly at: number;
  readonly of: number;
  /** @param step to the next row, or to the one before */
  readonly onMove: (step: 1 | -1) => void;
}

export function StepButtons({ at, of, onMove }: StepButtonsProps) {
  return (
    <>
      <IconButton icon="up" label={`${texts.previous} (K)`} disabled={at <= 0} onPress={() => onMove(-1)} />
      <IconButton
        icon="down"
        label={`${texts.next} (J)`}
        disabled={at === -1 || at === of - 1}
        onPress={() => onMove(1)}
      />
      <span className="small faint">{at === -1 ? null : texts.position(count(at + 1), count(of))}</span>
    </>
  );
}

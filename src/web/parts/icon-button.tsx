/** A button that shows only an icon. Its label is what a screen reader says, and what the pointer shows. */
import { Icon, type IconName } from './icon.js';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Not for the browser, because a disabled button would lose the focus. */
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

export function IconButton({ icon, label, disabled = false, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled ? true : undefined}
      onClick={disabled ? undefined : onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

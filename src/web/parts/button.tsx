/** Buttons. While its action runs, a button keeps the focus and ignores presses. */
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';

interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'danger' | 'quiet' | 'plain';
  readonly small?: boolean;
  readonly type?: 'submit' | 'button';
  readonly pending?: boolean;
  readonly disabled?: boolean;
  /** The name for a screen reader, where the visible text alone says too little. It must contain the visible text. */
  readonly label?: string;
  readonly expanded?: boolean;
  readonly className?: string;
  readonly onPress?: () => void;
  /** The second click of a double click does nothing. For a button that appears where another one was pressed. */
  readonly once?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    children,
    kind = 'plain',
    small = false,
    pending = false,
    disabled = false,
    type = 'button',
    once = false,
    onPress,
  } = props;
  const classes = ['button', kind, ...(small ? ['small'] : []), props.className ?? ''].join(' ').trim();
  return (
    <AriaButton
      className={classes}
      type={type}
      isPending={pending}
      isDisabled={disabled}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(props.expanded === undefined ? {} : { 'aria-expanded': props.expanded })}
      {...(once ? { onClick: firstOnly(onPress) } : onPress === undefined ? {} : { onPress })}
    >
      {children}
    </AriaButton>
  );
}

/** `detail` counts the clicks that the browser takes for one multiple click; it is 0 for a key. */
function firstOnly(act: (() => void) | undefined) {
  return (click: { readonly detail: number; readonly preventDefault: () => void }) => {
    // Otherwise the browser would send the form.
    if (click.detail > 1) click.preventDefault();
    else act?.();
  };
}

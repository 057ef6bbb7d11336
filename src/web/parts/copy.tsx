/** Buttons that copy a text and then say whether they did. */
import { useState } from 'react';
import { es } from '../es.js';
import { Button } from './button.js';
import type { IconName } from './icon.js';
import { IconButton } from './icon-button.js';

interface CopyProps {
  readonly text: string;
  readonly label?: string;
}

export function Copy({ text, label = es.actions.copy }: CopyProps) {
  const { said, copy } = useCopy();
  return (
    <Button onPress={() => void copy(text)}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}

interface CopyIconProps {
  readonly text: string;
  readonly icon: Extract<IconName, 'copy' | 'link'>;
  readonly label: string;
}

export function CopyIcon({ text, icon, label }: CopyIconProps) {
  const { said, copy } = useCopy();
  const isCopied = said === es.actions.copied;
  return (
    <>
      <IconButton icon={isCopied ? 'check' : icon} label={label} onPress={() => void copy(text)} />
      {/* A sighted person sees that it worked by the icon. */}
      <span className={isCopied ? 'visually-hidden' : 'small'} role="status">
        {said}
      </span>
    </>
  );
}

/** `said`: whether the last text was copied. */
export function useCopy() {
  const [said, setSaid] = useState<string>();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(es.actions.copied);
    } catch {
      // A page without https has no clipboard, and a person may forbid it.
      setSaid(es.actions.notCopied);
    }
  };
  return { said, copy };
}

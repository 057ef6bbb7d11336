/** A button that copies a text and then says whether it did. */
import { useState } from 'react';
import { es } from '../es.js';
import { Button } from './button.js';

interface CopyProps {
  readonly text: string;
  readonly label?: string;
}

export function Copy({ text, label = es.actions.copy }: CopyProps) {
  const [said, setSaid] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(es.actions.copied);
    } catch {
      // A page without https has no clipboard, and a person may forbid it.
      setSaid(es.actions.notCopied);
    }
  };
  return (
    <Button onPress={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}

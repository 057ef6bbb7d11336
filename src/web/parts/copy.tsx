/** A button that copies a text and then says that it did. */
import { useState } from 'react';
import { es } from '../es.js';
import { Button } from './button.js';

interface CopyProps {
  readonly text: string;
  readonly label?: string;
}

export function Copy({ text, label = es.actions.copy }: CopyProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button onPress={() => void copy()}>
      <span aria-live="polite">{copied ? es.actions.copied : label}</span>
    </Button>
  );
}

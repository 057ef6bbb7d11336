/** The text a moment after the last key, so that the service is not asked for every letter. */
import { useEffect, useState } from 'react';

const idleMs = 250;

export function useIdle(text: string): string {
  const [idle, setIdle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(text), idleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return idle;
}

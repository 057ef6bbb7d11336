/** The text a moment after the last key, so that the service is not asked for every letter. */
import { useEffect, useState } from 'react';

export function useIdle(text: string, idleMs = 250): string {
  const [idle, setIdle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(text), idleMs);
    return () => clearTimeout(timer);
  }, [text, idleMs]);
  return idle;
}

/** The moment at which the page was opened; ages and remaining days count from it. It stays the same while the page is shown. */
import { useState } from 'react';

export function useNow(): number {
  const [now] = useState(() => Date.now());
  return now;
}

/** The moment at which the page was opened, for ages and days left. It stays the same while the page is shown. */
import { useState } from 'react';

export function useNow(): number {
  const [now] = useState(() => Date.now());
  return now;
}

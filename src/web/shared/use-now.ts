/** The present moment, for ages, remaining days and today's date. It is renewed while the page is shown. */
import { useEffect, useState } from 'react';

const minuteMs = 60_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

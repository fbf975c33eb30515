import { useEffect, useState } from 'react';

/** How often what depends on the time is told anew, in milliseconds. */
const EVERY = 2000;

/** The time in milliseconds since 1970: the component is rendered again every two seconds and for reasons of its own. */
export function useNow(): number {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), EVERY);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** The typed text once typing pauses, for searches on the server. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced.trim();
}

import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** What is being typed, once the typing pauses: what a search asks the server. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.trim();
}

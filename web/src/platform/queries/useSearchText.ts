import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from './useDebounced.ts';

/**
 * The text of a search field whose search is in the address. `show` writes it there once typing pauses; a search that the
 * address changes to is taken over.
 */
export function useSearchText(addressSearch: string, show: (search: string) => void) {
  const [typed, setTyped] = useState(addressSearch);
  const lastSearch = useRef(addressSearch);
  const search = useDebounced(typed);
  const onPause = useEffectEvent(show);
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    onPause(search);
  }, [search]);
  useEffect(() => {
    if (addressSearch === lastSearch.current) return;
    lastSearch.current = addressSearch;
    setTyped(addressSearch);
  }, [addressSearch]);
  return { typed, setTyped, search };
}

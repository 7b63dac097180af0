import { useEffect } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ScreenData } from '../../ui/index.ts';
import { conversationPages, type ListView } from './api.ts';

/** The conversations of a view. A page of a search may be empty and lead on: then the next one is loaded at once. */
export function useConversations(view: ListView) {
  const list = useInfiniteQuery(conversationPages(view));
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const leadsOn = hasNextPage && list.data?.pages.at(-1)?.items.length === 0;
  useEffect(() => {
    if (leadsOn && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [leadsOn, isFetching, isFetchNextPageError, fetchNextPage]);
  // Until something is found, or the end is reached, there is nothing to show.
  const data: ScreenData =
    leadsOn && items.length === 0
      ? { isPending: !isFetchNextPageError, error: list.error, refetch: fetchNextPage, dataUpdatedAt: 0 }
      : list;
  return { list, items, data };
}

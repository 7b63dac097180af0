import { useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';

/** A paged list, in the shape of the query library. */
export type PagedList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** At the end of a list: loads the next page when scrolled to, or when pressed. */
export function LoadMore({ list }: { list: PagedList }) {
  const { hasNextPage: hasMore, isFetchingNextPage: loading } = list;
  const t = useT();
  const endRef = useRef<HTMLDivElement>(null);
  const onReached = useEffectEvent(() => {
    if (!loading) void list.fetchNextPage();
  });

  useEffect(() => {
    if (!hasMore || !endRef.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(), {
      rootMargin: '400px',
    });
    observer.observe(endRef.current);
    return () => observer.disconnect();
  }, [hasMore]);

  if (!hasMore) return null;
  return (
    <div ref={endRef} className="load-more">
      <Button busy={loading} busyText={t('ui.loading')} onClick={() => void list.fetchNextPage()}>
        {t('ui.loadMore')}
      </Button>
    </div>
  );
}

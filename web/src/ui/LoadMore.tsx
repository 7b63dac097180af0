import { useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';

type Props = { hasMore: boolean; loading: boolean; onMore: () => unknown };

/** At the end of a list: loads the next page when scrolled to, or when pressed. */
export function LoadMore({ hasMore, loading, onMore }: Props) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(() => {
    if (!loading) void onMore();
  });

  useEffect(() => {
    if (!hasMore || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), {
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="load-more">
      <Button busy={loading} busyText={t('ui.loading')} onClick={() => void onMore()}>
        {t('ui.loadMore')}
      </Button>
    </div>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, LoadMore, Screen } from '../../../ui/index.ts';
import { ownQuotes } from '../api.ts';
import { QuoteDocket } from '../components/QuoteDocket.tsx';

/** Jobs I applied: the worker's quotes, newest first. */
export default function MyQuotes() {
  const t = useT();
  const quotes = useInfiniteQuery(ownQuotes());
  const rows = quotes.data?.pages.flatMap((page) => page.items) ?? [];
  const none = (
    <Empty
      title={t('web.quotes.none')}
      action={
        <ButtonLink to={paths.home()} variant="primary">
          {t('shell.findJobs')}
        </ButtonLink>
      }
    >
      {t('web.quotes.noneWhy')}
    </Empty>
  );
  return (
    <Screen title={t('shell.applied')} data={quotes} empty={rows.length === 0 && none}>
      {rows.map((quote) => (
        <QuoteDocket key={quote.id} quote={quote} />
      ))}
      <LoadMore
        hasMore={quotes.hasNextPage}
        loading={quotes.isFetchingNextPage}
        onMore={quotes.fetchNextPage}
      />
    </Screen>
  );
}

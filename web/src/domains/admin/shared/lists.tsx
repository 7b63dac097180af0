import type { ComponentProps, ReactNode } from 'react';
import { Empty, LoadError, LoadMore, Screen, Skeleton } from '../../../ui/index.ts';
import type { PagedList, ScreenData } from '../../../ui/index.ts';
import { Scroll } from './Scroll.tsx';

// A list in the shape of the query library, read page by page, and the table of its rows.

type Pages<Row> = ScreenData &
  PagedList & { data: { pages: readonly { items: readonly Row[] }[] } | undefined };
type ListProps<Row> = { pages: Pages<Row>; children: (rows: readonly Row[]) => ReactNode };

const collectRows = <Row,>({ data }: Pages<Row>): readonly Row[] =>
  data?.pages.flatMap((page) => page.items) ?? [];

type ScreenProps<Row> = Pick<ComponentProps<typeof Screen>, 'title' | 'lead' | 'action' | 'tabs'> &
  ListProps<Row> & { emptyText: string };

/** A screen that is a list. */
export function ListScreen<Row>({ pages, emptyText, children, ...screen }: ScreenProps<Row>) {
  const rows = collectRows(pages);
  return (
    <Screen {...screen} data={pages} empty={pages.data && rows.length === 0 && <Empty title={emptyText} />}>
      <Scroll label={screen.title}>{children(rows)}</Scroll>
      <LoadMore list={pages} />
    </Screen>
  );
}

type PartProps<Row> = ListProps<Row> & { label: string; empty: ReactNode };

/** A list that is a part of a screen. */
export function ListPart<Row>({ label, pages, empty, children }: PartProps<Row>) {
  const rows = collectRows(pages);
  if (pages.isPending) return <Skeleton />;
  if (pages.error && rows.length === 0) return <LoadError error={pages.error} onRetry={pages.refetch} />;
  if (rows.length === 0) return empty;
  return (
    <>
      <Scroll label={label}>{children(rows)}</Scroll>
      <LoadMore list={pages} />
    </>
  );
}

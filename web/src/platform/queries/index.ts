import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { AnyCall, Call } from '@fws/contract/platform/call';
import { dropEarlyReplies } from '../client/early.ts';
import { callApi, CallError } from '../client/index.ts';
import { getCurrentLocale } from '../i18n/index.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // A refused call would be refused again; a lost connection may come back.
      retry: (count, error) =>
        count < 2 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false },
  },
});

/** What a live event can make stale. Every query key begins with one of these. A domain may add its own in its `api.ts`. */
export interface Topics {
  admin: true;
  job: true;
  quotes: true;
  contract: true;
  wallet: true;
  notifications: true;
  identity: true;
  order: true;
  connections: true;
  disputes: true;
  places: true;
  samples: true;
  captcha: true;
  categories: true;
  settings: true;
  today: true;
  saved: true;
  suggestions: true;
}
export type Topic = keyof Topics;

/** What an event says. `number`: of a message that is new and has changed nothing else. */
export interface Change {
  topic: Topic;
  id: number | string | null;
  number?: number;
}

/** Whether a change leaves the data of a query as they are: a key of its `meta`. */
export type IsUnchanged<Data> = (data: Data, change: Change) => boolean;

/** The `meta` of a query: what it sends first, whether its data may stay on the device, and what else makes it stale. */
export const describeCall = (
  call: Pick<AnyCall, 'name' | 'kept'>,
  values: unknown,
  alsoStaleBy: readonly Topic[] = [],
) => ({
  call: call.name,
  values,
  kept: call.kept === true,
  alsoStaleBy,
});

/** A query of one call: `useQuery(callQuery('contract', awardedJob, { jobId }))`. */
export function callQuery<S extends z.ZodMiniType, Out>(
  topic: Topic,
  call: Call<S, Out>,
  values: z.input<S>,
) {
  return queryOptions({
    queryKey: [topic, call.name, values, getCurrentLocale()] as const,
    meta: describeCall(call, values),
    queryFn: ({ signal }) => callApi(call, values, { signal }),
  });
}

/**
 * A list by cursor: `useInfiniteQuery(callPages('job', exploreJobs, { sort: 'latest', … }))`. `alsoStaleBy`: other topics
 * whose events change it.
 */
export function callPages<S extends z.ZodMiniType, Out extends { nextCursor: string | null }>(
  topic: Topic,
  call: Call<S, Out>,
  values: z.input<S>,
  alsoStaleBy: readonly Topic[] = [],
) {
  return infiniteQueryOptions({
    queryKey: [topic, call.name, 'pages', values, getCurrentLocale()] as const,
    meta: describeCall(call, values, alsoStaleBy),
    queryFn: ({ signal, pageParam }) =>
      callApi(
        call,
        pageParam === null ? values : ({ ...(values as object), cursor: pageParam } as z.input<S>),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** A query that a screen names in `firstQueries`. Its `meta` says what it sends first. */
export type FirstQuery = Pick<FetchQueryOptions, 'queryKey' | 'meta'> & { initialPageParam?: unknown };

/** Loads a query or the first page of a list. Ends on failure too, because the screen shows it. */
export const prefetch = (query: FirstQuery): Promise<void> =>
  'initialPageParam' in query
    ? queryClient.prefetchInfiniteQuery(query as FetchInfiniteQueryOptions)
    : queryClient.prefetchQuery(query as FetchQueryOptions);

/** What the server answers now, whatever is cached. */
export const loadNow = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> => queryClient.fetchQuery({ ...query, staleTime: 0 });

/** Refetches topics after our own change, or after an event about somebody else's. */
export function refresh(...topics: Topic[]): Promise<unknown> {
  dropEarlyReplies();
  // Whatever changed may begin or end to wait for the reader.
  return Promise.all([...topics, 'today'].map((topic) => refreshTopic(topic)));
}

/** Refetches what an event makes stale, but for queries whose data it leaves as they are. */
export function refreshAfter(change: Change): Promise<unknown> {
  dropEarlyReplies();
  // A job says how many quotes it has.
  const topics = [change.topic, ...(change.topic === 'quotes' ? ['job'] : []), 'today'];
  return Promise.all(topics.map((topic) => refreshTopic(topic, change)));
}

/** Refetches what is on screen and was stale already, because its refetch failed. */
export const refreshAgain = (): Promise<void> =>
  queryClient.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.isInvalidated },
    { cancelRefetch: false },
  );

/**
 * A first load that is under way is not begun anew. It may have read what was before the change, and would count as fresh,
 * so it is followed by another.
 */
async function refreshTopic(topic: string, change?: Change): Promise<void> {
  const isStale = (query: Query) => {
    const { queryKey, meta } = query;
    const isOfTopic =
      queryKey[0] === topic ||
      (meta?.['alsoStaleBy'] as readonly string[] | undefined)?.includes(topic) === true;
    return isOfTopic && !(change && isUnchangedBy(query, change));
  };
  const firstLoads = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isStale(query),
  });
  await Promise.all([
    queryClient.invalidateQueries({ predicate: isStale }),
    ...firstLoads.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => {});
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}

/** What is being loaded may have been read before the change, and would replace the data that have it. */
function isUnchangedBy({ meta, state }: Query, change: Change): boolean {
  const isUnchanged = meta?.['isUnchanged'] as IsUnchanged<unknown> | undefined;
  return (
    state.data !== undefined && state.fetchStatus === 'idle' && isUnchanged?.(state.data, change) === true
  );
}

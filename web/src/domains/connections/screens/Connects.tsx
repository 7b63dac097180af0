import '../connections.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isReadable } from '@fws/contract/platform/text';
import { PEOPLE_COUNTED_MAX } from '@fws/contract/connections/model';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchText } from '../../../platform/queries/useSearchText.ts';
import { useSearchParams, type Address } from '../../../platform/router/index.ts';
import {
  Button,
  ButtonLink,
  Empty,
  LoadError,
  LoadMore,
  Screen,
  SearchInput,
  Sheet,
  Skeleton,
  Tabs,
} from '../../../ui/index.ts';
import { connectPages, peoplePages } from '../api.ts';
import { PersonRow } from '../components/PersonRow.tsx';

type Tab = 'people' | 'mine';
const SEARCH = 'search';

/** People to find, and the user's connections. The URL holds the search. */
export default function Connects() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const tab = readTab(params);
  const { typed, setTyped, search } = useSearchText(params.get(SEARCH) ?? '', (text) =>
    setParams(toSearchParams(tab, text), { replace: true }),
  );

  return (
    <Screen
      title={t('shell.connect')}
      lead={t('web.connections.lead')}
      data={null}
      tabs={
        <Tabs
          label={t('shell.connect')}
          items={[
            { key: 'people', to: buildUrl('people', search), label: t('web.connections.find') },
            { key: 'mine', to: buildUrl('mine', search), label: t('web.connections.mine') },
          ]}
          current={tab}
        />
      }
    >
      <search className="person-search">
        <SearchInput
          aria-label={t('web.connections.search')}
          placeholder={t('web.connections.search')}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <People key={tab} tab={tab} search={search} onClear={() => setTyped('')} />
    </Screen>
  );
}

Connects.firstQueries = ({ search }: Address) => [queryPeople(readTab(search), search.get(SEARCH) ?? '')];

const readTab = (params: URLSearchParams): Tab => (params.get('tab') === 'mine' ? 'mine' : 'people');
const queryPeople = (tab: Tab, search: string) => (tab === 'mine' ? connectPages : peoplePages)(search);

function toSearchParams(tab: Tab, search: string): Record<string, string> {
  return { ...(tab === 'mine' ? { tab } : {}), ...(search === '' ? {} : { [SEARCH]: search }) };
}

function buildUrl(tab: Tab, search: string): string {
  const query = new URLSearchParams(toSearchParams(tab, search)).toString();
  return query === '' ? paths.connects() : `${paths.connects()}?${query}`;
}

type PeopleProps = { tab: Tab; search: string; onClear: () => void };

function People({ tab, search, onClear }: PeopleProps) {
  const people = useInfiniteQuery(queryPeople(tab, search));
  if (people.isPending) return <Skeleton />;
  if (!people.data) return <LoadError error={people.error} onRetry={people.refetch} />;
  const rows = people.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <Nobody tab={tab} search={search} onClear={onClear} />;
  const total = people.data.pages[0]?.total ?? null;
  return (
    <>
      {total !== null && <FoundPeople total={total} />}
      {people.error && <LoadError error={people.error} onRetry={people.refetch} />}
      <Sheet>
        <ul>
          {rows.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
        <LoadMore list={people} />
      </Sheet>
    </>
  );
}

function FoundPeople({ total }: { total: number }) {
  const t = useT();
  return (
    <p className="person-count" role="status">
      {total > PEOPLE_COUNTED_MAX
        ? t('web.connections.foundMore', { count: PEOPLE_COUNTED_MAX })
        : t('web.connections.found', { count: total })}
    </p>
  );
}

function Nobody({ tab, search, onClear }: PeopleProps) {
  const t = useT();
  if (search !== '')
    return (
      <Empty
        title={t(isReadable(search) ? 'web.connections.nobody' : 'web.connections.noWord', { search })}
        action={<Button onClick={onClear}>{t('web.connections.showAll')}</Button>}
      >
        {t(isReadable(search) ? 'web.connections.nobodyWhy' : 'web.connections.noWordHelp')}
      </Empty>
    );
  if (tab === 'people')
    return <Empty title={t('web.connections.noPeople')}>{t('web.connections.noPeopleWhy')}</Empty>;
  return (
    <Empty
      title={t('web.connections.none')}
      action={
        <ButtonLink to={paths.connects()} variant="primary">
          {t('web.connections.find')}
        </ButtonLink>
      }
    >
      {t('web.connections.noneWhy')}
    </Empty>
  );
}

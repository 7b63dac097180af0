import { CONVERSATION_FILTERS } from '@fws/contract/conversations/model';
import type { Conversation } from '@fws/contract/conversations/schemas';
import { SEARCH_MAX } from '@fws/contract/platform/limits';
import { isReadable } from '@fws/contract/platform/text';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchText } from '../../../platform/queries/useSearchText.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { useUnreadConversations } from '../../../platform/session/index.ts';
import {
  Button,
  ButtonLink,
  Empty,
  LoadMore,
  Rows,
  Screen,
  SearchInput,
  Sheet,
  Tabs,
} from '../../../ui/index.ts';
import { readView, toParams, type ListView } from '../api.ts';
import { useConversations } from '../useConversations.ts';
import { ConversationRow } from './ConversationRow.tsx';

/** One conversation for each job and person, the newest first, or those that a search finds. */
export function ConversationList({ openId, pane }: { openId: string; pane?: 'main' | 'side' }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const { filter, search } = view;
  const { typed, setTyped } = useSearchText(search, (text) =>
    setParams(toParams({ ...view, search: text }), { replace: true }),
  );
  // Where another view of the list leads: whoever reads beside it goes on reading.
  const path = openId === '' ? paths.conversations() : paths.conversation(openId);
  const { list, items, data } = useConversations(view);
  const frame =
    filter === 'archived'
      ? {
          title: t('web.conversations.archivedTitle'),
          back: { to: buildPath(path, { ...view, filter: 'all' }), label: t('web.conversations.back') },
        }
      : { title: t('web.conversations.title') };
  return (
    <Screen
      {...frame}
      pane={pane}
      data={data}
      tabs={
        <>
          <search className="talk-search">
            <SearchInput
              aria-label={t('web.conversations.search')}
              placeholder={t('web.conversations.search')}
              maxLength={SEARCH_MAX}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onClear={() => setTyped('')}
            />
          </search>
          {filter !== 'archived' && <FilterTabs view={view} path={path} />}
          <p className="vh" role="status">
            {search !== '' && items.length > 0 && t('web.conversations.found', { count: items.length })}
          </p>
        </>
      }
      empty={items.length === 0 && <Nothing view={view} path={path} onClear={() => setTyped('')} />}
    >
      <Sheet>
        <Rows>
          {items.map((conversation) => (
            <ConversationRow
              key={getId(conversation)}
              conversation={conversation}
              to={buildPath(paths.conversation(getId(conversation)), pane ? view : WHOLE)}
              isOpen={getId(conversation) === openId}
            />
          ))}
        </Rows>
        <LoadMore list={list} />
      </Sheet>
      {filter === 'archived' ? (
        <p className="talk-reach t2 mut">{t('web.conversations.archivedWhy')}</p>
      ) : (
        <>
          {search === '' && (
            <p className="talk-reach t2 mut">
              {t('web.conversations.reach')}{' '}
              <Link to={paths.notificationSettings()}>{t('shell.notificationSettings')}</Link>
            </p>
          )}
          <ArchiveLink view={view} path={path} />
        </>
      )}
    </Screen>
  );
}

const getId = ({ jobId, person }: Conversation): string => `${jobId}-${person.id}`;

type ViewProps = { view: ListView; path: string };

function Nothing({ view, path, onClear }: ViewProps & { onClear: () => void }) {
  const t = useT();
  const { filter, search } = view;
  if (search !== '')
    return (
      <>
        <Empty
          title={t(`web.conversations.${isReadable(search) ? 'nothingFor' : 'noWord'}`, { search })}
          action={<Button onClick={onClear}>{t('ui.clearSearch')}</Button>}
        >
          {t(`web.conversations.${isReadable(search) ? 'nothingForWhy' : 'noWordHelp'}`)}
        </Empty>
        {filter !== 'archived' && <ArchiveLink view={view} path={path} />}
      </>
    );
  if (filter === 'archived')
    return <Empty title={t('web.conversations.empty.archived')}>{t('web.conversations.archivedWhy')}</Empty>;
  return (
    <>
      {filter === 'all' ? (
        <Empty title={t('web.conversations.empty')}>{t('web.conversations.emptyWhy')}</Empty>
      ) : (
        <Empty title={t(`web.conversations.empty.${filter}`)} />
      )}
      <ArchiveLink view={view} path={path} />
    </>
  );
}

/** Below the list, because a fifth tab has no room on a phone. */
function ArchiveLink({ view, path }: ViewProps) {
  const t = useT();
  return (
    <ButtonLink
      variant="quiet"
      icon="archive"
      className="talk-archive"
      to={buildPath(path, { ...view, filter: 'archived' })}
    >
      {t('web.conversations.archivedTitle')}
    </ButtonLink>
  );
}

const WHOLE: ListView = { filter: 'all', search: '' };

/** Whoever reads beside the list keeps its view. */
function buildPath(path: string, view: ListView): string {
  const params = toParams(view).toString();
  return params === '' ? path : `${path}?${params}`;
}

const TABS = CONVERSATION_FILTERS.filter((filter) => filter !== 'archived');

function FilterTabs({ view, path }: ViewProps) {
  const t = useT();
  const unread = useUnreadConversations();
  const items = TABS.map((filter) => ({
    key: filter,
    to: buildPath(path, { ...view, filter }),
    label: t(`web.conversations.filter.${filter}`),
    count: filter === 'unread' && unread > 0 ? unread : undefined,
  }));
  return <Tabs label={t('web.conversations.title')} items={items} current={view.filter} />;
}

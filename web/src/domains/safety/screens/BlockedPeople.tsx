import '../safety.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Blocked } from '@fws/contract/safety/schemas';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Avatar, Button, Empty, LoadMore, Name, Screen, Sheet } from '../../../ui/index.ts';
import { blockedPages, useBlocking } from '../api.ts';
import { SafetyTabs } from '../components/SafetyTabs.tsx';

/** Whom the user has blocked. */
export default function BlockedPeople() {
  const t = useT();
  const pages = useInfiniteQuery(blockedPages());
  const people = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('web.safety.blocked')}
      data={pages}
      tabs={<SafetyTabs current="blocked" />}
      empty={
        people.length === 0 && (
          <Empty title={t('web.safety.blocked.none')}>{t('web.safety.blocked.noneWhy')}</Empty>
        )
      }
    >
      <Sheet>
        <ul>
          {people.map((person) => (
            <PersonRow key={person.userId} person={person} />
          ))}
        </ul>
        <LoadMore list={pages} />
      </Sheet>
    </Screen>
  );
}

BlockedPeople.firstQueries = () => [blockedPages()];

function PersonRow({ person }: { person: Blocked }) {
  const t = useT();
  const online = useOnline();
  const { unblock } = useBlocking(person.userId);

  async function press(): Promise<void> {
    try {
      await unblock.mutateAsync();
      toast.success(translate('safety.unblocked'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <li className="sf-person">
      <Avatar name={person.name} photo={person.photoUrl ?? undefined} />
      <div>
        <b>
          <Name>{person.name}</Name>
        </b>
        <p className="t2 mut">{t('web.safety.blocked.on', { date: formatDate(t, person.blockedAt) })}</p>
      </div>
      <Button
        disabled={!online}
        busy={unblock.isPending}
        busyText={t('web.safety.unblocking')}
        onClick={() => void press()}
      >
        {online ? t('web.safety.unblock') : t('ui.needsInternet')} <span className="vh">{person.name}</span>
      </Button>
    </li>
  );
}

import '../share.css';
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Job } from '@fws/contract/jobs/schemas';
import { formatFullName } from '@fws/contract/connections/model';
import type { Friend } from '@fws/contract/connections/schemas';
import { SEARCH_MAX } from '@fws/contract/platform/limits';
import { paths } from '../../../platform/router/paths.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  Avatar,
  Button,
  ButtonLink,
  Dialog,
  Empty,
  LoadError,
  LoadMore,
  Name,
  Note,
  SearchInput,
  Skeleton,
  Tick,
} from '../../../ui/index.ts';
import { sendLink } from '../sendLink.ts';
import { friendPages, useShareJob } from '../shareApi.ts';

type Props = { job: Pick<Job, 'id' | 'number' | 'title'>; onClose: () => void };

/** Shares a job with one friend, or sends its link by any means the device has. */
export default function ShareDialog({ job, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number>();
  const sharing = useShareJob(job.id);

  async function share(friendId: number): Promise<void> {
    try {
      await sharing.mutateAsync(friendId);
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(translate('connections.job_shared'));
    onClose();
  }

  const buttons = (
    <>
      <Button icon="link" onClick={() => void sendLink(job)}>
        {t('web.connections.sendLink')}
      </Button>
      <Button
        variant="primary"
        disabled={chosen === undefined || !online}
        busy={sharing.isPending}
        busyText={t('web.connections.sharing')}
        onClick={() => chosen !== undefined && void share(chosen)}
      >
        {online ? t('web.connections.shareNow') : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.connections.shareTitle')} onClose={onClose} footer={buttons} full>
      {sharing.error && <Note tone="bad">{sharing.error.message}</Note>}
      <p className="share-job t2 mut">{job.title}</p>
      <SearchInput
        aria-label={t('web.connections.searchFriends')}
        placeholder={t('web.connections.searchFriends')}
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Friends search={useDebounced(typed)} chosen={chosen} onChoose={setChosen} />
    </Dialog>
  );
}

type FriendsProps = { search: string; chosen: number | undefined; onChoose: (id: number) => void };

function Friends({ search, chosen, onChoose }: FriendsProps) {
  const t = useT();
  const friends = useInfiniteQuery(friendPages(search));
  if (friends.isPending) return <Skeleton />;
  if (!friends.data) return <LoadError error={friends.error} onRetry={friends.refetch} />;
  const rows = friends.data.pages.flatMap((page) => page.items);
  if (rows.length === 0 && search === '') return <NoFriends />;
  return (
    <>
      <ul className="list-dialog">
        {rows.map((friend) => (
          <li key={friend.id}>
            <FriendTick friend={friend} checked={friend.id === chosen} onChoose={() => onChoose(friend.id)} />
          </li>
        ))}
      </ul>
      <p className="t2 mut" role="status">
        {rows.length === 0 && t('ui.nothingFound', { query: search })}
      </p>
      <LoadMore list={friends} />
    </>
  );
}

type TickProps = { friend: Friend; checked: boolean; onChoose: () => void };

function FriendTick({ friend, checked, onChoose }: TickProps) {
  const name = formatFullName(friend);
  return (
    <Tick type="radio" name="friend" checked={checked} onChange={onChoose}>
      <span className="share-friend">
        <Avatar name={name} photo={friend.image} size="s" />
        <span>
          <b>
            <Name>{name}</Name>
          </b>
          {friend.skills.length > 0 && <small>{friend.skills.join(', ')}</small>}
        </span>
      </span>
    </Tick>
  );
}

function NoFriends() {
  const t = useT();
  return (
    <Empty
      title={t('web.connections.none')}
      action={<ButtonLink to={paths.connects()}>{t('web.connections.find')}</ButtonLink>}
    >
      {t('web.connections.noneToShare')}
    </Empty>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { MutedPoster } from '@fws/contract/invitations/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, LoadMore, Row, Rows, Sheet } from '../../../ui/index.ts';
import { mutedPosterPages, useMuting } from '../api.ts';

type Props = {
  /** Null: everybody. */
  posterId: number | null;
  isMuted: boolean;
  text: string;
  /** Whom it is about, for those who do not see the row. */
  name?: string;
};

/** Turns the notices of invitations off or on. Nobody is told. */
function MuteSwitch({ posterId, isMuted, text, name = '' }: Props) {
  const t = useT();
  const online = useOnline();
  const muting = useMuting();

  async function press(): Promise<void> {
    try {
      await muting.mutateAsync({ posterId, isMuted: !isMuted });
      toast.success(translate(isMuted ? 'invitations.unmuted' : 'invitations.muted'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Button
      variant="quiet"
      icon={isMuted ? 'bell' : 'bellOff'}
      disabled={!online}
      busy={muting.isPending}
      busyText={t('ui.saving')}
      onClick={() => void press()}
    >
      {online ? text : t('ui.needsInternet')} {name !== '' && <span className="vh">{name}</span>}
    </Button>
  );
}

/** Of one poster, who is named in the list below once they are muted. */
export function MuteButton({ poster }: { poster: { id: number; name: string } }) {
  const t = useT();
  const muted = useMutedPosters();
  const isMuted = muted.rows.some(({ userId }) => userId === poster.id);
  return (
    <MuteSwitch
      posterId={poster.id}
      isMuted={isMuted}
      text={t(isMuted ? 'web.invitations.unmutePoster' : 'web.invitations.mutePoster')}
      name={poster.name}
    />
  );
}

/** Which notices of invitations the reader has turned off. */
export function MutedSheet({ isMuted }: { isMuted: boolean }) {
  const t = useT();
  const muted = useMutedPosters();
  return (
    <Sheet title={t('web.invitations.notices')}>
      <p className="t2 mut">{t(isMuted ? 'web.invitations.mutedText' : 'web.invitations.toldText')}</p>
      <MuteSwitch
        posterId={null}
        isMuted={isMuted}
        text={t(isMuted ? 'web.invitations.unmuteAll' : 'web.invitations.muteAll')}
      />
      {muted.rows.length > 0 && (
        <Rows>
          {muted.rows.map(({ userId, name }) => (
            <Row
              key={userId}
              title={name}
              detail={t('web.invitations.mutedPoster')}
              action={<MuteSwitch posterId={userId} isMuted text={t('web.invitations.unmute')} name={name} />}
            />
          ))}
        </Rows>
      )}
      <LoadMore list={muted.list} />
    </Sheet>
  );
}

function useMutedPosters(): { rows: MutedPoster[]; list: ReturnType<typeof useMutedList> } {
  const list = useMutedList();
  return { rows: list.data?.pages.flatMap((page) => page.items) ?? [], list };
}

const useMutedList = () => useInfiniteQuery(mutedPosterPages());
